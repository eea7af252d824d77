"""The page that `gopy review` writes, in a browser: it plays the game, asks for better moves, and says how good an answer is."""
import shutil

import pytest
from fakes.fake_looks import look, reviewed

from gopy.desk.review.findings import mistakes
from gopy.desk.review.page import page
from gopy.desk.review.plan import Plan
from gopy.go.sgf import load_game

pytestmark = pytest.mark.slow       # it needs Chromium and Playwright

#: White's stone at D5 is taken at the sixth move. Black's third move, G3, costs 30 %, White's second 20 %.
RECORD = "(;SZ[9];B[ee];W[de];B[gg];W[aa];B[dd];W[ab];B[df];W[ac];B[ce])"


def told(question):
    if question.instead:
        return look({1: 0.5, 2: 0.7}.get(question.turn, 0.4), "D4 B2")
    rates = [0.5, 0.5, 0.7] + [0.4] * 7
    best = {1: "G7 C3", 2: "C3 D4"}.get(question.turn, "B2")
    near = [("H8", 0.69), ("J1", 0.5)] if question.turn == 2 else []
    return look(rates[question.turn], best, *near)


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The page of a game in a browser."""
    playwright = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium")
    plan = Plan(load_game(RECORD))
    reviewed(plan, told)
    path = tmp_path_factory.mktemp("review") / "page.html"
    path.write_text(page("a game", ["Ann – Bob"], plan, mistakes(plan, 10), "Reviewed."), encoding="utf-8")
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 390, "height": 844})
        view.faults = []
        view.on("pageerror", lambda error: view.faults.append(str(error)))
        view.goto(path.as_uri())
        yield view
        assert view.faults == []
        browser.close()


def stones(view):
    return view.locator("#board circle.b:not(.line)").count(), view.locator("#board circle.w:not(.line)").count()


def told_text(view):
    return view.inner_text("#told")


def test_the_game_is_played_by_keys_and_stones_are_taken(shown):
    assert "Move 3: Black G3" in told_text(shown), "it begins at the heaviest mistake"
    shown.keyboard.press("End")
    assert stones(shown) == (5, 3) and "Move 9: Black C5" in told_text(shown)
    shown.keyboard.press("ArrowLeft")
    assert stones(shown) == (4, 4)
    shown.keyboard.press(",")
    assert "Move 3: Black G3" in told_text(shown)
    shown.keyboard.press(",")
    assert "Move 2: White D5" in told_text(shown) and "White's chance fell from 50\u00a0% to 30\u00a0%" in told_text(shown)
    shown.keyboard.press("o")
    assert shown.get_attribute("#owners", "aria-pressed") == "true"
    shown.keyboard.press("o")


def test_the_graph_has_axes_and_leads_to_its_dots(shown):
    for kind, texts in (("chance", ["0 %", "50 %", "100 %"]), ("lead", ["W+10", "0", "B+10"]), ("move", ["0"])):
        assert shown.locator(f".graph .axis.of-{kind}").all_text_contents() == texts
    assert shown.locator(".graph .mistake.heavy").count() == 2
    shown.locator(".graph a >> nth=0").dispatch_event("click")
    assert "Move 3" in told_text(shown)
    shown.hover(".graph", position={"x": 60, "y": 30})
    assert shown.inner_text("#hover").startswith("move ") and "%" in shown.inner_text("#hover")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390, "nothing stands off a narrow screen"


def test_a_better_move_is_sought_with_hint_and_answer(shown):
    shown.click("[data-number='3'] [data-act=try]")
    assert told_text(shown) == "Find a better move for Black than G3: click on the board."

    def answers(vertex):
        shown.fill("#vertex", vertex)
        shown.press("#vertex", "Enter")
        return told_text(shown)
    assert answers("d5") == "D5 is taken." and answers("z9") == "That is no point of the board."
    assert answers("A1").startswith("The search hardly looked at A1")
    assert answers("j1") == "J1 loses 20 %. Try another." and "G3 was played. It loses 30 %" in answers("g3")
    shown.click("#hint")
    assert "shaded" in told_text(shown) and shown.locator("#board .part").count() == 1
    shown.click("#hint")
    assert told_text(shown) == "Hint: C3."
    box = shown.locator("#board").bounding_box()
    shown.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.7)        # the click of C3
    assert told_text(shown).startswith("✓ C3 is good: C3 D4 B2") and shown.inner_text("#score") == "You found 1 of 2."
    shown.click("[data-number='2'] [data-act=try]")
    shown.click("#answer")
    assert told_text(shown).startswith("G7 was better") and shown.inner_text("#score") == "You found 1 of 2."
    shown.click("#leave")
    assert shown.is_hidden("#trying") and "Move 2" in told_text(shown)
