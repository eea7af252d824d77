"""Facts in words: one sentence for each kind of fact."""
from gopy.desk.review.facts import Fact
from gopy.go.geometry import opponent, row_and_column, vertex_text

COLOURS = ("Black", "White")

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

#: {kind of a fact: its sentence}. `own` is who owns the stones, `foe` the opponent of that side, `stones` names them, `them` is "it" or
#: "them", `first` the first of them, `against` names the opponent's, `move` is the move of the fact, `where` a part of the board.
SENTENCES = {
    "passed": "{own} passes, and {move} is still worth something.",
    "left in atari": "{own}'s {stones} {were} in atari, and {foe} takes {them} at {move}.",
    "own atari": "The move leaves {own}'s {stones} in atari: {foe} takes {them} at {move}.",
    "missed capture": "{foe} {move} would have taken {own}'s {stones}. Now {they} {get} away.",
    "late capture": "{foe} {move} would have taken {own}'s {stones} at once. Now that is not sure.",
    "dies": "{own}'s {stones} {die}{reply}.",
    "lives": "{own}'s {stones} {live}. {foe} {move} would have killed {them}.",
    "cut": "{foe} can cut at {move}, and {own}'s {stones} {get} weaker for it.",
    "race": "{own}'s {stones} and {foe}'s {against} fight for life. {move} would have helped {own} there.",
    "weaker": "{own}'s {stones} {are} in more danger now than after {move}.",
    "spared": "{move} would have put more pressure on {own}'s {stones}.",
    "wait": "{move} first: {first} could follow later.",
    "area": "{own} loses about {points} points {where}.",
    "inside own": "{first} was {own}'s already. A move there gains nothing.",
    "hopeless": "The stone at {first} cannot live: {foe} is too strong there.",
    "edge": "The edge is early: {move} makes more of the open board.",
    "point for both": "{move} is a point that both sides want: {foe} may play there next.",
    "worth": "{move} is worth about {points} points more.",
    "better": "{move} was better.",
}


def sentence(fact: Fact, size: int) -> str:
    """The sentence that tells a fact."""
    one = len(fact.stones) == 1
    move = "" if fact.move is None else vertex_text(fact.move, size)
    own, foe = COLOURS[fact.owner], COLOURS[opponent(fact.owner)]
    return SENTENCES[fact.kind].format(
        own=own, foe=foe, stones=_named(fact.stones, size), first=vertex_text(fact.stones[0], size) if fact.stones else "",
        them="it" if one else "them", they="it" if one else "they", were="was" if one else "were", are="is" if one else "are",
        get="gets" if one else "get", die="dies" if one else "die", live="lives" if one else "live",
        reply=f" after {foe} {move}" if move else "", move=move, against=_named(fact.against, size), points=round(fact.points),
        where=part_of_board(fact.stones, size) if fact.stones else "")


def _named(stones: tuple[int, ...], size: int) -> str:
    if not stones:
        return ""
    first = vertex_text(stones[0], size)
    return f"stone at {first}" if len(stones) == 1 else f"{number(len(stones))} stones at {first}"


def number(count: int) -> str:
    """A number, as a word if it is small."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def part_of_board(points: tuple[int, ...], size: int) -> str:
    """Where points lie, as seen by who looks at the board: "in the upper left", "on the right", "in the centre"."""
    places = [row_and_column(point, size) for point in points]
    up, right = (sum(place[axis] for place in places) / len(places) / max(size - 1, 1) for axis in (0, 1))
    row = "upper" if up > 0.62 else "lower" if up < 0.38 else ""
    column = "right" if right > 0.62 else "left" if right < 0.38 else ""
    if row and column:
        return f"in the {row} {column}"
    if row:
        return "at the top" if row == "upper" else "at the bottom"
    return f"on the {column}" if column else "in the centre"
