"""The page in headless Chromium, driven by Playwright: games played by clicks, by keys, on a phone, in both colours.

`scripts/test --full` installs both.
"""
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from clients.page_browser import (
    DESKTOP,
    PHONE,
    begin,
    moves,
    new_game,
    opened,
    picture,
    serving,
    square,
    study,
    wait_for_moves,
    wait_until,
)
from places import ROOT
from study_lines import record

pytestmark = pytest.mark.slow


#: A study of two matches, whose players nobody starts here.
_STUDY = """
question = "Is the one better than the two?"
rule = "None."

[players]
one = "gopy:sims=1"
two = "gopy:sims=2"

[defaults]
games = 4
size = 5

[[match]]
name = "by_day"
a = "one"
b = "two"

[[match]]
name = "by_night"
a = "two"
b = "one"
"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """A folder with what the server watches: the match `first`; the match `growing`, of whose four games two are not recorded
    yet; and the study `old`, which did not record the moves of the match `by_night` and of one game of the other.
    """
    folder = tmp_path_factory.mktemp("watched")
    subprocess.run([sys.executable, "-m", "gopy", "match", "gopy:policy=random", "gopy:policy=random", "--game", "go:size=5", "--games", "4",
                    "--out", str(folder / "first")], cwd=ROOT, check=True, capture_output=True)
    (folder / "growing").mkdir()
    shutil.copy(folder / "first" / "match.json", folder / "growing")
    lines = (folder / "first" / "games.jsonl").read_text().splitlines(keepends=True)
    (folder / "growing" / "games.jsonl").write_text("".join(lines[:2]))
    (folder / "old").mkdir()
    (folder / "old" / "study.toml").write_text(_STUDY)
    games = [record(0, "one", ["one", "two"], match="by_day"), record(1, "two", ["one", "two"], match="by_day", played="cccb--bb"),
             record(0, "two", ["two", "one"], match="by_night"), record(1, "one", ["two", "one"], match="by_night")]
    (folder / "old" / "results.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games))
    return folder


@pytest.fixture(scope="module")
def server(watched):
    """A server that watches two matches and a study."""
    with serving(*(word for name in ("first", "growing", "old") for word in ("--watch", watched / name))) as server:
        yield server


@pytest.fixture
def page(browser, server):
    """The page of a new game on 9x9 against level 1, at a desktop's width."""
    with opened(browser, server.address, viewport=DESKTOP) as page:
        page.wait_for_selector("text=gopy is")
        begin(page)
        yield page


def test_a_game_is_played_by_clicks(page):
    """Six moves with answers, a look back, a variation, and the end by two passes with a count."""
    played = 0
    for x, y in ((4, 4), (2, 6), (6, 2), (2, 2), (6, 6), (4, 2), (2, 4), (4, 6), (6, 4)):
        target = square(page, x, y)
        if "shudan-sign_0" in target.get_attribute("class"):
            target.click()
            played += 2
            wait_for_moves(page, played)
        if played == 12:
            break
    captured = int(page.locator(".taken").nth(1).inner_text().split()[0])
    assert page.locator(".shudan-stone-image.shudan-sign_1").count() + captured == played // 2
    for _ in range(3):
        page.keyboard.press("ArrowLeft")        # the clicks have left the arrows to the game
    wait_for_moves(page, played - 3)
    page.keyboard.press("End")
    wait_for_moves(page, played)
    page.get_by_role("button", name="Take back").click()
    wait_for_moves(page, played - 2)
    study(page)
    page.wait_for_selector(".tree")
    assert page.locator(".tree .node").count() == played + 1        # nothing is lost


def test_two_passes_end_the_game_with_a_count(page):
    begin(page, size="9×9", side="Both")
    for x, y in ((2, 2), (6, 6)):
        square(page, x, y).click()
    wait_for_moves(page, 2)
    for _ in range(2):
        page.get_by_role("button", name="Pass").click()
    page.wait_for_selector(".outlook.result:has-text('wins by')")
    assert page.locator(".count").inner_text().startswith("Black:")
    before = page.locator(".outlook.result").inner_text()
    square(page, 2, 2).click()                                      # the stone is called dead
    page.wait_for_selector(f".outlook.result:not(:has-text('{before}'))")


@pytest.mark.parametrize("rules, hint", [("chinese", "Is a chain wrongly dead or alive? Click on it."),
                                         ("cgos", "Under these rules all stones count as they stand.")])
def test_the_count_says_whether_it_can_be_corrected(page, rules, hint):
    page.get_by_role("button", name="New game").click()
    page.locator("dialog label", has_text="Both").click()
    page.get_by_label("Rules").select_option(rules)
    with new_game(page):
        page.locator("dialog button", has_text="Start").click()
    for number in (1, 2):
        page.get_by_role("button", name="Pass").click()
        wait_for_moves(page, number)
    assert page.locator(".count .faint").inner_text() == hint


def test_analysis_shows_candidates_and_lines_of_play(page):
    study(page)
    page.keyboard.press("a")
    page.wait_for_selector(".candidates tbody tr")
    page.wait_for_selector(".shudan-heat_9")
    picture(page, "analysis")
    page.locator(".candidates tbody tr").first.hover()
    page.wait_for_selector(".shudan-marker_label")
    page.keyboard.press("a")
    page.wait_for_selector("text=gopy is ready")


def test_the_board_is_played_by_keys(page):
    page.locator(".board").focus()
    for key in ("ArrowUp", "ArrowLeft", "Enter"):       # the first key shows the cursor in the middle
        page.keyboard.press(key)
    wait_for_moves(page, 2)
    assert "shudan-sign_1" in square(page, 3, 4).get_attribute("class")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    wait_for_moves(page, 0)


def test_a_click_takes_the_arrows_from_the_board(page):
    """They are the board's only after the keyboard has led there."""
    begin(page, size="9×9", side="Both")
    page.locator(".board").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_selector('.board[aria-label*="cursor on"]')
    square(page, 4, 4).click()
    wait_for_moves(page, 1)
    page.keyboard.press("ArrowLeft")
    wait_for_moves(page, 0)
    study(page)
    page.locator("textarea").click()
    square(page, 2, 2).click()
    wait_for_moves(page, 1)
    page.keyboard.press("ArrowLeft")
    wait_for_moves(page, 0)


def test_own_rules_are_those_of_new_games(browser):
    """Rules that have no name are offered as the server's own, and are kept unless others are chosen."""
    with serving("--rules", '{"suicide": false, "ko": "situational"}') as server, opened(browser, server.address, viewport=DESKTOP) as page:
        for rules in ("", "japanese"):
            page.get_by_role("button", name="New game").click()
            page.locator("dialog label", has_text="Both").click()
            assert page.get_by_label("Rules").input_value() == ""
            page.get_by_label("Rules").select_option(rules)
            with new_game(page):
                page.locator("dialog button", has_text="Start").click()
            page.wait_for_selector(f"text=Black to play · {rules or 'own rules'} · komi")


@pytest.mark.parametrize("prefix", ["", "gopy."])
@pytest.mark.parametrize("theme, shown", [("system", "no JSON"), ('"system"', "[1]"), ("null", "null"), ("7", '{"heat": 1}')])
def test_what_another_server_has_stored_is_no_matter(browser, server, prefix, theme, shown):
    stored = [{"name": prefix + name, "value": value} for name, value in (("theme", theme), ("shown", shown))]
    state = {"cookies": [], "origins": [{"origin": server.address.rstrip("/").rpartition("/")[0], "localStorage": stored}]}
    with opened(browser, server.address, viewport=DESKTOP, storage_state=state) as page:
        page.wait_for_selector('[aria-label="Colours: as the system"]')
        study(page)
        page.wait_for_selector(".switch:has-text('Heat map')")
        assert page.locator(".switch", has_text="Heat map").get_attribute("aria-pressed") == "true"


def test_the_page_remembers_its_colours_and_switches(page):
    page.get_by_role("button", name="Colours: as the system").click()
    study(page)
    page.get_by_role("button", name="Heat map").click()
    wait_until(page, "JSON.parse(localStorage.getItem('gopy.shown'))?.heat === false")      # it is stored with the next frame
    page.reload()
    page.wait_for_selector('[aria-label="Colours: light"]')
    page.wait_for_selector('.switch[aria-pressed="false"]:has-text("Heat map")')


def test_records_go_in_and_out(page, tmp_path):
    path = tmp_path / "record.sgf"
    path.write_text("(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ann]PW[Bea];B[ee](;W[cc]C[a remark])(;W[gg];B[gc]))")
    page.set_input_files("input[type=file]", str(path))
    page.wait_for_selector("text=Ann")
    wait_for_moves(page, 2)
    assert page.locator(".tree .node").count() == 5
    assert page.locator("textarea").input_value() == "a remark"
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    text = Path(download.value.path()).read_text()
    assert "PB[Ann]" in text and "(" in text[1:] and "a remark" in text and "gc" in text


def test_a_record_is_dropped_on_the_page(page):
    """A file is dragged over the page, which says where to drop it, and dropped."""
    files = page.evaluate_handle("""() => { const data = new DataTransfer();
        data.items.add(new File(["(;GM[1]FF[4]SZ[9]PB[Cid]PW[Dee];B[ee];W[cc];B[gg])"], "game.sgf"));
        return data }""")
    page.dispatch_event(".app", "dragover", {"dataTransfer": files})
    page.wait_for_selector("text=Drop the game record")
    page.dispatch_event(".app", "drop", {"dataTransfer": files})
    page.wait_for_selector("text=Cid")
    wait_for_moves(page, 3)
    assert page.locator(".drop").count() == 0 and "shudan-sign_-1" in square(page, 2, 2).get_attribute("class")


def test_a_new_game_is_as_its_window_says(page, tmp_path):
    """Size, handicap, komi and rules, as the page shows them and as the record has them."""
    page.get_by_role("button", name="New game").click()
    page.locator("dialog label", has_text="Both").click()
    for label, value in (("Other size", "19"), ("Handicap", "4"), ("Komi", "2.5")):
        page.get_by_label(label).fill(value)
    page.get_by_label("Rules").select_option("japanese")
    page.locator("dialog select").last.select_option("another")
    written = page.get_by_label("Clock, such as 60+3x30")
    written.fill("an hour")
    page.locator("dialog button", has_text="Start").click()
    assert page.locator("dialog").is_visible(), "that is no clock"
    written.fill("90+10/5")
    page.locator("dialog button", has_text="Start").click()
    page.wait_for_selector("text=White to play · japanese · komi 2.5")
    assert page.locator(".clock").first.inner_text().startswith("1:30")
    assert page.locator(".shudan-vertex").count() == 361
    assert page.locator(".shudan-stone-image.shudan-sign_1").count() == 4
    for x, y in ((3, 3), (15, 15), (3, 15), (15, 3)):
        assert "shudan-sign_1" in square(page, x, y).get_attribute("class")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    text = Path(download.value.path()).read_text()
    assert all(part in text for part in ("SZ[19]", "HA[4]", "KM[2.5]", "RU[Japanese]"))


def test_ownership_and_graph_are_drawn(page, tmp_path):
    """Two walls share the board: what lies behind each is painted in its colour, and the win rate is a line over the moves."""
    walls = ["".join(f"[{column}{row}]" for row in "abcdefghi") for column in "df"]
    path = tmp_path / "walls.sgf"
    path.write_text(f"(;GM[1]FF[4]SZ[9]KM[7.5]AB{walls[0]}AW{walls[1]};B[ee];W[ed])")
    page.set_input_files("input[type=file]", str(path))
    wait_for_moves(page, 2)
    assert page.locator(".graph .chance").count() == 0
    page.keyboard.press("a")
    page.wait_for_selector(".graph .chance[d^=M]", state="attached")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".graph .chance[d*=L]", state="attached")
    assert "over 2 moves" in page.locator(".card .graph").get_attribute("aria-label")
    assert page.locator(".shudan-paint").count() == 0
    page.keyboard.press("o")
    page.wait_for_selector('.shudan-paint_1[data-x="0"][data-y="4"]')
    page.wait_for_selector('.shudan-paint_-1[data-x="8"][data-y="4"]')
    picture(page, "ownership")
    page.keyboard.press("o")
    page.keyboard.press("a")
    page.wait_for_selector("text=gopy is ready")
    page.keyboard.press("e")        # an estimate has owners and a score, and no moves
    page.wait_for_selector('.shudan-paint_1[data-x="0"][data-y="4"]')
    assert re.search(r"[BW]\+\d", page.locator(".outlook").inner_text())
    assert page.locator(".candidates, .shudan-vertex[class*=shudan-heat_]").count() == 0
    picture(page, "estimate")
    page.keyboard.press("e")
    page.wait_for_selector(".shudan-paint", state="detached")
    assert page.get_by_role("button", name="Ownership").get_attribute("aria-pressed") == "false"


def test_a_tap_on_a_phone_plays_a_stone(browser, server):
    """A browser that is a phone, as far as Playwright emulates one: it has a touch screen and no mouse."""
    with opened(browser, server.address, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=3) as page:
        page.get_by_role("button", name="New game").tap()
        page.locator("dialog label", has_text="9×9").tap()
        page.locator("dialog label", has_text="Black").tap()
        with new_game(page):
            page.locator("dialog button", has_text="Start").tap()
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        square(page, 2, 6).tap()
        wait_for_moves(page, 2)
        assert "shudan-sign_1" in square(page, 2, 6).get_attribute("class")
        picture(page, "phone_tap")


def test_nineteen_lines_on_a_phone(page):
    """19x19 at a phone's width: nothing is wider than the window, and a touch of a point that is small there plays on it."""
    page.set_viewport_size(PHONE)
    begin(page, size="19×19", side="Both")
    for number, (x, y) in enumerate(((3, 3), (15, 15), (18, 0), (0, 18)), start=1):
        square(page, x, y).click()
        wait_for_moves(page, number)
        assert f"shudan-sign_{1 if number % 2 else -1}" in square(page, x, y).get_attribute("class")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    board = page.locator(".shudan-goban").bounding_box()
    assert board["x"] >= 0 and 340 < board["width"] <= PHONE["width"]
    picture(page, "phone_19")


def test_the_head_of_the_page_is_one_line_on_a_phone(page):
    """Tabs and buttons stand beside each other, all of the tabs to be seen; on a narrower screen the tabs can be moved."""
    for width in (PHONE["width"], 320):
        page.set_viewport_size({**PHONE, "width": width})
        boxes = [page.locator("header " + which).bounding_box() for which in ("h1", "nav", '[aria-label^="Colours"]', '[aria-label="Help"]')]
        middles = [box["y"] + box["height"] / 2 for box in boxes]
        assert max(middles) - min(middles) < 10 and boxes[-1]["x"] + boxes[-1]["width"] <= width, boxes
        assert width < PHONE["width"] or page.evaluate("(nav => nav.scrollWidth <= nav.clientWidth)(document.querySelector('header nav'))")
    picture(page, "phone_head")


def test_the_engine_is_killed_and_the_game_goes_on(page, server):
    square(page, 4, 4).click()
    wait_for_moves(page, 2)
    page.evaluate("""() => { window.seen = [];
        new MutationObserver(() => window.seen.push(document.querySelector('.engine')?.innerText))
            .observe(document.body, {subtree: true, childList: true, characterData: true}) }""")
    os.kill(in_thread(engine_of(server.address)), signal.SIGKILL)
    page.wait_for_selector("text=gopy is ready again")
    assert any("started again" in (text or "") for text in page.evaluate("window.seen"))
    assert moves(page) == 2
    if "shudan-sign_0" in square(page, 2, 2).get_attribute("class"):
        square(page, 2, 2).click()
        wait_for_moves(page, 4)


def in_thread(coroutine):
    """Run a coroutine in another thread, because Playwright's own event loop runs in this one."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def engine_of(address):
    """The process of the server's engine, as the server tells its pages."""
    async with connected(address) as socket:
        return (await told(socket, "engine"))["pid"]


@asynccontextmanager
async def connected(address):
    """A WebSocket to the server, as a page has one."""
    origin = address.rstrip("/").rpartition("/")[0]
    async with aiohttp.ClientSession() as session, session.ws_connect(address + "socket", headers={"Origin": origin}) as socket:
        yield socket


async def told(socket, kind, fits=lambda message: True):
    """The next message of a kind that fits."""
    while True:
        message = json.loads((await socket.receive()).data)
        if message["kind"] == kind and fits(message):
            return message


def test_compiling_is_shown_as_progress_and_costs_gopy_no_time(browser, tmp_path):
    """With an empty cache gopy is to open a game with a second on its clock, and its search is compiled for longer than that."""
    async def ask_for_a_game(address):
        async with connected(address) as socket:
            await socket.send_str(json.dumps({"do": "new", "size": 9, "black": "gopy", "white": "person", "clock": "1s"}))
            await told(socket, "go", lambda go: go["clock"])

    with serving(GOPY_CACHE_DIR=str(tmp_path)) as server:
        in_thread(ask_for_a_game(server.address))
        with opened(browser, server.address, viewport=DESKTOP) as page:
            page.wait_for_selector(".engine.loading")
            os.kill(in_thread(engine_of(server.address)), signal.SIGSTOP)       # it must not end before we have looked
            bar = page.locator(".engine.loading progress")
            before = bar.get_attribute("value")
            page.wait_for_selector(r"text=/Compiling the search for 9x9, once: ([3-9]|\d\d+) s/")
            page.wait_for_selector(f'.engine.loading progress:not([value="{before}"])')
            assert 0 < float(before) < float(bar.get_attribute("value")) < 1
            assert (page.locator(".result, .clock.running").count(), page.locator(".clock").first.inner_text()) == (0, "0:01")
            picture(page, "compiling")


def test_another_game_is_played_by_clicks(page):
    page.get_by_role("button", name="Other games").click()
    page.locator(".panel select").first.select_option("tictactoe")
    page.locator("button", has_text="Begin").click()
    page.wait_for_selector(".grid.tictactoe")
    page.locator('[aria-label="b2 empty"]').click()
    page.wait_for_selector(".grid .stone.white")
    assert page.locator(".grid .stone.black").count() == 1


#: Of games that are no Go, some moves, and what is clicked for each: squares, a pit, or a piece in the hand and where it goes.
_CLICKS = {
    "gomoku": {"h8": ["h8"], "i9": ["i9"]},
    "lines_of_action": {"b1-b3": ["b1", "b3"], "a3xc1": ["a3", "c1"]},
    "knightthrough": {"c2-a3": ["c2", "a3"], "c7-a6": ["c7", "a6"]},
    "minishogi": {"e1e4": ["e1", "e4"], "e5e4": ["e5", "e4"], "P@c3": ["歩", "c3"], "R@d3": ["飛", "d3"]},
    "awari": {"C": ["C"], "c": ["c"]},
}


def test_both_sides_of_each_game_are_played_by_clicks(page):
    page.get_by_role("button", name="Other games").click()
    for game, clicks in _CLICKS.items():
        page.locator(".panel select").first.select_option(game)
        page.get_by_label("You play").select_option("both")
        page.locator("button", has_text="Begin").click()
        page.wait_for_selector(f".place .{game} >> nth=0")
        page.wait_for_selector("text=Player 1 to move")
        for number, names in enumerate(clicks.values(), start=1):
            for name in names:
                labels = f'[aria-label^="{name} "], [aria-label^="{name}, "], .hands button:text-is("{name}")'
                page.locator(f".place :is({labels})").click()
                if name != names[-1]:
                    page.wait_for_selector(".cell.chosen, .hands .primary")
            page.wait_for_selector(f"text=Player {number % 2 + 1} to move")
        assert page.locator(".panel .record").inner_text() == " ".join(clicks)
        picture(page, game)
        page.get_by_role("button", name="Take back").click()
        page.wait_for_selector("text=Player 2 to move")


def test_goofspiel_is_played_by_clicks(page):
    """Both players bid at the same time: gopy's card is seen only when the person's has been played."""
    page.get_by_role("button", name="Other games").click()
    page.locator(".panel select").first.select_option("goofspiel")
    page.get_by_label("Variant").select_option("cards=5")
    page.get_by_label("gopy's strength").select_option("level 1")
    page.locator("button", has_text="Begin").click()
    page.locator(".bid", has_text="3").click()
    page.wait_for_selector("text=gopy played")
    assert page.locator(".panel .record").inner_text().split()[1].startswith("3/")
    assert page.locator(".bid").all_inner_texts() == ["1", "2", "4", "5"]


def match_called(page, name):
    page.get_by_role("button", name="Matches").click()
    match = page.locator(".match", has=page.locator("h2", has_text=name))
    match.wait_for()
    return match


def test_a_match_is_shown(page):
    match = match_called(page, "first")
    match.locator("text=4 of 4 games").wait_for()
    match.locator(".games-list button").first.click()
    page.wait_for_selector("text=Game 3: ")
    assert len(page.locator(".place .record").inner_text().split()) > 20


def test_a_game_that_ends_meanwhile_appears(page, watched):
    page.evaluate("window.loaded = 'once'")
    match = match_called(page, "growing")
    match.locator("text=2 of 4 games").wait_for()
    line = (watched / "first" / "games.jsonl").read_text().splitlines(keepends=True)[2]
    with open(watched / "growing" / "games.jsonl", "a") as file:
        file.write(line)
    match.locator("text=3 of 4 games").wait_for()
    assert match.locator(".games-list button").count() == 3
    match.locator(".games-list button").first.click()
    page.wait_for_selector("text=Game 2: ")
    assert page.evaluate("window.loaded") == "once"


def test_a_study_is_shown(page):
    """Its matches have their scores; a game can be opened where its moves were recorded, and for the others it is said why not."""
    by_day, by_night = match_called(page, "by_day"), match_called(page, "by_night")
    for match, points in ((by_day, "one has 1 of 2: 50.0 %"), (by_night, "two has 1 of 2: 50.0 %")):
        assert "2 of 4 games" in match.inner_text() and points in match.inner_text()
        assert match.locator(".curve").get_attribute("d").startswith("M")
        assert match.locator(".games-list > *").all_inner_texts() == ["1: B+1", "0: B+1"]
    assert by_day.locator("button").all_inner_texts() == ["1: B+1"] and by_night.locator("button").count() == 0
    assert "Games without a button cannot be shown, because their moves were not recorded." in by_day.inner_text()
    assert "These games cannot be shown, because their moves were not recorded." in by_night.inner_text()
    by_day.locator("button").click()
    page.wait_for_selector("text=Move 4 of 4")
    assert page.locator(".place .shudan-stone-image.shudan-sign_1").count() == 1
    assert page.locator(".place .shudan-stone-image.shudan-sign_-1").count() == 2
    picture(page, "study")


@pytest.mark.parametrize("width, height", [tuple(DESKTOP.values()), tuple(PHONE.values())])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_page_fits(page, width, height, colours):
    """Nothing is wider than the window, at both widths and in both colours; the text can be told from its ground."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=colours)
    for x, y in ((4, 4), (2, 6)):
        square(page, x, y).click()
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    board = page.locator(".shudan-goban").bounding_box()
    assert board["x"] >= 0 and board["x"] + board["width"] <= width and board["y"] + board["height"] <= height
    assert min(board["width"], board["height"]) > (300 if width < 500 else 600)
    ground, text = page.evaluate("""() => { const style = getComputedStyle(document.body);
        const light = (text) => { const [r, g, b] = text.match(/\\d+/g).map(Number); return .21 * r + .72 * g + .07 * b };
        return [light(style.backgroundColor), light(style.color)] }""")
    assert abs(ground - text) > 120 and (ground > text) == (colours == "light")
    picture(page, f"{colours}_{width}")


def test_what_is_told_before_the_page_listens_is_drawn(browser, server, page):
    """A busy browser draws the page, is told everything, and only then lets the page listen. Nothing is told afterwards,
    because the other page has seen the engine ready."""
    page.wait_for_selector("text=gopy is ready")
    late = browser.new_page()
    late.add_init_script("const wait = setTimeout; window.setTimeout = (then, time = 0) => wait(then, time + 1000)")
    late.goto(server.address)
    late.wait_for_selector("text=gopy is ready", timeout=60_000)
    late.close()
