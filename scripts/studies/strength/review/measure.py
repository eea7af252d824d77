"""Reviews games of go9_ranks, searches each of their positions 20 times as long, and compares the mistakes.

    python scripts/studies/strength/review/measure.py GAMES_FOLDER --work FOLDER [--visits 200] [--games N] [--report]

GAMES_FOLDER holds the records that study.toml names. All answers are kept in the folder --work, so that it can be stopped at any moment.
results.jsonl gets a line for each game as it ends, and games that have one are not measured again: one of each band first, then the
second of each. --visits measures one of the numbers of study.toml alone, --games so many games. --report only remakes report.md.
"""
import argparse
import lzma
import time
from pathlib import Path

from gopy.base.files import write_whole
from gopy.desk.review.findings import SMALLEST_MISTAKE, mistakes
from gopy.desk.review.looks import Question, look_of_answer
from gopy.desk.review.plan import Plan
from gopy.desk.review.turns import KeptAnswers, analyse
from gopy.engine.options import Options
from gopy.go.geometry import vertex_text
from gopy.go.history import Game
from gopy.go.rules import parse_rules
from gopy.go.sgf import load_game
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.origin import origin
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")
RULES = {"cn": "chinese", "jp": "japanese", "aga": "aga", "nz": "new-zealand", "ing": "ing", "kr": "korean", "tt": "tromp-taylor"}
MOST_LISTED = 10


def chosen(settings, folder):
    """[(id, ranks, Game)]: the first games of each band, one of each in turn."""
    shortest, longest = settings["moves"]
    found = {tuple(band): [] for band in settings["bands"]}
    with lzma.open(folder / settings["records"], "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or fields[2] == "?" or fields[4] not in RULES or not shortest <= len(fields[10]) // 2 <= longest:
                continue
            for band, games in found.items():
                if len(games) < settings["games"] and all(_in_band(rank, band) for rank in fields[6:8]):
                    games.append((fields[0], "/".join(fields[6:8]), game_of(fields)))
    return [game for row in zip(*found.values()) for game in row]


def _in_band(rank, band):
    return rank.endswith("k") and band[0] <= int(rank[:-1]) <= band[1]


def game_of(fields):
    """The Game of a line of the records, by its fields."""
    colours = "BW" if fields[9] == "B" else "WB"
    pairs = [fields[10][at:at + 2].replace("..", "") for at in range(0, len(fields[10]), 2)]
    game = load_game(f"(;SZ[9];{';'.join(f'{colours[number % 2]}[{pair}]' for number, pair in enumerate(pairs))})")
    game.komi, game.rules = float(fields[2]), parse_rules(RULES[fields[4]])
    return game


def reviewed(game: Game, path, visits):
    """(the Plan of a review, processor seconds, simulations) of a game with so many visits in the first pass."""
    options, plan = Options(size=9, threads=1), Plan(game)
    started, answers = time.process_time(), KeptAnswers(path, game, visits, None, options)
    known = set(answers.of)
    analyse(plan, answers, visits, None, options, 1, lambda *progress: None)
    seconds = time.process_time() - started
    new = sum(answer["rootInfo"]["visits"] for key, answer in answers.of.items() if key not in known)
    total = sum(answer["rootInfo"]["visits"] for answer in answers.of.values())
    return plan, seconds * total / new if new else None, total


def long_search(game: Game, path, visits):
    """A Plan that knows nothing but one long Look at each position."""
    options, plan = Options(size=9, threads=1, memory=512), Plan(game)
    first = _FirstPass(game)
    answers = KeptAnswers(path, game, visits, None, options)
    analyse(first, answers, visits, None, options, 1, lambda *progress: None)
    for turn in plan.turns:
        question = Question(turn)
        plan.add(question, look_of_answer(answers.of[question.key(9)], 9))
    plan.judge()
    return plan


class _FirstPass(Plan):
    """Wants one Look at each position and nothing else."""

    def wanted(self):
        return [Question(turn) for turn in reversed(self.turns) if self.look(turn) is None]


def measure(settings, folder, work, visits, most_games):
    """Append a line for each game that has none."""
    done = {line["id"] for line in RESULTS.read()}
    for identity, ranks, game in chosen(settings, folder)[:most_games]:
        name = f"{identity} at {visits}"
        if name in done:
            continue
        plan, seconds, simulations = reviewed(game, work / f"{identity}.{visits}.jsonl", visits)
        long_visits = settings["times"] * simulations // len(plan.turns)
        long = long_search(game, work / f"{identity}.{visits}.long.jsonl", long_visits)
        listed = {mistake.number for mistake in mistakes(plan, len(plan.turns))}
        heaviest = [turn for turn in long.heaviest(MOST_LISTED) if long.loss(turn) >= SMALLEST_MISTAKE]
        RESULTS.append({**origin(), "id": name, "visits": visits, "ranks": ranks, "moves": len(game.moves), "simulations": simulations,
                        "long_visits": long_visits, "seconds": seconds and round(seconds, 1),
                        "gains": sum(_gain(plan, turn) > 1e-9 for turn in plan.turns[:-1]),
                        "heaviest": [_row(long, plan, turn, listed) for turn in heaviest],
                        "listed": [_row(long, plan, mistake.number - 1, listed) for mistake in mistakes(plan, MOST_LISTED)]})
        print(RESULTS.read()[-1])


def _gain(plan, turn):
    rise = plan.chances[turn + 1] - plan.chances[turn]
    return rise if plan.mover(turn) == 0 else -rise


def _row(long, plan, turn, listed):
    """[number, move, cost by the long search, cost by the review, whether the review lists it]."""
    return [turn + 1, vertex_text(plan.game.moves[turn][1], 9), round(long.loss(turn), 4), round(plan.loss(turn), 4), turn + 1 in listed]


def rows(lines):
    """The rows of the report about lines of one number of visits."""
    for line in lines:
        found = sum(row[4] for row in line["heaviest"])
        real = sum(row[2] >= SMALLEST_MISTAKE / 2 for row in line["listed"])
        seconds = "" if line["seconds"] is None else line["seconds"]
        yield (f"| {line['id'].partition(' ')[0]} | {line['ranks']} | {line['moves']} | {line['simulations']} | {seconds} | "
               f"{line['long_visits']} | {found} of {len(line['heaviest'])} | {real} of {len(line['listed'])} | {line['gains']} |")


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines, tables = RESULTS.read(), []
    for visits in study["review"]["visits"]:
        own = [line for line in lines if line["visits"] == visits]
        if own:
            heaviest = [row for line in own for row in line["heaviest"]]
            listed = [row for line in own for row in line["listed"]]
            heavy = [row for row in heaviest if row[2] >= 0.1]
            tables.append(f"""## {visits} simulations of a position in the first pass, games: {len(own)}

| game | ranks | moves | simulations | processor s | long search, a position | its heaviest, found | listed, cost by the long search | gains |
|---|---|---|---|---|---|---|---|---|
{chr(10).join(rows(own))}

Of the {len(heaviest)} heaviest moves by the long search (at most ten a game, 3 % or more) {sum(row[4] for row in heaviest)} are in the list; of those
that cost 10 % or more, {sum(row[4] for row in heavy)} of {len(heavy)}. Of the {len(listed)} moves at the head of the lists the long search says of
{sum(row[2] >= SMALLEST_MISTAKE / 2 for row in listed)} that they cost 1.5 % or more.
""")
    text = f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{chr(10).join(tables)}"""
    write_whole(HERE / "report.md", f"{text}\n{read_notes(HERE)}".rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the folder of the records")
    parser.add_argument("--work", type=Path, help="the folder for all answers")
    parser.add_argument("--visits", type=int)
    parser.add_argument("--games", type=int)
    parser.add_argument("--report", action="store_true", help="measure nothing, remake report.md")
    given = parser.parse_args()
    study = read_document(HERE)
    if not given.report:
        if given.folder is None or given.work is None:
            parser.error("the folder of the records and --work are wanted")
        given.work.mkdir(parents=True, exist_ok=True)
        for visits in [given.visits] if given.visits else study["review"]["visits"]:
            measure(study["review"], given.folder, given.work, visits, given.games)
    write_report(study)


if __name__ == "__main__":
    main()
