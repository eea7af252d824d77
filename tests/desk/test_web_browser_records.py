"""Study in headless Chromium: its panel, records that are read and edited, the moves that gopy considers, a review."""
import re

import pytest
from clients.page_browser import (
    DESKTOP,
    READY_PATIENCE,
    begin,
    load,
    moves,
    opened,
    picture,
    square,
    study,
    wait_for_moves,
    wait_until,
)

pytestmark = pytest.mark.slow


def test_all_of_the_study_panel_is_seen_at_once(browser, page, tmp_path):
    """Of a finished record under analysis; and on a phone that lies on its side the line that is touched is seen on the board."""
    load(page, tmp_path, "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bea]RE[W+R];B[ee];W[cc]C[here](;B[gc];W[gg])(;B[gg]))")
    page.wait_for_selector("text=Bea")
    page.keyboard.press("ArrowRight")
    wait_for_moves(page, 1)
    page.keyboard.press("a")
    page.wait_for_selector(".candidates tbody tr:nth-child(4)")
    for last in (page.locator("textarea.comment"), page.get_by_role("button", name="Play on from here")):
        box = last.bounding_box()
        assert box["y"] + box["height"] <= DESKTOP["height"]
    select = page.get_by_label("gopy's strength")
    select.select_option("full strength")
    assert select.evaluate("each => each.offsetWidth > 100")
    labels = [text for text in page.locator(".shudan-heatlabel").all_inner_texts() if text]
    assert labels and all(re.fullmatch(r"\d+\n(0\.0|[−+]\d+\.\d)", text) for text in labels)      # chance, and points lost
    assert page.locator(".shudan-heat_9 .shudan-heatlabel").inner_text().endswith("\n0.0")
    with opened(browser, page.address, patience=READY_PATIENCE, viewport={"width": 667, "height": 375}, has_touch=True, is_mobile=True,
                device_scale_factor=2) as phone:
        row = phone.locator(".candidates tbody tr").nth(1)
        line = phone.locator(".shudan-marker_label:has-text('1')").first
        board, touched = (f"document.querySelectorAll('{each}').item({at})?.getBoundingClientRect()"
                          for each, at in ((".shudan-goban", 0), (".candidates tbody tr", 1)))
        together = f"{board}.top >= 0 && {board}.bottom <= 375 && {board}.height >= 280 && {board}.right <= {touched}?.left && {touched}.top < 375"
        row.tap()
        phone.wait_for_timeout(1000)
        if not line.is_visible():       # the row had left the list for a new report just then
            row.tap()
        line.wait_for()
        picture(phone, "phone_on_its_side")
        row.scroll_into_view_if_needed()    # the panel was, for the tap; a list that goes and comes again lets it slide back
        wait_until(phone, together)         # once the board has its size and the list is drawn again
        assert phone.evaluate("document.documentElement.scrollWidth") == 667
    page.keyboard.press("a")


def test_all_moves_that_were_considered_are_marked_and_their_lines_are_followed(page):
    """Small marks have no numbers. The wheel goes along a line that is pointed at; a click in the list puts its line into the record."""
    begin(page)
    study(page)
    page.keyboard.press("a")
    wait_until(page, "[...document.querySelectorAll('.shudan-heat_1')].some(each => each.querySelector('.shudan-heatlabel').innerText === '')")
    best = page.locator(".candidates tbody tr").first
    assert re.match(r"\d+ simulations?, of which the side to move won [\d.]+ %\. A click", best.get_attribute("title"))
    assert best.locator("td").nth(3).inner_text() == "0.0"
    page.locator(".shudan-heat_9").hover()
    page.wait_for_selector(".shudan-marker_label:has-text('2')")
    assert re.search(r"\d+ simulations", page.locator(".shudan-vertex[title*=simulations]").first.get_attribute("title"))
    last = "Math.max(...[...document.querySelectorAll('.shudan-marker_label .shudan-marker')].map(each => Number(each.innerText)))"
    length = page.evaluate(last)
    page.mouse.wheel(0, -100)
    wait_until(page, f"{last} === {length - 1}")
    page.mouse.wheel(0, 100)
    wait_until(page, f"{last} === {length}")
    assert moves(page) == 0
    picture(page, "considered")
    page.keyboard.press("a")
    best.wait_for(state="detached")
    page.keyboard.press("a")
    page.wait_for_selector(".candidates tbody tr:nth-child(2)")
    best.hover()
    page.mouse.down()
    page.wait_for_timeout(700)      # the list is drawn again for new reports between the press and the click
    page.mouse.up()
    wait_until(page, "document.querySelectorAll('.tree .node').length > 1")
    page.keyboard.press("a")


RECORD = ("(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ann]BR[5k]PW[Bea]EV[Cup]XY[kept]TR[cc]AR[ai:ie]LB[gg:Q]DD[ah:bi](;B[ee];W[cc](;B[gc];W[gg])(;B[gg]))(;B[dd]))")


def test_a_record_is_read_edited_and_written_whole(page, tmp_path):
    """Marks, next moves, numbers, the wheel, tools, what is told about the game, the main line, removal and its undoing."""
    load(page, tmp_path, RECORD)
    wait_for_moves(page, 4)
    page.locator(".board").hover()
    page.mouse.wheel(0, -100)
    wait_for_moves(page, 3)
    page.keyboard.press("m")
    page.wait_for_selector(".shudan-vertex[data-x='4'][data-y='4'].shudan-marker_label:has-text('1')")
    for key, number in (("Shift+ArrowLeft", 0), ("Shift+ArrowRight", 4)):       # ten moves at once, or as many as there are
        page.keyboard.press(key)
        wait_for_moves(page, number)
    page.keyboard.press("b")                                    # to where the variation began
    wait_for_moves(page, 2)
    assert {square(page, x, y).inner_text() for x, y in ((6, 2), (6, 6))} == {"a", "b"}
    page.keyboard.press("Home")
    wait_for_moves(page, 0)
    assert "shudan-marker_triangle" in square(page, 2, 2).get_attribute("class") and square(page, 6, 6).inner_text() == "Q"
    assert page.locator(".shudan-arrow").count() == 1
    page.keyboard.press("4")
    square(page, 8, 8).click()
    page.wait_for_selector(".shudan-vertex[data-x='8'][data-y='8'].shudan-marker_label")
    page.keyboard.press("7")
    square(page, 0, 0).click()
    page.wait_for_selector(".shudan-vertex[data-x='0'][data-y='0'].shudan-marker_square")
    for there in (2, 1):                                        # an arrow is drawn and taken away
        page.keyboard.press("-")
        for x, y in ((8, 0), (5, 3)):
            square(page, x, y).click()
        wait_until(page, f"document.querySelectorAll('.shudan-arrow').length === {there}")
    picture(page, "editing")
    page.keyboard.press("1")
    page.keyboard.press("i")
    page.get_by_label("White's rank").fill("3k")
    page.locator("dialog button", has_text="Keep").click()
    page.wait_for_selector(".player:has-text('Bea'):has-text('3k')")
    page.keyboard.press("ArrowRight")
    wait_for_moves(page, 1)
    page.wait_for_selector(".shudan-ghost_sibling.shudan-ghost_1[data-x='3'][data-y='3']")      # what else Black plays there in the record
    assert page.locator(".shudan-ghost_sibling").count() == 1 and page.locator(".shudan-dimmed").count() == 4
    page.get_by_role("button", name="Look and sound").click()
    page.evaluate("""() => { window.drawn = []; const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
        Object.defineProperty(HTMLImageElement.prototype, "src", { ...own, set(text) { drawn.push(decodeURIComponent(text)); own.set.call(this, text); } }) }""")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    wait_for_moves(page, 0)
    page.get_by_role("button", name="Look and sound").click()
    with page.expect_download():
        page.get_by_role("button", name="Save a picture").click()
    page.keyboard.press("Escape")
    drawn = page.evaluate("drawn[0]")
    assert ">Q</text>" in drawn and drawn.count('d="M0 -.3L.26 .15H-.26Z"') == 1 and drawn.count("m-.3 -.2") == 1      # label, triangle, arrow
    square(page, 3, 3).click()                                  # the other first move
    wait_for_moves(page, 1)
    page.get_by_role("button", name="Main line").wait_for()
    page.keyboard.press("PageUp")
    page.get_by_role("button", name="Main line").wait_for(state="detached")
    page.keyboard.press("Delete")
    page.locator(".notices button", has_text="Undo").click()
    wait_for_moves(page, 1)
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    text = download.value.path().read_text()
    assert download.value.suggested_filename == "record.sgf"
    assert all(part in text for part in ("XY[kept]", "EV[Cup]", "WR[3k]", "LB[gg:Q][ii:A]", "SQ[aa]", "TR[cc]"))
    assert text.index("B[dd]") < text.index("B[ee]")
    page.keyboard.press("2")
    square(page, 0, 8).click()                                  # a stone without a move
    page.wait_for_selector(".shudan-vertex[data-x='0'][data-y='8'].shudan-sign_1")
    page.keyboard.press("1")
    page.keyboard.press("m")
    page.keyboard.press("m")


def test_an_analysis_looks_for_moves_in_a_part_of_the_board(page):
    begin(page)
    study(page)
    page.wait_for_selector(".tools")
    page.keyboard.press("0")
    square(page, 0, 8).click()
    square(page, 2, 6).click()
    page.wait_for_selector(".shudan-vertex.shudan-selected[data-x='0'][data-y='8']")
    page.keyboard.press("1")
    page.keyboard.press("a")
    page.wait_for_selector(".candidates tr")
    # One move may be all that gets visits: on an empty board no move of this corner is near as good as C3. Anywhere else the middle is first.
    wait_until(page, "(all => all.length > 0 && all.every(each => /^[ABC][123]$/.test(each.innerText)))"
                     "([...document.querySelectorAll('.candidates tr td:first-child')])")
    assert moves(page) == 0
    picture(page, "area")
    page.keyboard.press("0")
    square(page, 8, 0).click()                                  # the third click
    wait_until(page, "!document.querySelector('.shudan-selected')")
    for key in "1as":
        page.keyboard.press(key)


#: Black's four stones are in atari. Black plays elsewhere, and White takes them.
OVERLOOKED = ("(;GM[1]SZ[9]KM[0.5]AB[da:di][fe:gf]AW[ea:ed][ef:ei][fd:gd][fg:gg][he:hf]PL[B];B[be];W[ee];B[])")


def test_a_review_tells_why_a_move_was_bad_and_asks_for_a_better_one(page, tmp_path):
    load(page, tmp_path, OVERLOOKED)
    wait_for_moves(page, 3)
    page.get_by_label("How long the review takes").select_option("quick")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_selector(".mistakes .reason:has-text('four stones at F4 were in atari, and White takes them at E5')")
    page.keyboard.press("Home")
    wait_for_moves(page, 0)
    page.keyboard.press(".")                                    # the next mistake
    page.wait_for_selector(".pointed:text-matches('^move 1 Black B5 · [0-9]+ % · [BW].* · −[0-9]+ %, [0-9]+ points$')")
    assert page.locator(".shudan-ghost_heavy[data-x='1'][data-y='4']").count() == 1 == page.locator(".shudan-ghost_heavy").count()
    page.get_by_role("button", name="Dots").click()
    page.locator(".shudan-ghost_heavy").wait_for(state="detached")
    page.get_by_role("button", name="Dots").click()
    assert page.locator(".graph .mistake.of-B").count() == 1 and page.locator(".graph .axis.of-lead").count() == 3
    page.locator("summary", has_text="What the moves cost").click()
    table = page.locator(".costs table")
    assert table.locator("tr.game th").all_inner_texts() == ["Black"], "the game was over after Black's first move"
    cells = table.locator("tr.game").first.locator("td").all_inner_texts()
    assert cells[:2] == ["1", "1"] and float(cells[3]) > 5      # points: four stones and more
    page.locator("summary", has_text="What the moves cost").click()
    picture(page, "review")
    # A click before the position of the exercise has come plays nothing: both clicks are in one task of the page.
    page.evaluate("""() => { [...document.querySelectorAll("button")].find(each => each.innerText === "Try again").click();
        document.querySelector(".shudan-vertex[data-x='0'][data-y='0']").click() }""")
    page.get_by_role("button", name="Leave").wait_for()
    assert page.locator(".said").inner_text().startswith("Find a better move for Black") and moves(page) == 0
    page.evaluate("""() => { window.said = []; const told = document.querySelector(".said");
        new MutationObserver(() => said.push(told.innerText)).observe(told, {subtree: true, childList: true, characterData: true}) }""")
    for act, text in ((square(page, 0, 0).click, "A9 loses "),      # which the review had not looked at
                      (page.locator(".mistakes").get_by_role("button", name="Hint").click, "in the shaded part of the board"),
                      (square(page, 4, 4).click, "✓ E5 is good")):
        act()
        page.wait_for_selector(f".said:has-text('{text}')")
    assert "gopy looks at A9 …" in page.evaluate("said")
    assert "You found 1 of 1." in page.locator(".review .head").inner_text() and moves(page) == 0
    page.get_by_role("button", name="Leave").click()
    wait_for_moves(page, 1)
    width = page.locator(".graph").bounding_box()["width"]
    for beside in (80, 60):                                     # hover waits until the panel has stopped moving
        page.locator(".graph").hover(position={"x": width - beside, "y": 40})
    page.wait_for_selector(".pointed:has-text('move 3 Black pass')")
    assert page.locator(".graph .pointer").get_attribute("visibility") == "visible"
    page.get_by_role("button", name="Put the review away").click()
    page.get_by_role("button", name="Review", exact=True).wait_for()


def test_a_record_is_pasted_and_copied_and_one_of_several_is_chosen(page):
    paste = """text => { const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true})) }"""
    page.evaluate(paste, "(;GM[1]SZ[9]PB[Cid];B[ee])(;GM[1]SZ[9]PB[Dee]PW[Eve]RE[B+2];B[cc];W[dd])")
    page.locator(".collection button", has_text="Dee – Eve, B+2").click()
    page.wait_for_selector(".player:has-text('Eve')")
    copied = page.evaluate("""() => { const clipboardData = new DataTransfer();
        document.body.dispatchEvent(new ClipboardEvent("copy", {clipboardData, bubbles: true})); return clipboardData.getData("text/plain") }""")
    assert "PB[Dee]" in copied and "Cid" not in copied
