"""A class in headless Chromium: two visitors come in and play, and their teacher sees and opens their tables."""
import pytest
from clients.page_axe import axe_text, findings
from clients.page_browser import DESKTOP, PHONE, READY_PATIENCE, begin, opened, picture, serving, square, wait_for_moves

pytestmark = pytest.mark.slow


def found(page):
    """What axe finds on a page."""
    page.evaluate(axe_text())
    return findings(page)


def test_a_class_plays_its_teacher_looks_on_and_a_killed_server_loses_nothing(browser, tmp_path):
    kept = {"XDG_STATE_HOME": str(tmp_path)}
    with serving("--lan", "127.0.0.1", **kept) as server, opened(
            browser, server.address, patience=READY_PATIENCE, viewport=DESKTOP, may_lose_server=True) as teacher:
        teacher.get_by_role("button", name="Tables").click()
        teacher.wait_for_selector("text=Nobody has come in yet.")
        address, word = (teacher.locator(".invitation b").nth(number).inner_text() for number in (0, 1))
        with opened(browser, address, patience=READY_PATIENCE, viewport=PHONE, color_scheme="dark", may_lose_server=True) as ada, opened(
                browser, address, patience=READY_PATIENCE, viewport=PHONE, may_lose_server=True) as bo:
            for page, name in ((bo, "Bo"), (ada, "Ada")):
                page.get_by_label("Your name").fill(name)
                page.get_by_label("The word").fill("wrong!" if page is bo else word.lower())
                page.get_by_role("button", name="Come in").click()
            bo.wait_for_selector("text=That is not the word")
            assert bo.get_by_label("Your name").input_value() == "Bo"
            picture(bo, "door")
            assert found(bo) == found(ada) == []                # light with a refusal, and dark
            bo.get_by_label("The word").fill(word)
            bo.get_by_role("button", name="Come in").click()
            for page, moves in ((ada, 2), (bo, 1)):
                page.wait_for_selector(".visitor")
                begin(page, size="9×9", side="Both")
                for number in range(moves):
                    square(page, 2 + number, 2).click()
                    wait_for_moves(page, number + 1)
            teacher.wait_for_selector(".game-kept:has-text('Ada'):has-text('move 2')")
            teacher.wait_for_selector(".game-kept:has-text('Bo'):has-text('move 1')")
            picture(teacher, "tables")
            for scheme, viewport in (("light", PHONE), ("light", DESKTOP), ("dark", DESKTOP)):
                teacher.emulate_media(color_scheme=scheme)
                teacher.set_viewport_size(viewport)
                teacher.wait_for_timeout(300)           # the colours of buttons change by and by
                picture(teacher, f"tables_{scheme}_{viewport['width']}")
                assert found(teacher) == []
            teacher.get_by_role("button", name="Show the table of Ada to all").click()
            bo.wait_for_selector(".panel:has-text('Your teacher shows the table of Ada.')")
            assert bo.locator(".shudan-vertex:not(.shudan-sign_0)").count() == 2 and ada.locator("nav [aria-current]").inner_text() == "Go"
            square(bo, 6, 6).click()                            # plays nothing
            picture(bo, "lesson")
            assert found(bo) == []
            bo.locator("nav .tab", has_text="Go").click()
            wait_for_moves(bo, 1)
            teacher.get_by_role("button", name="Show the table of Ada to all").click()
            bo.locator("nav .tab", has_text="Lesson").wait_for(state="detached")
            with teacher.expect_popup() as opening:
                teacher.locator(".tables a", has_text="Ada").click()
            table = opening.value
            wait_for_moves(table, 2)
            square(table, 6, 6).click()
            wait_for_moves(ada, 3)
            table.close()
            teacher.get_by_role("button", name="Free the table of Bo").click()
            bo.wait_for_selector("main.door")
            board = ada.locator(".board").get_attribute("aria-label")
            ada.wait_for_timeout(300)
            server.kill()
            server.wait()
            with serving("--lan", address.split("/")[2], **kept) as second:         # the same port
                teacher.goto(second.address)
                teacher.get_by_role("button", name="Tables").click()
                word = teacher.locator(".invitation b").nth(1).inner_text()
                ada.wait_for_selector("main.door")                                  # the page has found the new server
                ada.get_by_label("Your name").fill("Ada")
                ada.get_by_label("The word").fill(word)
                ada.get_by_role("button", name="Come in").click()
                wait_for_moves(ada, 3)
                assert ada.locator(".board").get_attribute("aria-label") == board
