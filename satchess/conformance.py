"""The conformance suite: the contract of `satchess.plugins`, checked against brute force.

For tests of satchess itself and of plugins:

>>> ensure_piece("knight")
>>> ensure_question("independence knight 2x3")
>>> ensure_engine("sat", ["domination king 2x3", "domination king 1x3 --size 3"])
>>> ensure_encoding("pairwise")

Each returns None, or raises `ConformanceError` with the first fault found. Questions must be small:
all placements are enumerated, and every engine that does not object is asked everything.
"""

import pickle
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import TypeVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.weights import Fingerprint
from satchess.engines import ENGINES, engine
from satchess.engines.counting.ranking import in_order
from satchess.engines.plan import choose_engine
from satchess.engines.protocol import DividingEngine
from satchess.errors import BadQuestion, NotKnown, SatchessError
from satchess.events import (
    Bounded,
    Counted,
    Decided,
    Divided,
    Drawn,
    Event,
    Explained,
    Fingerprinted,
    Found,
    Infeasible,
    Listed,
    Settled,
    Sized,
)
from satchess.model import Sense
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.signature import sign
from satchess.task import Division, Part, Task
from satchess.verbs import VERBS

MOST_PLACEMENTS = 2**16
"""The most placements, legal or not, to enumerate."""

MOST_PROBES = 400
"""The most placements, legal or not, on which to compare a question with its turns."""

MOST_TURNS = 12
"""The most turns to try: a torus has more."""

CORPUS = (
    "independence queen 4 --size 4",
    "independence king 2x3",
    "independence king 4x2",
    "independence rook 3 --size 3",
    "independence knight 2x3 --all",
    "domination king 2x4",
    "domination queen 2x3 --total",
    "domination queen 3",
    "independence queen 3 --where 'a1 ^ b2'",
    "independence king 1x3 --size 3",
    "independence queen 4 --size 4 --bottleneck centre",
    "diverse 4",
    "lights 2x3",
    "peaceable queen 2x3",
    "irredundance rook 2x3",
)
"""The default questions for an engine; each built-in engine takes some of them."""

T = TypeVar("T")


class ConformanceError(AssertionError):
    """A broken promise; the message says which, on what input, and what was expected."""


# For plugin authors


def ensure_piece(name: str) -> None:
    """Ensure that a piece can be read back, attacks as it moves, and turns with the board."""
    piece = Piece.parse(name)
    for text in (str(piece), piece.betza):
        if Piece.parse(text) != piece:
            raise ConformanceError(f"piece {name}: written as {text!r}, it is read as another")
    for board in map(Board.parse, ("5x6", "4:torus", "4x5 --walls b2")):
        views = {s: frozenset(attacked_squares(piece, board, s)) for s in board.squares}
        for square, seen in views.items():
            for other in seen:
                if piece.is_symmetric and square not in views[other]:
                    raise ConformanceError(
                        f"piece {name} on {board}: {square} attacks {other}, which does not attack"
                        " it: expected a symmetric relation"
                    )
        for turn in _sample(board.turns, MOST_TURNS):
            turned = piece.turned(turn)
            for square, seen in views.items():
                image = attacked_squares(turned, board.turned(turn), turn(square))
                if frozenset(image) != frozenset(map(turn, seen)):
                    raise ConformanceError(
                        f"piece {name} on {board}: from {square}, a {turn.name} of the board does"
                        " not turn the attacks"
                    )


def ensure_question(*questions: Question | str, engines: Collection[str] | None = None) -> None:
    """Ensure that small questions keep the contract, whichever engine answers them.

    Questions passed together that share a signature must have the same answer.
    """
    answers: dict[str, tuple[str, int]] = {}
    for question in map(_question, questions):
        truth = brute_force(question)
        _ensure_words(question, truth)
        _ensure_value(question, truth)
        _ensure_normal_form(question, truth)
        for asked in dict.fromkeys((question, question.normalised())):
            _ensure_turns(asked, question, truth)
        _ensure_model(question, truth)
        digest = sign("count", question).digest
        other, count = answers.setdefault(digest, (str(question), len(truth.optimal)))
        if count != len(truth.optimal):
            raise ConformanceError(
                f"'{other}' and '{question}' have one signature, but {count} and"
                f" {len(truth.optimal)} placements"
            )
        for task in _tasks(question):
            names = ENGINES if engines is None else engines
            answered = [name for name in names if _is_answered(name, task, truth)]
            if not answered:
                raise ConformanceError(f"'{_words(task)}': no engine answers it")


def ensure_engine(name: str, questions: Iterable[Question | str] = CORPUS) -> None:
    """Ensure that an engine correctly answers whatever it does not object to.

    It must answer at least one question for each of its verbs.
    """
    answered: set[str] = set()
    for question in map(_question, questions):
        truth = brute_force(question)
        for task in _tasks(question):
            if _is_answered(name, task, truth):
                answered.add(task.verb)
        if "sample" in ENGINES[name].verbs and _is_drawn(name, question, truth):
            answered.add("sample")
    if missing := ENGINES[name].verbs - answered:
        raise ConformanceError(
            f"engine {name} never answers '{min(missing)}': expected it to answer one of the"
            " questions (pass some that it knows)"
        )


def ensure_encoding(name: str) -> None:
    """Ensure that an encoding is correct, and uses only its own auxiliaries.

    If both an at-most-one and a cardinality encoding have this name, both are checked.
    """
    from satchess.encodings.at_most_one import AT_MOST_ONE
    from satchess.encodings.cardinality import CARDINALITY
    from satchess.encodings.conformance import faults

    found = [registry[name] for registry in (AT_MOST_ONE, CARDINALITY) if name in registry]
    if not found:
        raise ConformanceError(f"encoding {name!r}: there is none of this name")
    for encoding in found:
        for fault in faults(encoding):
            raise ConformanceError(f"encoding {name}: {fault}")


# Brute force


@dataclass(frozen=True)
class BruteForce:
    """The answers to a question by enumeration, without model or engine."""

    question: Question

    def everything(self, most: int = MOST_PLACEMENTS) -> Iterator[Placement]:
        """Yield placements of the question's pieces, legal or not: all, or `most` as a sample."""
        board, kinds = self.question.board, self.question.kinds
        ways = (len(kinds) + 1) ** len(board)
        if ways > MOST_PLACEMENTS:
            raise ConformanceError(f"'{self.question}' is too large for brute force")
        fillings = product([None, *kinds], repeat=len(board))
        for standing in islice(fillings, 0, None, -(-ways // most)):
            pairs = zip(board.squares, standing, strict=True)
            yield Placement(tuple(Place(square, piece) for square, piece in pairs if piece))

    @cached_property
    def allowed(self) -> frozenset[Placement]:
        """The placements that break no rule."""
        return frozenset(p for p in self.everything() if is_legal(self.question, p))

    @cached_property
    def probes(self) -> list[Placement]:
        """Placements to compare questions on: legal ones, and any."""
        legal = _sample(sorted(self.allowed, key=str), MOST_PROBES // 2)
        return [*legal, *self.everything(MOST_PROBES // 2)]

    @cached_property
    def optimal(self) -> frozenset[Placement]:
        """Those of the best value, and of the smallest fingerprint if requested."""
        question, best = self.question, self.allowed
        if question.goal is not None and best:
            choose = min if question.goal is Sense.FEWEST else max
            value = choose(question.value(p) or 0 for p in best)
            best = frozenset(p for p in best if question.value(p) == value)
        if question.asks_for_fingerprint and best:
            smallest = min(question.fingerprint_of(p) or () for p in best)
            best = frozenset(p for p in best if question.fingerprint_of(p) == smallest)
        return best

    @property
    def value(self) -> int | None:
        """The optimum; None if there is no placement, or the question has no value."""
        return next((self.question.value(p) for p in self.optimal), None)

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The smallest fingerprint, if there is one."""
        return next((self.question.fingerprint_of(p) for p in self.optimal), None)

    @cached_property
    def first(self) -> Placement | None:
        """The first of the best: square by square from a1, kind by kind, occupied before empty."""
        question = self.question
        order = [
            Place(square, kind) for square in question.board.squares for kind in question.kinds
        ]
        ranked = [([place in set(p.places) for place in order], p) for p in self.optimal]
        return max(ranked, key=lambda pair: pair[0])[1] if ranked else None

    def count(self, task: Task) -> int:
        """Return the number that a task asks for."""
        return sum(number for _, number in self.by_size(task))

    def by_size(self, task: Task) -> tuple[tuple[int, int], ...]:
        """Return how many of the placements that a task counts there are of each size."""
        counted: Iterable[Placement] = self.allowed if task.by_size else self.optimal
        if task.up_to_symmetry:
            turns = list(self.question.symmetries())
            orbits = {frozenset(p.turned(turn) for turn in turns) for p in counted}
            counted = [next(iter(orbit)) for orbit in orbits]
        return tuple(sorted(Counter(map(len, counted)).items()))


@lru_cache(maxsize=32)
def brute_force(question: Question) -> BruteForce:
    """Return the answers to a question; the last few are cached."""
    return BruteForce(question)


def is_legal(question: Question, placement: Placement) -> bool:
    """Whether a placement breaks no rule."""
    return next(question.violations(placement), None) is None


# Questions


def _ensure_words(question: Question, truth: BruteForce) -> None:
    for asked in (question, question.normalised()):
        if Question.parse(str(asked)) != asked:
            raise ConformanceError(f"'{asked}' is read back as '{Question.parse(str(asked))}'")
    if pickle.loads(pickle.dumps(question)) != question:
        raise ConformanceError(f"'{question}': workers would get another question")
    if len(set(question.kinds)) < len(question.kinds):
        raise ConformanceError(f"'{question}': kinds has a piece twice")
    for placement in _sample(sorted(truth.optimal, key=str), 5):
        text = " ".join(question.words(placement))
        if question.read(text) != placement:
            raise ConformanceError(f"'{question}': the placement '{text}' is read as another")
    sentence = question.statement(truth.value if question.has_value else None)
    if not sentence or "\n" in sentence:
        raise ConformanceError(f"'{question}': expected a sentence of one line, got {sentence!r}")


def _ensure_value(question: Question, truth: BruteForce) -> None:
    if question.goal is not None and not question.has_value:
        raise ConformanceError(f"'{question}' is optimised, but has no value")
    for placement in truth.allowed:
        if (question.value(placement) is not None) != question.has_value:
            raise ConformanceError(
                f"'{question}': the value of {placement} is {question.value(placement)}, but"
                f" has_value is {question.has_value}"
            )


def _ensure_model(question: Question, truth: BruteForce) -> None:
    model = question.model(all_symmetries=True)
    standing = {Place(s, kind) for s in question.board.squares for kind in question.kinds}
    if foreign := set(model.places) - standing:
        raise ConformanceError(f"'{question}': the model has a place {min(foreign)} of no kind")
    for permutation in _sample(model.symmetries, MOST_TURNS):
        for placement in _sample(sorted(truth.optimal, key=str), MOST_PROBES):
            image = model.placement(permutation[v - 1] for v in model.variables(placement))
            if image not in truth.optimal:
                raise ConformanceError(
                    f"'{question}': a symmetry of the model carries {placement} to {image}, which"
                    " is no answer"
                )


def _ensure_normal_form(question: Question, truth: BruteForce) -> None:
    plain = question.normalised()
    if plain.normalised() != plain:
        raise ConformanceError(f"'{question}': its normal form '{plain}' has another normal form")
    if (plain.goal, plain.has_value) != (question.goal, question.has_value):
        raise ConformanceError(f"'{question}': its normal form '{plain}' has another goal or value")
    for placement in truth.probes:
        respelt = plain.respelt(placement)
        if question.respelt(respelt) != placement:
            raise ConformanceError(
                f"'{question}': {placement} is {respelt} in the words of '{plain}', and does not"
                " come back"
            )
        _ensure_alike(question, placement, plain, respelt, truth)


def _ensure_turns(asked: Question, question: Question, truth: BruteForce) -> None:
    """Ensure that turns of `asked`, a wording of the question, have the turned placements."""
    for turn in _sample(tuple(asked.turns), MOST_TURNS):
        turned = asked.turned(turn)
        if turned.board != asked.board.turned(turn):
            raise ConformanceError(f"'{asked}' after a {turn.name} is on another board: '{turned}'")
        if Question.parse(str(turned)) != turned:
            raise ConformanceError(
                f"'{asked}' after a {turn.name}: '{turned}' is read back as another"
            )
        for placement in truth.probes:
            image = asked.respelt(placement).turned(turn)
            _ensure_alike(question, placement, turned, image, truth)
        for verb in VERBS.values():
            if not verb.oriented and sign(verb.name, turned).text != sign(verb.name, asked).text:
                raise ConformanceError(
                    f"'{asked}' and '{turned}' are turns of each other, but have two signatures"
                )


def _ensure_alike(
    question: Question,
    placement: Placement,
    other: Question,
    image: Placement,
    truth: BruteForce,
) -> None:
    """Ensure that a placement and its image are equivalent for their questions."""
    is_answer = placement in truth.allowed
    if is_legal(other, image) != is_answer:
        state = "answers" if is_answer else "does not answer"
        raise ConformanceError(
            f"{placement} {state} '{question}', expected the same of {image} and '{other}'"
        )
    if is_answer:
        one, two = question.value(placement), other.value(image)
        if one != two:
            raise ConformanceError(
                f"{placement} has the value {one} in '{question}', but {image} has {two} in"
                f" '{other}'"
            )
        if question.fingerprint_of(placement) != other.fingerprint_of(image):
            raise ConformanceError(
                f"{placement} in '{question}' and {image} in '{other}' differ in their fingerprints"
            )


# Engines


def _tasks(question: Question) -> Iterator[Task]:
    """Yield everything that can be asked of a question."""
    for verb in VERBS:
        yield Task(verb, question)
    sizes = (False, True) if question.has_sizes else (False,)
    for by_size in sizes:
        for up_to_symmetry in (False, True):
            if by_size or up_to_symmetry:
                yield Task("count", question, by_size=by_size, up_to_symmetry=up_to_symmetry)
    if not question.asks_for_fingerprint:
        yield Task("count", question, approximate=(0.8, 0.2))


def _is_answered(name: str, task: Task, truth: BruteForce) -> bool:
    """Ensure that an engine does a task correctly; return whether it answered."""
    try:
        choose_engine(task, name)
    except (BadQuestion, NotKnown):
        return False  # it objects, or its registry entry rules it out
    watch = _Watch(name, task, truth)
    try:
        for event in engine(name).run(task):
            watch.see(event)
    except NotKnown:
        return False  # it gives up
    except SatchessError as error:
        raise ConformanceError(f"{watch.about}: {error}") from error
    answered = watch.conclude()
    if isinstance(engine(name), DividingEngine) and not task.approximate:
        _ensure_division(name, task, truth)
    return answered


def _is_drawn(name: str, question: Question, truth: BruteForce) -> bool:
    """Ensure that an engine finds the placement of every rank; return whether it drew any."""
    expected = in_order(question.model(), truth.optimal)
    value = truth.value
    task = Task("sample", question, lower=value, upper=value, ranks=tuple(range(len(expected))))
    try:
        choose_engine(task, name)
    except (BadQuestion, NotKnown):
        return False
    drawn = [
        placement
        for event in engine(name).run(task)
        if isinstance(event, Drawn)
        for placement in event.placements
    ]
    if drawn != list(expected):
        raise ConformanceError(f"engine {name} on 'sample {question}': expected every rank's own")
    return bool(drawn)


class _Watch:
    """Compares the events of an engine with brute force, one by one."""

    def __init__(self, name: str, task: Task, truth: BruteForce) -> None:
        self.about = f"engine {name} on '{_words(task)}'"
        self._task = task
        self._truth = truth
        self._known = Evidence(task, name)
        self._listed: set[Placement] = set()

    def see(self, event: Event) -> None:
        """Ensure that an event is true."""
        self._ensure(not self._known.done, f"says {event} after Done")
        truth, task = self._truth, self._task
        match event:
            case Found(placement):
                self._ensure(placement in truth.allowed, f"finds {placement}, which is illegal")
            case Listed(placements):
                self._ensure(
                    truth.optimal.issuperset(placements), f"lists {event}, not all of them answers"
                )
                twice = self._listed.intersection(placements)
                self._ensure(
                    not twice and len(set(placements)) == len(placements), "lists one twice"
                )
                self._listed.update(placements)
            case Bounded(lower, upper):
                self._ensure_bounds(lower, upper)
            case Fingerprinted(beginning):
                known = (truth.fingerprint or ())[: len(beginning)]
                self._ensure(known == beginning, f"says {event}, expected {truth.fingerprint}")
            case Infeasible():
                self._ensure(not truth.allowed, "finds no placement, but there is one")
            case Counted(count, exact):
                expected = truth.count(task)
                right = count == expected if exact else count <= expected
                if task.approximate is not None:
                    factor = 1 + task.approximate[0]
                    right = expected / factor <= count <= expected * factor
                self._ensure(right, f"says {event}, expected {expected}")
            case Sized(by_size):
                expected_sizes = truth.by_size(task)
                self._ensure(by_size == expected_sizes, f"says {event}, expected {expected_sizes}")
            case Explained(reason):
                self._ensure("\n" not in reason, f"expected a reason of one line, got {reason!r}")
            case Decided(fact):
                legal = fact.placement is None or fact.placement in truth.allowed
                self._ensure(legal, f"says {event}, which is illegal")
            case Divided() | Settled():
                self._ensure(False, f"says {event}, but was not asked to divide")
        self._known = self._known.learn(event)

    def conclude(self) -> bool:
        """Ensure a proper and correct end; return whether the task is answered."""
        known, truth = self._known, self._truth
        self._ensure(known.done, "ends without Done")
        if self._task.approximate is not None:
            return known.count is not None or known.infeasible
        if not known.status.is_final:
            return False
        if not truth.allowed:
            self._ensure(known.infeasible or known.by_size == (), f"says it is {known.status}")
            return True
        verb = self._task.verb
        if not self._task.by_size:
            self._ensure(known.value == truth.value, f"has {known.value}, expected {truth.value}")
        if verb == "count":
            count = truth.count(self._task)
            self._ensure(known.count == count, f"counts {known.count}, expected {count}")
        if self._task.by_size:
            self._ensure(known.by_size is not None, "does not say how many of each size")
        if verb == "list":
            self._ensure(
                self._listed == truth.optimal,
                f"lists {len(self._listed)} placements, expected {len(truth.optimal)}",
            )
        if verb == "solve":
            self._ensure(known.placement in truth.optimal, f"ends with {known.placement}")
        if verb == "first":
            self._ensure(
                known.placement == truth.first, f"says {known.placement}, expected {truth.first}"
            )
        return True

    def _ensure_bounds(self, lower: int | None, upper: int | None) -> None:
        truth = self._truth
        said = f"says between {lower} and {upper}"
        has_value = truth.question.has_value or (lower, upper) == (None, None)
        self._ensure(has_value, f"{said}, but the question has no value")
        if truth.value is not None:
            right = (lower is None or lower <= truth.value) and (
                upper is None or truth.value <= upper
            )
            self._ensure(right, f"{said}, expected {truth.value}")

    def _ensure(self, holds: bool, fault: str) -> None:
        if not holds:
            raise ConformanceError(f"{self.about} {fault}")


def _ensure_division(name: str, task: Task, truth: BruteForce) -> None:
    """Ensure that the division of a task, if any, is deterministic and complete."""
    about = f"engine {name} on '{_words(task)}'"
    once, again = (_division(name, replace(task, division=Division.NOW)) for _ in range(2))
    if once != again:
        raise ConformanceError(f"{about} divides the same task in two ways")
    if once is None:
        return
    divider = engine(name)
    assert isinstance(divider, DividingEngine)
    whole = replace(task, claim=once.claim)
    if not divider.covers(whole, once.parts):
        raise ConformanceError(f"{about} says that its own parts do not make up the whole")
    if len(once.parts) > 1 and divider.covers(whole, once.parts[1:]):
        raise ConformanceError(f"{about} does not miss a part")
    if once.claim.given or task.up_to_symmetry or task.by_size:
        return  # only the engine knows what the parts prove
    claimed = [
        p
        for p in truth.allowed
        if once.claim.value is None or _is_as_good(truth.question, p, once.claim.value)
    ]
    total, found = Fraction(0), False
    for part in once.parts:
        count, placement = _outcome(name, replace(whole, part=part), part)
        total += part.times * count
        found |= placement
    if task.verb == "count" and total != len(claimed):
        raise ConformanceError(f"{about}: its parts add up to {total}, expected {len(claimed)}")
    if task.verb != "count" and found != bool(claimed):
        raise ConformanceError(f"{about}: its parts find {'a' if found else 'no'} placement")


def _division(name: str, task: Task) -> Divided | None:
    try:
        events = list(engine(name).run(task))
    except NotKnown:
        return None
    return next((event for event in events if isinstance(event, Divided)), None)


def _is_as_good(question: Question, placement: Placement, value: int) -> bool:
    found = question.value(placement)
    if found is None:
        return False
    return found <= value if question.goal is Sense.FEWEST else found >= value


def _outcome(name: str, task: Task, part: Part) -> tuple[int, bool]:
    """Return how many placements of a part were counted, and whether one was found."""
    for event in engine(name).run(task):
        if isinstance(event, Settled):
            return event.outcome.count or 0, event.outcome.placement is not None
    raise ConformanceError(f"engine {name} on '{_words(task)}' does not settle part {part.name}")


def _question(question: Question | str) -> Question:
    return Question.parse(question) if isinstance(question, str) else question


def _words(task: Task) -> str:
    flags = {
        "--by-size": task.by_size,
        "--up-to-symmetry": task.up_to_symmetry,
        "--approximate": task.approximate is not None,
    }
    said = " ".join(flag for flag, is_said in flags.items() if is_said)
    return f"{task.verb} {task.question} {said}".strip()


def _sample(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most `most` of the items, evenly spread, the first always included."""
    return items[:: -(-len(items) // most) or 1]
