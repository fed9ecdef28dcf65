"""The form of the ask page: fields of a question, from the grammar, to words and back.

The fields are what a browser sends. They become the words that a user would type, and these are
read by the one grammar there is; so a form can ask for nothing that words cannot. What is wrong is
said beside a field if that field alone, on an otherwise plain question, is wrong too.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from shlex import quote

from satchess.domain.board import Topology
from satchess.domain.quoting import split_quoted
from satchess.domain.shapes import SHAPES, named_shape
from satchess.domain.squares import write_squares
from satchess.errors import BadPlugin, SatchessError
from satchess.puzzles.files import built_in_names
from satchess.questions import KINDS, Question
from satchess.questions.grammar import GRAPH, Form, Word, said_by, words_of
from satchess.request import BY_SIZE, CROSS_CHECK, UP_TO_SYMMETRY, Request
from satchess.verbs import VERBS

Reader = Callable[[str], Request]
"""Reads words within the limits of the service."""

VERB_NAMES = {
    "solve": ("Find the best", "one placement, and the proof that none is better"),
    "count": ("Count", "how many placements there are"),
    "list": ("List", "every placement"),
    "first": ("Find the first", "the first placement in the order of squares"),
}
"""What the verbs are called, and what they tell."""

GROUPS = {
    "Pieces on a board": ("independence", "domination", "irredundance"),
    "N on N x N": ("queens", "leprechauns", "beautiful", "diverse"),
    "Armies and crowds": ("peaceable", "non-dominating", "separation", "crowded-board"),
    "Curiosities": ("no-three-in-line", "stamps", "lights", "equal-vision", "abbots-window"),
    "Graphs and puzzles": ("independent-set", "dominating-set", "irredundant-set", "puzzle"),
}
"""Kinds of questions that belong together; all others come last."""

PIECES = ("queen", "rook", "bishop", "knight", "king")

BOARD, SIDE = "BOARD", "N"
"""Metavars of boards: with rows and columns of their own, and of square ones."""

COUNTING = {
    "by_size": (BY_SIZE, "For each number of pieces"),
    "up_to_symmetry": (UP_TO_SYMMETRY, "Turned and mirrored copies count as one"),
    "cross_check": (CROSS_CHECK, "A second engine has to agree"),
}

SIGNS = {
    "holes": ("hole", "Holes: missing squares that lines pass over"),
    "walls": ("wall", "Walls: missing squares that stop lines"),
    "require": ("require", "Squares that must be occupied"),
    "forbid": ("forbid", "Squares that must stay empty"),
    "target": ("target", "Only these squares have to be attacked"),
}
"""Fields of squares that are marked on the board: the mark, and what the field is called."""

RARE = ("where", "lightest", "heaviest", "bottleneck", "fingerprint", "target", "within")
"""Options that few questions need."""

LABELS = {
    "piece": "Piece",
    "size": "How many pieces",
    "within": "Pieces only there",
    "where": "Condition on squares",
    "symmetric": "Symmetric under",
    "lightest": "Lightest by",
    "heaviest": "Heaviest by",
    "bottleneck": "Smallest fingerprint by",
    "fingerprint": "Fingerprint",
    "range": "Range",
    "sheet": "Puzzle",
    "board": "Graph",
    "moves": "They move like",
}
"""What fields are called, where their name is not enough."""

DEFAULTS = {"verb": "solve", "kind": "domination", "piece": "queen", "rows": "8", "range": "2"}


@dataclass(frozen=True)
class Field:
    """A field as a page shows it; `look` is text, tick, choice, piece or squares."""

    name: str
    label: str
    look: str
    value: str = ""
    help: str = ""
    fault: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    needed: bool = False


class Texts(dict[str, str]):
    """Texts by name, empty where nothing is said."""

    def __missing__(self, name: str) -> str:
        return ""


@dataclass(frozen=True)
class Draft:
    """What somebody is about to ask: the values of the fields, their words, and what is wrong."""

    values: Mapping[str, str]
    text: str
    """The words that would be typed."""
    request: Request | None = None
    faults: Mapping[str, str] = field(default_factory=dict)
    """What is wrong by the name of the field; "" is for what belongs to none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", Texts(self.values))
        object.__setattr__(self, "faults", Texts(self.faults))

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.values["kind"]

    @property
    def words(self) -> Mapping[str, Word]:
        """The words of the kind."""
        return words_of(KINDS[self.kind])

    @property
    def has_board(self) -> bool:
        """Whether there are rows and columns to choose."""
        return "board" in self.words and self.words["board"].metavar in (BOARD, SIDE)

    @property
    def is_square(self) -> bool:
        """Whether the board is as wide as it is high, and flat."""
        return self.has_board and self.words["board"].metavar == SIDE

    @property
    def marked(self) -> bool:
        """Whether squares are given."""
        return any(self.values.get(name) for name in self.signs)

    @property
    def is_rare(self) -> bool:
        """Whether one of the conditions is given that few questions have."""
        return any(self.values.get(name) for name in RARE)

    @property
    def signs(self) -> tuple[str, ...]:
        """The fields of squares that this kind has."""
        if not self.has_board:
            return ()
        board = {part.name for part in self.words["board"].suboptions}
        return tuple(name for name in SIGNS if name in board or name in self.words)


def read_fields(sent: Mapping[str, str], read: Reader) -> Draft:
    """Read what a browser sends: the words of a question (`q`), or its fields one by one."""
    if sent.get("q", "").strip() and "kind" not in sent:
        return of_words(sent["q"], read)
    values = {**DEFAULTS, **{name: text.strip() for name, text in sent.items()}}
    if values["kind"] not in KINDS:
        values["kind"] = DEFAULTS["kind"]
    if values["verb"] not in VERBS:
        values["verb"] = DEFAULTS["verb"]
    values.pop("q", None)
    text = words(values)
    try:
        return Draft(values, text, read(text))
    except SatchessError as error:
        faults = dict(_faults(values, read)) or {"": str(error)}
        return Draft(values, text, None, faults)


def of_words(text: str, read: Reader) -> Draft:
    """Read the words of a question into fields."""
    try:
        request = read(text)
    except SatchessError as error:
        return Draft(dict(DEFAULTS), text, None, {"q": str(error)})
    return Draft(values_of(request), written(request), request)


def written(request: Request) -> str:
    """Write a request with all its flags, as an address names it."""
    return f"{request}{f' {CROSS_CHECK}' * request.counting.cross_check}"


def values_of(request: Request) -> dict[str, str]:
    """Return the values of the fields that ask for this."""
    question, counting = request.question, request.counting
    values = {"verb": request.verb, "kind": question.kind}
    values |= {name: "on" for name in COUNTING if getattr(counting, name)}
    table = words_of(KINDS[question.kind])
    for name, text in said_by(question).items():
        plain = table[name].form is not Form.ARGUMENT
        values[name] = "on" if text is True else str(text) if plain else _unquoted(str(text))
    if question.kind == "puzzle":
        values["sheet"] = _named_puzzle(question) or values["sheet"]
    word = table.get("board")
    if word is not None and word.metavar in (BOARD, SIDE):
        board = question.board
        shape, around = named_shape(board.walls, board.rows, board.columns)
        values |= {"rows": str(board.rows), "columns": str(board.columns), "shape": shape}
        values |= {"topology": str(board.topology), "holes": write_squares(board.holes)}
        values["walls"] = write_squares(board.walls - around)
        values.pop("board", None)
    return values


def _unquoted(text: str) -> str:
    """Return the argument that is written so."""
    return " ".join(split_quoted(text))


def _named_puzzle(question: Question) -> str:
    """Return the name of a puzzle that comes with satchess; empty for any other."""
    names = (name for name in built_in_names() if Question.parse(f"puzzle {name}") == question)
    return next(names, "")


def words(values: Mapping[str, str]) -> str:
    """Write the words of a question from the values of its fields."""
    verb, kind = values["verb"], values["kind"]
    said = [verb]
    if VERBS[verb].flags:
        said += [flag for name, (flag, _) in COUNTING.items() if values.get(name)]
    said.append(kind)
    table = words_of(KINDS[kind])
    for name, word in table.items():
        if word.form is Form.ARGUMENT:
            said += _argument(name, word, values)
    for name, word in table.items():
        value = values.get(name, "")
        if word.form is Form.FLAG and value:
            said.append(f"--{name}")
        elif word.form is Form.OPTION and value:
            said += [f"--{name}", quote(value)]
    return " ".join(said)


def _argument(name: str, word: Word, values: Mapping[str, str]) -> Iterator[str]:
    if word.metavar not in (BOARD, SIDE):
        if value := values.get(name, ""):
            yield quote(value)
        return
    rows = values.get("rows", "")
    if word.metavar == SIDE:
        yield quote(rows or "8")
    else:
        topology = values.get("topology", "")
        size = f"{rows}x{values.get('columns') or rows}"
        yield quote(f"{size}:{topology}" if topology and topology != Topology.PLANE else size)
    for part in word.suboptions:
        if value := values.get(part.name, ""):
            yield f"--{part.name} {quote(value)}"


def _faults(values: Mapping[str, str], read: Reader) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with each field by itself, the others being plain."""
    table = words_of(KINDS[values["kind"]])
    plain = {name: values[name] for name in ("verb", "kind")}
    plain |= {"rows": "8", "columns": "", "piece": "queen", "range": "2", "sheet": "detective"}
    if "board" in table and table["board"].metavar == GRAPH:
        plain["board"] = "graph:a-b,b-c"
    board = {name: values.get(name, "") for name in ("rows", "columns", "topology", "shape")}
    missing = _fault({**plain, **board}, read)
    if missing:
        yield ("shape" if "shape" in missing else "rows"), missing
        board = {}
    arguments = [n for n, w in table.items() if w.form is Form.ARGUMENT and n in plain]
    for name in (*arguments, *(n for n, w in table.items() if w.form is Form.OPTION), *SIGNS):
        if name in arguments and name == "board" and table[name].metavar != GRAPH:
            continue
        value = values.get(name, "")
        if (value or name in arguments) and (
            fault := _fault({**plain, **board, name: value}, read)
        ):
            yield name, fault


def _fault(values: Mapping[str, str], read: Reader) -> str:
    try:
        read(words(values))
    except SatchessError as error:
        return str(error)
    return ""


# What a page shows


def kinds() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the kinds of questions in groups, each with its summary."""
    grouped = [(group, [(k, _summary(k)) for k in names]) for group, names in GROUPS.items()]
    known = {name for names in GROUPS.values() for name in names}
    others = [(name, _summary(name)) for name in KINDS if name not in known and _summary(name)]
    return [*grouped, ("Others", others)] if others else grouped


def _summary(kind: str) -> str:
    try:
        return KINDS[kind].summary.rstrip(".")
    except BadPlugin:
        return ""


def arguments(draft: Draft) -> list[Field]:
    """Return the fields that a kind needs, but for the size of its board."""
    return [
        _field(draft, name, word)
        for name, word in draft.words.items()
        if word.form is Form.ARGUMENT and not (name == "board" and draft.has_board)
    ]


def options(draft: Draft, *, rare: bool) -> list[Field]:
    """Return the fields of conditions: those that many questions have, or the others."""
    return [
        _field(draft, name, word)
        for name, word in draft.words.items()
        if word.form is not Form.ARGUMENT and name not in draft.signs and (name in RARE) == rare
    ]


def signs(draft: Draft) -> list[Field]:
    """Return the fields of squares that are marked on the board."""
    values, faults = draft.values, draft.faults
    return [
        Field(name, SIGNS[name][1], "squares", values.get(name, ""), "", faults.get(name, ""))
        for name in draft.signs
    ]


def shapes() -> tuple[tuple[str, str], ...]:
    """Return the shapes of boards to choose from."""
    return (("", "rectangle"), *((name, name) for name in SHAPES))


def topologies() -> tuple[tuple[str, str], ...]:
    """Return how edges may be glued."""
    said = {"plane": "flat: edges are edges", "cylinder": "cylinder: files wrap"}
    said |= {"torus": "torus: files and ranks wrap", "moebius": "Moebius strip"}
    said |= {"klein": "Klein bottle", "projective": "projective plane"}
    return tuple((str(topology), said[topology]) for topology in Topology)


def _field(draft: Draft, name: str, word: Word) -> Field:
    plain = Field(
        name,
        LABELS.get(name, name.replace("_", " ").capitalize()),
        "text",
        draft.values.get(name, ""),
        word.help.replace("|@FILE", "").replace("|FILE", "").replace(", or in a file", ""),
        draft.faults.get(name, ""),
        needed=word.form is Form.ARGUMENT and word.default is None,
    )
    if word.form is Form.FLAG:
        return replace(plain, look="tick", label=word.help.rstrip("."), help="")
    if name == "sheet":
        names = tuple((each, each.replace("-", " ")) for each in built_in_names())
        return replace(plain, look="choice", help="", choices=names)
    if name == "piece":
        return replace(plain, look="piece")
    return plain
