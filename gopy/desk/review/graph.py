"""The graph of a reviewed game as an SVG element: Black's chance and lead by move, with axes, and a dot for each mistake."""
from collections.abc import Sequence
from html import escape

from gopy.desk.review.findings import Mistake, change_text
from gopy.desk.review.plan import Plan
from gopy.desk.review.words import COLOURS
from gopy.go.geometry import vertex_text

#: Width and height of the picture, and of the margins left, right, above and below the curves, in its own units.
WIDTH, HEIGHT = 800, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 52, 10, 24

#: (a mistake that costs so much, the class of its dot), the heaviest first.
_WEIGHTS = ((0.10, "heavy"), (0.05, "middle"), (0.0, "light"))

#: The axis of the lead ends at one of these points.
_ENDS = (10, 20, 40, 80, 160, 400, 1000)

#: At most so many numbers stand below the graph.
_MOST_TICKS = 16


def graph(plan: Plan, mistakes: Sequence[Mistake]) -> str:
    """The <svg> element, or a sentence if there are too few positions. Each dot is a link to "#moveN", N being the move's number."""
    turns = sorted(plan.chances)
    if len(turns) < 2:
        return "<p>There are too few positions for a graph.</p>"
    end = next((end for end in _ENDS if end >= max(abs(plan.leads[turn]) for turn in turns)), _ENDS[-1])
    first, last = turns[0], turns[-1]

    def across(turn: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (turn - first) / (last - first)

    def down(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def curve(name: str, share_of: dict[int, float]) -> str:
        path = "L".join(f"{across(turn):.1f} {down(min(max(share_of[turn], 0.0), 1.0)):.1f}" for turn in turns)
        return f'<path class="{name}" d="M{path}"/>'
    leads = {turn: 0.5 + plan.leads[turn] / end / 2 for turn in turns}
    parts = [f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" data-first="{first}" data-last="{last}" data-left="{LEFT}" '
             f'data-right="{RIGHT}" aria-label="Black\'s chance and lead by move, with {len(mistakes)} mistakes">']
    for share in (0.0, 0.5, 1.0):
        points = round(end * (2 * share - 1))
        parts.append(f'<path class="rule" d="M{LEFT} {down(share):.1f}H{WIDTH - RIGHT}"/>'
                     f'<text class="axis chance" x="{LEFT - 5}" y="{down(share) + 4:.1f}">{100 * share:.0f} %</text>'
                     f'<text class="axis lead" x="{WIDTH - RIGHT + 5}" y="{down(share) + 4:.1f}">{_points(points)}</text>')
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 10_000) if (last - first) / step <= _MOST_TICKS)
    for turn in range(-(-first // step) * step, last + 1, step):
        parts.append(f'<path class="tick" d="M{across(turn):.1f} {down(0.0):.1f}v4"/>'
                     f'<text class="axis move" x="{across(turn):.1f}" y="{HEIGHT - 6}">{turn}</text>')
    parts += [curve("lead", leads), curve("chance", plan.chances), f'<path class="cursor" d="M{across(first):.1f} {TOP}V{down(0.0):.1f}"/>']
    for mistake in mistakes:
        weight = next(name for least, name in _WEIGHTS if mistake.loss >= least)
        player, move = COLOURS[mistake.colour], vertex_text(mistake.move, plan.game.size)
        title = escape(f"move {mistake.number}, {player} {move}: {change_text(mistake)}")
        parts.append(f'<a href="#move{mistake.number}" aria-label="{title}"><circle class="mistake {weight} {player.lower()}" r="6" '
                     f'cx="{across(mistake.number):.1f}" cy="{down(plan.chances[mistake.number]):.1f}"><title>{title}</title></circle></a>')
    return "".join([*parts, "</svg>"])


def _points(points: int) -> str:
    return "0" if not points else f"{'B' if points > 0 else 'W'}+{abs(points)}"
