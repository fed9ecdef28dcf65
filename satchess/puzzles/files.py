"""Where puzzles are found: those that come with satchess by name, others in files."""

from importlib.resources import files
from pathlib import Path

from satchess.errors import BadQuestion, or_rather
from satchess.outside import ensure_file_allowed
from satchess.puzzles.reading import read_file, read_inline
from satchess.puzzles.sheet import Sheet

LONGEST_FILE = 1_000_000

_BUILT_IN = files("satchess.puzzles") / "built-in"


def built_in_names() -> list[str]:
    """The names of the puzzles that come with satchess."""
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in _BUILT_IN.iterdir()
        if entry.name.endswith(".toml")
    )


def find(text: str) -> Sheet:
    """Return a puzzle by its name, from a file, or from a TOML table on one line."""
    text = text.strip()
    if text.startswith("{"):
        return read_inline(text)
    if text in built_in_names():
        return read_file((_BUILT_IN / f"{text}.toml").read_text("utf-8"), f"puzzle {text}")
    ensure_file_allowed(
        f"puzzle {text!r}", f"a TOML table on one line, or one of {', '.join(built_in_names())}"
    )
    path = Path(text)
    try:
        with path.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise BadQuestion(f"puzzle {text}: too long, expected at most {LONGEST_FILE} bytes")
        return read_file(content.decode("utf-8").replace("\r\n", "\n"), text)
    except OSError as error:
        names = built_in_names()
        if text.lower() in names:
            return find(text.lower())
        raise BadQuestion(
            f"puzzle {text!r}: {error.strerror or error}; expected a file, or one of"
            f" {', '.join(names)}{or_rather(text, names)}"
        ) from None
    except ValueError:
        raise BadQuestion(f"puzzle {text!r}: expected a text file in UTF-8") from None
