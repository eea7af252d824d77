"""Times gopy's UCT and OpenSpiel's MCTS in turns, as study.toml says.

    python scripts/studies/performance/openspiel_speed/measure.py [--rounds N]

Needs OpenSpiel (`pip install open_spiel`). results.jsonl (a line a round and game) and report.md are written anew; with
--rounds it is a trial, which prints the report and keeps nothing.
"""
import random
import statistics
import time
from pathlib import Path

import numpy as np
import pyspiel

from gopy import game
from gopy.compiled.rng import new_rng
from gopy.games.catalogue import game_kind
from gopy.go.knowledge.params import new_go_params
from gopy.lab.study.measured import record_or_try
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct
from gopy.search.threads import Search

HERE = Path(__file__).parent
ROOT = HERE.parents[3]

#: Random games whose lengths are averaged.
GAMES = 100

#: Searches whose most visited moves are averaged.
SEARCHES = 10


def ours(text):
    """(first position, what playouts go by) of a game as study.toml writes it."""
    kind = game_kind(str(ROOT / text) if text.endswith(".py") else text)
    params = new_go_params(kind.options["size"], "uniform") if text.startswith("go:") else kind.new_params()
    return kind.new_state(), params


def searcher(text, exploration, simulations, seed):
    """Function that makes one search of ours and returns the visits of the most visited move."""
    state, params = ours(text)
    search_params = new_search_params(expansion_threshold=1, even_prior=0)
    # half of theirs: values lie in 0 .. 1 here, in -1 .. 1 there
    search = Search(state, new_uct(exploration / 2), search_params, params, seed=seed, memory_bytes=256 << 20)

    def run():
        search.set_root(state)
        return search.run(simulations=simulations, max_moves=1).best.visits
    return run


def their_searcher(text, exploration, simulations, seed):
    """The same of OpenSpiel's."""
    theirs = pyspiel.load_game(text)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(theirs, evaluator, exploration, simulations, 1000, False, seed, False)
    state = theirs.new_initial_state()
    return lambda: bot.mcts_search(state)


def most_visited(each, exploration, simulations):
    """Share of the simulations that the most visited move has, on average over searches; and the same of theirs."""
    mine, theirs = pair = ([], [])
    for seed in range(SEARCHES):
        mine.append(searcher(each["ours"], exploration, simulations, seed)())
        root = their_searcher(each["theirs"], exploration, simulations, seed)()
        theirs.append(max(child.explore_count for child in root.children))
    return [statistics.mean(counts) / simulations for counts in pair]


def per_second(run, simulations, seconds):
    """Simulations by seconds of processor time."""
    began, searches = time.process_time(), 0
    while time.process_time() - began < seconds:
        run()
        searches += 1
    return searches * simulations / (time.process_time() - began)


def playout_moves(text):
    """Moves of a playout of ours from the first position, on average."""
    state, params = ours(text)
    total = 0
    for seed in range(GAMES):
        trace = game.new_trace(4000)
        game.run_playout(game.clone_state(state), new_rng(seed), params, trace)
        total += int(trace.count[0])
    return total / GAMES


def their_rollout_moves(text):
    """Moves of a game of uniformly random legal moves of theirs, on average."""
    theirs, generator, total = pyspiel.load_game(text), random.Random(1), 0
    for _ in range(GAMES):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
            total += 1
    return total / GAMES


def rounds(settings):
    """Yield a dict for each round and game."""
    for each in settings["game"]:
        run, their_run = (make(each[whose], settings["exploration"], each["simulations"], 1)
                          for make, whose in ((searcher, "ours"), (their_searcher, "theirs")))
        run()           # compiles
        lengths = {"moves": playout_moves(each["ours"]), "their_moves": their_rollout_moves(each["theirs"])}
        shares = most_visited(each, settings["exploration"], each["simulations"])
        for number in range(settings["rounds"]):
            speeds = [per_second(one, each["simulations"], settings["seconds"]) for one in (run, their_run)]
            yield {"game": each["name"], "round": number, "per_s": round(speeds[0]), "their_per_s": round(speeds[1]),
                   **{key: round(value, 1) for key, value in lengths.items()},
                   "best": round(shares[0], 3), "their_best": round(shares[1], 3)}


def report(settings, lines):
    """report.md as text."""
    rows = []
    for each in settings["game"]:
        mine = [line for line in lines if line["game"] == each["name"]]
        if not mine:
            continue
        ratios = sorted(line["per_s"] / line["their_per_s"] for line in mine)
        middle = float(np.median(ratios))
        speeds = [f"{statistics.median(line[key] for line in mine):,.0f}" for key in ("per_s", "their_per_s")]
        lengths = [f"{mine[0][key]:.0f}" for key in ("moves", "their_moves")]
        lengths += [f"{100 * mine[0][key]:.0f} %" for key in ("best", "their_best")]
        rows.append(f"| {each['name']} | {' | '.join(speeds)} | {middle:.1f} | {ratios[0]:.1f}-{ratios[-1]:.1f} | "
                    f"{'yes' if middle >= settings['bar'] else 'no'} | {' | '.join(lengths)} |")
    return "\n".join([
        "# openspiel_speed", "", settings["question"].strip(), "", f"Decided by: {settings['rule'].strip()}", "",
        f"OpenSpiel {version()}; simulations a second of processor time, medians of {settings['rounds']} rounds.", "",
        f"| | gopy | OpenSpiel | median ratio | range | {settings['bar']:g} times | its moves | OpenSpiel's moves "
        "| its best | OpenSpiel's best |", "|---|---|---|---|---|---|---|---|---|---|", *rows, "",
        "Moves are those of a random game from the first position. In Go gopy's fill no eyes of their own and end with",
        "two passes; OpenSpiel's choose among all legal moves, passing among them, up to a largest number. Best is the",
        f"share of the simulations that the most visited move has, mean of {SEARCHES} searches: the same where both",
        "search alike.",
        "The tree of tic-tac-toe is soon complete, and most simulations are no more than a walk through it.", ""])


def version():
    """OpenSpiel's."""
    from importlib.metadata import version
    return version("open_spiel")


if __name__ == "__main__":
    record_or_try(HERE, __doc__, rounds, report, count="rounds")
