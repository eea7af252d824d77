"""The page of a reviewed game: one HTML file without anything from outside.

Its script plays the game through, draws the graph and asks for better moves: page.js, and what it shares with gopy's own page."""
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from gopy.base.documents import json_text
from gopy.desk.languages import ENGLISH, file_text, phrases
from gopy.desk.review.findings import Mistake, costs, document, told_text
from gopy.desk.review.plan import Plan
from gopy.desk.review.words import COLOURS
from gopy.go.board_picture import board_picture, picture_style
from gopy.go.draw import star_points
from gopy.go.geometry import point_at, vertex_text

_HERE = Path(__file__).parent

#: How the keys of the phrases begin that its script says.
_SAID = ("black", "white", "short.", "percent", "margin", "even", "graph.", "try.", "numbers", "stones", "where.", "reason.",
         "review.points")

#: The buttons below the board: (id, text, what it does, key).
_BUTTONS = (("start", "|◀", "to the start", "Home"), ("back10", "−10", "−10 moves", "Page up"), ("back", "◀", "back", "←"),
            ("on", "▶", "on", "→"), ("on10", "+10", "+10 moves", "Page down"), ("end", "▶|", "to the end", "End"),
            ("before", "◀ mistake", "mistake before", ","), ("next", "mistake ▶", "mistake after", "."))


def page(title: str, about: Sequence[str], plan: Plan, mistakes: Sequence[Mistake], summary: str) -> str:
    """The HTML text.

    title     of the game; `about` is what else the record says of it: players, date, result
    plan      the gopy.desk.review.plan.Plan of its review, and the mistakes, the heaviest first
    summary   how the review was made, in one sentence
    """
    last = len(plan.game.moves)
    data = json_text(_data(plan, mistakes)).replace("<", "\\u003c")
    buttons = "".join(f'<button id="{name}" title="{what} ({key})" aria-label="{what}">{text}</button>'
                      for name, text, what, key in _BUTTONS)
    style = _text("page.css") + _text("graph.css") + picture_style(wood="var(--wood)")
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(title)}</title><style>{style}</style></head><body>
<main><h1>{escape(title)}</h1><p>{" · ".join(escape(text) for text in about)}</p>
<div class="play"><div>
<svg id="board" class="board" role="img" aria-label="the board"></svg>
<div class="bar">{buttons}<button id="owners" aria-pressed="false" title="whose the points are (o)">Owners</button></div>
<div class="bar"><input id="turn" type="range" min="0" max="{last}" value="0" aria-label="move"></div></div>
<div><div class="told" id="told" role="status"></div>
<div id="trying" hidden><form class="bar" id="typed"><input id="vertex" size="4" autocomplete="off" aria-label="your move, like D4">
<button>Play</button></form><div class="bar"><button id="hint" title="h">Hint</button><button id="answer">Answer</button>
<button id="leave" title="Escape">Leave</button></div></div>
<div id="graph"></div>
<p><span id="hover"></span><br>The full line is Black's chance to win (left), the broken one Black's lead in points (right). Dots are
mistakes, in the colour of the player.</p></div></div>
<h2>Mistakes, the heaviest first</h2><p id="score" role="status"></p>
{_list(plan, mistakes)}
{_table(plan)}
<p>{escape(summary)} Keys: ← → Home End, Page up and Page down; comma and full stop for mistakes; o for owners; t to try again, h for a
hint.</p>
</main><script type="application/json" id="review">{data}</script>
<script type="module">{_script()}</script></body></html>
"""


def _text(name):
    return (_HERE / name).read_text(encoding="utf-8")


def _script():
    """Modules as one: what they import from each other and export to each other is theirs anyway."""
    whole = "".join((file_text("say.js"), *(_text(name) for name in ("graph.js", "exercise.js", "page.js"))))
    return re.sub(r"^(import .*\n|export )", "", whole, flags=re.MULTILINE)


def _data(plan: Plan, mistakes: Sequence[Mistake]) -> dict[str, Any]:
    """What the page's script knows: the review's document, the game to play through, and what it says."""
    game = plan.game
    size, colours = game.size, game.initial.colours
    found = document(plan, mistakes)
    for entry in found["mistakes"]:
        entry["text"] = escape(entry["text"])
    return {**found, "phrases": {key: phrase for key, phrase in phrases(ENGLISH).items() if key.startswith(_SAID)},
            "stars": [vertex_text(point, size) for point in star_points(size)],
            "start": ["".join("BW."[colours[point_at(row, column, size)]] for column in range(size)) for row in reversed(range(size))],
            "moves": [["BW"[colour], vertex_text(move, size)] for colour, move in game.moves]}


def _list(plan: Plan, mistakes: Sequence[Mistake]) -> str:
    if not mistakes:
        return '<ol class="mistakes"></ol><p>No move cost much while the game was undecided.</p>'
    return f'<ol class="mistakes">{"".join(_item(plan, mistake) for mistake in mistakes)}</ol>'


def _item(plan: Plan, mistake: Mistake) -> str:
    size, turn = plan.game.size, mistake.number - 1
    now = plan.look(mistake.number)
    owners = None if now is None else list(now.ownership.values())
    played = board_picture(plan.game.after(mistake.number).board.colours, size, cross=mistake.move, ownership=owners,
                           title=f"after {COLOURS[mistake.colour]} {vertex_text(mistake.move, size)}")
    line = " ".join(vertex_text(move, size) for move in mistake.better_line)
    instead = board_picture(plan.game.after(turn).board.colours, size, line=mistake.better_line, first_colour=mistake.colour,
                            title=f"better: {line}")
    return f"""<li id="move{mistake.number}" data-number="{mistake.number}"><p><b>Move {mistake.number}: {COLOURS[mistake.colour]}
{vertex_text(mistake.move, size)}</b>. {escape(told_text(mistake))}</p><p>Better: {line}</p>
<div class="bar"><button data-act="try">Try again</button><button data-act="played">Show</button>
<button data-act="reply">What follows</button><button data-act="better">What was better</button></div>
<noscript><div class="play"><figure>{played}<figcaption>As it was played, and whose the points are.</figcaption></figure>
<figure>{instead}<figcaption>What was better.</figcaption></figure></div></noscript></li>
"""


def _table(plan: Plan) -> str:
    """For each player, and each phase of the game: moves, mistakes by weight, and what a move cost on average."""
    said = phrases(ENGLISH)
    rows = []
    for row in costs(plan):
        who = COLOURS[row.colour] if row.phase == "game" else said[f"phase.{row.phase}"]
        counts = "".join(f"<td>{count}</td>" for count in row.counts)
        rows.append(f'<tr class="{row.phase}"><th scope="row">{who}</th><td>{row.moves}</td>{counts}<td>{100 * row.mean:.1f} %<br>'
                    f"{row.points:.1f} points</td></tr>")
    return (f"<table><caption>{said['costs.title']}</caption><tr><th>player</th><th>moves</th><th>10 % or more</th>"
            f"<th>5 to 10 %</th><th>3 to 5 %</th><th>mean</th></tr>{''.join(rows)}</table>" if rows else "")
