"""Playing, exploring and the gallery in a real browser: by keyboard, small, dark, and read out."""

from typing import Any

import pytest

from tests.web.browsing import needs_browser, readable_in_the_dark, sound

pytestmark = needs_browser

REGIONS = "/play?kind=regions&size=5x5&difficulty=easy&seed=5"
LIGHTS = "/play?kind=lights&size=4x4&difficulty=easy&seed=5"
PAGES = ("/explore", "/explore?q=nonsense", "/gallery", "/play", REGIONS, "/play?puzzle=detective")


def label(tab: Any, square: str) -> str:
    """Return what is read out of a square."""
    text: str = tab.locator(f"[data-square={square}]").get_attribute("aria-label")
    return text


def test_a_puzzle_is_played_by_keyboard_alone(tab: Any) -> None:
    tab.goto(REGIONS)
    tab.locator("[data-square=a5]").focus()  # the only tab stop of the board
    tab.keyboard.press("Control+End")
    tab.keyboard.press("Home")
    tab.keyboard.press(" ")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("q")
    tab.locator("[data-square=b2][data-mark=conflict]").wait_for()
    assert label(tab, "a1").startswith("a1, queen, in conflict")
    assert "a1 and b2 attack each other" in tab.locator("[data-conflicts]").inner_text()
    tab.keyboard.press("Control+z")
    assert label(tab, "b2").startswith("b2, empty")
    tab.keyboard.press("Control+y")
    assert label(tab, "b2").startswith("b2, queen")
    tab.keyboard.press("x")
    assert label(tab, "b2").startswith("b2, empty, crossed out")
    tab.reload()
    assert label(tab, "a1").startswith("a1, queen")
    assert label(tab, "b2").startswith("b2, empty, crossed out")


def test_hints_lead_to_the_solution_with_their_reasons(tab: Any) -> None:
    tab.goto(REGIONS)
    message = tab.locator("[data-message]")
    said: list[str] = []
    for _ in range(40):
        tab.locator("[data-do=hint]").click()
        tab.wait_for_function("() => !document.querySelector('[data-do=hint]').disabled")
        said.append(message.inner_text())
        if tab.locator("[data-piece=queen]").count() == 5:
            break
    tab.locator("[data-message] .good").wait_for()
    assert message.inner_text() == "Solved!"
    assert any("region" in each for each in said)


def test_lights_change_with_every_press(tab: Any) -> None:
    tab.goto(LIGHTS)
    before = tab.locator("[data-mark=lit]").count()
    tab.locator("[data-square=a1]").click()
    assert label(tab, "a1").startswith("a1, press, ")
    changed = tab.locator("[data-mark=lit]").count()
    assert changed != before
    assert (changed - before) % 2 == 1  # a corner and its two neighbours
    tab.locator("[data-do=undo]").click()
    assert tab.locator("[data-mark=lit]").count() == before


def test_the_solution_comes_only_when_it_is_asked_for(tab: Any) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(REGIONS)
    tab.locator("[data-square=a1]").click()
    assert not any("solution" in url for url in asked)
    tab.get_by_text("Give up").click()
    tab.locator("[data-do=solve]").click()
    tab.locator("[data-message] .good").wait_for()
    assert tab.locator("[data-piece=queen]").count() == 5
    assert sum("solution" in url for url in asked) == 1


@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_in_the_way_of_anybody(inspected: Any, address: str) -> None:
    sound(inspected, address)


@pytest.mark.slow
@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_in_the_way_in_the_dark(inspected: Any, address: str) -> None:
    readable_in_the_dark(inspected, address)
