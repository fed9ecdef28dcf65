"""Answers on their way between processes: as JSON from which an equal answer is rebuilt.

`Answer.as_json` is for people and scripts, and says some things in words only. What is sent here
says in `request` and `details` all the rest. JSON readers of other languages have numbers of 53
bits: an integer beyond 2^53 is sent as a string of its digits.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any

from satchess.answers import Answer, Status, Stop, StopReason
from satchess.errors import BadInput
from satchess.questions import Question
from satchess.request import Counting, Request
from satchess.tables import Table

LARGEST_NUMBER = 2**53
"""Integers beyond it, and their negatives, are strings."""


class _Lifted:
    """Python's limit on the digits of integers is one for all threads: the last one restores it."""

    lock = Lock()
    users = 0
    limit = 0


@contextmanager
def any_length() -> Iterator[None]:
    """Lift Python's default limit on the digits of integers."""
    with _Lifted.lock:
        if not _Lifted.users:
            _Lifted.limit = sys.get_int_max_str_digits()
            sys.set_int_max_str_digits(0)
        _Lifted.users += 1
    try:
        yield
    finally:
        with _Lifted.lock:
            _Lifted.users -= 1
            if not _Lifted.users:
                sys.set_int_max_str_digits(_Lifted.limit)


@any_length()
def as_json(answer: Answer) -> dict[str, object]:
    """Return an answer as JSON: `from_json` makes an equal one of it."""
    counting = answer.request.counting
    said: dict[str, object] = safe(
        {
            **answer.as_json(),
            "polynomial": answer.polynomial,
            "details": {
                "verb": answer.request.verb,
                "by_size": counting.by_size,
                "up_to_symmetry": counting.up_to_symmetry,
                "approximate": counting.approximate,
                "cross_check": counting.cross_check,
                "engine": answer.engine,
                "seconds": answer.seconds,
                "reason": answer.reason,
                "warnings": list(answer.warnings),
                "stopped": None if answer.stopped is None else _stop_as_json(answer.stopped),
            },
        }
    )
    return said


def from_json(said: Mapping[str, Any]) -> Answer:
    """Return the answer that `as_json` wrote; `BadInput` for anything else."""
    try:
        return _read(said)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        words = " ".join(str(error).split())[:200]
        raise BadInput(f"answer in JSON: {type(error).__name__}: {words}") from None


def table_as_json(table: Table) -> dict[str, object]:
    """Return a table as JSON: `table_from_json` makes an equal one of it."""
    return {
        "names": list(table.names),
        "cells": [{"key": list(key), "answer": as_json(cell)} for key, cell in table.items()],
    }


def table_from_json(said: Mapping[str, Any]) -> Table:
    """Return the table that `table_as_json` wrote."""
    try:
        cells = {tuple(cell["key"]): from_json(cell["answer"]) for cell in said["cells"]}
        return Table(tuple(said["names"]), cells)
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"table in JSON: {type(error).__name__}: {error}") from None


@any_length()
def _read(said: Mapping[str, Any]) -> Answer:
    details = said["details"]
    accuracy = details["approximate"]
    counting = Counting(
        by_size=details["by_size"],
        up_to_symmetry=details["up_to_symmetry"],
        approximate=None if accuracy is None else (accuracy[0], accuracy[1]),
        cross_check=details["cross_check"],
    )
    question = Question.parse(said["question"])
    sizes, listed, beginning = said["by_size"], said.get("placements"), said["beginning"]
    answer = Answer(
        request=Request(details["verb"], question, counting),
        signature=said["signature"],
        status=Status(said["status"]),
        value=_number(said["value"]),
        lower=_number(said["lower"]),
        upper=_number(said["upper"]),
        count=_number(said["count"]),
        exact=said["exact"],
        by_size=None if sizes is None else tuple((int(k), int(n)) for k, n in sizes.items()),
        placements=None
        if listed is None
        else tuple(question.read(" ".join(words)) for words in listed),
        beginning=None if beginning is None else tuple(map(int, beginning)),
        engine=details["engine"],
        confirmed_by=said["confirmed_by"] or "",
        certificate=said["certificate"] or "",
        seconds=details["seconds"],
        cached=said["cached"],
        version=said["version"],
        reason=details["reason"],
        stopped=None if details["stopped"] is None else _stop(details["stopped"]),
        warnings=tuple(details["warnings"]),
    )
    if said["placement"] is None:
        return answer
    return answer.showing(question.read(" ".join(said["placement"])), question.board)


def _number(said: int | str | None) -> int | None:
    return None if said is None else int(said)


def _stop_as_json(stopped: StopReason) -> dict[str, object]:
    return {
        "kind": str(stopped.kind),
        "detail": stopped.detail,
        "prefixes": stopped.prefixes,
        "job": stopped.job,
        "parts_done": stopped.parts_done,
        "parts": stopped.parts,
    }


def _stop(said: Mapping[str, Any]) -> StopReason:
    return StopReason(**{**said, "kind": Stop(said["kind"])})


def safe(value: Any) -> Any:
    """Write integers that not every reader of JSON can hold as strings."""
    match value:
        case bool():
            return value
        case int() if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            return str(value)
        case dict():
            return {key: safe(part) for key, part in value.items()}
        case list() | tuple():
            return [safe(part) for part in value]
    return value
