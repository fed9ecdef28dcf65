"""Long work on many cores or machines, that survives a kill.

job       a divided task: which parts are left, and what the finished ones come to
crews     who does parts: this process, worker processes, or a cluster
running   hands parts out and collects what becomes of them
"""

from satchess.processes.jobs.crews import Crew, Stopped, hire
from satchess.processes.jobs.job import Job
from satchess.processes.jobs.running import run_job

__all__ = ["Crew", "Job", "Stopped", "hire", "run_job"]
