"""Why a move was a mistake, in words: one sentence for each kind of fact. The phrases stand in gopy.desk.languages."""
from typing import Any

from gopy.desk.languages import english
from gopy.desk.review.case import part_of_board
from gopy.desk.review.facts import Fact
from gopy.go.geometry import opponent, vertex_text

COLOURS = ("Black", "White")


def reason(fact: Fact, size: int) -> dict[str, Any]:
    """What a sentence tells of a fact, as a document that JSON can hold: the `key` of its phrase, and the `values` for its places.

    own, foe        who owns the stones, and the opponent of that side, as their numbers
    count, first    how many stones, and one of them;  againstCount, againstFirst: of the opponent's
    move, points    of the fact;  back: of an exchange
    where           the part of the board, see gopy.desk.review.case.part_of_board
    """
    values: dict[str, Any] = {"own": fact.owner, "foe": opponent(fact.owner), "count": len(fact.stones), "points": round(fact.points)}
    if fact.stones:
        values.update(first=vertex_text(fact.stones[0], size), where=part_of_board(fact.stones, size))
    if fact.against:
        values.update(againstCount=len(fact.against), againstFirst=vertex_text(fact.against[0], size))
    if fact.back:
        values["back"] = round(fact.back)
    if fact.move is not None:
        values["move"] = vertex_text(fact.move, size)
    after = fact.kind == "dies" and fact.move is not None
    return {"key": f"reason.{fact.kind}{' after' if after else ''}", "values": values}


def sentence(fact: Fact, size: int) -> str:
    """The English sentence that tells a fact."""
    told = reason(fact, size)
    values = told["values"]
    if "where" in values:
        values.update(stones=_named(values["count"], values["first"]), where=english(f"where.{values['where']}"))
    if "againstCount" in values:
        values["against"] = _named(values["againstCount"], values["againstFirst"])
    return english(told["key"], **values)


def _named(count: int, first: str) -> str:
    return english("stones", count=count, number=number(count), first=first)


def number(count: int) -> str:
    """A number, as a word if it is small."""
    words = english("numbers").split()
    return words[count] if count < len(words) else str(count)
