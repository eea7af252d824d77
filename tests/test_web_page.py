"""The page in headless Chromium, driven by Playwright: games played by clicks, by keys, on a phone, in both colours.

`scripts/test --full` installs both. SCREENSHOTS=FOLDER keeps pictures of what was seen.
"""
import asyncio
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import aiohttp
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent

#: The longest that a step may take: the search may be compiled meanwhile, beside other tests.
_PATIENCE = 300_000

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium; skips where it is not installed, but not in continuous integration."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium or Playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of its own, which watches a short match; its `address` is that of the page."""
    folder = tmp_path_factory.mktemp("match") / "first"
    subprocess.run([sys.executable, "-m", "gopy", "match", "gopy:policy=random", "gopy:policy=random", "--game", "go:size=5", "--games", "4",
                    "--out", str(folder)], cwd=ROOT, check=True, capture_output=True)
    server = subprocess.Popen([sys.executable, "-m", "gopy", "web", "--no-browser", "--size", "9", "--level", "1",
                               "--watch", str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    server.address = server.stdout.readline().strip()
    yield server
    server.send_signal(signal.SIGTERM)
    assert server.wait(60) == 0


@pytest.fixture
def page(browser, server):
    """The page of a new game on 9x9 against level 1, at a desktop's width. No test may leave an error in its console."""
    page = browser.new_page(viewport=DESKTOP)
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(_PATIENCE)
    page.goto(server.address)
    page.wait_for_selector("text=gopy is")
    begin(page)
    yield page
    page.close()
    assert errors == []


def begin(page, **choices):
    """Begin a new game through its window; `choices` are radio buttons to press, by label."""
    page.get_by_role("button", name="New game").click()
    for text in choices.values() or ("9×9", "Black"):
        page.locator("dialog label", has_text=text).first.click()
    page.locator("dialog button", has_text="Start").click()
    page.wait_for_selector(".steps output:has-text('0 / 0')")


def square(page, x, y):
    return page.locator(f'.shudan-vertex[data-x="{x}"][data-y="{y}"]')


def moves(page):
    return int(page.locator(".steps output").inner_text().split("/")[0])


def wait_for_moves(page, number):
    page.wait_for_selector(f'.steps output:text-matches("^{number} /")')


def picture(page, name):
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


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
        page.keyboard.press("Escape")           # the board lets go of the arrows
        page.keyboard.press("ArrowLeft")
    wait_for_moves(page, played - 3)
    page.keyboard.press("End")
    wait_for_moves(page, played)
    page.get_by_role("button", name="Take back").click()
    wait_for_moves(page, played - 2)
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


def test_analysis_shows_candidates_and_lines_of_play(page):
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
    with ThreadPoolExecutor() as pool:      # Playwright's own event loop runs in this thread
        os.kill(pool.submit(asyncio.run, engine_of(server.address)).result(), signal.SIGKILL)
    page.wait_for_selector("text=gopy is ready again")
    assert any("started again" in (text or "") for text in page.evaluate("window.seen"))
    assert moves(page) == 2
    if "shudan-sign_0" in square(page, 2, 2).get_attribute("class"):
        square(page, 2, 2).click()
        wait_for_moves(page, 4)


async def engine_of(address):
    """The process of the server's engine, as the server tells its pages."""
    origin = address.rstrip("/").rpartition("/")[0]
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(address + "socket", headers={"Origin": origin}) as socket:
            while True:
                message = json.loads((await socket.receive()).data)
                if message["kind"] == "engine":
                    return message["pid"]


def test_another_game_is_played_by_clicks(page):
    page.get_by_role("button", name="Other games").click()
    page.locator(".panel select").first.select_option("tictactoe")
    page.locator("button", has_text="Begin").click()
    page.wait_for_selector(".grid.tictactoe")
    page.locator('[aria-label="b2 empty"]').click()
    page.wait_for_selector(".grid .stone.white")
    assert page.locator(".grid .stone.black").count() == 1


def test_a_match_is_shown(page):
    page.get_by_role("button", name="Matches").click()
    page.wait_for_selector("text=4 of 4 games")
    page.locator(".games-list button").first.click()
    page.wait_for_selector("text=Game")


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


def test_an_answer_is_drawn_soon_after_the_click(page):
    """What passes between a click and the answer of level 1 on the board, of which gopy thinks a few milliseconds."""
    times, played = [], 0
    for x, y in [(x, y) for x in (4, 2, 6, 3, 5) for y in (4, 2, 6)]:
        if "shudan-sign_0" not in square(page, x, y).get_attribute("class"):
            continue
        played += 2
        times.append(page.evaluate("""([x, y, number]) => new Promise((resolve) => {
            const before = performance.now();
            const observer = new MutationObserver(() => {
                if (document.querySelector('.steps output').innerText.split('/')[0].trim() !== String(number)) return;
                observer.disconnect();
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - before)));
            });
            observer.observe(document.body, {subtree: true, childList: true, characterData: true});
            document.querySelector(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`).click();
        })""", [x, y, played]))
    print(f"click to drawn answer, median of {len(times)}: {statistics.median(times):.0f} ms")
    assert len(times) >= 8

