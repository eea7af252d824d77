"""Shows what reviews say of mistakes, each beside its board, so that somebody can read and judge every sentence.

    python scripts/studies/strength/review/reasons.py GAMES_FOLDER --work FOLDER [--size 9] [--visits 2000] [--ids ID ...] [--again N]
    python scripts/studies/strength/review/reasons.py GAMES_FOLDER --work FOLDER --rare 60 --visits 600

measure.py has made the reviews. With --rare so many other games of 9x9 between players of 12 kyu and weaker are reviewed, and only
mistakes are shown of which something is said that the games of the study hardly have. With --again the positions after the move and after the better one are searched again, with another seed
and N simulations each, and the facts are read off anew: what the mistake costs then, and which sentences are given again. For each mistake it prints the board before the move (the move that was played is
?, the better one !), and whose the points are after the move and after the better one: B and W are sure, b and w likely, and a dot is open.
Beside them stand the expected lines of play and the sentences.
"""
import argparse
import lzma
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from measure import HERE, MOST_LISTED, RULES, chosen, game_of, reviewed

from gopy.desk.review.case import Case
from gopy.desk.review.facts import facts
from gopy.desk.review.findings import Mistake, mistakes, texts
from gopy.desk.review.looks import Question, look_of_answer
from gopy.desk.review.plan import Plan
from gopy.desk.review.turns import KeptAnswers, analyse
from gopy.engine.options import Options
from gopy.go.geometry import COLUMN_LETTERS, points_from_the_top, vertex_text
from gopy.go.history import Game
from gopy.lab.study.document import read_document

#: Ownership from which points are likely and sure somebody's.
LIKELY, SURE = 0.3, 0.7

#: The seed of the searches that look again.
SEED = 2

#: Kinds of facts that the games of the study have seldom or never.
RARE = {"left in atari", "own atari", "missed capture", "late capture", "joins", "inside own", "passed", "trade", "cut", "race", "atari",
        "liberties", "hopeless", "edge", "lives", "dies"}

#: The records that --rare draws from, the strongest kyu of them, their lengths, and the seed of the draw.
WEAK_RECORDS, LEAST_KYU, LENGTHS, DRAW = "go9_ranks.tsv.xz", 12, (24, 70), 7


def weak_games(folder: Path, count: int) -> Iterator[tuple[str, str, Game]]:
    """(id, ranks, Game) of records between weak players, drawn by the seed."""
    with lzma.open(folder / WEAK_RECORDS, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
    weak = [row for row in rows if row[2] != "?" and row[4] in RULES and LENGTHS[0] <= len(row[10]) // 2 <= LENGTHS[1]
            and all(rank.endswith("k") and int(rank[:-1]) >= LEAST_KYU for rank in row[6:8])]
    random.Random(DRAW).shuffle(weak)
    return ((row[0], "/".join(row[6:8]), game_of(row)) for row in weak[:count])


def show_rare(folder: Path, work: Path, visits: int, count: int) -> None:
    """Review games of weak players and print their mistakes of RARE kinds, and how often each kind was told."""
    kinds: Counter[str] = Counter()
    for identity, ranks, game in weak_games(folder, count):
        plan = reviewed(game, work / f"{identity}.{visits}.jsonl", visits)[0]
        for mistake in mistakes(plan, MOST_LISTED):
            told = [fact.kind for fact in mistake.told]
            kinds.update(told)
            if RARE.intersection(told):
                print(f"== {identity} ({ranks}): {', '.join(told)}\n\n{shown(plan, mistake)}")
    print(*(f"{kind} {times}" for kind, times in kinds.most_common()), sep=", ")


def kept_review(game: Game, path: Path, visits: int) -> Plan | None:
    """The Plan of a review whose answers are all in a file; None if some are missing."""
    answers, plan = KeptAnswers(path, game, visits, None, Options(size=game.size, threads=1)), Plan(game)
    while wanted := plan.wanted():
        for question in wanted:
            if question.key(game.size) not in answers.of:
                return None
            plan.add(question, look_of_answer(answers.of[question.key(game.size)], game.size))
    return plan


def shown(plan: Plan, mistake: Mistake) -> str:
    """A mistake as text: its lines of play, three boards side by side, and what is said of it."""
    turn, size, marks = mistake.number - 1, plan.game.size, {mistake.move: "?", mistake.better: "!"}
    colours = plan.position(turn).board.colours
    now, could = plan.look(turn + 1), plan.look(turn, mistake.better)
    assert now is not None and could is not None        # the move was checked
    boards = [_rows([marks.get(point) or "XO."[colours[point]] for point in points_from_the_top(size)], size),
              *(_rows([_owner(look.ownership[point]) for point in points_from_the_top(size)], size) for look in (now, could))]
    head = (f"{mistake.number} {'White (O)' if mistake.colour else 'Black (X)'} {vertex_text(mistake.move, size)}, "
            f"better {vertex_text(mistake.better, size)}, costs {100 * mistake.loss:.0f} % and {mistake.points:.1f} points")
    letters = " ".join(COLUMN_LETTERS[:size])
    return "\n".join([head, f"  now:    {' '.join(texts(mistake.reply_line, size))}", f"  better: {' '.join(texts(mistake.better_line, size))}",
                      *(f"  {size - number:2} {'   '.join(rows)}" for number, rows in enumerate(zip(*boards))),
                      f"     {'   '.join([letters] * len(boards))}", *(f"  - {text}" for text in mistake.reasons)]) + "\n"


def searched_again(plan: Plan, found: list[Mistake], path: Path, visits: int) -> list[str]:
    """A line about each Mistake: what it costs by other searches, and how many of its sentences are given again, about the same stones."""
    game = plan.game
    options = Options(size=game.size, threads=1, memory=512, seed=SEED)
    answers = KeptAnswers(path, game, visits, None, options)
    questions = [(Question(mistake.number), Question(mistake.number - 1, (mistake.better,))) for mistake in found]
    analyse(_Asked(game, [question for pair in questions for question in pair]), answers, visits, None, options, 1, lambda *progress: None)
    lines = []
    for mistake, pair in zip(found, questions):
        now, could = (look_of_answer(answers.of[question.key(game.size)], game.size) for question in pair)
        turn, sign = mistake.number - 1, 1 if mistake.colour == 0 else -1
        was = plan.look(turn)
        assert was is not None
        again = facts(Case(plan.position(turn).board, mistake.colour, mistake.move, mistake.better, was, now, could,
                           (mistake.better, *could.line)))
        same = {(fact.kind, fact.stones) for fact in again}
        given = [(fact.kind, fact.stones) in same or fact.kind in _AREAS and any(fact.kind == kind for kind, _ in same) for fact in mistake.told]
        lost = "" if all(given) else "; not: " + ", ".join(fact.kind for fact, is_given in zip(mistake.told, given) if not is_given)
        lines.append(f"  again: costs {100 * sign * (could.chance - now.chance):.0f} %, {sum(given)} of {len(given)} sentences{lost}")
    return lines


#: Facts about parts of the board, whose points are never quite the same.
_AREAS = ("area", "exchange", "part", "trade")


class _Asked(Plan):
    """Wants to know certain Questions and nothing else."""

    def __init__(self, game: Game, questions: list[Question]) -> None:
        super().__init__(game)
        self._asked = questions

    def wanted(self) -> list[Question]:
        return [question for question in self._asked if self.look(question.turn, *question.instead) is None]


def _rows(cells: list[str], size: int) -> list[str]:
    return [" ".join(cells[at:at + size]) for at in range(0, size * size, size)]


def _owner(ownership: float) -> str:
    letter = "B" if ownership > 0 else "W"
    return letter if abs(ownership) >= SURE else letter.lower() if abs(ownership) >= LIKELY else "."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the records")
    parser.add_argument("--ids", nargs="*", help="the games; all if none is named")
    parser.add_argument("--work", type=Path, required=True, help="the folder of the answers")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--again", type=int, metavar="N", help="search again, with so many simulations of a position")
    parser.add_argument("--rare", type=int, metavar="N", help="review N games of weak players and show what is seldom said")
    given = parser.parse_args()
    if given.rare:
        show_rare(given.folder, given.work, given.visits, given.rare)
        return
    games = next(games for games in read_document(HERE)["review"]["games"] if games["size"] == given.size)
    for identity, ranks, game in chosen(games, given.folder):
        if given.ids and identity not in given.ids:
            continue
        plan = kept_review(game, given.work / f"{identity}.{given.visits}.jsonl", given.visits)
        if plan is None:
            print(f"== {identity}: measure.py has not reviewed it\n")
            continue
        print(f"== {identity} ({ranks})\n")
        found = mistakes(plan, MOST_LISTED)
        again = searched_again(plan, found, given.work / f"{identity}.again.jsonl", given.again) if given.again else [""] * len(found)
        for mistake, line in zip(found, again):
            print(shown(plan, mistake) + line + "\n")


if __name__ == "__main__":
    main()
