"""Words: a text split as a shell would, in time that grows no faster than the text.

`shlex.split` copies a word again for each of its characters: the words of a large graph or drawing
have millions.
"""

import re

_PIECE = r"""(?xs)
        (?P<blank>[ \t\r\n]+)
      | (?P<plain>[^ \t\r\n'"\\]+)
      | '(?P<quoted>[^']*)'
      | "(?P<escaped>(?:[^"\\]|\\.)*)"
      | \\(?P<one>.)
      | (?P<open>.)"""
_ESCAPE = r'\\(["\\])'


def split_quoted(text: str) -> list[str]:
    """Split a text at blanks outside quotes; raise a ValueError where a quotation has no end.

    >>> split_quoted("queens 8 --where 'a1 | b2'")
    ['queens', '8', '--where', 'a1 | b2']
    """
    words: list[list[str]] = []
    is_new = True
    for piece in re.finditer(_PIECE, text):
        kind = piece.lastgroup or ""
        if kind == "open":
            missing = "escaped character" if piece["open"] == "\\" else "closing quotation"
            raise ValueError(f"No {missing}")
        if kind == "blank":
            is_new = True
            continue
        if is_new:
            words.append([])
            is_new = False
        words[-1].append(re.sub(_ESCAPE, r"\1", piece[kind]) if kind == "escaped" else piece[kind])
    return ["".join(word) for word in words]
