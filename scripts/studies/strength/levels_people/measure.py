"""Compares the levels with people of their rank, on 9x9.

    python scripts/studies/strength/levels_people/measure.py RECORDS.tsv.xz ... [--positions N] [--games N]

RECORDS      tables of games with ranks (gopy/lab/learn/records.py has their form)
--positions  of each band of ranks, at which the moves of levels and people are compared (300)
--games      that each level begins against itself, for what it plays in its first ten moves (200)
--losses     positions in which each legal move is judged, for what a move of each level gives away (150)
--report     measure nothing: make report.md from the lines of results.jsonl

A run goes on after the lines that are in results.jsonl.
"""
import argparse
import json
import math
import random
from pathlib import Path

HERE = Path(__file__).parent

#: First and last rank of each band, and the level that is compared with it.
BANDS = {"29k-26k": 1, "25k-23k": 2, "22k-20k": 3, "19k-17k": 4, "16k-14k": 5, "13k-11k": 6, "10k-7k": 7, "6k-3k": 9, "2k-1d": 10, "2d-6d": 11}

#: Simulations and temperatures of levels 1 to 9 before, which drew from the search's priors.
SIMULATIONS_BEFORE = 100
BEFORE = dict(enumerate((3.1, 2.2, 1.78, 1.5, 1.27, 1.08, 0.93, 0.75, 0.55), 1))

#: Their ratings, and those of levels 10 and 11 before, which searched with 150 and 300 simulations (study levels_9x9).
RATINGS = dict(enumerate((594, 743, 911, 1103, 1312, 1459, 1661, 1831, 1921, 2067, 2200), 1))
SEARCHED_BEFORE = {10: 150, 11: 300}

#: Simulations after each legal move that judge what it is worth.
JUDGED = 64

#: Own moves of a game that count as its beginning.
FIRST = 10

#: So many first moves of people of a band are counted.
ENOUGH = 5000

SIZE = 9


def band_of(rank):
    """The name of the band of a rank, None outside of all."""
    from gopy.go.rank import rank_number

    number = rank_number(rank)
    for band in BANDS:
        first, last = map(rank_number, band.split("-"))
        if number is not None and first <= number <= last:
            return band
    return None


def read_games(paths):
    """Records of 9x9 that begin on the empty board."""
    from gopy.lab.learn.records import read_records

    return list(read_records(paths, [SIZE]))


def positions_of(records, count, seed=1):
    """{band: [(record, number of the move)]}: of each band at most `count` moves of held-out games that are no passes."""
    from gopy.go.geometry import pass_move

    found = {band: [] for band in BANDS}
    for record in records:
        if record.is_held_out:
            bands = [band_of(rank) for rank in record.ranks]
            for number, move in enumerate(record.moves):
                band = bands[(record.first + number) % 2]
                if band and move != pass_move(SIZE):
                    found[band].append((record, number))
    return {band: random.Random(seed).sample(moves, min(count, len(moves))) for band, moves in found.items()}


class Asked:
    """What levels would play in positions of records, with which probabilities."""

    def __init__(self):
        from gopy.engine.go_search import GoSearch
        from gopy.engine.options import Options

        self.search = GoSearch(SIZE, Options(size=SIZE, threads=1, memory=32, preset="classical"), 1)

    def position(self, record, number):
        """(game, colour to move) before a move of a record."""
        from gopy.go.history import Game

        game = Game(SIZE, 6.5 if record.komi is None else record.komi)
        for at, move in enumerate(record.moves[:number]):
            game.record((record.first + at) % 2, int(move))
        return game, (record.first + number) % 2

    def chances(self, game, colour, levels, searched=()):
        """{name: {move: probability}}: "policy 3" of people of the rank of level 3, "level 3", "before 3", and of the levels before that
        only searched, which are `searched` too. Passes and moves that fill an eye are left out."""
        from gopy.engine.levels import RANKS, level_of
        from gopy.engine.people import peoples_moves
        from gopy.engine.searcher import root_of
        from gopy.engine.weaker_play import Weakness, weights_of

        people = {level: peoples_moves(game, colour, RANKS[level], {}) for level in levels}
        found = {f"policy {level}": chances for level, chances in people.items()}
        ways = [(SIMULATIONS_BEFORE, f"before {level}", None, Weakness(None, temperature=temperature)) for level, temperature in BEFORE.items()]
        ways += [(SEARCHED_BEFORE[level], f"before {level}", None, None) for level in searched]
        for level in levels:
            means = level_of(level, SIZE)
            weakness = Weakness(RANKS[level], means.reading, means.temperature) if means.temperature else None
            ways.append((means.simulations, f"level {level}", people[level], weakness))
        self.search.restart(1)
        self.search.set_root(root_of(game, colour))
        done = 0
        for simulations, name, chances, weakness in sorted(ways, key=lambda way: way[:2]):
            if simulations > done:
                report = self.search.run(simulations=simulations - done)
                done = simulations
                stones = [child for child in report.children if child.move != game.pass_move
                          and not game.board.is_eye(child.move, colour) and game.legal(colour, child.move)]
            if not stones:
                return {}
            if weakness is None:
                found[name] = {stones[0].move: 1.0}
                continue
            weights = weights_of(stones, chances or {child.move: child.prior for child in stones}, report.value, weakness)
            found[name] = {child.move: weight / sum(weights) for child, weight in zip(stones, weights)}
        return found

    def worth(self, game, colour, moves):
        """{move: its win rate}, each from a search of the position after it."""
        from gopy.engine.searcher import root_of

        found = {}
        for move in moves:
            after = game.copy()
            after.play(colour, move)
            self.search.set_root(root_of(after, 1 - colour))
            found[move] = 1.0 - self.search.run(simulations=JUDGED).value
        return found


def compare_moves(band, positions):
    """The line about the moves of a band: the mean probability of the move that was played, and how often it was the likeliest."""
    from gopy.engine.levels import RANKS

    asked, level = Asked(), BANDS[band]
    hits, first = {}, 0
    for record, number in positions:
        played = int(record.moves[number])
        found = asked.chances(*asked.position(record, number), [level])
        if not found:       # no move is left that fills no eye
            continue
        first += max(found[f"policy {level}"], key=found[f"policy {level}"].get) == played
        for name, chances in found.items():
            hits.setdefault(name, []).append(chances.get(played, 0.0))
    count = len(hits[f"level {level}"])
    return {"id": f"moves {band}", "band": band, "level": level, "rank": RANKS[level], "positions": count,
            "first": first / count, "means": {name: mean(values) for name, values in hits.items()}}


def losses(positions):
    """The line about what a move gives away in positions that are not decided: the mean for each level, for each before, for people."""
    from gopy.engine.levels import LEVELS

    asked, lost = Asked(), {}
    for record, number in positions:
        game, colour = asked.position(record, number)
        found = asked.chances(game, colour, LEVELS, SEARCHED_BEFORE)
        moves = set().union(*(chances for name, chances in found.items() if not name.startswith("policy")))
        found["people"] = {int(record.moves[number]): 1.0}
        if len(moves) < 5 or not found["people"].keys() <= moves:
            continue
        worth = asked.worth(game, colour, sorted(moves))
        best = max(worth.values())
        if 0.03 < best < 0.99:
            for name, chances in found.items():
                if not name.startswith("policy"):
                    lost.setdefault(name, []).append(best - sum(chance * worth[move] for move, chance in chances.items()))
    return {"id": "losses", "positions": len(lost["people"]), "means": {name: mean(values) for name, values in lost.items()}}


def mean(values):
    """[mean, standard error]"""
    n, total = len(values), sum(values)
    variance = sum((value - total / n) ** 2 for value in values) / max(n - 1, 1)
    return [round(total / n, 5), round(math.sqrt(variance / n), 5)]


def peoples_habits(records):
    """Lines about the first moves of people by band; a player of each band against any other."""
    totals = {band: [0, 0, 0, 0] for band in BANDS}
    for record in records:
        moves = [((record.first + at) % 2, int(move)) for at, move in enumerate(record.moves[:2 * FIRST])]
        for colour, rank in enumerate(record.ranks):
            band = band_of(rank)
            if band and totals[band][0] < ENOUGH:
                counts = _habits_of(moves, colour)
                totals[band] = [total + count for total, count in zip(totals[band], counts)]
    return [{"id": f"people {band}", "band": band, "counts": counts} for band, counts in totals.items()]


def levels_habits(name, options, games):
    """The line about the first moves of an engine with these options against itself."""
    from gopy.engine.engine import Engine
    from gopy.engine.options import Options

    engine = Engine(Options(size=SIZE, threads=1, memory=32, resign=False, seed=1, **options))
    counts = [0, 0, 0, 0]
    for _ in range(games):
        engine.new_game()
        for turn in range(2 * FIRST):
            engine.genmove(turn % 2)
        for colour in (0, 1):
            counts = [total + count for total, count in zip(counts, _habits_of(engine.game.moves, colour))]
    engine.close()
    return {"id": name, "games": games, "counts": counts}


def _habits_of(moves, colour):
    """Counts of a colour's first moves: moves that are no passes, on the first line, on a 1-1 point, into atari without a capture."""
    from gopy.go.geometry import pass_move, row_and_column
    from gopy.go.history import Game

    game, counts, own = Game(SIZE), [0, 0, 0, 0], 0
    for mover, move in moves:
        before = sum(game.board.captures)
        game.record(mover, move)
        if mover != colour:
            continue
        own += 1
        if own > FIRST:
            break
        if move != pass_move(SIZE):
            edges = [place in (0, SIZE - 1) for place in row_and_column(move, SIZE)]
            into_atari = sum(game.board.captures) == before and len(game.board.chain(move)[1]) == 1
            counts = [count + more for count, more in zip(counts, (1, any(edges), all(edges), into_atari))]
    return counts


def share(counts, which):
    """A share as text, with its standard error."""
    p = counts[which] / counts[0]
    return f"{100 * p:.1f} +- {100 * math.sqrt(p * (1 - p) / counts[0]):.1f}"


def rating(loss, means):
    """The rating at which the levels before, by straight lines between them, lose as much; None beyond them."""
    known = sorted((means[f"before {level}"][0], rated) for level, rated in RATINGS.items())
    for (low, better), (high, worse) in zip(known, known[1:]):
        if low <= loss <= high:
            return round(better + (worse - better) * (loss - low) / (high - low))
    return None


def nearest(level, by_id):
    """The number of the level before, of those that drew, whose moves give away about as much as those of a level."""
    means = by_id["losses"]["means"]
    return min(BEFORE, key=lambda number: abs(means[f"before {number}"][0] - means[f"level {level}"][0]))


def report(lines):
    """The text of report.md."""
    from gopy.lab.study.document import read_document, read_notes

    study, by_id = read_document(HERE), {line["id"]: line for line in lines}
    moves = ["| people | level | positions | the level plays their move | people of its rank, by the network | the network's likeliest move | "
             "the same level before | the level before of the nearest rating |", "|---|---|---|---|---|---|---|---|"]
    first = ["| | moves | first line, % | 1-1 points, % | into atari, % |", "|---|---|---|---|---|"]
    for band, level in BANDS.items():
        if line := by_id.get(f"moves {band}"):
            told = {name: f"{100 * value:.1f} +- {100 * error:.1f} %" for name, (value, error) in line["means"].items()}
            near = f"before {nearest(level, by_id)}"
            moves.append(f"| {band} | {level} ({line['rank']}) | {line['positions']} | {told[f'level {level}']} | {told[f'policy {level}']} | "
                         f"{100 * line['first']:.1f} % | {told[f'before {min(level, max(BEFORE))}']} | {told[near]} ({near}) |")
        for name in (f"people {band}", f"level {level}", f"before {level}"):
            if line := by_id.get(name):
                counts = line["counts"]
                first.append(f"| {name} | {counts[0]} | {share(counts, 1)} | {share(counts, 2)} | {share(counts, 3)} |")
    text = [f"# {HERE.name}", study["question"].strip(), f"Decided by: {study['rule'].strip()}", read_notes(HERE).strip(),
            "## The moves of people", "Probability, in the mean, that the move is played which the person played; +- is a standard error.",
            "\n".join(moves), "## The first ten moves", "\n".join(first)]
    if line := by_id.get("losses"):
        means = line["means"]
        rows = ["| | given away by a move | rating |", "|---|---|---|"]
        for name, (value, error) in means.items():
            rated = RATINGS[int(name.split()[1])] if name.startswith("before") else rating(value, means)
            rows.append(f"| {name} | {100 * value:.2f} +- {100 * error:.2f} % | {'beyond' if rated is None else rated} |")
        text += ["## What a move gives away", f"Win rate less than that of the best move, in {line['positions']} positions of people's games, judged by "
                 f"{JUDGED} simulations after each legal move. The ratings of the levels before are those of study levels_9x9, where GNU Go "
                 "level 10 has 1800; the others are read off between them, which is a guess and no measurement of games.", "\n".join(rows)]
    return "\n\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="*", help="tables of games with ranks")
    parser.add_argument("--positions", type=int, default=300, help="of each band of ranks (300)")
    parser.add_argument("--games", type=int, default=200, help="that each level begins (200)")
    parser.add_argument("--losses", type=int, default=150, help="positions in which each legal move is judged (150)")
    parser.add_argument("--report", action="store_true", help="measure nothing: remake the report")
    given = parser.parse_args()
    path = HERE / "results.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []

    def keep(line):
        lines.append(line)
        path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
        print(json.dumps(line), flush=True)

    if not given.report:
        if not given.records:
            parser.error("games with ranks are needed")
        known = {line["id"] for line in lines}
        records = read_games(given.records)
        for line in peoples_habits(records):
            if line["id"] not in known:
                keep(line)
        positions_by_band = positions_of(records, given.positions)
        for band, positions in positions_by_band.items():
            if f"moves {band}" not in known:
                keep(compare_moves(band, positions))
        if "losses" not in known:
            keep(losses([positions[at] for at in range(given.losses // len(BANDS)) for positions in positions_by_band.values()]))
        for level in BANDS.values():
            if f"level {level}" not in known:
                keep(levels_habits(f"level {level}", {"level": level}, given.games))
        for level, temperature in BEFORE.items():
            if f"before {level}" not in known:
                keep(levels_habits(f"before {level}", {"sims": SIMULATIONS_BEFORE, "temperature": temperature}, given.games // 4))
    (HERE / "report.md").write_text(report(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
