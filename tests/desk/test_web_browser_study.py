"""Play and Study in headless Chromium: what a game does not show, hints, an earlier position, a count, what is heard, small screens."""
import re

import pytest
from clients.page_browser import (
    DESKTOP,
    PATIENCE,
    PHONE,
    READY_PATIENCE,
    begin,
    moves,
    opened,
    picture,
    serving,
    square,
    study,
    wait_for_moves,
    wait_until,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ready(browser):
    """One page for all tests, whose engine is ready."""
    with serving() as server, opened(browser, server.address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.address = server.address
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        yield page


@pytest.fixture
def page(ready):
    """The page of all tests: each begins its own game. No window is open, whatever the test before it has left."""
    ready.evaluate("document.querySelectorAll('dialog').forEach(each => each.close())")
    return ready


def load(page, tmp_path, text):
    path = tmp_path / "record.sgf"
    path.write_text(text)
    page.set_input_files("input[type=file]", str(path))


def colours(page, selector):
    """(text, ground) of an element as lightness from 0 to 1, by the formula of WCAG."""
    return page.evaluate("""selector => {
        const style = getComputedStyle(document.querySelector(selector));
        const light = text => { const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(value => value / 255)
            .map(value => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b };
        return [light(style.color), light(style.backgroundColor)] }""", selector)


def contrast(page, selector):
    bright, dark = sorted(colours(page, selector), reverse=True)
    return (bright + .05) / (dark + .05)


def test_a_game_shows_nothing_of_what_gopy_thinks_and_its_panel_keeps_its_height(page):
    """Not while gopy thinks either: an observer looks at each change of the page."""
    begin(page)
    page.evaluate("""() => { window.seen = new Set(); window.heights = new Set();
        window.watch = new MutationObserver(() => {
            if (document.querySelector(".graph, .tree, .candidates, .shudan-vertex[class*=heat_], .shudan-paint, .outlook .bar")) seen.add("thoughts");
            heights.add(Math.round(document.querySelector(".panel .steps").getBoundingClientRect().top));
        });
        watch.observe(document.body, {subtree: true, childList: true, attributes: true}) }""")
    square(page, 4, 4).click()
    wait_for_moves(page, 2)
    page.keyboard.press("a")
    page.wait_for_selector(".notices .bad:has-text('when the game is studied')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".looking:has-text('move 1 of 2')")
    assert page.evaluate("[[...seen], heights.size]") == [[], 1]
    page.evaluate("watch.disconnect()")


def test_an_earlier_position_is_told_and_takes_no_stone(page):
    begin(page)
    square(page, 4, 4).click()
    wait_for_moves(page, 2)
    page.keyboard.press("Home")
    page.wait_for_selector(".looking")
    square(page, 2, 2).click()
    page.wait_for_selector(".notices .bad:has-text('an earlier position')")
    assert moves(page) == 0 and "shudan-sign_0" in square(page, 2, 2).get_attribute("class")
    picture(page, "looking_back")
    page.get_by_role("button", name="Back to the game").click()
    wait_for_moves(page, 2)


def test_a_hint_comes_in_steps(page):
    begin(page)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".status:has-text('marked area')")
    assert page.locator(".hinting .shudan-heat_5").count() == 9
    picture(page, "hint")
    page.keyboard.press("t")
    page.wait_for_selector(".shudan-heatlabel:text-is('A')")
    assert page.locator(".hinting .shudan-heat_5").count() == 2
    page.keyboard.press("t")
    page.wait_for_selector(".shudan-marker_label:has-text('1')")


#: Lets the page wait for whatever it is told after a tree.
LATE = """window.WebSocket = class extends WebSocket {
    set onmessage(take) {
        let told = Promise.resolve();
        super.onmessage = event => {
            told = told.then(() => take(event)).then(() => /"kind": ?"tree"/.test(event.data) && new Promise(done => setTimeout(done, 200)));
        };
    }
};"""


def test_a_position_may_come_later_than_its_tree(browser, page):
    """A new game has not the node that was shown before."""
    with opened(browser, page.address, script=LATE, patience=READY_PATIENCE, viewport=DESKTOP) as late:
        begin(late, size="9×9", side="Both")
        square(late, 2, 2).click()
        wait_for_moves(late, 1)
        study(late)
        late.wait_for_selector(".tree-tools")
        begin(late)
        late.get_by_role("button", name="Resign").wait_for()


def test_both_agree_on_the_count_or_play_on(page):
    begin(page, size="9×9", side="Both")
    for number, (x, y) in enumerate(((2, 2), (6, 6)), start=1):
        square(page, x, y).click()
        wait_for_moves(page, number)
    for number in (3, 4):
        page.keyboard.press("p")
        wait_for_moves(page, number)
    page.get_by_role("button", name="Agree").wait_for()
    square(page, 4, 4).click()                                  # an empty point
    page.get_by_role("button", name="Go on playing").click()
    wait_for_moves(page, 3)
    assert "shudan-sign_0" in square(page, 4, 4).get_attribute("class")
    page.keyboard.press("p")
    page.get_by_role("button", name="Agree").click()
    page.wait_for_selector("text=Both have agreed.")
    picture(page, "agreed")
    page.get_by_role("button", name="Study the game").wait_for()
    page.get_by_role("button", name="Review", exact=True).click()           # studies the game, and is ended at once
    page.get_by_role("button", name="Stop the review").click()
    page.get_by_role("button", name="Stop the review").wait_for(state="detached")
    page.wait_for_selector(".outlook.result:has-text('wins by')")


def test_a_resignation_wants_a_second_press_and_a_new_game_can_be_taken_back(page):
    begin(page)
    square(page, 4, 4).click()
    wait_for_moves(page, 2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").wait_for()
    assert page.locator(".result").count() == 0
    begin(page)
    page.locator(".notices button", has_text="Bring it back").click()
    wait_for_moves(page, 2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.wait_for_selector(".result:has-text('White wins by resignation')")
    page.get_by_role("button", name="Play again").click()
    wait_for_moves(page, 0)


def test_a_finished_record_tells_whose_turn_it_is_and_who_leads_and_keeps_its_result(page, tmp_path):
    load(page, tmp_path, "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bea]RE[W+R];B[ee];W[cc]C[here])")
    page.wait_for_selector("text=Ann")
    wait_for_moves(page, 0)
    assert page.locator(".player.turn").inner_text().startswith("Ann") and "Black to play" in page.locator(".status").inner_text()
    page.keyboard.press("e")
    page.wait_for_selector(".outlook .bar")
    assert "White wins by resignation" in page.locator(".status").inner_text()
    square(page, 6, 6).click()
    wait_for_moves(page, 1)
    page.wait_for_selector(".player.turn:has-text('Bea')")
    assert "White wins by resignation" in page.locator(".status").inner_text()
    fill = page.evaluate("getComputedStyle(document.querySelector('.node.white .comment')).fill")
    assert fill == "rgb(226, 163, 59)"                          # the mark of a comment can be told from the stone
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    assert "RE[W+R]" in download.value.path().read_text()
    page.get_by_label("You play").select_option("white")        # gopy plays Black on from here
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play on from here").click()
    wait_for_moves(page, 1)
    assert page.locator(".player.turn").inner_text().startswith("You")


def test_gopy_against_itself_can_be_followed(page):
    page.keyboard.press("n")
    page.locator("dialog label", has_text="Neither").click()
    page.locator("dialog button", has_text="Start").click()     # gopy's first move may be drawn with the empty board
    page.get_by_label("Speed").fill("0")
    page.wait_for_selector('.steps output:text-matches("^[1-9]")')
    before = moves(page)
    page.wait_for_timeout(1500)
    assert moves(page) <= before + 1                            # four seconds between two moves
    assert page.locator(".graph").count() == 1
    page.get_by_label("Speed").fill("4")


def test_a_new_game_is_proposed_as_the_last_one_was_chosen(page, tmp_path):
    begin(page)
    load(page, tmp_path, "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[ee])")
    wait_for_moves(page, 1)
    page.keyboard.press("n")
    assert (page.get_by_label("Rules").input_value(), page.get_by_label("Komi").input_value()) == ("chinese", "")
    page.get_by_label("Handicap").fill("11")
    page.locator("dialog button", has_text="Start").click()
    assert page.locator("dialog").count() == 1                  # the browser says what is wrong with the number
    page.get_by_label("Handicap").fill("0")
    page.keyboard.press("Escape")


def test_pressed_switches_can_be_read_under_the_pointer(page):
    study(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for name in (".modes [aria-pressed=true]", ".switch[aria-pressed=true]", "button.primary"):
            page.locator(name).first.hover()
            page.wait_for_timeout(200)                          # the colour changes slowly
            assert contrast(page, name) > 4.5, (scheme, name)
    page.emulate_media(color_scheme="light")


def test_the_board_is_heard(page):
    begin(page)
    square(page, 4, 4).click()
    page.wait_for_selector(".heard:has-text('gopy played')", state="attached")
    wait_until(page, "document.title.startsWith('●')")
    assert page.locator(".heard").inner_text().endswith("Your turn.")
    page.locator(".board").focus()
    page.keyboard.press("ArrowUp")
    assert re.search(r"cursor on E5, black stone, [34] liberties", page.locator(".board").get_attribute("aria-label"))
    page.keyboard.press("Enter")
    page.wait_for_selector(".notices:has-text('E5 is not possible: there is a stone already')")
    page.keyboard.press("Escape")


def test_nine_by_nine_has_five_stars_and_its_lines_lie_on_whole_pixels(page):
    begin(page)
    assert page.locator(".shudan-hoshi:visible").count() == 5
    odd = "odd" in page.locator(".board").get_attribute("class").split()
    y = float(page.locator(".shudan-gridline.shudan-horizontal").first.get_attribute("y"))
    assert (y + (0.5 if odd else 0)) % 1 == 0


def test_all_of_the_study_panel_is_seen_at_once(page):
    begin(page)
    study(page)
    page.keyboard.press("a")
    page.wait_for_selector(".candidates tbody tr:nth-child(4)")
    box = page.locator("textarea.comment").bounding_box()
    assert box["y"] + box["height"] <= DESKTOP["height"]
    select = page.get_by_label("gopy's strength")
    select.select_option("full strength")
    assert select.evaluate("each => each.offsetWidth > 100")
    assert all(re.fullmatch(r"\d+\n[\d.]+k?", text) for text in page.locator(".shudan-heatlabel").all_inner_texts() if text)


def test_a_small_board_wants_a_second_tap(browser, page):
    """Points of 20 pixels on a narrow screen; and a finger on a move that gopy considers shows its line before it plays."""
    begin(page, size="9×9", side="Both")
    narrow = {**PHONE, "width": 250}
    with opened(browser, page.address, patience=READY_PATIENCE, viewport=narrow, has_touch=True, is_mobile=True, device_scale_factor=2) as phone:
        phone.wait_for_selector(".shudan-vertex")
        square(phone, 3, 3).tap()
        phone.wait_for_selector(".confirm:has-text('D6: once more to play')")
        square(phone, 7, 3).tap()
        phone.wait_for_selector(".confirm:has-text('H6')")
        picture(phone, "phone_confirm")
        assert moves(phone) == 0
        square(phone, 7, 3).tap()
        wait_for_moves(phone, 1)
        phone.evaluate("scrollTo(0, 400)")
        board = phone.locator(".shudan-goban").bounding_box()
        assert board["y"] >= 0 and board["y"] < 100             # it stays in sight
        phone.evaluate("localStorage.setItem('gopy.look', JSON.stringify({taps: 'once'}))")     # a look of which the rest is as at first
        phone.reload()
        wait_for_moves(phone, 1)
        square(phone, 3, 3).tap()
        wait_for_moves(phone, 2)
        phone.evaluate("localStorage.clear()")


RECORD = ("(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ann]BR[5k]PW[Bea]EV[Cup]XY[kept]TR[cc]AR[ai:ie]LB[gg:Q](;B[ee];W[cc](;B[gc];W[gg])(;B[gg]))(;B[dd]))")


def test_a_record_is_read_edited_and_written_whole(page, tmp_path):
    """Marks, next moves, numbers, the wheel, tools, what is told about the game, the main line, removal and its undoing."""
    load(page, tmp_path, RECORD)
    wait_for_moves(page, 4)
    page.locator(".board").hover()
    page.mouse.wheel(0, -100)
    wait_for_moves(page, 3)
    page.keyboard.press("m")
    page.wait_for_selector(".shudan-vertex[data-x='4'][data-y='4'].shudan-marker_label:has-text('1')")
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
    square(page, 3, 3).click()                                  # the other first move
    wait_for_moves(page, 1)
    page.get_by_role("button", name="Main line").click()
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
    page.wait_for_selector(".pointed:text-matches('^move 1 Black B5 · [0-9]+ % · [BW]')")
    assert page.locator(".graph .mistake.of-B").count() == 1 and page.locator(".graph .axis.of-lead").count() == 3
    page.locator("summary", has_text="What the moves cost").click()
    table = page.locator(".costs table")
    assert table.locator("tr.game th").all_inner_texts() == ["Black"], "the game was over after Black's first move"
    assert table.locator("tr.game").first.locator("td").all_inner_texts()[:2] == ["1", "1"]
    page.locator("summary", has_text="What the moves cost").click()
    picture(page, "review")
    # A click before the position of the exercise has come plays nothing: both clicks are in one task of the page.
    page.evaluate("""() => { [...document.querySelectorAll("button")].find(each => each.innerText === "Try again").click();
        document.querySelector(".shudan-vertex[data-x='0'][data-y='0']").click() }""")
    page.get_by_role("button", name="Leave").wait_for()
    assert page.locator(".said").inner_text().startswith("Find a better move for Black") and moves(page) == 0
    for act, text in ((square(page, 0, 0).click, "The search hardly looked at A9"),
                      (page.locator(".mistakes").get_by_role("button", name="Hint").click, "in the shaded part of the board"),
                      (square(page, 4, 4).click, "✓ E5 is good")):
        act()
        page.wait_for_selector(f".said:has-text('{text}')")
    assert "You found 1 of 1." in page.locator(".review .head").inner_text() and moves(page) == 0
    page.get_by_role("button", name="Leave").click()
    wait_for_moves(page, 1)
    width = page.locator(".graph").bounding_box()["width"]
    for beside in (80, 60):                                     # hover waits until the panel has stopped moving
        page.locator(".graph").hover(position={"x": width - beside, "y": 40})
    page.wait_for_selector(".pointed:has-text('move 3 Black pass')")
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


def shifts(page):
    """How far, in percent of a square, each stone that is not on its point lies beside it."""
    return page.evaluate("""() => [...document.querySelectorAll(".shudan-vertex[class*=shudan-shift_]:not(.shudan-sign_0)")].map(square => {
        const [point, stone] = [square, square.querySelector(".shudan-stone")].map(each => each.getBoundingClientRect());
        return 100 * Math.hypot(stone.x + stone.width / 2 - point.x - point.width / 2, stone.y + stone.height / 2 - point.y - point.height / 2) / point.width })""")


def test_the_board_looks_and_sounds_as_it_was_chosen(page, tmp_path):
    load(page, tmp_path, "(;GM[1]SZ[9]AB[aa:id])")
    square(page, 8, 3).locator("xpath=self::*[contains(@class, 'shudan-sign_1')]").wait_for()
    assert len(shifts(page)) > 10 and all(2 < shift < 10 for shift in shifts(page))          # percent of a square
    begin(page, size="9×9", side="Both")
    page.evaluate("""() => { window.knocks = window.tones = 0;
        for (const [kind, name] of [[AudioBufferSourceNode, "knocks"], [OscillatorNode, "tones"]]) {
            const start = kind.prototype.start;
            kind.prototype.start = function (...words) { window[name] += 1; return start.apply(this, words) } } }""")
    for number, (act, knocks, tones) in enumerate((((1, 8), 2, 0), ((0, 8), 4, 0), ((0, 7), 7, 0), (None, 7, 1)), 1):     # two for a stone, one for each taken
        square(page, *act).click() if act else page.keyboard.press("p")
        wait_for_moves(page, number)
        wait_until(page, f"window.knocks === {knocks} && window.tones === {tones}")
    page.get_by_role("button", name="Look and sound").click()
    for text in ("Slate", "Flat", "On their points", "Off", "1-1"):
        page.locator("dialog label", has_text=re.compile(f"^{text}$")).click()
    picture(page, "look")
    for text, across, down in (("1-1", "123456789", "123456789"), ("aa, as in SGF", "abcdefghi", "abcdefghi"), ("A1", "ABCDEFGHJ", "987654321"), ("Hidden", "", "")):
        page.locator("dialog label", has_text=re.compile(f"^{text}$")).click()
        assert [page.evaluate("name => document.querySelector(name)?.innerText.replace(/\\s/g, '') ?? ''", f".shudan-coord{axis}") for axis in "xy"] == [across, down]
    page.locator("dialog label", has_text="The second plays").click()
    page.keyboard.press("Escape")
    square(page, 6, 6).click()
    page.wait_for_selector(".confirm:has-text('G3: once more to play')")             # by the mouse too, and a stone stands there meanwhile
    assert square(page, 6, 6).locator(".shudan-stone").evaluate("stone => getComputedStyle(stone, '::after').content") == '""'
    assert moves(page) == 4
    square(page, 6, 6).click()
    wait_for_moves(page, 5)
    assert page.evaluate("window.knocks") == 7 and page.locator(".shudan-coordx").count() == 0
    assert shifts(page) == []
    assert page.evaluate("document.documentElement.dataset.board") == "slate"
    stone = page.locator(".shudan-stone-image.shudan-sign_1").first
    assert stone.evaluate("stone => getComputedStyle(stone).backgroundImage") == "none"
    page.get_by_role("button", name="Look and sound").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG") and download.value.suggested_filename == "gopy-move-5.png"
    for text in ("Wood", "Round", "A little off their points", "A1", "Plays; on small points the second"):
        page.locator("dialog label", has_text=re.compile(f"^{text}$")).click()
    page.keyboard.press("Escape")


def test_another_game_has_rules_a_colour_and_an_end(page):
    page.get_by_role("button", name="Other games").click()
    page.locator(".panel select").first.select_option("tictactoe")
    page.locator("button", has_text="Begin").click()
    page.wait_for_selector("text=You have the black stones.")
    page.locator("summary", has_text="Rules").click()
    page.wait_for_selector("details[open] >> text=Three in a row wins")
    page.locator('[aria-label="b2 empty"]').click()
    page.wait_for_selector("text=gopy played", timeout=PATIENCE)        # the search of this game may be compiled first
    told = re.search(r"thought it wins ([\d.]+) %", page.locator(".panel").inner_text())
    move = re.search(r"gopy played (\w+)", page.locator(".panel").inner_text())[1]
    assert page.locator(".candidates tr", has_text=move).locator("td").nth(1).inner_text() == told[1]
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.wait_for_selector("text=gopy wins: you have given up")
    page.get_by_role("button", name="Go", exact=True).click()


def test_a_killed_server_loses_nothing(browser, tmp_path):
    """The page says so and still saves; the next server, at the same port, goes on with the game, and has it in its list."""
    kept = {"XDG_STATE_HOME": str(tmp_path)}
    with serving(**kept) as server, opened(
            browser, server.address, may_lose_server=True, patience=READY_PATIENCE, viewport=DESKTOP) as page:
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
            assert "9×9 · move 2" in page.locator(".game-kept").inner_text() and page.locator(".small-board circle").count() == 2
            picture(page, "games")
            page.get_by_role("button", name="Delete this game").click()
            page.locator(".game-kept").wait_for(state="detached")
            page.locator("dialog .notices button", has_text="Undo").click()         # it lies over the window
            page.locator(".game-kept").wait_for()


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
        page.wait_for_timeout(300)
        server.kill()
        server.wait()
        with serving(**kept) as second:
            page.goto(second.address)
            page.get_by_role("button", name="Other games").click()
            page.wait_for_selector(".grid .stone.white", timeout=PATIENCE)
            assert page.locator(".panel .record").inner_text() == record and len(record.split()) == 2
            page.locator(".cell.start").first.click()
            page.locator(".grid .stone").nth(3).wait_for(timeout=PATIENCE)
