"""Words that forgive: questions as people word them, in the order of the grammar.

What the grammar understands is left alone. Only then capitals, plurals, sizes such as `8 x 8` and
words in another order are understood, where there is one way to; otherwise a question is found that
may have been meant, for the message.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations

from satchess.domain.notation import join_sizes
from satchess.domain.pieces import ALIASES, NAMED, split_at_commas
from satchess.errors import BadInput, BadPlugin, close_to
from satchess.questions.grammar import Form, Kind, Word, words_of

EXAMPLES = {"PIECE": "queen", "BOARD": "8x8", "N": "8", "K": "2", "PUZZLE": "detective"}
"""What stands for an argument that is missing."""

Kinds = Callable[[str], Kind[object]]


def kind_named(word: str, kinds: Iterable[str]) -> str | None:
    """Return the kind of question that a word names, in whatever letters.

    >>> kind_named("No_Three_in_Line", ["queens", "no-three-in-line"])
    'no-three-in-line'
    """
    plain = word.lower().replace("_", "-")
    return plain if plain in kinds else None


def reworded(
    words: Sequence[str],
    kinds: Iterable[str],
    kind_of: Kinds,
    valued_of: Callable[[str], frozenset[str]],
) -> list[str] | None:
    """Return the words with the kind first and its arguments in order; None if that is in vain.

    `valued_of` a kind are the options that take a value.
    """
    words = join_sizes(words)
    for index, word in enumerate(words):
        try:
            name = kind_named(word, kinds)
        except BadPlugin:
            if index == 0:
                raise
            continue
        if name is None:
            continue
        kind, valued = kind_of(name), valued_of(name)
        if index and words[index - 1] in valued:
            continue
        rest = [*words[:index], *words[index + 1 :]]
        places = _arguments_among(rest, valued)
        ordered = _in_order(kind, [rest[place] for place in places])
        if ordered is not None:
            for place, text in zip(places, ordered, strict=True):
                rest[place] = text
            return [name, *rest]
    return None


def options_with_values(kind: Kind[object]) -> frozenset[str]:
    """Return the options of a kind that take a value, as they are typed."""
    table = words_of(kind)
    own = {name for name, word in table.items() if word.form is Form.OPTION}
    return frozenset(
        f"--{name}" for name in own.union(part for w in table.values() for part, *_ in w.suboptions)
    )


def _arguments_among(words: Sequence[str], valued: frozenset[str]) -> list[int]:
    """Return where the words stand that belong to no option."""
    return [
        index
        for index, word in enumerate(words)
        if not word.startswith("-") and (index == 0 or words[index - 1] not in valued)
    ]


def _arguments(kind: Kind[object]) -> list[Word]:
    return [word for word in words_of(kind).values() if word.form is Form.ARGUMENT]


def _in_order(kind: Kind[object], given: Sequence[str]) -> list[str] | None:
    """Return arguments in the only order in which they can be read; as given if that is one."""
    arguments = _arguments(kind)
    needed = sum(word.default is None for word in arguments)
    if not needed <= len(given) <= len(arguments):
        return None

    def fit(order: Sequence[str]) -> bool:
        return all(_fits(word, text) for word, text in zip(arguments, order, strict=False))

    if len(given) < 2 or fit(given):
        return list(given)
    orders = [list(order) for order in permutations(given) if fit(order)]
    return orders[0] if len(orders) == 1 else None


def _fits(word: Word, text: str) -> bool:
    """Whether a text can be read as an argument; the first of it where it is a range or a list."""
    try:
        word.parse(re.sub(r"(?<!\d)(\d+)(?:\.\.|-)\d+", r"\1", split_at_commas(text)[0]))
    except BadInput:
        return False
    return True


def meant(words: Sequence[str], kinds: Iterable[str], kind_of: Kinds) -> list[str]:
    """Return a question that can be asked, as close to the words as can be."""
    words = join_sizes(words)
    end = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
    said, options = words[:end], words[end:]
    name = next(filter(None, (kind_named(word, kinds) for word in said)), None)
    index = next((i for i, word in enumerate(said) if name and kind_named(word, [name])), None)
    if name is None:
        close = ((i, close_to(word, kinds)) for i, word in enumerate(said) if not _is_known(word))
        index, name = next(((i, near) for i, near in close if near), (None, "independence"))
    rest = [word for i, word in enumerate(said) if i != index]
    return [name, *_filled(kind_of(name), rest), *options]


def _is_known(word: str) -> bool:
    return word[:1].isdigit() or word.lower() in NAMED


def _filled(kind: Kind[object], said: Sequence[str]) -> list[str]:
    """Return the arguments of a question: what was said where it fits, examples elsewhere."""
    rest, filled = list(said), []
    for word in _arguments(kind):
        if word.metavar == "PUZZLE":  # no file is opened for a guess
            filled.append(_puzzle(rest))
            continue
        corrected = {text: _corrected(word, text) for text in rest}
        text = next((text for text, right in corrected.items() if right), None)
        if text is not None:
            rest.remove(text)
            filled.append(corrected[text] or "")
        elif word.default is None:
            filled.append(EXAMPLES.get(word.metavar, word.metavar))
    return filled


def _corrected(word: Word, text: str) -> str | None:
    if _fits(word, text):
        return text
    return close_to(text, (*NAMED, *ALIASES)) if word.metavar == "PIECE" else None


def _puzzle(said: Sequence[str]) -> str:
    from satchess.puzzles.files import built_in_names

    names = built_in_names()
    if file := next((word for word in said if "." in word or "/" in word), None):
        return file
    return next(filter(None, (close_to(word, names) for word in said)), names[0])
