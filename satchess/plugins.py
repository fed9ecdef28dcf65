"""Plugins: pieces, questions, engines and encodings that other packages offer by entry points.

A distribution declares entry points in these groups:

    satchess.pieces        a Betza string, such as "NZ"
    satchess.questions     a subclass of `Question`, or an `Abbreviation`
    satchess.engines       an `Engine` class with `verbs`, `fingerprints` and `tunable`
    satchess.at_most_one   an `AtMostOneEncoding`
    satchess.cardinality   a `CardinalityEncoding`

Plugins are discovered only when a name is not built in, or a catalogue is printed, so that start-up
stays instant; they are imported on use. A plugin never shadows a built-in. A broken one raises an
error when used, and has a line in catalogues.

The environment variable SATCHESS_PLUGINS=off disables plugins.

The contract
------------

Answers are stored under the signature of a question: the normal form, minimised over all turns. A
fault in a plugin is therefore remembered, and may surface as the answer to another question.
`satchess.conformance` checks all of this against brute force on small boards.

A question promises

- words: `Question.parse(str(q)) == q`, and `q.read(" ".join(q.words(p))) == p`;
- turns: the placements of `q.turned(t)` are exactly the placements of `q`, turned, with the same
  value and fingerprint. By default, fields that are frozensets of squares, or have a `turned` of
  their own, are turned; override it if other fields name places or directions;
- normal form: `q.normalised()` has the same placements, values and goal as `q`, up to `respelt`;
  `q.normalised().normalised()` is the same again; two questions whose normal forms have the same
  text have the same answers, so every field that matters is a word of the grammar;
- rules: `violations` depends on the placement and the rules alone, never on a model: all engines
  are checked against it;
- a value: `value` depends on the placement alone, is None exactly if `has_value` is false, and
  `goal` is the direction of optimisation;
- a model whose solutions, read off the board variables, are the placements without violations;
  auxiliaries in the objective are determined by them; `symmetries` and `families` are redundant.

An engine promises

- `objection` is None only for tasks it answers correctly, flags and conditions included;
- every event is true when it is yielded, whatever happens next: placements obey the rules, bounds
  are proved, `Counted(n, exact=False)` means at least n, no placement is listed twice;
- `Done` comes last, and once; an engine that gives up yields it without an answer;
- the parts of a `DividingEngine` depend on the task alone, and `covers` accepts them;
- `revision` is bumped whenever names of parts or prefixes change their meaning.

An encoding promises

- an assignment of the literals extends to a model if and only if the constraint holds, for literals
  of either sign, any bound, and under `collector.only_if`;
- auxiliaries come only from `collector.fresh()` (or `adopt`).

A piece promises nothing: its name is accepted as input but printed in Betza notation, so that the
cache does not depend on what is installed.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from satchess.errors import BadPlugin

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

SWITCH = "SATCHESS_PLUGINS"
"""The environment variable that disables plugins when set to `off`."""

PREFIX = "satchess."
"""Prefix of our entry-point groups."""

_NAME = r"[a-z][a-z0-9-]*"

T = TypeVar("T")


class Offer:
    """An entry point of a distribution."""

    def __init__(self, entry: "EntryPoint", distribution: "Distribution") -> None:
        self._entry = entry
        self.group = entry.group
        self.name = entry.name
        fields = distribution.metadata.json
        self.distribution = str(fields.get("name", "a distribution without a name"))
        self.source = f"{self.distribution} {fields.get('version', '')}".strip()
        """The distribution with its version: `satchess-extras 0.1`."""

    def load(self) -> object:
        """Import what is offered; any failure is raised as `ImportError`."""
        try:
            return self._entry.load()
        except (Exception, SystemExit) as error:
            raise ImportError(
                f"'{self._entry.value}' fails: {type(error).__name__}: {_one_line(error)}"
            ) from error

    def __str__(self) -> str:
        return f"plugin {self.name!r} ({self.group}, from {self.source})"


class Offered(Mapping[str, T]):
    """What other packages offer in one group, by name.

    Only working offers are listed; looking up a broken one raises `BadPlugin`, see `broken`.
    """

    def __init__(
        self, group: str, accept: Callable[[str, object], T], is_taken: Callable[[str], bool]
    ) -> None:
        """Offer what `accept` takes; it raises `TypeError` or `ValueError` for anything else."""
        self._group = group
        self._accept = accept
        self._is_taken = is_taken
        self._accepted: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._accepted:
            if name not in (offers := _discovered(self._group)) or self._is_taken(name):
                raise KeyError(name)
            self._accepted[name] = self._taken_up(name, offers[name])
        return self._accepted[name]

    def __iter__(self) -> Iterator[str]:
        for name in _discovered(self._group):
            if self._fault(name) is None:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def broken(self) -> dict[str, str]:
        """Offers that cannot be used, with the reason."""
        faults = {name: self._fault(name) for name in _discovered(self._group)}
        return {name: fault for name, fault in faults.items() if fault is not None}

    def _fault(self, name: str) -> str | None:
        try:
            self[name]
        except KeyError:
            return f"{_discovered(self._group)[name][0]}: the name is taken by a built-in"
        except BadPlugin as error:
            return str(error)
        return None

    def _taken_up(self, name: str, offers: tuple[Offer, ...]) -> T:
        first = offers[0]
        if len(offers) > 1:
            others = " and ".join(offer.source for offer in offers[1:])
            raise BadPlugin(f"{first}: {others} offers the same name, expected one of them")
        if not re.fullmatch(_NAME, name):
            raise BadPlugin(f"{first}: expected a name of lower-case letters, digits and hyphens")
        try:
            return self._accept(name, first.load())
        except Exception as error:  # `accept` may call plugin code
            raise BadPlugin(f"{first}: {_one_line(error)}") from error


class Registry(Mapping[str, T]):
    """Built-in entries, then those of plugins."""

    def __init__(
        self, group: str, built_in: Mapping[str, T], accept: Callable[[str, object], T]
    ) -> None:
        self.built_in = built_in
        self.offered = Offered(group, accept, built_in.__contains__)

    def __getitem__(self, name: str) -> T:
        return self.built_in[name] if name in self.built_in else self.offered[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.built_in
        yield from self.offered

    def __len__(self) -> int:
        return len(self.built_in) + len(self.offered)


def instance_of(kind: type[T]) -> Callable[[str, object], T]:
    """Return an `accept` that takes only instances of a class."""

    def accept(name: str, offered: object) -> T:
        if not isinstance(offered, kind):
            raise TypeError(f"expected {kind.__name__}, got {type(offered).__name__}")
        return offered

    return accept


def _discovered(group: str) -> Mapping[str, tuple[Offer, ...]]:
    """Return the offers of a group by name, from all distributions."""
    return {} if os.environ.get(SWITCH) == "off" else _discover().get(group, {})


@cache
def _discover() -> dict[str, dict[str, tuple[Offer, ...]]]:
    """Scan the installed distributions once."""
    from importlib.metadata import distributions  # slower than most commands

    found: dict[str, dict[str, tuple[Offer, ...]]] = {}
    seen: set[str] = set()
    for distribution in distributions(path=_installed_paths()):
        offers = [
            Offer(entry, distribution)
            for entry in distribution.entry_points
            if entry.group.startswith(PREFIX)
        ]
        name = re.sub(r"[-_.]+", "-", offers[0].distribution).lower() if offers else ""
        if name in seen:
            continue  # the first on the path hides others of its name, as it does for imports
        seen.add(name)
        for offer in offers:
            group = found.setdefault(offer.group, {})
            group[offer.name] = (*group.get(offer.name, ()), offer)
    return found


def _installed_paths() -> list[str]:
    """Return where packages are installed: never the current folder, unless PYTHONPATH names it.

    Files that happen to be where satchess is run must never be imported, whatever their names.
    """
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    here = os.getcwd()
    return [
        entry for entry in sys.path if os.path.isabs(entry) and (entry != here or entry in named)
    ]


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
