"""The pages in a real browser: by keyboard alone, small, dark, printed, and for screen readers."""

from typing import Any

import pytest

from tests.web.browsing import PATIENCE, needs_browser, readable_in_the_dark, sound
from tests.web.serving import Server

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: make test")
pytestmark = needs_browser

HARD = "count domination queen 15x16"
PAGES = (
    "/",
    "/?kind=domination&piece=quen&rows=8&require=z9&holes=a1",
    "/answer?q=solve+domination+queen+5x5",
    "/answer?q=list+queens+6",
    "/answer?q=count+domination+king+4x4+--all+--by-size",
    "/answer?q=count+domination+queen+9x9",
    "/jobs",
    "/pieces?piece=knight",
    "/about",
    "/login",
    "/nowhere",
)


@pytest.fixture(scope="module", autouse=True)
def patience() -> None:
    """Wait as long as a busy machine takes."""
    sync_api.expect.set_options(timeout=PATIENCE)


def focused(tab: Any) -> str:
    """Return what a screen reader says first of what has the focus."""
    text: str = tab.evaluate(
        "() => document.activeElement.getAttribute('aria-label')"
        " ?? document.activeElement.textContent.trim()"
    )
    return text


@pytest.mark.parametrize("address", PAGES)
def test_no_violation_of_accessibility(inspected: Any, address: str) -> None:
    sound(inspected, address)


@pytest.mark.slow
@pytest.mark.parametrize("address", PAGES)
def test_no_violation_of_accessibility_in_the_dark(inspected: Any, address: str) -> None:
    readable_in_the_dark(inspected, address)


def test_asking_by_keyboard_alone(tab: Any) -> None:
    tab.goto("/")
    tab.keyboard.press("Tab")
    assert focused(tab) == "Skip to the content"
    tab.keyboard.press("Enter")

    def reach(words: str) -> None:
        for _ in range(60):
            tab.keyboard.press("Tab")
            if tab.evaluate("words => document.activeElement.matches(words)", words):
                return
        raise AssertionError(f"{words} is not reached by Tab: {focused(tab)}")

    reach("[name=verb]")
    tab.keyboard.press("ArrowRight")  # count
    reach("#field-piece")
    tab.keyboard.press("Control+a")
    tab.keyboard.type("king")
    reach("#field-rows")
    tab.keyboard.press("Control+a")
    tab.keyboard.type("4")
    sentence = tab.locator("#live-sentence .sentence")
    sync_api.expect(sentence).to_have_text(
        "In how many ways can the fewest possible kings attack every empty square of 4x4?"
    )
    sync_api.expect(tab.locator("#words")).to_have_value("count domination king 4x4")
    sync_api.expect(tab.locator("[data-board] .cell")).to_have_count(16)
    assert "piece=king" in tab.url  # the address is the question
    reach(".ask-form button.main")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/answer?q=count+domination+king+4x4")
    sync_api.expect(tab.locator(".answer-side .number").first).to_have_text("256")
    assert tab.title().startswith("256: count domination king 4x4")


def test_a_board_is_one_tab_stop_with_arrows(tab: Any) -> None:
    tab.goto("/?kind=independence&piece=rook&rows=3&columns=4")
    grid = tab.locator("[data-board] [role=grid]")
    assert grid.locator("[tabindex='0']").count() == 1
    tab.locator("[data-square=a3]").focus()
    for key, square in (
        ("ArrowRight", "b3"),
        ("ArrowDown", "b2"),
        ("End", "d2"),
        ("ArrowRight", "d2"),  # the edge is the end
        ("Home", "a2"),
        ("Control+End", "d1"),
        ("ArrowUp", "d2"),
        ("Control+Home", "a3"),
        ("PageDown", "a1"),
    ):
        tab.keyboard.press(key)
        assert focused(tab) == f"{square}, empty", key
    assert grid.locator("[tabindex='0']").count() == 1
    tab.keyboard.press("Space")
    assert focused(tab) == "a1, empty, hole"
    assert tab.locator("[data-square=a1]").get_attribute("aria-selected") == "true"
    words = tab.locator("#words")
    sync_api.expect(words).to_have_value("solve independence rook 3x4 --holes a1")
    assert focused(tab) == "a1, empty, hole"  # the focus has stayed where it was
    tab.keyboard.press("Space")
    sync_api.expect(words).to_have_value("solve independence rook 3x4")
    tab.get_by_label("Must be occupied", exact=True).check(force=True)
    tab.locator("[data-square=b2]").click()
    sync_api.expect(words).to_have_value("solve independence rook 3x4 --require b2")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.closest('[data-board]')") is None


def test_words_fill_the_form_and_faults_are_told(tab: Any) -> None:
    tab.goto("/")
    tab.locator("#words").fill("count queens 6 --up-to-symmetry")
    sync_api.expect(tab.locator("#field-kind")).to_have_value("independence")
    sync_api.expect(tab.locator("#field-size")).to_have_value("6")
    assert tab.locator("[name=up_to_symmetry]").is_checked()
    tab.locator("#field-piece").fill("quen")
    fault = tab.locator("#fault-piece")
    sync_api.expect(fault).to_contain_text("did you mean queen?")
    sync_api.expect(tab.locator("#field-piece")).to_have_attribute("aria-invalid", "true")
    tab.locator("[data-piece-name=knight]").click()
    sync_api.expect(fault).to_be_empty()
    sync_api.expect(tab.locator("#live-moves h2")).to_have_text("Moves of the knight")


def test_attacks_are_shown_by_pointer_and_by_focus(tab: Any) -> None:
    tab.goto("/answer?q=solve+domination+queen+5x5")
    queen = tab.locator("[data-piece=queen]").first
    queen.hover()
    attacked = tab.locator(".cell.attacked")
    said = (queen.get_attribute("data-attacks") or "").split()
    assert attacked.count() == len(said) > 8
    tab.locator("h1").hover()
    assert attacked.count() == 0
    queen.focus()
    assert attacked.count() == len(said)
    tab.keyboard.press("Tab")
    assert attacked.count() == 0


def test_placements_are_stepped_through(tab: Any) -> None:
    tab.goto("/answer?q=list+queens+6")
    first = tab.locator("[data-piece=queen]").evaluate_all("c => c.map(x => x.dataset.square)")
    tab.get_by_role("link", name="Next").focus()
    tab.keyboard.press("Enter")
    sync_api.expect(tab.locator(".stepper strong")).to_have_text("2")
    second = tab.locator("[data-piece=queen]").evaluate_all("c => c.map(x => x.dataset.square)")
    assert first != second
    assert "Next" in focused(tab)  # one may go on
    assert "n=2" in tab.url
    sync_api.expect(tab.locator("#news")).to_have_text("Board 6x6, 2 of 4")


def test_progress_is_live_and_can_be_cancelled(tab: Any) -> None:
    tab.goto("/")
    tab.locator("#words").fill(HARD)
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/answer?q=count*")
    work = tab.locator("[data-job][data-open]")
    sync_api.expect(work.locator("[data-part=state]")).to_have_text("Working")
    sync_api.expect(work.locator("[data-part=text]")).not_to_be_empty(timeout=PATIENCE)
    before = work.locator("[data-part=seconds]").inner_text()
    sync_api.expect(work.locator("[data-part=seconds]")).not_to_have_text(before)
    sync_api.expect(work).to_contain_text("You may close this page")
    tab.get_by_role("button", name="Cancel").click()
    sync_api.expect(tab.get_by_text("Cancelled")).to_be_visible(timeout=PATIENCE)
    sync_api.expect(tab.get_by_role("button", name="Go on")).to_be_visible()


def test_the_answer_comes_by_itself(tab: Any, server: Server) -> None:
    job = server.ask("count domination rook 7x7 --all").json
    tab.goto("/answer?q=count+domination+rook+7x7+--all")
    number = tab.locator(".answer-side .number").first
    sync_api.expect(number).to_be_visible(timeout=PATIENCE)
    assert job is not None


def test_dark_mode_and_print(tab: Any) -> None:
    tab.goto("/answer?q=solve+domination+queen+5x5")
    paper = "getComputedStyle(document.body).backgroundColor"
    tab.emulate_media(color_scheme="light")
    light = tab.evaluate(paper)
    tab.emulate_media(color_scheme="dark")
    assert tab.evaluate(paper) != light
    tab.emulate_media(color_scheme="dark", media="print")
    assert tab.evaluate(paper) == "rgb(255, 255, 255)"
    assert not tab.locator(".top nav").is_visible()
    assert not tab.locator("button").first.is_visible()
    assert tab.locator("[data-board]").is_visible()


def test_nothing_moves_for_those_who_ask_for_rest(tab: Any) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto("/")
    moving = "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e)"
    moving += ".transitionDuration.split(',').some(t => parseFloat(t) > 0)).length"
    assert tab.evaluate(moving) == 0


def test_without_a_script_in_a_browser(browser: Any, server: Server) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    tab = context.new_page()
    tab.goto("/")
    tab.locator("#field-rows").fill("5")
    tab.get_by_role("button", name="Show the question").click()
    assert "attack every empty square of 5x5" in tab.locator(".sentence").inner_text()
    tab.locator(".ask-form button.main").click()
    assert tab.locator(".answer-side .number").inner_text() == "3"
    assert tab.get_by_role("gridcell").count() == 25
    context.close()
