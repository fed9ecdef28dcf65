"""A Dask cluster of two worker processes on this machine, for as long as standard input is open.

Prints its address and the process ids of its workers.
"""

import sys

from distributed import Client, LocalCluster

if __name__ == "__main__":
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        Client(cluster) as client,
    ):
        pids = client.run(lambda: __import__("os").getpid())
        print(cluster.scheduler_address, *pids.values(), flush=True)
        sys.stdin.read()
