"""Plays games on the page of `gopy web` by clicks, as study.toml says, and times the answers.

    python scripts/studies/performance/page_answer/measure.py [--games N]

Needs Playwright and Chromium (`python3 scripts/environment.py test-page`, and Chromium from the system). results.jsonl (a line an
answer) and report.md are written anew; with --games it is a trial, which prints the report and keeps nothing. Run it on a quiet
machine.
"""
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
#: {how many times slower the page's processor is made: the most milliseconds that the median may have}
LIMITS_MS = {1: 50.0, 6: 300.0}
SIZE = 9

#: Makes window.answer a promise of the milliseconds from the next click to the end of the frame that shows so many moves, or that
#: the game is over.
_AWAIT_ANSWER = """(moves) => {
    let clicked = null;
    addEventListener("click", (event) => { clicked = event.timeStamp; }, {capture: true, once: true});
    window.answer = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
            const shown = parseInt(document.querySelector(".steps output").innerText);
            if (shown !== moves && !document.querySelector(".outlook.result")) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
        });
        observer.observe(document.body, {subtree: true, childList: true, characterData: true});
    });
}"""


@contextmanager
def server():
    """A server with an engine at level 1; yields the address of its page."""
    with tempfile.TemporaryDirectory() as state:        # its games are not among the person's own
        process = subprocess.Popen([sys.executable, "-m", "gopy", "web", "--no-browser", "--size", str(SIZE), "--level", "1"], cwd=ROOT,
                                   stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": state})
        try:
            yield process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


@contextmanager
def chromium():
    """A page of headless Chromium."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 1280, "height": 800})
        browser.close()


class Player:
    """A person at the page who clicks on random points."""

    def __init__(self, page, address, seed) -> None:
        self._page, self._random = page, random.Random(seed)
        self._told = {}         # what the server has told the page last, by kind
        page.set_default_timeout(600_000)       # the search may have to be compiled
        page.on("websocket", lambda socket: socket.on("framereceived", self._read))
        page.goto(address)
        page.wait_for_selector("text=gopy is ready")

    def _read(self, text):
        message = json.loads(text)
        self._told[message["kind"]] = message

    def slow_down(self, times) -> None:
        """From now on the page runs as on a processor so many times slower. Server and engine are as fast as ever."""
        self._page.context.new_cdp_session(self._page).send("Emulation.setCPUThrottlingRate", {"rate": times})

    def begin(self) -> None:
        """Begin a game with Black."""
        self._page.get_by_role("button", name="New game").click()
        self._page.locator("dialog label", has_text="Black").click()
        self._page.locator("dialog button", has_text="Start").click()
        self._page.wait_for_selector(".steps output:has-text('0 / 0')")

    def move(self) -> dict | None:
        """Click on a legal point: its vertex, and the milliseconds until gopy's answer was drawn and those of its search.

        None if the game is over.
        """
        go = self._told["go"]
        if go["result"]:
            return None
        x, y = self._random.choice([divmod(index, SIZE)[::-1] for index, legal in enumerate(go["legal"]) if legal == "1"])
        self._page.evaluate(_AWAIT_ANSWER, go["number"] + 2)
        self._page.locator(f'.shudan-vertex[data-x="{x}"][data-y="{y}"]').click()
        drawn = self._page.evaluate("window.answer")
        thinking = self._told["go"]["thought"]
        return {"vertex": f"{'ABCDEFGHJ'[x]}{SIZE - y}", "drawn_ms": round(drawn, 1), "thinking_ms": round(1000 * thinking, 1)}


def measure(study):
    """Lines of results.jsonl."""
    with server() as address, chromium() as page:
        player = Player(page, address, study["seed"])
        for times in LIMITS_MS:
            player.slow_down(times)
            for game in range(study["games"]):
                player.begin()
                for number in range(study["moves"]):
                    page.wait_for_timeout(1000 * study["pause"])
                    answer = player.move()
                    if answer is None:
                        break
                    yield {"slower": times, "game": game, "move": number, **answer}


def quantile(values, share):
    """The smallest value that `share` of the values do not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def report(study, lines):
    """The report in Markdown."""
    parts = [_part(times, [line for line in lines if line["slower"] == times]) for times in LIMITS_MS]
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{"".join(parts)}"""


def _part(times, lines):
    columns = {"click to drawn answer": [line["drawn_ms"] for line in lines],
               "the engine's thinking": [line["thinking_ms"] for line in lines],
               "beyond thinking": [line["drawn_ms"] - line["thinking_ms"] for line in lines]}
    rows = [f"| {name} | {quantile(values, 0.5):.1f} | {quantile(values, 0.95):.1f} | {max(values):.1f} |"
            for name, values in columns.items()]
    met = quantile(columns["beyond thinking"], 0.5) < LIMITS_MS[times]
    where = "as it is" if times == 1 else f"{times} times slower"
    return f"""## The page's processor {where}

Milliseconds of {len(lines)} answers:

| | median | 95 % | longest |
| --- | --- | --- | --- |
{chr(10).join(rows)}

The rule is {"met" if met else "NOT met"}.

"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report)
