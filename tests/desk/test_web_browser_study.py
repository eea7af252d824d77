"""Play and Study in headless Chromium: what a game does not show, hints, an earlier position, a count, what is heard, small screens."""
import re

import pytest
from clients.page_browser import (
    DESKTOP,
    PATIENCE,
    PHONE,
    READY_PATIENCE,
    begin,
    load,
    moves,
    new_game,
    opened,
    picture,
    square,
    study,
    wait_for_moves,
    wait_until,
)

pytestmark = pytest.mark.slow


def colours(page, selector):
    """(text, ground) of an element as lightness from 0 to 1, by the formula of WCAG. What shows through its ground belongs to it."""
    return page.evaluate("""selector => {
        const parts = text => text.match(/[\\d.]+/g).map(Number);
        const light = parts => { const [r, g, b] = parts.map(value => value / 255)
            .map(value => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b };
        const ground = element => { const [r, g, b, share = 1] = parts(getComputedStyle(element).backgroundColor);
            if (share === 1) return [r, g, b];
            const below = ground(element.parentElement); return [r, g, b].map((value, at) => share * value + (1 - share) * below[at]) };
        const element = document.querySelector(selector);
        return [light(parts(getComputedStyle(element).color)), light(ground(element))] }""", selector)


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
    page.get_by_label("Clock").select_option("300+5")           # of the game before; it has no say here
    page.locator("dialog label", has_text="Neither").click()
    assert page.get_by_label("Clock").is_disabled()
    page.locator("dialog button", has_text="Start").click()     # gopy's first move may be drawn with the empty board
    page.get_by_label("Speed").fill("0")
    page.wait_for_selector('.steps output:text-matches("^[1-9]")')
    assert page.locator(".clock").count() == 0
    before = moves(page)
    page.wait_for_timeout(1500)
    assert moves(page) <= before + 1                            # four seconds between two moves
    assert page.locator(".graph").count() == 1
    page.get_by_label("Speed").fill("4")
    page.get_by_role("button", name="New game").click()
    page.locator("dialog label", has_text="Black").first.click()
    page.get_by_label("Clock").select_option("")
    page.keyboard.press("Escape")


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


def test_buttons_can_be_read_under_the_pointer(page):
    """Those that have a ground of their own; and a chosen square of another game keeps its own."""
    def look(*names):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name in names:
                page.locator(name).first.hover()
                page.wait_for_timeout(200)                      # the colour changes slowly
                assert contrast(page, name) > 4.5, (scheme, name)
        page.emulate_media(color_scheme="light")

    begin(page, size="9×9", side="Both")
    square(page, 4, 4).click()
    wait_for_moves(page, 1)
    study(page)
    look(".modes [aria-pressed=true]", ".switch[aria-pressed=true]", "button.primary")
    begin(page, size="9×9", side="Both")
    page.get_by_role("button", name="Resign").click()
    look(".notices button", "button.danger")                    # within the seconds that both stay
    page.get_by_role("button", name="Other games").click()
    for game in ("awari", "lines_of_action"):
        page.locator(".panel select").first.select_option(game)
        page.get_by_label("You play").select_option("both")
        page.locator("button", has_text="Begin").click()
        if game == "awari":
            page.locator(".pit.target").first.wait_for()
            look(".pit.target")
    page.locator(".cell.start").first.click()
    page.locator(".cell.chosen").hover()
    page.wait_for_timeout(200)
    assert page.evaluate("getComputedStyle(document.querySelector('.cell.chosen')).backgroundColor") == "rgba(31, 157, 99, 0.533)"
    page.get_by_role("button", name="Go", exact=True).click()


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
        phone.reload()
        wait_for_moves(phone, 2)
        phone.set_viewport_size({"width": 500, "height": 844})  # points of 40 pixels, where a tap plays at once elsewhere
        study(page)
        page.keyboard.press("a")
        phone.locator(".shudan-heat_9").tap()
        phone.wait_for_selector(".shudan-marker_label .shudan-marker:text-is('2')")
        told = re.match(r"(\w+): once more to play", phone.locator(".confirm").inner_text())
        phone.wait_for_timeout(500)                             # the next reports of the search leave it
        assert told and moves(phone) == 2
        phone.locator(".shudan-marker_label:has(.shudan-marker:text-is('1'))").tap()
        wait_for_moves(phone, 3)
        page.keyboard.press("a")


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


def test_a_pass_at_once_a_score_a_handicap_of_one_and_a_saved_game_of_gopys(page, tmp_path):
    begin(page)
    page.keyboard.press("p")
    wait_for_moves(page, 2)                                     # at a weak level: gopy plays on
    assert "pass" not in page.locator(".board").get_attribute("aria-label") and page.locator(".result").count() == 0
    page.keyboard.press("e")
    page.wait_for_selector(".status :text-matches('leads by about|about even')")
    assert page.locator(".shudan-vertex[class*=shudan-heat_]").count() == 0     # it was asked for the score, not for moves
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Handicap").fill("1")
    with new_game(page):
        page.locator("dialog button", has_text="Start").click()
    page.wait_for_selector(".status:has-text('komi 0.5')")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Handicap").fill("0")
    page.keyboard.press("Escape")
    load(page, tmp_path, "(;GM[1]SZ[9]PB[gopy level 3]PW[human];B[ee](;W[cc])(;W[gg];B[cc]))")
    wait_for_moves(page, 2)
    assert page.get_by_label("You play").input_value() == "white"
    page.locator(".node").nth(3).click()                        # the variation
    page.wait_for_selector(".shudan-vertex[data-x='6'][data-y='6'].shudan-sign_-1")
    page.get_by_role("button", name="Remove").click()
    page.wait_for_selector(".notices:has-text('2')")
    wait_until(page, "document.querySelectorAll('.tree .node').length === 3")


def test_another_game_has_rules_a_colour_and_an_end(page):
    page.get_by_role("button", name="Other games").click()
    page.locator(".panel select").first.select_option("tictactoe")
    page.locator("button", has_text="Begin").click()
    page.wait_for_selector("text=You have the black stones.")
    page.locator("summary", has_text="Rules").click()
    page.wait_for_selector("details[open] >> text=Three in a row wins")
    page.locator('[aria-label="b2 empty"]').click()
    page.wait_for_selector("text=gopy played", timeout=PATIENCE)        # the search of this game may be compiled first
    assert page.locator(".candidates").count() == 0 and "thought it wins" not in page.locator(".panel").inner_text()
    page.get_by_role("button", name="Analysis").click()                 # its thoughts are shown to who asks for them
    told = re.search(r"thought it wins ([\d.]+) %", page.locator(".panel").inner_text())
    move = re.search(r"gopy played (\w+)", page.locator(".panel").inner_text())[1]
    assert page.locator(".candidates tr", has_text=move).locator("td").nth(1).inner_text() == told[1]
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("text=gopy would play")
    assert len(page.locator(".panel .record").inner_text().split()) == 2 and page.locator(".candidates tbody tr").count() > 1
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.wait_for_selector("text=gopy wins: you have given up")
    page.get_by_role("button", name="Go", exact=True).click()
