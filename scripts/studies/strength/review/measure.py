"""Reviews games of 9x9 and 19x19, searches their positions 20 times as long, and compares the mistakes.

    python scripts/studies/strength/review/measure.py GAMES_FOLDER --work FOLDER [--size 9] [--visits 200] [--games N]
        [--ids ID ...] [--anew] [--reviews] [--report]

GAMES_FOLDER holds the records that study.toml names. All answers are kept in the folder --work, so that it can be stopped at any moment.
results.jsonl gets a line for each game as it ends, and games that have one are not measured again: one of each band first, then the
second of each. --size and --visits measure one of the boards and one of the numbers of study.toml alone, --games so many games of
each, --ids those games. --anew reviews games anew that have a line, and compares with their long searches, as long as those were and as far
as they are kept. --reviews makes the reviews without the long searches and adds no line: reasons.py shows what they say. --report
only remakes report.md.
"""
import argparse
import lzma
import time
from pathlib import Path

from gopy.base.files import write_whole
from gopy.desk.review.findings import mistakes, smallest_mistake
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

#: A move that the long search says costs this much is rightly in the list.
_REAL = 0.015


def chosen(games, folder):
    """[(id, ranks, Game)]: the first games of each band, one of each in turn. `games` is a table [[games]] of study.toml."""
    shortest, longest = games["moves"]
    found = {tuple(band): [] for band in games["bands"]}
    with lzma.open(folder / games["records"], "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or fields[2] == "?" or fields[4] not in RULES or not shortest <= len(fields[10]) // 2 <= longest:
                continue
            for band, of_band in found.items():
                if len(of_band) < games["games"] and all(_in_band(rank, band) for rank in fields[6:8]):
                    of_band.append((fields[0], "/".join(fields[6:8]), game_of(fields)))
    return [game for row in zip(*found.values()) for game in row]


def _in_band(rank, band):
    """Whether a rank such as "7k" or "6d" lies in a band such as ["10k", "1k"]."""
    return rank[-1:] in ("k", "d") and _strength(band[0]) <= _strength(rank) <= _strength(band[1])


def _strength(rank):
    return int(rank[:-1]) if rank.endswith("d") else 1 - int(rank[:-1])


def game_of(fields):
    """The Game of a line of the records, by its fields."""
    colours = "BW" if fields[9] == "B" else "WB"
    pairs = [fields[10][at:at + 2].replace("..", "") for at in range(0, len(fields[10]), 2)]
    game = load_game(f"(;SZ[{fields[1]}];{';'.join(f'{colours[number % 2]}[{pair}]' for number, pair in enumerate(pairs))})")
    game.komi, game.rules = float(fields[2]), parse_rules(RULES[fields[4]])
    return game


def reviewed(game: Game, path, visits):
    """(the Plan of a review, processor seconds, simulations) of a game with so many visits in the first pass."""
    options, plan = Options(size=game.size, threads=1), Plan(game)
    started, answers = time.process_time(), KeptAnswers(path, game, visits, None, options)
    known = set(answers.of)
    analyse(plan, answers, visits, None, options, 1, lambda *progress: None)
    seconds = time.process_time() - started
    new = sum(answer["rootInfo"]["visits"] for key, answer in answers.of.items() if key not in known)
    total = sum(answer["rootInfo"]["visits"] for answer in answers.of.values())
    return plan, seconds * total / new if new else None, total


def long_search(review: Plan, work, name, visits, part):
    """A Plan that knows nothing but one long Look at each position that matters.

    With part 1 every position is searched with `visits`. Otherwise all are searched with that part of it first, and with `visits` those
    before and after each move that is among the heaviest: by the review, or by what the longest searches so far say, until the heaviest
    by these rest on nothing but searches of full length.
    """
    game, long = review.game, Plan(review.game)
    if part < 1:
        _search(long, long.turns, work / f"{name}.part.jsonl", round(visits * part))
        wanted = _around([*review.heaviest(MOST_LISTED), *long.heaviest(2 * MOST_LISTED)])
    else:
        wanted = set(long.turns)
    done = set()
    while new := wanted - done:
        _search(long, sorted(new), work / f"{name}.long.jsonl", visits)
        done |= new
        wanted = _around(long.heaviest(MOST_LISTED))
        print(f"{name}: {len(done)} of {len(game.moves) + 1} positions are searched at full length", flush=True)
    return long, len(done)


def _around(turns):
    """The positions before and after the moves at these turns."""
    return {near for turn in turns for near in (turn, turn + 1)}


def _search(plan, turns, path, visits):
    """Give a Plan a Look of so many visits at each of these turns."""
    game = plan.game
    options = Options(size=game.size, threads=1, memory=512)
    answers = KeptAnswers(path, game, visits, None, options)
    analyse(_OneLook(game, turns), answers, visits, None, options, 1, lambda *progress: None)
    for turn in turns:
        plan.add(Question(turn), look_of_answer(answers.of[Question(turn).key(game.size)], game.size))


class _OneLook(Plan):
    """Wants one Look at each of its positions and nothing else."""

    def wanted(self):
        return [Question(turn) for turn in reversed(self.turns) if self.look(turn) is None]


def measure(settings, folder, work, sizes, visits_of, most_games, ids, reviews):
    """Append a line for each game that has none. `settings` is the table [review] of study.toml."""
    done = {line["id"] for line in RESULTS.read()}
    for games in settings["games"]:
        for search in games["search"]:
            visits = search["visits"]
            if games["size"] not in sizes or (visits_of and visits != visits_of):
                continue
            for identity, ranks, game in chosen(games, folder)[:most_games]:
                if (name := f"{identity} at {visits}") in done or (ids and identity not in ids):
                    continue
                review = reviewed(game, work / f"{identity}.{visits}.jsonl", visits)
                if reviews:
                    print(f"{name}: {review[2]} simulations, {review[1]} s of processor time", flush=True)
                else:
                    RESULTS.append({**origin(), "id": name, "size": game.size, "visits": visits, "ranks": ranks, "moves": len(game.moves),
                                    **compared(*review, work, f"{identity}.{visits}", settings["times"] * review[2] // (len(game.moves) + 1),
                                               search["part"])})


def measure_anew(settings, folder, work, sizes, visits_of, ids):
    """Replace the lines of games whose long searches are kept: the reviews are made anew."""
    lines = RESULTS.read()
    for games in settings["games"]:
        chosen_games = {identity: game for identity, _, game in chosen(games, folder)} if games["size"] in sizes else {}
        for place, line in enumerate(lines):
            identity, visits = line["id"].partition(" ")[0], line["visits"]
            name = f"{identity}.{visits}"
            wanted = identity in chosen_games and visits_of in (None, visits) and (not ids or identity in ids)
            if wanted and (work / f"{name}.long.jsonl").exists():
                review = reviewed(chosen_games[identity], work / f"{name}.anew.jsonl", visits)
                lines[place] = {**line, **origin(), "size": games["size"],
                                **compared(*review, work, name, line["long_visits"], line.get("part", 1))}
                RESULTS.replace(lines)


def compared(plan, seconds, simulations, work, name, visits, part):
    """What a line of the results says of a review and the long search of its game, with so many visits of a position."""
    long, full = long_search(plan, work, name, visits, part)
    listed = {mistake.number for mistake in mistakes(plan, len(plan.turns))}
    heaviest = [turn for turn in long.heaviest(MOST_LISTED) if long.loss(turn) >= smallest_mistake(plan.game.size)]
    return {"simulations": simulations, "long_visits": visits, "part": part, "full": full, "seconds": seconds and round(seconds, 1),
            "gains": sum(_gain(plan, turn) > 1e-9 for turn in plan.turns[:-1]),
            "heaviest": [_row(long, plan, turn, listed) for turn in heaviest],
            "listed": [_row(long, plan, mistake.number - 1, listed) for mistake in mistakes(plan, MOST_LISTED)]}


def _gain(plan, turn):
    rise = plan.chances[turn + 1] - plan.chances[turn]
    return rise if plan.mover(turn) == 0 else -rise


def _row(long, plan, turn, listed):
    """[number, move, cost by the long search, cost by the review, whether the review lists it]."""
    return [turn + 1, vertex_text(plan.game.moves[turn][1], plan.game.size), round(long.loss(turn), 4), round(plan.loss(turn), 4),
            turn + 1 in listed]


def rows(lines):
    """The rows of the report about lines of one number of visits."""
    for line in lines:
        found = sum(row[4] for row in line["heaviest"])
        real = sum(row[2] >= _REAL for row in line["listed"])
        seconds = "" if line["seconds"] is None else line["seconds"]
        yield (f"| {line['id'].partition(' ')[0]} | {line['ranks']} | {line['moves']} | {line['simulations']} | {seconds} | "
               f"{line['long_visits']} | {line.get('full', line['moves'] + 1)} | {found} of {len(line['heaviest'])} | {real} of {len(line['listed'])} | {line['gains']} |")


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    lines, tables = RESULTS.read(), []
    for games in study["review"]["games"]:
        for search in games["search"]:
            own = [line for line in lines if line["visits"] == search["visits"] and line.get("size", 9) == games["size"]]
            if own:
                tables.append(_table(games["size"], search, own))
    text = f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{chr(10).join(tables)}"""
    write_whole(HERE / "report.md", f"{text}\n{read_notes(HERE)}".rstrip() + "\n")


def _table(size, search, lines):
    """The part of the report about games of one size that were reviewed with one number of simulations."""
    heaviest = [row for line in lines for row in line["heaviest"]]
    listed = [row for line in lines for row in line["listed"]]
    heavy = [row for row in heaviest if row[2] >= 0.1]
    least = f"{100 * smallest_mistake(size):g} %"
    return f"""## {size}x{size}, {search["visits"]} simulations of a position in the first pass, games: {len(lines)}

| game | ranks | moves | simulations | processor s | long search, a position | its positions | its heaviest, found | listed, cost by the long search | gains |
|---|---|---|---|---|---|---|---|---|---|
{chr(10).join(rows(lines))}

Of the {len(heaviest)} heaviest moves by the long search (at most ten a game, {least} or more) {sum(row[4] for row in heaviest)} are in the list; of those
that cost 10 % or more, {sum(row[4] for row in heavy)} of {len(heavy)}. Of the {len(listed)} moves at the head of the lists the long search says of
{sum(row[2] >= _REAL for row in listed)} that they cost {100 * _REAL:g} % or more.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the folder of the records")
    parser.add_argument("--work", type=Path, help="the folder for all answers")
    parser.add_argument("--size", type=int)
    parser.add_argument("--visits", type=int)
    parser.add_argument("--games", type=int)
    parser.add_argument("--ids", nargs="*", help="measure these games alone")
    parser.add_argument("--anew", action="store_true", help="review again, and compare with the long searches that are kept")
    parser.add_argument("--reviews", action="store_true", help="make the reviews, and no long searches")
    parser.add_argument("--report", action="store_true", help="measure nothing, remake report.md")
    given = parser.parse_args()
    study = read_document(HERE)
    if not given.report:
        if given.folder is None or given.work is None:
            parser.error("the folder of the records and --work are wanted")
        given.work.mkdir(parents=True, exist_ok=True)
        sizes = [given.size] if given.size else [games["size"] for games in study["review"]["games"]]
        if given.anew:
            measure_anew(study["review"], given.folder, given.work, sizes, given.visits, given.ids)
        else:
            measure(study["review"], given.folder, given.work, sizes, given.visits, given.games, given.ids, given.reviews)
    write_report(study)


if __name__ == "__main__":
    main()
