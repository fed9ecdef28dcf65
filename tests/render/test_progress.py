"""Progress in one line: it fits, and says the most important first."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from satchess.questions import Question
from satchess.render.progress import Item, Line, progress_line, told
from satchess.service.evidence import Evidence
from satchess.task import Progress, Task

BUSY = replace(
    Evidence.at_first(Task("solve", Question.parse("domination queen 9"), lower=4, upper=6)),
    count=12,
    decided=7,
    decided_last="1 3 5 7",
    progress=Progress(done=12, parts=40, share=0.3, rate=3.14, left=725.0),
)


def test_the_time_left_comes_first() -> None:
    line = progress_line(BUSY, 34).fitted(500)
    assert line.startswith("about 12 min left, 34 s, value between 4 and 6, 12 placements so far")
    assert "12 of 40 parts, [######..............], 3.1 a second" in line


def test_the_least_important_parts_are_dropped() -> None:
    assert progress_line(BUSY, 34).fitted(50) == "about 12 min left, 34 s, value between 4 and 6"
    assert progress_line(BUSY, 34).fitted(30) == "about 12 min left, 34 s"
    assert progress_line(BUSY, 34).fitted(20) == "about 12 min left"
    assert progress_line(BUSY, 34).fitted(9) == "about 12 "


@given(st.integers(0, 200))
def test_it_always_fits_and_no_part_is_cut_where_one_fits(room: int) -> None:
    line = progress_line(BUSY, 34)
    fitted = line.fitted(room)
    assert len(fitted) <= room
    if room >= len("about 12 min left"):
        assert fitted.startswith("about 12 min left")
        texts = [item.text for item in line.items]
        left = fitted
        for text in texts:  # what is shown is some of the parts, whole and in order
            left = left.removeprefix(text).removeprefix(", ")
        assert left == ""


def test_a_text_is_more_important_than_the_time() -> None:
    assert told("8x8, 3 of 9", 5).fitted(80) == "5 s, 8x8, 3 of 9"
    assert told("8x8, 3 of 9", 5).fitted(12) == "8x8, 3 of 9"
    assert told("", 5).fitted(80) == "5 s"
    assert Line((Item("a", 1),)).fitted(0) == ""


def test_what_the_work_belongs_to_stays_longer_than_what_is_known_of_it() -> None:
    line = progress_line(BUSY, 34, "8x8, 3 of 9")
    assert line.fitted(36) == "about 12 min left, 34 s, 8x8, 3 of 9"
