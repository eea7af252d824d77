"""Why a move was a mistake: facts read off the board and the ownership that searches found, each checked before it is told.

A fact compares two positions that were searched alike: after the move that was played, and after the better one. Stones are lost by the
move only if they are the opponent's after the one and were not after the other. What happens far away from both moves is no reason,
unless stones die of it.
"""
from collections.abc import Iterable
from dataclasses import dataclass

from gopy.desk.review.case import LEAST_FALL, Case, part_of_board
from gopy.go.board import Position
from gopy.go.geometry import EMPTY, neighbours, pass_move, points, row_and_column

#: Ownership, as the player sees it, from which stones or points are called won, and below whose negative they are called lost. Between
#: them nobody knows.
SAFE = 0.6

#: Two chains, one of each side, of which one lives if the other dies have the same ownership, but for so much.
SAME_FATE = 0.12

#: A point is sure to be somebody's from this ownership on.
SURE = 0.85

#: Points that change hands: how far the ownership of one falls at least, and how many points of the score it must come to.
LEAST_POINT, LEAST_AREA = 0.15, 3.5

#: A better move that is worth fewer points is only called better.
LEAST_WORTH = 1.5

#: What is true of stones on the board is told from this fall of their ownership on: it is small, but on the side of what is told.
LEAST_HINT = 0.08

#: A chain with more liberties is not in need of any.
SHORT_OF_LIBERTIES = 3

#: A part of the board is open if no stone is within so many steps of a point, on boards from each size on. Moves farther from each other
#: than ELSEWHERE are not about the same part.
OPEN, ELSEWHERE = ((13, 5), (0, 3)), 4

#: Points within so many steps of stones are the room around them.
ROOM = 3

#: A part of the board is told if the better move is worth so many points there, or more.
LEAST_PART = 1.5

#: The player's next moves of the better line in which the move that was played is looked for.
SOON = 3

#: The edge of the board is early so long as fewer than this share of the points are taken.
EARLY = 0.35


@dataclass(frozen=True)
class Fact:
    """Something that is true of a mistake.

    kind    what it is, which is told by the phrase reason.KIND of gopy.desk.languages
    owner   whose stones or points they are
    stones  points of these stones or points; the first stands for all
    move    the move that makes it so, if there is one
    against the opponent's stones that they fight with
    points  how many points of the score it comes to, where that is told
    back    how many points the player gets elsewhere for it
    """

    kind: str
    owner: int
    stones: tuple[int, ...] = ()
    move: int | None = None
    against: tuple[int, ...] = ()
    points: float = 0.0
    back: float = 0.0


def facts(case: Case) -> list[Fact]:
    """What is true of a mistake, what explains it best first. The last is always true and says nothing but what the searches found."""
    found = [fact for rule in _RULES if (fact := rule(case)) is not None]
    worth = case.lead_lost          # not by the owners of points: it stands beside the points that the mistake is said to cost
    return [*found, Fact("worth" if worth >= LEAST_WORTH else "better", case.mover, (), case.better, points=worth)]


def _worth(case: Case) -> float:
    """How many points of the whole board the player has less than after the better move."""
    return case.fall(points(case.size)) * case.size ** 2


def _passed(case: Case) -> Fact | None:
    if case.played == case.passing:
        return Fact("passed", case.mover, (), case.better)
    return None


def _missed_capture(case: Case) -> Fact | None:
    """The better move captures stones, which get away now."""
    if case.takes and case.held(case.now, case.takes) <= -SAFE:
        return Fact("missed capture", case.other, case.takes, case.better)
    return None


def _late_capture(case: Case) -> Fact | None:
    """The better move captures stones, which is no longer sure."""
    if case.takes and case.fall(case.takes) >= LEAST_FALL:
        return Fact("late capture", case.other, case.takes, case.better)
    return None


def _left_in_atari(case: Case) -> Fact | None:
    """Stones that were in atari are taken by the reply, and the better move would have helped them."""
    for owner, stones, liberties in case.chains:
        if owner == case.mover and liberties == 1 and set(stones) <= set(case.taken_next) and case.fall(stones) >= LEAST_FALL:
            return Fact("left in atari", owner, stones, case.reply)
    return None


def _own_atari(case: Case) -> Fact | None:
    """The move's own chain has one liberty, where the reply takes it, and is not won back."""
    if case.played == case.passing or case.played not in case.taken_next:
        return None
    stones = case.after.chain(case.played)[0]
    if case.held(case.now, stones) > -SAFE / 2:
        return None
    return Fact("own atari", case.mover, (case.played, *sorted(stones - {case.played})), case.reply)


def _dies(case: Case) -> Fact | None:
    """Own stones are lost, which were not after the better move."""
    stones = case.heaviest(case.mover, lambda now, could: now <= -SAFE and could >= 0.0)
    return Fact("dies", case.mover, stones, case.reply) if stones else None


def _lives(case: Case) -> Fact | None:
    """The opponent's stones live that would have been won."""
    stones = case.heaviest(case.other, lambda now, could: now <= -SAFE and could >= SAFE)
    return Fact("lives", case.other, stones, case.better) if stones else None


def _cut(case: Case) -> Fact | None:
    """The reply is where the better move would have joined own chains, and one of them suffers for it."""
    if case.reply is None or case.reply != case.better:
        return None
    chains = {tuple(sorted(case.before.chain(near)[0])) for near in neighbours(case.better, case.size)
              if case.before.colours[near] == case.mover}
    standing = [stones for stones in chains if all(case.after.colours[stone] == case.mover for stone in stones)]
    if len({frozenset(case.after.chain(stones[0])[0]) for stones in standing}) < 2:
        return None
    weakest = max(standing, key=case.fall)
    return Fact("cut", case.mover, weakest, case.reply) if case.fall(weakest) >= LEAST_FALL else None


def _race(case: Case) -> Fact | None:
    """A chain of each side, of which one lives if the other dies, and the move does less for the player's."""
    pairs = [(own, others) for whose, own, _ in case.chains for whose_other, others, _ in case.chains
             if (whose, whose_other) == (case.mover, case.other) and case.fall(own) >= LEAST_FALL
             and all(abs(case.held(look, own) - case.held(look, others)) <= SAME_FATE for look in (case.now, case.could))
             and abs(case.held(case.now, own)) < SURE and case.near(own + others, case.better) and _touch(case.before, own, others)]
    if not pairs:
        return None
    own, others = max(pairs, key=lambda pair: len(pair[0]) + len(pair[1]))
    return Fact("race", case.mover, own, case.better, others)


def _touch(board: Position, stones: Iterable[int], others: Iterable[int]) -> bool:
    """Whether two chains touch or share a liberty."""
    around = {near for stone in stones for near in neighbours(stone, board.size)}
    return any(other in around or any(near in around and board.colours[near] == EMPTY for near in neighbours(other, board.size))
               for other in others)


def _weaker(case: Case) -> Fact | None:
    """Own stones are less safe than after the better move."""
    stones = case.heaviest(case.mover, lambda now, could: now < SAFE)
    moves = [move for move in (case.better, case.reply) if move is not None]
    return Fact("weaker", case.mover, stones, case.better) if any(case.near(stones, move) for move in moves) else None


def _spared(case: Case) -> Fact | None:
    """The opponent's stones are safer than after the better move."""
    stones = case.heaviest(case.other, lambda now, could: could > -SAFE)
    return Fact("spared", case.other, stones, case.better) if case.near(stones, case.better) else None


def _matters(case: Case, stones: tuple[int, ...]) -> bool:
    """Whether it is told what the better move does to stones: they are neither lost to the player's side by it nor won without it."""
    settled = case.held(case.could, stones) <= -SAFE or case.held(case.now, stones) >= SAFE
    return case.fall(stones) >= LEAST_HINT and not settled


def _atari(case: Case) -> Fact | None:
    """The better move puts stones of the opponent's in atari, with a stone that is not in atari itself."""
    if case.better == case.passing or len(case.instead.chain(case.better)[1]) < 2:
        return None
    for stones in case.chains_at_better(case.other):
        if _matters(case, stones) and stones[0] not in case.takes and len(case.instead.chain(stones[0])[1]) == 1:
            return Fact("atari", case.other, stones, case.better)
    return None


def _joins(case: Case) -> Fact | None:
    """The better move makes one chain of two of the player's, which are two after the move that was played."""
    first, *others = case.chains_at_better(case.mover) or [()]
    other = next((stones for stones in others if stones[0] not in case.after.chain(first[0])[0]), None)
    return Fact("joins", case.mover, first, case.better, other) if other and _matters(case, first) else None


def _parts(case: Case) -> Fact | None:
    """The better move is where two of the opponent's chains would become one."""
    first, *others = case.chains_at_better(case.other) or [()]
    other = next((stones for stones in others if stones[0] not in case.after.chain(first[0])[0]), None)
    if not other or {first[0], other[0]} & set(case.takes) or not _matters(case, first):
        return None
    joined = case.before.copy()
    joined.play(case.other, case.better)
    if len(joined.chain(case.better)[1]) < 2:
        return None
    return Fact("parts", case.other, first, case.better, other)


def _liberties(case: Case) -> Fact | None:
    """The better move gives liberties to stones of the player's that have few."""
    for stones in case.chains_at_better(case.mover):
        had, has, would = (len(board.chain(stones[0])[1]) for board in (case.before, case.after, case.instead))
        if max(had, has) < SHORT_OF_LIBERTIES <= would and _matters(case, stones):
            return Fact("liberties", case.mover, stones, case.better, points=would)
    return None


def _open(case: Case) -> Fact | None:
    """The better move is the first one in a part of the board."""
    steps = next(steps for size, steps in OPEN if case.size >= size)
    stones = [point for point in points(case.size) if case.before.colours[point] != EMPTY]
    if case.better == case.passing or case.near(stones, case.better, steps):
        return None
    if stones and case.near([case.better], case.played, steps):
        return None
    return Fact("open", case.mover, (case.better,), case.better)


def _unanswered(case: Case) -> Fact | None:
    """The opponent is expected to play elsewhere after the move, and to answer the better one, which is near stones of the opponent's."""
    if case.played == case.passing or case.reply is None or case.reply == case.better or case.near([case.played], case.reply, ELSEWHERE):
        return None
    theirs = [point for point in points(case.size) if case.before.colours[point] == case.other]
    if not case.near([case.better], case.could.reply) or not case.near(theirs, case.better):
        return None
    return Fact("unanswered", case.mover, (case.played,), case.better)


def _helps(case: Case) -> Fact | None:
    """The better move is near stones of the player's, which are a little safer for it."""
    near = [stones for owner, stones, _ in case.chains if owner == case.mover and _matters(case, stones) and case.near(stones, case.better)]
    return Fact("helps", case.mover, max(near, key=lambda stones: len(stones) * case.fall(stones)), case.better) if near else None


def _room(case: Case) -> Fact | None:
    """The better move takes points around the stones of the opponent's that it is nearest to, whatever it costs elsewhere."""
    standing = [stones for owner, stones, _ in case.chains if owner == case.other and case.held(case.now, stones) < SAFE]
    by_steps = ([stones for stones in standing if case.near(stones, case.better, steps)] for steps in range(1, ROOM + 1))
    nearest = next(filter(None, by_steps), [])
    around = {stones: [point for point in points(case.size) if case.near(stones, point, ROOM)] for stones in nearest}
    worths = {stones: case.fall(room) * len(room) for stones, room in around.items()}
    most = max(worths, key=worths.__getitem__, default=())
    return Fact("room", case.other, most, case.better) if most and worths[most] >= LEAST_PART else None


def _wait(case: Case) -> Fact | None:
    """The player's move comes later in the line that begins with the better one."""
    if case.played != case.passing and case.played in case.better_line[2:2 * SOON + 1:2]:
        return Fact("wait", case.mover, (case.played,), case.better)
    return None


def _area(case: Case) -> Fact | None:
    """Points that lie together, stones or not, near the better move, are the opponent's rather than the player's.

    If much of it comes back elsewhere, it is an exchange: only the difference is lost.
    """
    falling = {point for point in points(case.size) if case.fall([point]) >= LEAST_POINT}
    largest, most = set[int](), 0.0
    while falling:
        frontier = [falling.pop()]
        region = set(frontier)
        while frontier:
            near = falling.intersection(neighbours(frontier.pop(), case.size))
            falling -= near
            region |= near
            frontier += near
        worth = sum(case.fall([point]) for point in region)
        if worth > most and case.near(region, case.better):
            largest, most = region, worth
    if most < LEAST_AREA:
        return None
    back = most - _worth(case)
    if back < LEAST_AREA:
        return Fact("area", case.mover, tuple(sorted(largest)), case.better, points=most)
    if round(back) >= round(most):      # no loss can be told
        return None
    return Fact("exchange", case.mover, tuple(sorted(largest)), case.better, points=most, back=back)


def _inside_own(case: Case) -> Fact | None:
    """The move is on a point that was the player's, touches nothing of the opponent's, and it still is."""
    if case.played == case.passing or any(case.before.colours[near] == case.other for near in neighbours(case.played, case.size)):
        return None
    if min(case.held(look, [case.played]) for look in (case.was, case.now, case.could)) < SURE:
        return None
    return Fact("inside own", case.mover, (case.played,))


def _hopeless(case: Case) -> Fact | None:
    """The stone that was played is the opponent's, as its point was before."""
    if case.played == case.passing or max(case.held(look, [case.played]) for look in (case.was, case.now, case.could)) > -SURE:
        return None
    return Fact("hopeless", case.mover, (case.played,))


def _point_for_both(case: Case) -> Fact | None:
    """The opponent is expected to take the better point next."""
    if case.reply is not None and case.reply == case.better:
        return Fact("point for both", case.mover, (), case.better)
    return None


def _wanted_soon(case: Case) -> Fact | None:
    """The opponent is expected to take the better point before long."""
    if case.better != case.passing and case.better in case.now.line[2:2 * SOON:2]:
        return Fact("wanted soon", case.mover, (), case.better)
    return None


def _part(case: Case) -> Fact | None:
    """The player holds more of the part of the board that the better move is in, or of one beside it.

    If much of it is lost elsewhere, that is told too; if all of it is, nothing is.
    """
    parts: dict[str, list[int]] = {}
    for point in points(case.size):
        parts.setdefault(part_of_board((point,), case.size), []).append(point)
    near = [part for part in parts.values() if case.near(part, case.better)]
    most = max(near, key=lambda part: case.fall(part) * len(part), default=[])
    worth = case.fall(most) * len(most) if most else 0.0
    back = worth - _worth(case)
    if worth < LEAST_PART or round(back) >= round(worth):
        return None
    if back < LEAST_AREA:
        return Fact("part", case.mover, tuple(most), case.better, points=worth)
    return Fact("trade", case.mover, tuple(most), case.better, points=worth, back=back)


def _edge(case: Case) -> Fact | None:
    """A move on the edge, early, near nothing that it could matter to."""
    taken = sum(case.before.colours[point] != EMPTY for point in points(case.size))
    if case.played == case.passing or taken > EARLY * case.size ** 2 or not _on_edge(case.played, case.size) \
            or _on_edge(case.better, case.size) or any(case.before.colours[near] != EMPTY for near in neighbours(case.played, case.size)):
        return None
    return Fact("edge", case.mover, (case.played,), case.better)


def _on_edge(move: int, size: int) -> bool:
    row, column = row_and_column(move, size)
    return move != pass_move(size) and (row in (0, size - 1) or column in (0, size - 1))


#: What is looked for, what explains most first.
_RULES = (_passed, _left_in_atari, _own_atari, _missed_capture, _dies, _lives, _late_capture, _cut, _race, _weaker, _spared, _atari,
          _joins, _parts, _liberties, _wait, _point_for_both, _wanted_soon, _inside_own, _hopeless, _edge, _open,
          _unanswered, _helps, _room, _area, _part)
