"""The record of a reviewed game: the one that was read, with comments, marks and variations added to its main line."""
from collections.abc import Sequence

from gopy.desk.review.findings import LINE_LENGTH, Mistake, lead_text, percent, texts, told_text
from gopy.desk.review.plan import LEAST_DOUBT, Plan
from gopy.desk.review.words import COLOURS
from gopy.go.geometry import opponent, pass_move, vertex_text
from gopy.go.record.nodes import Node
from gopy.go.record.values import comments, escaped, point_text
from gopy.go.record.write import written
from gopy.go.sgf import GameRecord, write_move


def annotated(found: GameRecord, plan: Plan, mistakes: Sequence[Mistake]) -> str:
    """The SGF text of a record with what was found, see gopy.go.record.write.written.

    found       the GameRecord, to whose record the results are added
    plan        the gopy.desk.review.plan.Plan of its review
    mistakes    those whose reasons, and whose better line as a variation, are added

    Stones that are set up in the middle of the record start the game anew: nothing is added before them.
    """
    nodes = found.nodes
    plan.judge()
    told = {mistake.number: mistake for mistake in mistakes}
    for turn, chance in sorted(plan.chances.items()):
        texts_here = [_position_text(plan, turn)]
        if turn in told:
            texts_here.append(f"A mistake: {told_text(told[turn])} Better was {vertex_text(told[turn].better, found.game.size)}.")
        elif turn - 1 in plan.others and plan.loss(turn - 1) >= LEAST_DOUBT and not plan.decided(turn - 1):
            texts_here.append(f"This move: {COLOURS[plan.mover(turn - 1)]}'s chance falls by {percent(plan.loss(turn - 1))}")
        _add_comment(nodes[turn], "\n".join(texts_here))
        nodes[turn].set("SBKV", f"{100 * chance:.2f}")
    for mistake in mistakes:
        _add_variation(nodes[mistake.number - 1], mistake, found.game.size)
    return written(found.record)


def _add_comment(node: Node, text: str) -> None:
    node.set("C", escaped("\n".join([*comments(node), text]).strip()))


def _position_text(plan: Plan, turn: int) -> str:
    look = plan.look(turn)
    assert look is not None         # the position has a chance
    text = f"Black wins {percent(plan.chances[turn])}, {lead_text(plan.leads[turn])}, {look.visits} visits"
    return f"{text}\nBest: {' '.join(texts(look.line[:LINE_LENGTH], plan.game.size))}" if look.line else text


def _add_variation(node: Node, mistake: Mistake, size: int) -> None:
    """Add the better line of play as a variation, and mark its first move before it is played."""
    if mistake.better != pass_move(size):
        node.set("TR", *dict.fromkeys([*node.values("TR"), point_text(mistake.better, size)]))
    colour = mistake.colour
    for move in mistake.better_line:
        node = node.new_child()
        write_move(node, colour, move, size)
        colour = opponent(colour)
