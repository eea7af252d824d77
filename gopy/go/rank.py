"""Ranks of players as numbers: each step from 30 kyu over 1 kyu and 1 dan to 9 dan is one."""
import re

_RANK = re.compile(r"\s*(\d{1,2})\s*([kdp]).{0,8}", re.IGNORECASE)

#: The numbers of 30 kyu, and of professionals and of all who have more than 9 dan.
WEAKEST, STRONGEST = 1, 40


def rank_number(text: str) -> int | None:
    """The number of a rank such as 18k, 3d or 9p: 30k is 1, 1k 30, 1d 31. None if the text is no rank."""
    found = _RANK.fullmatch(text)
    if not found:
        return None
    count, kind = int(found[1]), found[2].lower()
    number = {"k": 31 - count, "d": 30 + count, "p": STRONGEST}[kind]
    return min(max(number, WEAKEST), STRONGEST)
