"""The grammar of questions: how the fields of a question are said in words, and read back.

A question is a frozen dataclass whose fields are made by `argument`, `option` and `flag`; the text
of a question, the library's keywords and the command line all follow from these. An abbreviation
has words too, and is read as a question of another kind.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from typing import Any, Generic, NamedTuple, TypeVar

from satchess.domain.board import Board
from satchess.domain.notation import as_text
from satchess.domain.pieces import Piece, symmetric_piece
from satchess.domain.regions import parse_region, unite_regions
from satchess.domain.squares import Square, write_squares
from satchess.domain.weights import NAMED
from satchess.errors import BadBoard, BadKeyword, BadQuestion, expected_one_of

Asked = TypeVar("Asked")

SQUARES = "SQUARES"
GRAPH = "GRAPH"
WEIGHTS = f"{'|'.join(NAMED)}|@FILE"
"""Metavars. The command line also reads squares, graphs and weights from files."""


class Form(Enum):
    """Where a word stands on the command line."""

    ARGUMENT = auto()
    OPTION = auto()
    FLAG = auto()


class Suboption(NamedTuple):
    """An option that completes an argument; it may be given several times."""

    name: str
    help: str
    metavar: str = SQUARES


@dataclass(frozen=True)
class Word:
    """How one field is worded; `write(value, question)` is the inverse of `parse`."""

    form: Form
    metavar: str
    help: str
    parse: Callable[[str], Any]
    write: Callable[[Any, Any], str]
    suboptions: tuple[Suboption, ...] = ()
    """Options that complete this argument, such as the holes of a board."""
    default: str | None = None
    """The text of an argument that is left out; None if it is required."""
    unite: Callable[[Sequence[Any]], Any] | None = None
    """Makes one value of several; None where an option may be given only once."""
    restricts: bool = True
    """Whether there are no fewer placements without this option: then it is a condition."""
    splits: Callable[[Any], Sequence[Any]] | None = None
    """Makes several values of one, each a condition of its own, that `unite` to it."""


def argument(
    metavar: str,
    help: str,
    parse: Callable[[str], Any],
    write: Callable[[Any, Any], str] = lambda value, question: str(value),
    suboptions: tuple[Suboption, ...] = (),
    default: str | None = None,
) -> Any:
    """Make a positional field."""
    word = Word(Form.ARGUMENT, metavar, help, parse, write, suboptions, default)
    return field(metadata={"word": word})


def board_argument(default: str | None = None) -> Any:
    """Make the field of a board, with its missing squares as options."""
    return argument(
        "BOARD",
        "A size: 8, 6x8 (rows x columns), 8x8:torus, 8x8:cylinder, :moebius, :klein, :projective.",
        Board.parse,
        suboptions=(
            Suboption("holes", "Missing squares that lines pass over."),
            Suboption("walls", "Missing squares that stop lines."),
            Suboption(
                "shape",
                "Walls around a staircase, diamond, triangle, cross, or what a drawing marks.",
                "SHAPE",
            ),
        ),
        default=default,
    )


def piece_argument(parse: Callable[[str], Piece] = symmetric_piece) -> Any:
    """Make the field of a piece that moves; one-sided ones need a question that knows of them."""
    return argument("PIECE", "A name, leprechaun:K, or Betza notation such as RBN.", parse)


def whole_number(name: str, what: str, most: int = 999_999_999) -> Callable[[str], int]:
    """Return a parser of whole numbers; `what` says what they count."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > most:
            raise BadQuestion(f"--{name} {text!r}: expected {what}")
        return int(text)

    return parse


def option(
    metavar: str,
    help: str,
    parse: Callable[[str], Any],
    write: Callable[[Any, Any], str] = lambda value, question: str(value),
    default: Any = None,
    unite: Callable[[Sequence[Any]], Any] | None = None,
    restricts: bool = True,
    splits: Callable[[Any], Sequence[Any]] | None = None,
) -> Any:
    """Make a field given as `--name VALUE`, repeatedly if its values `unite`."""
    word = Word(
        Form.OPTION,
        metavar,
        help,
        parse,
        write,
        unite=unite,
        restricts=restricts,
        splits=splits,
    )
    return field(default=default, kw_only=True, metadata={"word": word})


def flag(help: str, *, restricts: bool = True) -> Any:
    """Make a field that is True if `--name` is given."""
    word = Word(
        Form.FLAG, "", help, parse=bool, write=lambda value, question: "", restricts=restricts
    )
    return field(default=False, kw_only=True, metadata={"word": word})


def squares_option(help: str) -> Any:
    """Make an option that takes squares in any form; the question reads them on its board."""
    return option(
        SQUARES,
        help,
        parse_region,
        lambda squares, question: write_squares(squares),
        default=frozenset(),
        unite=unite_regions,
        splits=lambda squares: [frozenset({square}) for square in sorted(squares)],
    )


@dataclass(frozen=True)
class Abbreviation(Generic[Asked]):
    """A short way to ask: its words are read as a question of another kind."""

    kind: str
    summary: str
    words: Mapping[str, Word]
    write_out: Callable[..., Asked]
    """Makes the question from the values that are given."""

    def __call__(self, **values: Any) -> Asked:
        """Make the question, as calling the class of a question does."""
        return self.write_out(**values)

    def of(self, *arguments: object, **options: object) -> Asked:
        """Make a question from values or their texts."""
        return build_of(self, arguments, options)


Kind = Callable[..., Asked]
"""A kind of question: a dataclass with words, or an abbreviation."""


def words_of(kind: Kind[Any]) -> Mapping[str, Word]:
    """Return the words of a kind of question by the name of their fields."""
    if isinstance(kind, Abbreviation):
        return kind.words
    return {f.name: f.metadata["word"] for f in fields(kind) if "word" in f.metadata}  # type: ignore[arg-type]


def read(kind: Kind[Any], kind_name: str, words: Sequence[str]) -> dict[str, object]:
    """Assign the words of a question to its fields and suboptions.

    What may be given more than once is a list of texts.
    """
    table = words_of(kind)
    arguments = [name for name, word in table.items() if word.form is Form.ARGUMENT]
    flags = {name for name, word in table.items() if word.form is Form.FLAG}
    valued = {name for name, word in table.items() if word.form is Form.OPTION}
    repeatable = {name for name in valued if table[name].unite}
    suboptions = {name for word in table.values() for name, *_ in word.suboptions}
    valued |= suboptions
    repeatable |= suboptions
    said: dict[str, Any] = {}
    given: list[str] = []
    rest = list(words)
    while rest:
        token = rest.pop(0)
        if not token.startswith("--"):
            given.append(token)
            continue
        name, equals, value = token.removeprefix("--").partition("=")
        name = name if name in valued | flags else name.lower()
        if name in said and name not in repeatable:
            raise BadQuestion(f"{kind_name}: --{name} is given twice, expected once")
        if name in flags and not equals:
            said[name] = True
        elif name in valued and (equals or rest):
            text = value if equals else rest.pop(0)
            if name in repeatable:
                said.setdefault(name, []).append(text)
            else:
                said[name] = text
        elif name in valued:
            raise BadQuestion(f"{kind_name}: --{name} needs a value")
        else:
            known = [f"--{name}" for name in sorted(valued | flags)]
            expected = expected_one_of(f"--{name}", known)
            raise BadQuestion(f"{kind_name}: unknown option {token!r}, {expected}")
    return {**_by_position(table, arguments, given, kind_name), **said}


def _by_position(
    table: Mapping[str, Word], arguments: Sequence[str], given: Sequence[str], kind_name: str
) -> dict[str, str]:
    needed = sum(table[name].default is None for name in arguments)
    if not needed <= len(given) <= len(arguments):
        expected = " ".join(table[name].metavar for name in arguments)
        got = " ".join(map(repr, given)) or "nothing"
        raise BadQuestion(f"{kind_name}: expected {expected}, got {got}")
    return dict(zip(arguments, given, strict=False))


def said_by(question: Any) -> dict[str, str | bool]:
    """Return the words of a question by the names of their fields; defaults are left out."""
    said: dict[str, str | bool] = {}
    for f in fields(question):
        word, value = f.metadata.get("word"), getattr(question, f.name)
        if word is not None and (word.form is Form.ARGUMENT or value != f.default):
            said[f.name] = True if word.form is Form.FLAG else word.write(value, question)
    return said


def build_of(
    kind: Kind[Asked], arguments: Sequence[object], options: Mapping[str, object]
) -> Asked:
    """Make a question from positional arguments and named options."""
    names = [name for name, word in words_of(kind).items() if word.form is Form.ARGUMENT]
    if len(arguments) > len(names):
        raise BadKeyword(f"{_name(kind)}: expected {len(names)} arguments, got {len(arguments)}")
    return build(kind, {**dict(zip(names, arguments, strict=False)), **options})


def build(kind: Kind[Asked], said: Mapping[str, object]) -> Asked:
    """Make a question from values or their texts, by the names of its words.

    Where several values unite, a list of values or texts is accepted.
    """
    table = words_of(kind)
    known = {*table, *(name for word in table.values() for name, *_ in word.suboptions)}
    ensure_keywords(_name(kind), said, known)
    values: dict[str, Any] = {}
    for name, word in table.items():
        value = _text(said.get(name), name, word)
        if word.unite is not None and _is_several(value):
            values[name] = word.unite([_parsed(word, each) for each in value])
            continue
        value = value if word.metavar == GRAPH else _joined(value)
        if value is None:
            value = word.default
        if word.form is Form.FLAG and not isinstance(value, bool | None):
            raise BadQuestion(f"{name} {value!r}: expected True or False")
        if value is None or value is False:
            continue
        for part, *_ in word.suboptions:
            for text in _texts_of_squares(said.get(part)):
                value = f"{value} --{part} {shlex.quote(text)}"
        values[name] = word.parse(value) if isinstance(value, str) else value
    for name, word in table.items():
        if word.form is Form.ARGUMENT and name not in values:
            raise BadQuestion(f"{name} is missing, expected {word.metavar}: {word.help}")
    return kind(**values)


def _name(kind: Kind[Any]) -> str:
    return str(getattr(kind, "kind", "question"))


def ensure_keywords(name: str, said: Iterable[str], known: Iterable[str]) -> None:
    """Raise `BadKeyword` for a keyword that there is not, with the one that was meant."""
    known = sorted(known)
    for keyword in said:
        if keyword not in known:
            expected = expected_one_of(keyword, known)
            raise BadKeyword(f"{name}: unknown keyword {keyword!r}, {expected}")


def _parsed(word: Word, value: object) -> Any:
    """Return one of several values; a set of squares needs no parsing."""
    return value if isinstance(value, frozenset) else word.parse(str(value))


def _is_several(value: Any) -> bool:
    """Whether a value is a collection of values or texts, not a value of the domain itself."""
    if isinstance(value, frozenset):
        return not all(isinstance(square, Square) for square in value)
    return isinstance(value, Iterable) and not isinstance(value, str)


def _texts_of_squares(squares: object) -> list[str]:
    """Return texts, each of which says squares in a form of its own."""
    squares = as_text(squares)
    if squares is None:
        return []
    if isinstance(squares, str | Square) or not isinstance(squares, Iterable):
        return [str(squares)]
    given = list(squares)
    if all(isinstance(square, Square) for square in given):
        return [write_squares(given)] if given else []
    return [str(text) for text in given]


def _text(value: Any, name: str, word: Word) -> Any:
    """Write numbers, squares and the sides of a board as a user would type them."""
    if word.metavar == GRAPH:
        return value
    if name == "board" and isinstance(value, tuple | list):
        return "x".join(map(str, value))
    if name == "board" and not isinstance(value, str | int | float | Board | None):
        raise BadBoard(f"board {value!r}: expected a size such as 8, (6, 8) or 8x8:torus")
    if isinstance(value, int | float | Square | Piece) and not isinstance(value, bool):
        return str(value)
    if word.metavar == SQUARES and not isinstance(value, Iterable | None):
        raise BadQuestion(f"{name} {value!r}: expected squares such as a1,c2")
    return as_text(value) if word.metavar == SQUARES else value


def _joined(value: Any) -> Any:
    """Write a list of texts as a user would type it; leave values of the domain alone."""
    is_list = isinstance(value, list | set | frozenset) and _is_several(value)
    is_tuple = isinstance(value, tuple) and any(isinstance(each, str) for each in value)
    return " ".join(map(str, value)) if is_list or is_tuple else value


def write(question: Any) -> str:
    """Write a question; defaults are left out."""
    texts = [question.kind]
    table = words_of(type(question))
    for name, text in said_by(question).items():
        if table[name].form is Form.ARGUMENT:
            texts.append(str(text))
        else:
            texts.append(f"--{name}")
            if table[name].form is Form.OPTION:
                texts.append(shlex.quote(str(text)))
    return " ".join(texts)
