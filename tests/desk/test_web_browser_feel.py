"""How the page feels, in headless Chromium: its languages, notices, the next level, a board that is made larger, owners of points beside a mistake, a moving picture."""
import json
import re

import pytest
from clients.page_axe import axe_text, findings
from clients.page_browser import (
    DESKTOP,
    PATIENCE,
    PHONE,
    READY_PATIENCE,
    begin,
    new_game,
    opened,
    picture,
    serving,
    square,
    wait_for_moves,
    wait_until,
)
from study_lines import record

from gopy.desk.languages import file_text
from gopy.desk.web.go_view import problem_views
from gopy.go.geometry import COLUMN_LETTERS

pytestmark = pytest.mark.slow


#: A study of one match, whose players nobody starts here.
_STUDY = """
question = "Is the one better than the two?"
rule = "None."

[players]
one = "gopy:sims=1"
two = "gopy:sims=2"

[[match]]
name = "by_day"
a = "one"
b = "two"
games = 4
size = 5
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of one server for all tests. It watches a study with one game."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(_STUDY)
    (folder / "results.jsonl").write_text(json.dumps(record(0, "one", ["one", "two"], match="by_day", played="cccb--bb")) + "\n")
    with serving("--watch", folder) as server:
        yield server.address


#: Black's four stones are in atari. Black plays elsewhere, and White takes them.
OVERLOOKED = "(;GM[1]SZ[9]KM[0.5]RE[B+R]AB[da:di][fe:gf]AW[ea:ed][ef:ei][fd:gd][fg:gg][he:hf]PL[B];B[be];W[ee];B[])"


def words(text):
    """Words of Latin letters but for names of points and sides, short ones, and what is the same in all languages."""
    return set(re.findall(r"[A-Za-zÀ-ÿ]{3,}", text)) - {"gopy", "Delete", "Esc", "Tab", "Enter", "Page", "Home", "End", "Shift", "Ctrl"}


#: What is seen or heard: texts, what elements and pictures are called, and what a field shows while it is empty. Names of languages are in
#: their own.
_TOLD = """() => [document.body.innerText, document.title, ...[...document.querySelectorAll("body *")].flatMap(each =>
    ["aria-label", "title", "placeholder", "aria-valuetext"].map(name => each.getAttribute(name) ?? "")),
    ...[...document.querySelectorAll("option:not([lang])")].map(each => each.textContent)].join("\\n")
        .replaceAll(/English|Deutsch|Español|Français/g, "")"""


def load(page, tmp_path, text):
    path = tmp_path / "record.sgf"
    path.write_text(text)
    page.set_input_files("input[type=file]", str(path))


def leave(page):
    """Close the window that is open."""
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def button(page, place):
    """A button of the row that begins, opens and saves games, by its place: its name is another in each language."""
    return page.locator(".panel .buttons:has(input[type=file]) > button").nth(place)


@pytest.mark.parametrize("locale, refused, turn", [
    ("de-DE", "Dort liegt schon ein Stein", "Sie sind am Zug"),
    pytest.param("ja-JP", "すでに石があります", "あなたの番", marks=pytest.mark.rare)])
def test_a_game_is_played_studied_and_reviewed_in_another_language(browser, address, tmp_path, locale, refused, turn):
    language = locale[:2]
    known = words(file_text(f"{language}.json"))
    seen = []

    def look(where):
        seen.append((where, words(page.evaluate(_TOLD)) - known))
    with opened(browser, address, patience=READY_PATIENCE, viewport=DESKTOP, locale=locale) as page:
        page.wait_for_selector(".engine:not(.loading):not(.lost) i", timeout=PATIENCE)
        assert page.evaluate("document.documentElement.lang") == language
        button(page, 0).click()
        look("new game")
        page.locator("dialog .choice").nth(1).locator("label").first.click()
        page.locator("dialog button.primary").click()
        wait_for_moves(page, 0)
        square(page, 4, 4).click()
        wait_for_moves(page, 2)
        page.wait_for_selector(f".status:has-text('{turn}')")
        page.locator(".board").focus()
        for key in ("ArrowUp", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector(f".notices:has-text('{refused}')")
        look("a move")
        page.keyboard.press("Escape")
        for key, where in (("l", "games"), ("?", "help")):
            page.keyboard.press(key)
            page.locator("dialog").wait_for()
            look(where)
            leave(page)
        page.keyboard.press("s")
        page.keyboard.press("a")
        page.wait_for_selector(".candidates tbody tr")
        picture(page, f"study_{language}")
        look("analysis")
        page.keyboard.press("a")
        page.keyboard.press("i")
        look("about")
        leave(page)
        load(page, tmp_path, OVERLOOKED)
        page.wait_for_selector(".result")
        page.locator(".split button").click()
        page.locator(".mistakes .reason").wait_for(timeout=PATIENCE)
        look("review")
        page.locator(".mistakes .open").first.click()
        page.locator(".mistakes button.primary").click()
        square(page, 4, 4).click()
        page.wait_for_selector(".said:has-text('✓')")
        picture(page, f"review_{language}")
        look("try again")
        page.locator("nav .tab").nth(1).click()
        page.locator(".problem").wait_for()
        page.locator(".panel .buttons button").first.click()
        square(page, 0, 0).click()
        square(page, 1, 0).click()
        look("problems")
        page.locator("nav .tab").nth(2).click()
        look("other games")
        page.locator("nav .tab").first.click()
        button(page, 4).click()
        look("look and sound")
        page.locator("dialog select").select_option("en")           # and it is remembered
        page.wait_for_selector("dialog h2:text-is('Look and sound')")
        page.reload()
        page.wait_for_selector("text=gopy is ready")
    assert [each for each in seen if each[1]] == []


def test_the_owners_of_the_points_stand_beside_a_mistake_and_the_game_becomes_a_moving_picture(browser, address, tmp_path):
    with opened(browser, address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        load(page, tmp_path, OVERLOOKED)
        page.get_by_label("How long the review takes").select_option("quick")
        page.get_by_role("button", name="Review", exact=True).click()
        page.locator(".mistakes .open").first.click(timeout=PATIENCE)
        page.wait_for_selector(".mistakes .switch[aria-pressed=true]:has-text('Points after')")
        page.wait_for_selector('.shudan-paint_-1[data-x="5"][data-y="5"]')              # the stones at F4 are White's now
        picture(page, "owners")
        page.get_by_role("button", name="Points before").click()
        page.wait_for_selector('.shudan-paint_1[data-x="5"][data-y="5"]')
        page.get_by_role("button", name="Points before").click()
        page.wait_for_selector(".shudan-paint", state="detached")
        page.get_by_role("button", name="Look and sound").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="moving picture").click()
        data = download.value.path().read_bytes()
        assert data.startswith(b"GIF89a") and download.value.suggested_filename == "gopy.gif"
        assert data.count(b"\x21\xf9\x04") == 4 and int.from_bytes(data[6:8], "little") == 11 * 24      # four positions


def click_through_notices(page):
    """Notices lie over buttons of a small screen for some seconds: a test need not wait for their end."""
    page.evaluate("""() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(".notices, .notices * { pointer-events: none }");
        document.adoptedStyleSheets = [sheet] }""")


@pytest.mark.parametrize("device, colours", [
    pytest.param({"viewport": DESKTOP}, "light", id="desktop-light"),
    pytest.param({"viewport": DESKTOP}, "dark", id="desktop-dark", marks=pytest.mark.rare),
    pytest.param({"viewport": PHONE, "has_touch": True, "is_mobile": True}, "light", id="phone-light", marks=pytest.mark.rare),
    pytest.param({"viewport": PHONE, "has_touch": True, "is_mobile": True}, "dark", id="phone-dark")])
def test_axe_finds_nothing_in_any_state(browser, address, tmp_path, device, colours):
    found, axe = {}, axe_text()
    with opened(browser, address, patience=READY_PATIENCE, reduced_motion="reduce", color_scheme=colours, **device) as page:
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        page.evaluate(axe)
        click_through_notices(page)

        def look(state, board=False):
            page.evaluate("scrollTo(0, 0)")
            picture(page, f"axe_{state.replace(' ', '_')}_{device['viewport']['width']}_{colours}")
            if here := findings(page, board):
                found[state] = here

        def window(state, open_it):
            open_it()
            page.locator("dialog[open]").wait_for()
            look(state)
            leave(page)
        begin(page)
        look("a game", board=True)
        window("new game", page.get_by_role("button", name="New game").click)
        window("look and sound", page.get_by_role("button", name="Look and sound").click)
        window("help", page.get_by_role("button", name="Help").click)
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".status:has-text('marked area')")
        look("a hint")
        square(page, 4, 4).click()
        wait_for_moves(page, 2)
        window("games", page.get_by_role("button", name="Games", exact=True).click)
        page.keyboard.press("Home")
        page.wait_for_selector(".looking")
        look("an earlier position")
        page.get_by_role("button", name="Teaching").click()
        page.get_by_role("slider", name="Ask from").wait_for()
        page.keyboard.press("End")
        wait_for_moves(page, 2)
        square(page, 4, 4).click()
        page.wait_for_selector(".note:has-text('libert')")
        look("teaching")
        page.get_by_role("button", name="Teaching").click()
        begin(page, size="9×9", side="Both")
        for number in (1, 2):
            page.get_by_role("button", name="Pass").click()
            wait_for_moves(page, number)
        page.get_by_role("button", name="Agree").wait_for()
        look("a count")
        page.get_by_role("button", name="Agree").click()
        page.get_by_role("button", name="Study the game").wait_for()
        look("the end")
        load(page, tmp_path, OVERLOOKED)
        page.get_by_label("How long the review takes").select_option("quick")
        page.get_by_role("button", name="Review", exact=True).click()
        page.locator(".mistakes .open").first.click(timeout=PATIENCE)
        page.wait_for_selector(".mistakes .switch")
        look("a review")
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("button", name="Answer").click()
        look("try again")
        page.get_by_role("button", name="Put the review away").click()
        page.get_by_role("button", name="Analysis").click()
        page.wait_for_selector(".candidates tbody tr")
        look("analysis")
        page.get_by_role("button", name="Analysis").click()
        window("about", page.get_by_role("button", name="About").click)
        page.get_by_role("button", name="Problems").click()
        page.get_by_role("button", name="Show").click()
        look("a problem", board=True)
        page.get_by_role("button", name="Other games").click()
        page.locator(".panel select").first.select_option("tictactoe")
        page.locator("button", has_text="Begin").click()
        page.wait_for_selector(".grid.tictactoe")
        look("another game")
        page.get_by_role("button", name="Matches").click()
        page.locator(".games-list button").first.click()
        page.wait_for_selector(".slider")
        look("a match")
    assert found == {}


#: Keeps the connections of the page to its server; those that it makes after `window.gone` fail.
_LOSES = """window.sockets = []; window.WebSocket = class extends WebSocket {
    constructor(address) { super(window.gone ? "ws://127.0.0.1:1/" : address); window.sockets.push(this) } };"""

#: It is Black's turn, and Black's four stones are in atari.
_ATARI = OVERLOOKED.replace("RE[B+R]", "").split(";B[be]")[0] + ")"

_PASTE = """text => { const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true})) }"""


@pytest.mark.parametrize("device, colours", [
    pytest.param({"viewport": DESKTOP}, "dark", id="desktop-dark", marks=pytest.mark.rare),
    pytest.param({"viewport": PHONE, "has_touch": True, "is_mobile": True}, "light", id="phone-light")])
def test_axe_finds_nothing_in_rarer_states(browser, address, tmp_path, device, colours):
    """Each state on a phone, and (marked rare) on a wide screen in the other scheme of colours; several at a time where they can be."""
    found, axe, phone = {}, axe_text(), device["viewport"] == PHONE
    with opened(browser, address, patience=READY_PATIENCE, reduced_motion="reduce", color_scheme=colours, script=_LOSES, may_lose_server=True, **device) as page:
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        page.evaluate(axe)
        click_through_notices(page)

        def press(name):
            page.get_by_role("button", name=name, exact=True).click()

        def look(state, board=False):
            page.mouse.move(1, 1)
            picture(page, f"axe_{state.replace(' ', '_')}_{device['viewport']['width']}_{colours}")
            if here := findings(page, board):
                found[state] = here
        begin(page)
        press("Score")
        page.wait_for_selector(".status:has-text('about')")
        press("Resign")
        look("a score, and Really resign")
        for text in ("Light wood", "Slate", "Paper"):
            press("Look and sound")
            for choice in (text, "Flat"):
                page.locator("dialog label", has_text=choice).first.click()
            page.keyboard.press("Escape")
            look(text, board=True)
        begin(page, game="First capture", size="5×5", side="Both")
        for number, (x, y) in enumerate(((1, 4), (0, 4), (0, 3)), 1):
            square(page, x, y).click()
            wait_for_moves(page, number)
        look("the end of a capture game")
        begin(page, game="Go", size="9×9", side="Both")
        for number in (1, 2):
            press("Pass")
            wait_for_moves(page, number)
        press("Count once more")
        page.locator(".walk").wait_for()
        look("a count that is followed")
        load(page, tmp_path, _ATARI)
        page.keyboard.press("c")
        page.locator(".sides select").first.select_option("black")
        press("Play on from here")
        page.wait_for_selector(".modes [aria-pressed=true]:has-text('Play')")
        square(page, 1, 4).click()
        page.locator(".doubt").wait_for(timeout=PATIENCE)
        look("are you sure")
        page.locator(".doubt button.primary").click()
        press("Teaching")
        press("Study")
        for name in ("Analysis", "Ownership", "Score", "1 2 3"):
            page.locator(".switches").get_by_role("button", name=name).click()
        page.locator(".tools button").nth(3).click()
        page.wait_for_selector(".candidates tbody tr")
        look("pressed switches and a chosen tool")
        page.locator(".tools button").first.click()
        page.evaluate(_PASTE, "(;GM[1]SZ[9]PB[Cid];B[ee])(;GM[1]SZ[9]PB[Dee]PW[Eve]RE[B+2];B[cc])")
        page.locator(".collection button").first.wait_for()
        look("a collection")
        page.keyboard.press("Escape")
        press("Problems")
        problem = problem_views()[0]
        for state, vertex in (("a wrong answer", next(iter(problem["wrong"]))), ("a solved problem", problem["right"][0])):
            square(page, COLUMN_LETTERS.index(vertex[0]), problem["size"] - int(vertex[1:])).click()
            page.wait_for_selector(".told:not(:empty)")
            look(state)
            press("Try again")
        press("Other games")
        for game, seen in (("minishogi", ".place .minishogi >> nth=0"), ("goofspiel", ".bid >> nth=0")):
            page.locator(".panel select").first.select_option(game)
            press("Begin")
            page.wait_for_selector(seen)
            look(game)
        page.locator("nav .tab").first.click()
        if phone:
            begin(page, game="Go", size="19×19", side="Both")
            square(page, 9, 9).tap()
            page.locator(".confirm").wait_for()
            page.get_by_role("button", name="Larger board").tap()
            page.get_by_role("button", name="Smaller board").wait_for()
            look("a second tap on a larger board")
        page.evaluate("window.gone = true; window.sockets.at(-1).close()")
        page.wait_for_selector(".engine.lost")
        look("a lost server")
    assert found == {}


def test_a_notice_is_shown_when_gopy_has_moved_in_a_hidden_page(browser, address):
    with opened(browser, address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        click_through_notices(page)
        page.evaluate("""() => { window.notices = [];
            window.Notification = class { constructor(title, { body }) { window.notices.push(body) } static async requestPermission() { return window.answer } };
            Object.defineProperty(document, "hidden", { configurable: true, get: () => window.gone }) }""")
        for answer in ("denied", "granted"):
            page.evaluate("answer => { window.answer = answer }", answer)
            page.get_by_role("button", name="Look and sound").click()
            page.locator("dialog label", has_text="A notice of the browser").click()
            if answer == "denied":
                page.wait_for_selector("dialog .notices:has-text('The browser does not allow notices here.')")
            page.wait_for_selector(f"dialog label.chosen:has-text('{'The title tells' if answer == 'denied' else 'A notice'}')")
            page.keyboard.press("Escape")
        begin(page)
        square(page, 4, 4).click()
        wait_for_moves(page, 2)
        assert page.evaluate("window.notices") == []                    # the page is seen
        page.evaluate("window.gone = true")
        square(page, 0, 0).click()
        wait_for_moves(page, 4)
        wait_until(page, "window.notices.length === 1")
        assert re.fullmatch(r"Move 4: White [A-J][1-9]\. Your turn\.", page.evaluate("window.notices[0]"))
        page.evaluate("() => { delete document.hidden }")
        page.get_by_role("button", name="Look and sound").click()
        page.locator("dialog label", has_text="The title tells").click()
        page.keyboard.press("Escape")


def test_the_next_level_is_offered_after_two_games_in_a_row(browser, address):
    with opened(browser, address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        def resign():
            for _ in range(2):
                page.get_by_role("button", name=re.compile("resign", re.IGNORECASE)).click()
            page.get_by_role("button", name="Play again").wait_for()
        offer = page.get_by_role("button", name=re.compile("Play at level"))
        begin(page)
        square(page, 4, 4).click()
        wait_for_moves(page, 2)
        page.get_by_label("gopy's strength").select_option("level 5")
        resign()
        assert offer.count() == 0
        page.get_by_role("button", name="Take back").click()
        resign()                                                        # the same game counts once
        assert offer.count() == 0
        page.get_by_role("button", name="Play again").click()
        page.get_by_role("button", name="Play again").wait_for(state="detached")
        resign()
        assert offer.inner_text() == "Play at level 4" and "lost twice" in offer.get_attribute("title")
        page.evaluate("""() => { const streak = JSON.parse(localStorage.getItem("gopy.streak"));
            localStorage.setItem("gopy.streak", JSON.stringify({ ...streak, games: 2 })) }""")
        page.reload()                                                   # two games won
        offer.wait_for()
        assert offer.inner_text() == "Play at level 6" and "won twice" in offer.get_attribute("title")
        offer.click()
        offer.wait_for(state="detached")
        assert page.get_by_label("gopy's strength").input_value() == "level 6"
        page.get_by_label("gopy's strength").select_option("level 1")


#: Of each list to choose from that is seen: the choices that are wider than the room beside its arrow.
_CUT = """() => [...document.querySelectorAll("select")].filter(select => select.checkVisibility() && !select.closest(".split")).flatMap(select => {
    const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
    return [...select.options].filter(option => pen.measureText(option.text).width > room).map(option => `${option.text}: ${Math.round(pen.measureText(option.text).width)} of ${Math.round(room)}`);
})"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("locale", ["en", "de", "fr", "es", "ja", "ko", "zh"])
def test_no_choice_is_cut_off(browser, address, locale, viewport):
    with opened(browser, address, patience=READY_PATIENCE, viewport=viewport, locale=locale) as page:
        page.wait_for_selector(".sides select")
        found = {"panel": page.evaluate(_CUT)}
        page.locator("button.primary", has_text=json.loads(file_text(f"{locale}.json"))["button.new"]).first.click()
        page.locator("dialog[open] select").first.wait_for()
        page.locator("dialog[open] select").last.select_option("60+3x30")
        found["new game"] = page.evaluate(_CUT.replace('"select"', '"dialog select"'))
        picture(page, f"new_game_{locale}_{viewport['width']}")
    assert {where: cut for where, cut in found.items() if cut} == {}


def pinch(page, board, start, end):
    """Two fingers on the middle of the board move from `start` to `end` pixels apart."""
    box = board.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", start), ("touchMove", (start + end) / 2), ("touchMove", end), ("touchEnd", None)):
        fingers = [] if apart is None else [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_a_board_of_small_points_is_made_larger_by_fingers_and_buttons(browser, address):
    """On a phone 19 lines are 17 pixels apart. Made larger its points are easy to reach, one tap plays, and nothing stands off the screen."""
    with opened(browser, address, patience=READY_PATIENCE, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2) as page:
        page.get_by_role("button", name="New game").tap()
        for name in ("19×19", "Both"):
            page.locator("dialog label", has_text=name).first.tap()
        with new_game(page):
            page.locator("dialog button", has_text="Start").tap()

        def across():
            return square(page, 9, 9).bounding_box()["width"]
        assert across() < 20
        pinch(page, page.locator(".board"), 100, 200)
        wait_until(page, "document.querySelector('.board.large')")
        assert 30 < across() < 40
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && document.querySelector('.board').scrollWidth > innerWidth")
        square(page, 9, 9).tap()                                # it is still in the middle
        wait_for_moves(page, 1)
        square(page, 18, 0).scroll_into_view_if_needed()
        square(page, 18, 0).tap()
        wait_for_moves(page, 2)
        picture(page, "phone_large")
        page.get_by_role("button", name="Smaller board").tap()
        page.get_by_role("button", name="Smaller board").tap()
        page.get_by_role("button", name="Smaller board").wait_for(state="detached")
        assert across() < 20
        page.get_by_role("button", name="Larger board").tap()
        page.wait_for_selector(".board.large")
        assert across() >= 24
