"""The page by keyboard and by ear, in headless Chromium: a whole game, hints and counts, a review with its better move. No pointer is used."""
import re

import pytest
from clients.page_browser import PATIENCE, new_game, ready, wait_for_moves, wait_until

pytestmark = pytest.mark.slow

#: Black's four stones are in atari. Black plays elsewhere, and White takes them.
OVERLOOKED = "(;GM[1]SZ[9]KM[0.5]RE[B+R]AB[da:di][fe:gf]AW[ea:ed][ef:ei][fd:gd][fg:gg][he:hf]PL[B];B[be];W[ee];B[])"

#: A position with a letter, a triangle and two next moves.
MARKED = "(;GM[1]SZ[9]KM[0.5]RE[B+1]AB[cc]LB[ee:A]TR[cc](;B[gg]C[well])(;B[gc]))"


@pytest.fixture(scope="module")
def page(browser):
    """One page for all tests, whose engine is ready."""
    with ready(browser) as page:
        yield page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def heard(page, text):
    """Wait until the live region tells a text, or what a pattern matches."""
    page.locator("p.heard", has_text=text).wait_for(state="attached")


def board(page):
    return page.locator(".board").get_attribute("aria-label")


def go_to(page, vertex):
    """Lead the cursor of the board to a point by arrows."""
    tab_to(page, ".board")
    if "cursor on" not in board(page):
        press(page, "ArrowUp")                                  # the first arrow shows it in the middle
    here = re.search("cursor on ([A-T])([0-9]+)", board(page))
    across, up = "ABCDEFGHJ".index(vertex[0]) - "ABCDEFGHJ".index(here[1]), int(vertex[1]) - int(here[2])
    press(page, *["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across), *["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
    assert f"cursor on {vertex}" in board(page)


def tab_to(page, selector, back=False):
    """Press Tab until the element has the keyboard: everything that is needed can be reached so."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab never leads to {selector}")


def press_button(page, name, back=False):
    """Go to a button by Tab and press it."""
    page.evaluate("""name => { for (const each of document.querySelectorAll('button')) each.toggleAttribute('data-sought', each.innerText.trim() === name) }""", name)
    tab_to(page, "button[data-sought]", back)
    page.keyboard.press("Enter")


def choose(page, group, text):
    """Choose a radio button of a group in the window that is open, by Tab and arrows."""
    for _ in range(40):
        if page.evaluate("group => document.activeElement.closest('fieldset')?.querySelector('legend').innerText === group", group):
            break
        page.keyboard.press("Tab")
    for _ in range(10):
        if page.evaluate("document.activeElement.closest('label')?.innerText.trim()") == text and page.evaluate("document.activeElement.checked"):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows never lead to {text}")


def type_point(page, text):
    press(page, "v")
    page.locator("dialog input").wait_for()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_and_by_ear(page):
    press(page, "n")
    page.locator("dialog[open]").wait_for()
    choose(page, "Game", "First capture")
    choose(page, "Board", "5×5")
    choose(page, "You play", "Both")
    with new_game(page):
        press_button(page, "Start")
    heard(page, "The board before the first move.")
    press(page, "w")
    heard(page, "The board before the first move.")
    go_to(page, "B1")
    assert board(page).endswith("cursor on B1, empty")
    press(page, "Enter")
    heard(page, "Black played B1. White to play.")
    press(page, "ArrowLeft", "Enter")
    heard(page, "White played A1. Black to play.")
    press(page, "r")
    heard(page, "Row 1: A1 White, B1 Black.")
    press(page, "d")
    heard(page, "Column A: A1 White.")
    assert "white stone, 1 liberty, in atari, the last move" in board(page)
    press(page, "ArrowUp", "r")
    heard(page, "Row 2: empty.")
    press(page, "x")
    heard(page, "Captured: Black 0, White 0.")
    press(page, "u")
    heard(page, "Taken back. Move 1: Black B1. White to play.")
    type_point(page, "f9")
    page.wait_for_selector("dialog [role=alert]:has-text('“f9” is no point of this board.')")
    press(page, "Control+a")
    page.keyboard.type("a1")
    press(page, "Enter")
    heard(page, "White played A1. Black to play.")
    assert page.evaluate("document.activeElement.matches('.board')"), "the keyboard is where it was"
    type_point(page, "A 2")
    heard(page, "Black played A2, captures 1. Black wins")
    press(page, "w")
    heard(page, "Move 3: Black A2.")
    press(page, "x")
    heard(page, "Captured: Black 1, White 0.")


def test_a_hint_a_score_marks_and_a_count_are_heard(page, tmp_path):
    press(page, "n")
    page.locator("dialog[open]").wait_for()
    choose(page, "Board", "9×9")
    choose(page, "Game", "Go")
    choose(page, "You play", "Both")
    with new_game(page):
        press_button(page, "Start")
    for number, point in enumerate(("c3", "g7", "g3"), 1):
        type_point(page, point)
        wait_for_moves(page, number)
    press(page, "t")
    heard(page, re.compile("Look at the marked area, [A-J][1-9] to [A-J][1-9]"))
    first, last = page.locator("p.heard").inner_text().split("area, ")[1].split(".")[0].split(" to ")
    assert ord(last[0]) > ord(first[0]) and int(last[1]) > int(first[1])
    assert page.locator(".status").inner_text().startswith("Look at the marked area")
    press(page, "t")
    heard(page, re.compile("Which one: A [A-J][1-9], B [A-J][1-9]"))
    marked = page.locator("p.heard").inner_text().split("A ", 1)[1][:2]
    go_to(page, marked)
    assert board(page).endswith(f"cursor on {marked}, empty, marked A")
    press(page, "t")
    heard(page, "gopy would play")
    press(page, "e")
    heard(page, re.compile("leads by about|about even"))
    type_point(page, "pass")
    heard(page, "White passed.")
    press(page, "p")
    heard(page, "Black passed.")
    page.locator(".count").wait_for(timeout=PATIENCE)
    go_to(page, "G7")
    assert "G7, white stone" in board(page)
    dead = "dead" in board(page)
    press(page, "Enter")
    heard(page, "Black: ")
    heard(page, re.compile("Black: .* = .* White: .* (Black|White) wins by"))
    assert ("dead" in board(page)) is not dead
    record = tmp_path / "marked.sgf"
    record.write_text(MARKED)
    page.set_input_files("input[type=file]", str(record))
    page.wait_for_selector(".shudan-marker_triangle")
    for vertex, text in (("E5", "empty, marked A"), ("C7", "black stone, 4 liberties, with a triangle"), ("G7", "empty, next move b")):
        go_to(page, vertex)
        assert board(page).endswith(f"cursor on {vertex}, {text}")


def test_a_review_with_a_better_move_by_keyboard(page, tmp_path):
    record = tmp_path / "record.sgf"
    record.write_text(OVERLOOKED)
    page.set_input_files("input[type=file]", str(record))
    page.wait_for_selector(".result:has-text('Black wins by resignation')")
    tab_to(page, ".split select")
    press(page, "q")                                                                          # quick
    tab_to(page, ".split button", back=True)
    press(page, "Enter")
    page.locator(".mistakes .open").first.wait_for(timeout=PATIENCE)
    tab_to(page, ".graph-place input")                                                        # the graph is a slider
    press(page, "Home")
    heard(page, "The board before the first move.")
    press(page, "ArrowRight")
    wait_until(page, "document.querySelector('.graph-place input').ariaValueText.startsWith('move 1 Black B5')")
    heard(page, "Black played B5.")
    tab_to(page, ".tree")                                                                     # and so is the tree
    assert page.get_by_role("slider", name="Variations").get_attribute("aria-valuetext") == "move 1 Black B5"
    press(page, "ArrowRight")
    wait_until(page, "document.querySelector('.tree').getAttribute('aria-valuenow') === '2'")
    press(page, "ArrowLeft")
    heard(page, "Move 1: Black B5.")
    tab_to(page, ".mistakes .open", back=True)
    press(page, "Enter")
    press_button(page, "Try again")
    page.wait_for_selector(".said[role=status]:has-text('Find a better move for Black')")
    press(page, "t")
    page.wait_for_selector(".said:has-text('in the shaded part of the board, A5 to E9')")
    type_point(page, "a9")
    page.wait_for_selector(".said:has-text('A9 loses ')", timeout=PATIENCE)         # gopy has looked at it meanwhile
    go_to(page, "E5")
    press(page, "Enter")
    page.wait_for_selector(".said:has-text('✓ E5 is good')")
    press(page, "Escape", "Escape")                                                           # the board, then the search for a better move
    wait_for_moves(page, 1)
