"""What a review found out about a game: its mistakes with reasons, as records and as a document for a page."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gopy.desk.review.case import Case
from gopy.desk.review.facts import Fact, facts
from gopy.desk.review.looks import Look
from gopy.desk.review.plan import Plan
from gopy.desk.review.words import COLOURS, reason, sentence
from gopy.go.geometry import BLACK, EMPTY, WHITE, points, vertex_text

#: Another move that costs less than this is a good answer to "find a better move".
GOOD_ENOUGH = 0.02

#: From and to which share of the chance the moves cost that are counted together, the heaviest first.
WEIGHTS = ((0.10, 2.0), (0.05, 0.10), (0.03, 0.05))

#: The phases of a game, and the share of the points with stones from which on the second and the third have begun: on 19x19 some 50 and
#: 180 moves, on 9x9 some 12 and 40.
PHASES, _BEGIN = ("opening", "middle", "end"), (0.15, 0.5)

#: The longest line of play that is told.
LINE_LENGTH = 10

#: A move with a smaller share of the visits is not told as an answer, because the search hardly looked at it.
LEAST_LOOKED_AT = 0.05


def smallest_mistake(size: int) -> float:
    """A move that costs less than this share of the chance is no mistake.

    On 19x19 a move decides less of the game than on 9x9. Of the sixteen heaviest mistakes there that reviews lacked when this was 3 % on
    every board, six cost 2 to 3 % by the review, and 5.6 to 9.5 % by a longer search (study review).
    """
    return 0.02 if size > 13 else 0.03


class Answer(NamedTuple):
    """A move that might have been played in the place of a mistake."""

    loss: float                 #: what it costs, as a share of the chance
    line: tuple[int, ...]       #: the line of play that it begins


@dataclass(frozen=True)
class Mistake:
    """A move that cost its player a share of the chance, in a game that was undecided.

    number, colour, move    of the move; 1 is the first
    loss, points            what it cost, as a share of the chance and in points; points below 0 were won
    before, after           the player's chance before the move and after it
    lost_here               whether the player was ahead before the move, and never again from then on
    better, better_line     the move that was better, and how the game would go on, that move first
    reply_line              how it is expected to go on now, the opponent's move first
    facts, told             what is true of it, best first, and those that are told
    reasons                 the sentences about these
    answers                 {move: the Answer} of the moves that were searched at this place, the played and the better one among them
    """

    number: int
    colour: int
    move: int
    loss: float
    points: float
    before: float
    after: float
    lost_here: bool
    better: int
    better_line: tuple[int, ...]
    reply_line: tuple[int, ...]
    facts: tuple[Fact, ...]
    told: tuple[Fact, ...]
    reasons: tuple[str, ...]
    answers: dict[int, Answer]


def mistakes(plan: Plan, count: int) -> list[Mistake]:
    """At most `count` Mistakes of a game, the heaviest first: those that the second pass has looked at."""
    least = smallest_mistake(plan.game.size)
    found = [_mistake(plan, turn) for turn in plan.heaviest(len(plan.turns)) if plan.loss(turn) >= least and plan.checked(turn)]
    return found[:count]


def _mistake(plan: Plan, turn: int) -> Mistake:
    mover, played = plan.game.moves[turn]
    other, was, now = plan.others[turn], plan.look(turn), plan.look(turn + 1)
    assert other is not None and was is not None and now is not None        # the move was checked
    could = plan.look(turn, other.move)
    assert could is not None
    case = Case(plan.position(turn).board, mover, played, other.move, was, now, could, (other.move, *could.line), plan.points_lost(turn))
    found = tuple(facts(case))
    told = tuple(_told(found))
    before, after = (_of_mover(plan.chances[each], mover) for each in (turn, turn + 1))
    better_line, played_line = ((move, *look.line)[:LINE_LENGTH] for move, look in ((other.move, could), (played, now)))
    lost = before >= 0.5 and all(_of_mover(plan.chances[later], mover) < 0.5 for later in plan.turns if later > turn)
    return Mistake(turn + 1, mover, played, before - after, plan.points_lost(turn), before, after, lost, other.move,
                   better_line, played_line[1:], found, told, tuple(sentence(fact, plan.game.size) for fact in told),
                   _answers(was, played_line, better_line, mover, before, after))


def _told(found: Sequence[Fact]) -> list[Fact]:
    """The facts that are told: the first, and the next that is about other stones, or says how many points it comes to."""
    first, rest = found[0], found[1:-1]
    about = {*first.stones, *first.against}
    second = [fact for fact in rest if fact.kind in ("area", "exchange") or about.isdisjoint((*fact.stones, *fact.against))]
    return [first, *second[:1]]


def _answers(was: Look, mistake_line: tuple[int, ...], better_line: tuple[int, ...], mover: int, before: float,
             after: float) -> dict[int, Answer]:
    found = {candidate.move: _answer(before, candidate.chance, candidate.line, mover)
             for candidate in was.candidates if candidate.visits >= LEAST_LOOKED_AT * was.visits}
    return {**found, mistake_line[0]: Answer(before - after, mistake_line), better_line[0]: Answer(0.0, better_line)}


def _answer(before: float, chance: float, line: tuple[int, ...], mover: int) -> Answer:
    """What a move costs by Black's chance after it. What does better than the search thought possible costs nothing."""
    return Answer(max(before - _of_mover(chance, mover), 0.0), line[:LINE_LENGTH])


def answer_document(before: float, move: int, after: Look, mover: int, size: int) -> dict[str, Any]:
    """What a document says of one more move in the place of a mistake, by the Look `after` it; `before` is its player's chance."""
    return _answer_document(_answer(before, after.chance, (move, *after.line), mover), size)


def _answer_document(answer: Answer, size: int) -> dict[str, Any]:
    return {"loss": round(answer.loss, 4), "line": texts(answer.line, size)}


def _of_mover(chance: float, mover: int) -> float:
    return chance if mover == BLACK else 1.0 - chance


class Costs(NamedTuple):
    """What the moves of a player cost in a part of the game, while it was undecided."""

    colour: int
    phase: str                      #: one of PHASES, or "game": the whole of it
    moves: int
    counts: tuple[int, int, int]    #: moves that cost as much as WEIGHTS say, the heaviest first
    mean: float                     #: what a move cost, as a share of the chance
    points: float                   #: the same in points; below 0 if the lead rose while the chance fell


def costs(plan: Plan) -> list[Costs]:
    """The Costs of both players, of the whole game and of each phase in which they moved."""
    rows = []
    undecided = [(plan.mover(turn), _phase(plan, turn), plan.loss(turn), plan.points_lost(turn)) for turn in plan.turns[:-1]
                 if not plan.decided(turn)]
    for colour in (BLACK, WHITE):
        for phase in ("game", *PHASES):
            lost = [(loss, points) for mover, when, loss, points in undecided if mover == colour and phase in ("game", when)]
            if lost:
                heavy, middle, light = (sum(low <= loss < high for loss, _ in lost) for low, high in WEIGHTS)
                mean, points = (sum(column) / len(lost) for column in zip(*lost))
                rows.append(Costs(colour, phase, len(lost), (heavy, middle, light), mean, points))
    return rows


def _phase(plan, turn):
    colours = plan.game.after(turn).board.colours
    taken = sum(colours[point] != EMPTY for point in points(plan.game.size)) / plan.game.size ** 2
    return PHASES[sum(taken >= share for share in _BEGIN)]


def document(plan: Plan, found: Sequence[Mistake]) -> dict[str, Any]:
    """A review as a document that JSON can hold, for a page. Moves and points are vertices, chances and leads are Black's.

    size, turns     of the board, and the numbers of moves before each position
    chances, leads  of the positions, in the order of `turns`
    ownership       of each position, in hundredths, by rows from the top left
    lines           the moves that are expected in each position
    losses, points  what each move but the last position's cost its player, of the chance and in points
    mistakes        the mistakes, the heaviest first, see _mistake_document
    costs           what the moves of each player cost in each phase, see Costs
    goodEnough      what another move may cost and still be a good answer
    """
    size = plan.game.size
    looks = [look for turn in plan.turns if (look := plan.look(turn)) is not None]
    plan.judge()
    return {"size": size, "turns": plan.turns, "goodEnough": GOOD_ENOUGH,
            "chances": [round(plan.chances[turn], 4) for turn in plan.turns],
            "leads": [round(plan.leads[turn], 1) for turn in plan.turns],
            "losses": [round(plan.loss(turn), 4) for turn in plan.turns[:-1]],
            "points": [round(plan.points_lost(turn), 1) for turn in plan.turns[:-1]],
            "ownership": [[round(100 * value) for value in look.ownership.values()] for look in looks],
            "lines": [texts(look.line[:LINE_LENGTH], size) for look in looks],
            "costs": [{"colour": "BW"[row.colour], "phase": row.phase, "moves": row.moves, "counts": list(row.counts),
                       "mean": round(row.mean, 4), "points": round(row.points, 2)} for row in costs(plan)],
            "mistakes": [_mistake_document(each, size) for each in found]}


def _mistake_document(mistake: Mistake, size: int) -> dict[str, Any]:
    return {"number": mistake.number, "colour": "BW"[mistake.colour], "move": vertex_text(mistake.move, size),
            "loss": round(mistake.loss, 4), "points": round(mistake.points, 1),
            "before": round(mistake.before, 4), "after": round(mistake.after, 4), "lostHere": mistake.lost_here,
            "better": vertex_text(mistake.better, size),
            "betterLine": texts(mistake.better_line, size), "replyLine": texts(mistake.reply_line, size),
            "facts": [{"kind": fact.kind, "owner": "BW"[fact.owner], "stones": texts(fact.stones, size),
                       "move": None if fact.move is None else vertex_text(fact.move, size), "against": texts(fact.against, size),
                       "points": round(fact.points, 1)} for fact in mistake.facts],
            "reasons": list(mistake.reasons),
            "told": [reason(fact, size) for fact in mistake.told], "text": told_text(mistake),
            "answers": {vertex_text(move, size): _answer_document(answer, size) for move, answer in mistake.answers.items()}}


def texts(moves: tuple[int, ...], size: int) -> list[str]:
    """The vertices of moves."""
    return [vertex_text(move, size) for move in moves]


def told_text(mistake: Mistake) -> str:
    """All sentences about a mistake but what was better."""
    return " ".join([f"{change_text(mistake)}.", *(["Here the game was lost."] if mistake.lost_here else []), *mistake.reasons])


def change_text(mistake: Mistake) -> str:
    """ "White's chance fell from 46 % to 39 %, 3 points": from the player's side."""
    lost = f", {mistake.points:.0f} point{'' if round(mistake.points) == 1 else 's'}" if mistake.points >= 0.5 else ""
    return f"{COLOURS[mistake.colour]}'s chance fell from {percent(mistake.before)} to {percent(mistake.after)}{lost}"


def percent(share: float) -> str:
    """ "46 %" """
    return f"{100 * share:.0f}\u00a0%"


def lead_text(points: float) -> str:
    """ "B+3.5", "W+12.0" or "even": who is ahead, and by how many points."""
    if abs(points) < 0.05:
        return "even"
    return f"{'B' if points > 0 else 'W'}+{abs(points):.1f}"
