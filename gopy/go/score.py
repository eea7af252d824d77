"""Counting a finished game: area (Tromp-Taylor, Chinese) and territory (Japanese). Scores are Black minus White.

The caller says which stones are dead or in seki: the players decide it, or the engine's playouts.
"""
from collections.abc import Collection, Iterator, Sequence

from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbour_table, opponent
from gopy.go.history import Game
from gopy.go.rules import Scoring

#: What a chain can be when a game is counted.
ALIVE, DEAD, SEKI = "alive", "dead", "seki"


def without(colours: Sequence[int], dead: Collection[int]) -> list[int]:
    """A copy of the colours with the stones on the points `dead` taken off."""
    colours = list(colours)
    for point in dead:
        colours[point] = EMPTY
    return colours


def empty_regions(colours: Sequence[int], size: int) -> Iterator[tuple[set[int], set[int]]]:
    """Yield (set of points, set of points of adjacent stones) for each connected region of empty points."""
    neighbours = neighbour_table(size)
    seen = set()
    for start, colour in enumerate(colours):
        if colour != EMPTY or start in seen:
            continue
        region, border, frontier = {start}, set(), [start]
        while frontier:
            for near in neighbours[frontier.pop()]:
                if colours[near] != EMPTY:
                    border.add(near)
                elif near not in region:
                    region.add(near)
                    frontier.append(near)
        seen |= region
        yield region, border


def territory(colours: Sequence[int], size: int, seki: Collection[int] = ()) -> dict[int, int]:
    """Dict from each empty point that a single colour surrounds to that colour.

    Regions that touch a stone on one of the points `seki` belong to no one.
    """
    owners = {}
    for region, border in empty_regions(colours, size):
        around = {colours[point] for point in border}
        if len(around) == 1 and border.isdisjoint(seki):
            owners.update(dict.fromkeys(region, around.pop()))
    return owners


def area_score(colours: Sequence[int], size: int, dead: Collection[int] = ()) -> int:
    """Stones and surrounded points, Black's minus White's, after the stones on `dead` are taken off."""
    colours = without(colours, dead)
    counted = list(territory(colours, size).values()) + colours
    return counted.count(BLACK) - counted.count(WHITE)


def territory_score(colours: Sequence[int], size: int, captures: Sequence[int], dead: Collection[int] = (),
                    seki: Collection[int] = ()) -> int:
    """Surrounded points and prisoners, Black's minus White's.

    captures  [stones Black took off, stones White took off] during play
    dead      points of stones that count as prisoners although they were not captured
    seki      points of stones whose adjacent regions are no territory
    """
    prisoners = list(captures)
    for point in dead:
        prisoners[opponent(colours[point])] += 1
    owners = list(territory(without(colours, dead), size, seki).values())
    return owners.count(BLACK) - owners.count(WHITE) + prisoners[BLACK] - prisoners[WHITE]


def final_score(game: Game, dead: Collection[int] = (), seki: Collection[int] = ()) -> float:
    """The game's score under its rules: Black minus White, komi and handicap bonus included (a float)."""
    board, rules = game.board, game.rules
    if rules.scoring is Scoring.TERRITORY:
        margin = territory_score(board.colours, board.size, board.captures, dead, seki)
    else:
        margin = area_score(board.colours, board.size, dead)
    return float(margin - game.effective_komi)


def result_text(score: float) -> str:
    """GTP's and SGF's text of a score: "B+3.5", "W+12", or "0" for jigo."""
    if score == 0:
        return "0"
    return f"{'B' if score > 0 else 'W'}+{abs(score):g}"
