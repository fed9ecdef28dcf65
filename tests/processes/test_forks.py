"""Questions in forked processes, as under `ProcessPoolExecutor`, gunicorn and joblib."""

import os
import subprocess
import sys
from textwrap import dedent

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

PATIENCE = 120.0
"""Seconds until something hangs."""

PROLOGUE = """
import os, sys, threading, traceback, warnings
import satchess
warnings.filterwarnings("ignore", category=DeprecationWarning)  # of forks beside threads

def in_child(do):
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            do()
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.waitpid(child, 0)

def open_files():
    with os.scandir("/proc/self/fd") as links:
        return {os.readlink(link.path) for link in links if os.path.lexists(link.path)}
"""

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def output_of(script: str) -> list[str]:
    """Run a script in a process of its own; return the lines it prints."""
    ran = subprocess.run(
        [sys.executable, "-c", PROLOGUE + dedent(script)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


@pytest.mark.parametrize("cache", [False, True])
def test_a_forked_process_answers(cache: bool) -> None:
    lines = output_of(f"""
        print(satchess.queens(6).count(cache={cache}).count)
        in_child(lambda: print(satchess.queens(7).count(cache={cache}).count))
        print(satchess.queens(8).count(cache={cache}).count)
        print(satchess.queens(7).count(cache={cache}).cached)
    """)
    assert lines == ["4", "40", "92", str(cache)]


def test_a_timeout_in_a_forked_process_is_honoured() -> None:
    lines = output_of("""
        satchess.queens(6).count(cache=False)
        hard = satchess.domination("queen", "20")
        in_child(lambda: print(hard.solve(cache=False, timeout=0.5).note))
    """)
    assert lines == ["out of time after 0.5 s"]


def test_a_pool_of_forked_processes() -> None:
    lines = output_of("""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        def ways(side):
            return satchess.queens(side).count().count

        print(ways(4))
        with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
            print(*pool.map(ways, [5, 6, 7, 8]))
        print(satchess.lookup("count", satchess.queens(8)).count)
    """)
    assert lines == ["2", "10 4 40 92", "92"]


def test_a_fork_while_another_thread_is_working() -> None:
    lines = output_of("""
        begun = threading.Event()
        answers = []
        thread = threading.Thread(target=lambda: answers.append(
            satchess.domination("queen", "20").solve(timeout=4, watch=lambda known: begun.set())
        ))
        thread.start()
        begun.wait()
        in_child(lambda: print(satchess.queens(7).count().count))
        thread.join()
        print(answers[0].stopped.kind)
        print(satchess.lookup("count", satchess.queens(7)).count)
    """)
    assert lines == ["40", "out of time", "40"]


def test_a_fork_while_another_thread_is_writing_to_the_cache() -> None:
    lines = output_of("""
        from satchess.cache import Store, default_path

        satchess.queens(6).count()
        writing, forked = threading.Event(), threading.Event()

        def write():
            with Store(default_path()) as store, store.transaction():
                writing.set()
                forked.wait(1)

        def ask():
            answer = satchess.queens(7).count()
            print(answer.count, answer.note)

        thread = threading.Thread(target=write)
        thread.start()
        writing.wait()
        in_child(ask)
        forked.set()
        thread.join()
        print(satchess.lookup("count", satchess.queens(7)).count)
    """)
    assert lines == ["40 ", "40"]


@linux_only
def test_an_open_cache_is_no_hindrance_and_no_danger() -> None:
    """The locks of a process are not those of its parent, whatever its memory says of them."""
    lines = output_of("""
        from satchess.cache import Store, default_path

        def open_databases():
            return [name for name in open_files() if "answers.db" in name]

        satchess.queens(6).count()
        with Store(default_path()) as store:
            store.query("SELECT * FROM answers")
            print(bool(open_databases()))
            in_child(lambda: print(open_databases()))
            in_child(lambda: print(satchess.queens(7).count().note))
        print(satchess.lookup("count", satchess.queens(7)).count)
    """)
    assert lines == ["True", "[]", "", "40"]


@linux_only
def test_the_workers_of_the_parent_stay_its_own() -> None:
    """A forked process holds none of their pipes and ends none of them, however it ends."""
    lines = output_of("""
        from satchess.processes import pool

        def pipes():
            return {name for name in open_files() if name.startswith("pipe:")}

        before = pipes()
        satchess.queens(6).count(cache=False)
        (worker,) = pool._idle
        print(len(pipes() - before))
        in_child(lambda: print(len(pipes() - before)))
        child = os.fork()
        if not child:
            satchess.queens(7).count(cache=False)
            sys.exit()  # which runs what is registered for the end
        print(os.waitpid(child, 0)[1])
        print(satchess.queens(8).count(cache=False).count, pool._idle == [worker], worker.is_alive)
    """)
    assert lines == ["2", "0", "0", "92 True True"]


def test_a_list_is_not_continued_in_a_forked_process() -> None:
    lines = output_of("""
        listing = satchess.independence("rook", "5").placements()
        next(listing)

        def go_on():
            try:
                next(listing)
            except satchess.SatchessError as error:
                print(error)

        in_child(go_on)
        in_child(listing.close)
        print(len(list(listing)))
    """)
    assert lines == [
        "a forked process cannot go on with work that was begun before: ask again",
        "119",
    ]
