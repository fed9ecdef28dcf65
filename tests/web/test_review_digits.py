"""Python's limit on digits is one for all threads: lifting it in one must not disturb another."""

import sys
import threading

from satchess.wire import any_length


def test_the_limit_on_digits_is_lifted_for_as_long_as_anybody_needs_it() -> None:
    limit = sys.get_int_max_str_digits()
    inside, go = threading.Event(), threading.Event()
    read: list[int] = []

    def slow() -> None:
        with any_length():
            inside.set()
            go.wait()
            read.append(len(str(10**5_000)))

    with any_length():
        thread = threading.Thread(target=slow)
        thread.start()
        inside.wait()
    go.set()
    thread.join()
    assert read == [5_001]
    assert sys.get_int_max_str_digits() == limit
