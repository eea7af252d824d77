"""The page of a reviewed game: one HTML file without anything from outside, with graphs, swings and board pictures."""
from html import escape

from gopy.desk.review.findings import lead, lead_text, line_text, rate
from gopy.go.board_picture import board_picture, picture_style
from gopy.go.geometry import BLACK, parse_vertex

_COLOURS = ("Black", "White")

_STYLE = """
:root{color-scheme:light dark;--ink:#222;--paper:#fbfaf7;--faint:#8883;--wood:#e0b870;--lead:#b0562a}
@media (prefers-color-scheme:dark){:root{--ink:#e6e2da;--paper:#1c1b19;--wood:#b8935a;--lead:#e0885a}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:auto;padding:1rem}
h1{font-size:1.4rem}h2{font-size:1.15rem;margin-top:2rem}svg{width:100%;height:auto}.graph{background:#8881;border-radius:6px}
.rate{fill:none;stroke:var(--ink);stroke-width:1.5}.lead{fill:none;stroke:var(--lead);stroke-width:1.5}
.mid{stroke:var(--faint)}.swing{fill:#d33}.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:1rem}
.graph .edge{fill:var(--ink);font:8px sans-serif;text-anchor:middle}
table{border-collapse:collapse}td,th{padding:.1rem .7rem;text-align:right}tr:nth-child(even){background:var(--faint)}
figure{margin:0}figcaption{font-size:.9rem}
""" + picture_style(wood="var(--wood)")

#: Width and height of the graph, in its own units.
_WIDTH, _HEIGHT = 800, 220


def page(name, players, game, turns, moves, swings, summary) -> str:
    """The HTML text.

    name      the title of the game, `players` the names of Black and White ("" if not known)
    turns     {moves played: answer of the analysis}
    moves     the gopy.desk.review.findings.Move of each move that was judged, `swings` the costly ones
    summary   how the review was made, in one sentence
    """
    title = escape(name)
    names = " – ".join(escape(player or colour) for player, colour in zip(players, _COLOURS))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title><style>{_STYLE}</style></head><body>
<h1>{title}</h1><p>{names}. {escape(summary)}</p>
<h2>Win rate and score</h2>{_graph(turns, swings)}
<p>The line in the colour of this text is Black's chance to win (the middle is even), the brown one Black's lead in points, up to the
number in the corner. Red points are the moves below.</p>
{_losses(moves)}
{"".join(_swing(move, game) for move in swings)}
{_end(game, turns)}
</body></html>
"""


def _graph(turns, swings):
    if len(turns) < 2:
        return "<p>There are too few positions for a graph.</p>"
    last = max(turns)
    largest = max(5.0, *(abs(lead(answer)) for answer in turns.values()))

    def path(height_of):
        return "M" + "L".join(f"{_WIDTH * turn / last:.1f} {height_of(turns[turn]):.1f}" for turn in sorted(turns))

    def rate_height(answer):
        return _HEIGHT * (1 - rate(answer))
    dots = "".join(f'<a href="#move{move.number}"><circle class="swing" r="4" cx="{_WIDTH * move.number / last:.1f}" '
                   f'cy="{rate_height(move.after):.1f}"><title>move {move.number}</title></circle></a>' for move in swings)
    return (f'<svg class="graph" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="win rate and score by move">'
            f'<path class="mid" d="M0 {_HEIGHT / 2}H{_WIDTH}"/>'
            f'<path class="lead" d="{path(lambda answer: _HEIGHT / 2 * (1 - lead(answer) / largest))}"/>'
            f'<path class="rate" d="{path(rate_height)}"/>{dots}'
            f'<text class="edge" x="16" y="12">±{largest:.0f}</text></svg>')


def _losses(moves):
    rows = []
    for colour, name in enumerate(_COLOURS):
        own = [move for move in moves if move.colour == colour]
        if own:
            best = sum(move.better is None for move in own)
            rows.append(f"<tr><th>{name}</th><td>{len(own)}</td><td>{100 * best / len(own):.0f} %</td>"
                        f"<td>{sum(max(move.points_lost, 0.0) for move in own) / len(own):.1f}</td></tr>")
    return ("<table><tr><th></th><th>moves</th><th>as the analysis</th><th>points lost a move</th></tr>"
            f"{''.join(rows)}</table>" if rows else "")


def _swing(move, game):
    better, size = move.better, game.size
    line = [parse_vertex(text, size) for text in better["pv"][:10]]
    name = _COLOURS[move.colour]
    played = _picture(game.after(move.number), cross=parse_vertex(move.text, size),
                      ownership=move.after.get("ownership"), title=f"after {name} {move.text}")
    instead = _picture(game.after(move.number - 1), line=line, first_colour=move.colour, title=f"better: {line_text(better)}")
    change = "falls" if move.colour == BLACK else "rises"
    return f"""<h2 id="move{move.number}">Move {move.number}: {name} {move.text}</h2>
<p>Black's chance {change} from {_percent(rate(move.before))} to {_percent(rate(move.after))}, the score goes from
{lead_text(lead(move.before))} to {lead_text(lead(move.after))}. Better is <b>{better["move"]}</b>
({_percent(better["winrate"])}, {lead_text(better["scoreLead"])}), which goes on {escape(line_text(better))}.</p>
<div class="pair"><figure>{played}<figcaption>As it was played, and whose the points are.</figcaption></figure>
<figure>{instead}<figcaption>What was better.</figcaption></figure></div>
"""


def _picture(game, **marks):
    return board_picture(game.board.colours, game.size, **marks)


def _percent(share):
    return f"{100 * share:.1f}\u00a0%"


def _end(game, turns):
    last = max(turns, default=None)
    if last is None:
        return ""
    picture = _picture(game.after(last), ownership=turns[last].get("ownership"), title=f"after move {last}")
    return (f"<h2>After move {last}</h2><p>Black's chance is {_percent(rate(turns[last]))}, {lead_text(lead(turns[last]))}.</p>"
            f'<div class="pair"><figure>{picture}<figcaption>Whose the points are.</figcaption></figure></div>')
