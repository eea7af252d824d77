"""The teacher's board in headless Chromium: what Teaching marks and says, "are you sure?", the capture game, a count that can be followed."""
import re

import pytest
from clients.page_browser import DESKTOP, PATIENCE, READY_PATIENCE, begin, new_game, opened, picture, serving, square, wait_for_moves

pytestmark = pytest.mark.slow

#: Black's four stones are in atari, and it is Black's turn.
ATARI = "(;GM[1]SZ[9]KM[0.5]AB[da:di][fe:gf]AW[ea:ed][ef:ei][fd:gd][fg:gg][he:hf]PL[B])"

#: White has just taken a ko at C2, on 5x5; Black may not play at A1 either.
KO = "(;GM[1]FF[4]SZ[5]AB[cb][bc][dc]AW[bd][dd][ce][ad][be]AB[da]PL[B];B[cd];W[cc])"


@pytest.fixture(scope="module")
def ready(browser):
    """A page whose server all tests share."""
    with serving() as server, opened(browser, server.address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        page.address = server.address
        yield page


@pytest.fixture
def page(ready):
    """The page as at the first visit, with Teaching switched on."""
    ready.emulate_media(reduced_motion="no-preference")
    ready.evaluate("localStorage.clear()")
    ready.goto("about:blank")
    ready.goto(ready.address)
    ready.wait_for_selector(".panel")
    ready.keyboard.press("c")
    ready.get_by_role("slider", name="Ask from").wait_for()
    return ready


def load(page, tmp_path, text):
    path = tmp_path / "record.sgf"
    path.write_text(text)
    page.set_input_files("input[type=file]", str(path))
    page.wait_for_selector(f".steps output:has-text('/ {text.count(';') - 1}')")        # else a key would be meant for the game before


def figures(page, name):
    """The points, as "x y", that have a figure."""
    found = page.locator(f'.overlay [data-figure="{name}"]')
    return sorted(f"{each.get_attribute('data-x')} {each.get_attribute('data-y')}" for each in found.all())


def test_atari_liberties_and_forbidden_points_are_shown_and_told(page, tmp_path):
    load(page, tmp_path, ATARI)
    page.locator('.overlay [data-figure="atari"]').nth(3).wait_for()
    assert figures(page, "atari") == ["5 4", "5 5", "6 4", "6 5"]
    square(page, 5, 4).hover()
    page.wait_for_selector(".note:has-text('1 liberty left: atari!')")
    assert figures(page, "free") == ["4 4"] and len(figures(page, "chain")) == 4
    picture(page, "teaching_atari")
    square(page, 0, 0).hover()
    page.locator(".overlay [data-figure=free]").first.wait_for(state="detached")
    page.reload()                                                                       # the switch is remembered
    page.locator('.overlay [data-figure="atari"]').first.wait_for()
    page.keyboard.press("c")
    page.locator(".overlay").wait_for(state="detached")


def test_a_child_is_told_why_a_point_takes_no_stone(page, tmp_path):
    load(page, tmp_path, KO)
    page.keyboard.press("End")
    page.wait_for_selector(".shudan-marker_square[data-x='2'][data-y='3']")
    square(page, 2, 3).click()
    page.wait_for_selector(".note[role=status]:has-text('You may not take back at once: play elsewhere first.')")
    assert figures(page, "forbidden") == ["2 3"] and page.locator(".notices p").count() == 0
    picture(page, "teaching_ko")
    page.locator(".board").focus()                                                      # and by the keyboard
    for key in ("ArrowUp", *["ArrowDown"] * 2, *["ArrowLeft"] * 2):
        page.keyboard.press(key)
    page.wait_for_selector(".note:has-text('No liberties left here.')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".note:has-text('No liberties left here.')")
    assert figures(page, "forbidden") == ["0 4"] and page.locator(".notices p").count() == 0
    page.keyboard.press("Escape")
    page.locator(".note:has-text('No liberties')").wait_for(state="detached")


def play_on(page):
    """Play on as Black against gopy from the position that is shown."""
    page.locator(".sides select").first.select_option("black")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector(".modes [aria-pressed=true]:has-text('Play')")


def test_gopy_asks_before_it_answers_a_slip(page, tmp_path):
    load(page, tmp_path, ATARI)
    play_on(page)
    square(page, 1, 4).click()                                                          # the stones in atari are overlooked
    page.wait_for_selector(".doubt:has-text('B5: are you sure?'):has-text('You lose 4 stones.')", timeout=PATIENCE)
    assert "Black's four stones at F4 were in atari, and White takes them at E5." in page.locator(".doubt").inner_text()
    picture(page, "teaching_doubt")
    page.keyboard.press("Enter")                                                        # Take back has the keyboard
    wait_for_moves(page, 0)
    square(page, 1, 4).click()
    page.get_by_role("button", name="Play it").click()
    wait_for_moves(page, 2)
    page.get_by_role("button", name="Take back").click()
    wait_for_moves(page, 0)
    square(page, 4, 4).click()                                                          # the good move is answered at once
    wait_for_moves(page, 2)
    assert page.locator(".doubt").count() == 0


def test_the_first_capture_wins_a_game_that_a_tile_begins(page):
    page.get_by_role("button", name="New game").click()
    picture(page, "tiles")
    with new_game(page):
        page.get_by_role("button", name="The first capture wins").click()
    page.wait_for_selector(".status:has-text('the first capture wins')")
    square(page, 2, 2).click()
    page.wait_for_selector(".steps output:has-text('2 / 2')", timeout=PATIENCE)           # the search of this game may be compiled meanwhile
    assert page.get_by_role("button", name="Score").is_disabled()
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".status:has-text('marked area')")
    page.get_by_role("button", name="New game").click()
    for name in ("First capture", "Both"):
        page.locator("dialog label", has_text=name).first.click()
    page.locator("dialog label", has_text="5×5").first.click()
    with new_game(page):
        page.locator("dialog button", has_text="Start").click()
    for number, (x, y) in enumerate(((1, 4), (0, 4), (0, 3)), 1):
        square(page, x, y).click()
        wait_for_moves(page, number)
    page.wait_for_selector(".result:has-text('Black wins')")
    assert "Captured: Black 1, White 0." in page.locator(".status").inner_text()
    assert page.get_by_role("button", name="Review").count() == 0
    picture(page, "capture_end")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_count_is_followed_point_by_point(page, motion):
    page.emulate_media(reduced_motion=motion)
    begin(page, size="9×9", side="Both")
    for number, point in enumerate(((2, 2), (8, 8), (6, 6), None, (7, 7), None, (8, 7), None, None), 1):
        if point:
            square(page, *point).click()
        else:
            page.get_by_role("button", name="Pass").click()
        wait_for_moves(page, number)
    said = page.locator(".walk .told")
    said.wait_for(timeout=PATIENCE)
    seen = []
    if motion == "reduce":
        page.wait_for_timeout(1500)                                                      # nothing moves by itself
        assert said.inner_text() == "A dead stone of White goes away."
        assert page.locator('.shudan-sign_0[data-x="8"][data-y="8"]').count() == 1
        while page.locator(".walk").count():
            seen.append(said.inner_text())
            if seen[-1] == "Black: 20 points":
                picture(page, "teaching_count")
                assert page.locator(".shudan-marker_label").count() == 20
            page.get_by_role("button", name="Next").click()
            page.wait_for_timeout(50)
        assert seen[1:9] == [f"Black: {count} points" for count in (10, 20, 30, 40, 50, 60, 70, 80)]
        assert re.fullmatch(r"Black: 4 stones \+ 77 territory = 81", seen[10]), seen
        assert "White" in seen[11] and seen[-1] == "Black wins by 73.5"
    else:
        first = said.inner_text()
        page.wait_for_function("first => document.querySelector('.walk .told').innerText !== first", arg=first)
        page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(".count:has-text('Black: 4 stones + 77 territory = 81')")
    page.get_by_role("button", name="Count once more").click()
    said.wait_for()
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Agree").click()
    page.wait_for_selector("text=Both have agreed.")
