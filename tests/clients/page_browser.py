"""The page in headless Chromium, driven by Playwright: what its tests share.

SCREENSHOTS=FOLDER keeps pictures of what was seen. PATIENCE=SECONDS is for a machine that is busy with other work.
"""
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from places import ROOT

#: The longest that a step may take, in milliseconds: the search may be compiled meanwhile, beside other tests ...
PATIENCE = 300_000

#: ... and where it is ready. A step that fails is to cost seconds.
READY_PATIENCE = 1000 * int(os.environ.get("PATIENCE", 10))

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@contextmanager
def serving(*words, **environment):
    """A server of its own; its `address` is that of the page."""
    command = [sys.executable, "-m", "gopy", "web", "--no-browser", "--size", "9", "--level", "1", *map(str, words)]
    with tempfile.TemporaryDirectory() as state:
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True,
                                  env={**os.environ, "XDG_STATE_HOME": state, **environment})
        server.address = server.stdout.readline().strip()
        try:
            yield server
        finally:
            if server.poll() is None:       # else a test has killed it
                server.send_signal(signal.SIGTERM)
                assert server.wait(60) == 0


#: Runs in the page before its own program: counts the messages of the server that tell of a tree without a move.
_COUNT_NEW_GAMES = """
window.newGames = 0;
window.WebSocket = class extends WebSocket {
    constructor(...words) {
        super(...words);
        this.addEventListener("message", event => {
            const message = JSON.parse(event.data);
            window.newGames += message.kind === "tree" && message.nodes.length === 1;
        });
    }
};
"""

#: Looks in the page at a condition in each frame. Playwright's own wait would look only once: the page's policy forbids it later.
_WAIT = """async patience => {
    const end = performance.now() + patience, drawn = () => new Promise(requestAnimationFrame);
    while (!(CONDITION)) {
        if (performance.now() > end) throw new Error("this did not come true: CONDITION");
        await drawn();
    }
    await drawn();
    await drawn();
}"""


@contextmanager
def opened(browser, address, *, may_lose_server=False, script="", patience=PATIENCE, **how):
    """The page at an address in a browser such as `how` says. It may leave no error in its console, unless it loses its server.

    script      runs in the page before its own program
    patience    the longest that a step may take
    """
    page = browser.new_page(**how)
    errors = []
    page.add_init_script(script + _COUNT_NEW_GAMES)
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(patience)
    page.goto(address)
    try:
        yield page
    finally:
        page.close()
    assert errors == [] or may_lose_server, errors


@contextmanager
def ready(browser):
    """The page of a server of its own, wide, whose engine is ready. Its `address` is that of the server."""
    with serving() as server, opened(browser, server.address, patience=READY_PATIENCE, viewport=DESKTOP) as page:
        page.address = server.address
        page.wait_for_selector("text=gopy is ready", timeout=PATIENCE)
        yield page


def close_windows(page):
    """Close the windows that a test before this one may have left open."""
    page.evaluate("document.querySelectorAll('dialog').forEach(each => each.close())")


def load(page, tmp_path, text):
    """Open a record in the page."""
    path = tmp_path / "record.sgf"
    path.write_text(text)
    page.set_input_files("input[type=file]", str(path))


def begin(page, **choices):
    """Begin a new game through its window; `choices` are radio buttons to press, by label."""
    page.get_by_role("button", name="New game").click()
    for text in choices.values() or ("9×9", "Black"):
        page.locator("dialog label", has_text=text).first.click()
    with new_game(page):
        page.locator("dialog button", has_text="Start").click()


@contextmanager
def new_game(page):
    """Waits until the page shows the new game that is asked for within; a "0 / 0" may still be that of the game before."""
    before = page.evaluate("window.newGames")
    yield
    wait_until(page, f"window.newGames > {before}")
    page.wait_for_selector(".steps output:has-text('0 / 0')")


def wait_until(page, condition):
    """Wait until a condition in JavaScript is true, and what the page knows then is drawn."""
    page.evaluate(_WAIT.replace("CONDITION", condition), READY_PATIENCE)


def study(page):
    page.locator(".modes button", has_text="Study").click()


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
