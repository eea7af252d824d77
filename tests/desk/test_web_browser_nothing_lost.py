"""In headless Chromium: a link that breaks, a server that is killed, another game that goes on, is put aside, saved and opened."""
import pytest
from clients.page_browser import (
    DESKTOP,
    PATIENCE,
    READY_PATIENCE,
    begin,
    opened,
    picture,
    serving,
    square,
    wait_for_moves,
    wait_until,
)

from gopy.desk.terminal.any_game_file import read_game

pytestmark = pytest.mark.slow


#: The link of a page breaks when its next message has been sent, and can be made again after a second.
BREAK = """() => { const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const made = window.WebSocket, end = performance.now() + 1000;
        WebSocket.prototype.send = send;
        send.call(this, data);
        this.close();
        window.WebSocket = class extends made { constructor(...words) { super(words[0] + (performance.now() < end ? "-none" : "")); } };
    } }"""


def test_a_killed_server_loses_nothing(browser, tmp_path):
    """The page says so and still saves; the next server, at the same port, goes on with the game, and has it in its list.

    Before that the link alone breaks, as that of a laptop which is closed: what gopy has played meanwhile is there.
    """
    kept = {"XDG_STATE_HOME": str(tmp_path)}
    with serving(**kept) as server, opened(
            browser, server.address, may_lose_server=True, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        begin(page)
        page.evaluate(BREAK)
        square(page, 4, 4).click()
        page.wait_for_selector(".engine.lost")
        page.wait_for_selector(".engine:not(.lost)")
        page.wait_for_selector('.steps output:text-matches("^2 /")', timeout=PATIENCE)      # the search may be compiled first
        begin(page, size="9×9", side="Both")                    # nobody waits for the engine
        for number, (x, y) in enumerate(((4, 4), (2, 2)), start=1):
            square(page, x, y).click()
            wait_for_moves(page, number)
        board = page.locator(".board").get_attribute("aria-label")
        page.wait_for_timeout(300)
        server.kill()
        server.wait()
        page.wait_for_selector(".engine.lost:has-text('Your game is kept')")
        page.get_by_role("button", name="Pass").click()
        page.wait_for_selector(".notices .bad:has-text('cannot be reached')")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        assert ";B[ee]" in download.value.path().read_text()
        with serving("--port", server.address.split(":")[2].split("/")[0], **kept) as second:
            page.wait_for_selector(".engine.lost:has-text('under another address')")
            page.goto(second.address)
            wait_for_moves(page, 2)
            assert page.locator(".board").get_attribute("aria-label") == board
            page.keyboard.press("l")
            page.wait_for_selector(".game-kept:has-text('Black – White')")
            assert "9×9 · move 2" in page.locator(".game-kept").first.inner_text() and page.locator(".game-kept").first.locator("circle").count() == 2
            picture(page, "games")
            page.get_by_role("button", name="Delete this game").first.click()
            page.locator(".game-kept").nth(1).wait_for(state="detached")
            page.locator("dialog .notices button", has_text="Undo").click()         # it lies over the window
            page.locator(".game-kept").nth(1).wait_for()


def test_another_game_goes_on_after_a_new_start(browser, tmp_path):
    kept = {"XDG_STATE_HOME": str(tmp_path)}
    with serving(**kept) as server, opened(
            browser, server.address, may_lose_server=True, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.get_by_role("button", name="Other games").click()
        page.locator(".panel select").first.select_option("tictactoe")
        page.locator("button", has_text="Begin").click()
        page.locator('[aria-label="b2 empty"]').click(timeout=PATIENCE)
        page.wait_for_selector(".grid .stone.white", timeout=PATIENCE)
        record = page.locator(".panel .record").inner_text()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        saved = tmp_path / download.value.suggested_filename
        saved.write_bytes(download.value.path().read_bytes())
        assert read_game(saved).game.texts == record.split()            # as the terminal reads it
        page.wait_for_timeout(300)
        server.kill()
        server.wait()
        with serving(**kept) as second:
            page.goto(second.address)
            page.get_by_role("button", name="Other games").click()
            page.get_by_role("button", name="Go", exact=True).click()   # while the game is still set up, perhaps
            begin(page, size="9×9", side="Both")
            page.get_by_role("button", name="Other games").click()
            page.wait_for_selector(".grid .stone.white", timeout=PATIENCE)
            assert page.locator(".panel .record").inner_text() == record and len(record.split()) == 2
            page.locator(".cell.start").first.click()
            page.locator(".grid .stone").nth(3).wait_for(timeout=PATIENCE)
            longer = page.locator(".panel .record").inner_text()
            page.locator("button", has_text="Begin").click()
            page.locator(".notices button", has_text="Bring it back").click()
            wait_until(page, f"document.querySelector('.panel .record')?.innerText === '{longer}'")
            page.set_input_files("input[accept*=json]", str(saved))
            wait_until(page, f"document.querySelector('.panel .record')?.innerText === '{record}'")
