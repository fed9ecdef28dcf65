"""Long work on many cores or machines, resumable after a kill.

job       a divided task: which parts are left, and the result of the finished ones
crews     where parts run: in this process, in worker processes, or on a cluster
running   hands out parts and collects their outcomes
"""

from satchess.processes.jobs.crews import Crew, Stopped, cores, hire
from satchess.processes.jobs.job import Job
from satchess.processes.jobs.running import run_job

__all__ = ["Crew", "Job", "Stopped", "cores", "hire", "run_job"]
