"""The other games in headless Chromium: what is kept, put aside, saved and opened."""
import pytest
from clients.page_browser import DESKTOP, PATIENCE, READY_PATIENCE, begin, opened, serving, wait_until

from gopy.desk.terminal.any_game_file import read_game

pytestmark = pytest.mark.slow


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
