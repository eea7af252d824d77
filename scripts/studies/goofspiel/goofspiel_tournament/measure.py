"""Plays the round robins of study.toml in this machine's processes.

    python scripts/studies/goofspiel/goofspiel_tournament/measure.py [--processes 2] [--only BUDGET] [--games N] [--report]

results.jsonl gets a line a block of games as it ends, and blocks that have one are not played again: stop it at any
moment. report.md and the plot are written anew; --report plays nothing. A budget is what a method may spend on a bid: a number of
simulations, the same for all or one for each method, or seconds of processor time.
"""
import argparse
import multiprocessing
import time
from itertools import combinations
from pathlib import Path

import numpy as np

from gopy import game
from gopy.base.files import write_whole
from gopy.games.goofspiel import new_goofspiel
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.orders import kendall_tau
from gopy.search.simultaneous.methods import new_method
from gopy.search.simultaneous.search import SimultaneousSearch

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
RESAMPLINGS = 1000


def budget_of(line):
    """The name of the budget of a line; the first lines have a number of simulations alone."""
    return line.get("budget", str(line["simulations"]))


def limits_of(settings, name):
    """{method: arguments of SimultaneousSearch.run} of the budget with this name."""
    budget = settings["budgets"][name]
    if "seconds" in budget:
        return {method: {"seconds": budget["seconds"]} for method in settings["methods"]}
    each = budget["simulations"]
    return {method: {"simulations": each if isinstance(each, int) else each.get(method, 1)} for method in settings["methods"]}


def play_game(searches, state, limits, rng):
    """Play `state` to its end, searches[i] bidding for player i with limits[i]; returns the difference of points."""
    while not game.is_over(state):
        if game.is_chance(state):
            out = np.zeros(game.num_moves(state), np.int16)
            game.play_chance(state, int(rng.choice(out[:game.chance_outcomes(state, out)])))
            continue
        bids = []
        for player, search in enumerate(searches):
            search.set_root(state)
            search.run(**limits[player])
            bids.append(search.choose(player, rng))
        game.play_joint(state, *bids)
    return int(game.score(state))


def play_block(work):
    """The line of a block of games of method `b` against `a`, the seats changing from game to game."""
    settings, budget, payoff, a, b, block = work
    limits = [limits_of(settings, budget)[name] for name in (b, a)]
    number = settings["payoffs"].index(payoff), settings["methods"].index(a), settings["methods"].index(b), block
    rng = np.random.default_rng([settings["seed"], *number])
    start = new_goofspiel(settings["cards"], payoff=payoff)
    searches = [SimultaneousSearch(start, new_method(name, payoff == "points"), memory_bytes=64 << 20,
                                   seed=int(rng.integers(1 << 40)), now=time.thread_time) for name in (b, a)]
    differences = []
    for i in range(settings["block"]):
        swapped = i % 2
        order, theirs = (searches[::-1], limits[::-1]) if swapped else (searches, limits)
        difference = play_game(order, game.clone_state(start), theirs, rng)
        differences.append(-difference if swapped else difference)
    return {"budget": budget, "payoff": payoff, "a": a, "b": b, "block": block, "differences": differences}


def play_missing(settings, processes, only, games):
    """Play every block that has no line, of all budgets or one, up to `games` games a pair, all pairs in step, and append its line."""
    done = {(budget_of(line), line["payoff"], line["a"], line["b"], line["block"]) for line in RESULTS.read()}
    work = [(settings, name, payoff, a, b, block) for name, budget in settings["budgets"].items() if only in (None, name)
            for block in range(min(budget["games"], games or budget["games"]) // settings["block"])
            for payoff in settings["payoffs"] for a, b in combinations(settings["methods"], 2)
            if (name, payoff, a, b, block) not in done]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for line in pool.imap(play_block, work):
            RESULTS.append(line)


# ---- the report ---------------------------------------------------------------------------------

def gains(payoff, differences):
    """What player b earned in each game: wins in per cent, or points."""
    return 50.0 + 50.0 * np.sign(differences) if payoff == "winloss" else np.asarray(differences, float)


def interval(payoff, differences):
    """(mean, low, high) of `gains`, 95 %."""
    values = gains(payoff, differences)
    if payoff == "winloss":
        low, high = wilson(values.sum() / 100.0, len(values))
        return values.mean(), 100.0 * low, 100.0 * high
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return values.mean(), values.mean() - half, values.mean() + half


def means_over_opponents(payoff, methods, cells):
    """Mean result of each method; cells: {(a, b): result of b against a}."""
    both = 100.0 if payoff == "winloss" else 0.0
    table = {**cells, **{(b, a): both - value for (a, b), value in cells.items()}}
    return np.array([np.mean([table[other, name] for other in methods if other != name]) for name in methods])


def same_winners(payoff, cells, others):
    """Share of the pairs that the same player wins."""
    even = 50.0 if payoff == "winloss" else 0.0
    return float(np.mean([np.sign(cells[pair] - even) == np.sign(others[pair] - even) for pair in others]))


def agreement(payoff, methods, games, paper):
    """{name: (value, low, high)} of tau and of the share of pairs won by the same player."""
    rng = np.random.default_rng(1)
    order = means_over_opponents(payoff, methods, paper)

    def both(pick):
        cells = {pair: gains(payoff, pick(differences)).mean() for pair, differences in games.items()}
        return kendall_tau(means_over_opponents(payoff, methods, cells), order), same_winners(payoff, cells, paper)
    samples = np.array([both(lambda d: rng.choice(d, len(d))) for _ in range(RESAMPLINGS)])
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    return dict(zip(("tau", "same"), zip(both(lambda d: d), low, high)))


def _thousands(number):
    return f"{number:,}".replace(",", " ")


def title_of(name, budget):
    """What a budget allows, in words."""
    if "seconds" in budget:
        return f"{budget['seconds']:g} s of processor time a bid"
    if isinstance(budget["simulations"], int):
        return f"{_thousands(budget['simulations'])} simulations a bid"
    return "as many simulations a bid as the paper's program makes in a second"


def section(words, payoff, methods, games, paper):
    """A table, ours above the paper's, and what they have in common."""
    unit = "wins, %" if payoff == "winloss" else "points a game"
    counts = {len(differences) for differences in games.values()}
    title = "Win and loss" if payoff == "winloss" else "Points"
    text = [f"## {title}, {words}: {unit}, row against column", "",
            f"{min(counts)} to {max(counts)} games a pair; 95 % in brackets, the paper below." if len(counts) > 1 else
            f"{min(counts)} games a pair; 95 % in brackets, the paper below.", "",
            "| | " + " | ".join(methods[:-1]) + " | mean |", "|---" * (len(methods) + 1) + "|"]
    cells = {pair: gains(payoff, differences).mean() for pair, differences in games.items()}
    ours, theirs = (means_over_opponents(payoff, methods, table) for table in (cells, paper))
    for i, b in enumerate(methods):
        row = []
        for a in methods[:-1]:
            if (a, b) not in games:
                row.append("")
                continue
            mean, low, high = interval(payoff, games[a, b])
            row.append(f"{mean:.1f} ({low:.1f} to {high:.1f}); {paper[a, b]}")
        text.append(f"| {b} | " + " | ".join(row) + f" | {ours[i]:.1f}; {theirs[i]:.1f} |")
    common = agreement(payoff, methods, games, paper)
    for name, what in (("tau", "Kendall's tau of the two orders by the mean over opponents"),
                       ("same", "Share of the pairs that the same player wins")):
        value, low, high = common[name]
        text.append(("\n" if name == "tau" else "") + f"- {what}: {value:.2f} ({low:.2f} to {high:.2f})")
    for name, means in (("Ours", ours), ("The paper's", theirs)):
        text.append(f"- {name}: " + " > ".join(methods[i] for i in np.argsort(-means)))
    return [*text, ""]


def write_report(study):
    """report.md and table_1.svg from the lines, the last budget first."""
    settings, lines = study["tournament"], RESULTS.read()
    methods, text, panels = settings["methods"], [], []
    for name, budget in reversed(settings["budgets"].items()):
        for payoff in settings["payoffs"]:
            games = {}
            for line in lines:
                if (budget_of(line), line["payoff"]) == (name, payoff):
                    games.setdefault((line["a"], line["b"]), []).extend(line["differences"])
            paper = {(methods[i], b): value for b, row in study["published"][payoff].items() for i, value in enumerate(row)}
            if games.keys() != paper.keys():
                text += [f"Not every pair has played yet by {payoff} with {title_of(name, budget)}.", ""]
                continue
            text += section(title_of(name, budget), payoff, methods, games, paper)
            panels.append((f"{payoff}, {_thousands(int(name)) if name.isdigit() else name}",
                           {pair: interval(payoff, differences) for pair, differences in games.items()}, paper))
    header = [f"# {HERE.name}", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", ""]
    drawn = ["![table 1, ours against the paper's](table_1.svg)", ""] if draw(panels) else []
    write_whole(HERE / "report.md", "\n".join([*header, *drawn, *text, read_notes(HERE)]))


def draw(panels):
    """The plot, if matplotlib is there; returns whether it is."""
    try:
        from gopy.lab.study.curves import Curve, Point
        from gopy.lab.study.plots import Panel, draw_panels
    except ImportError:
        return False
    shown = []
    for title, ours, paper in panels:
        points = [Point(paper[pair], *ours[pair], 0) for pair in sorted(ours, key=paper.get)]
        shown.append(Panel(title, "the paper's", "gopy's", (Curve("a pair of methods", tuple(points)),), False))
    draw_panels(HERE / "table_1.svg", shown)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=1, help="games played at the same time")
    parser.add_argument("--report", action="store_true", help="only write the report")
    parser.add_argument("--only", metavar="BUDGET", help="the budget to play, of the names in study.toml")
    parser.add_argument("--games", type=int, help="at most so many games a pair, in whole blocks")
    options = parser.parse_args()
    study = read_document(HERE)
    if not options.report:
        play_missing(study["tournament"], options.processes, options.only, options.games)
    write_report(study)


if __name__ == "__main__":
    main()
