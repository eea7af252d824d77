"""Searches late Gomoku boards, whose best moves are proven, as study.toml says, and counts how often one is chosen.

    python scripts/studies/aoap/aoap_gomoku_pcs/measure.py [--report]

boards.jsonl (a line a board: its moves, its best answers and their value) is made first. Adds what results.jsonl
lacks (a line: a policy on a board, in an order of untried moves; 0: at random), then writes report.md and pcs.svg; --report only writes these. Stopped at any time, it goes on where it was.
"""
import argparse
import random
import time
import zlib
from pathlib import Path

import numpy as np
from solver import move_values, wins

from gopy import game
from gopy.base.files import write_whole
from gopy.games.gomoku import new_gomoku
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.tournaments import new_policy
from gopy.search.sampling import params
from gopy.search.sampling.trials import count_choices, new_trials

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
BOARDS = ResultsFile(HERE / "boards.jsonl")
NAMES = {"aoap": "AOAP", "ocba": "OCBA", "ttts": "TTTS", "uct_max": "UCT", "uniform": "Random"}


def random_board(rng, empty):
    """Moves of random play, stones of the player to move, of the other; None if there is a five, or will be at once."""
    cells = list(range(64))
    rng.shuffle(cells)
    stones = [0, 0]
    for ply, cell in enumerate(cells[:64 - empty]):
        if wins(np.uint64(stones[ply & 1]), cell):
            return None
        stones[ply & 1] |= 1 << cell
    own, other = (stones[empty & 1], stones[1 - (empty & 1)])
    if any(wins(np.uint64(own), cell) for cell in cells[64 - empty:]):
        return None
    return cells[:64 - empty], own, other


def make_boards(settings):
    """Boards with proven best moves, not more of them than the study allows."""
    rng = random.Random(settings["seed"])
    boards = []
    while len(boards) < settings["boards"]:
        drawn = random_board(rng, settings["empty"])
        values = move_values(drawn[1], drawn[2]) if drawn else None
        if values:
            best = [cell for cell, worth in values.items() if worth == max(values.values())]
            if len(best) <= settings["most_best"] * len(values):
                boards.append({"moves": drawn[0], "best": best, "value": max(values.values())})
    return boards


def wanted(settings):
    """The keys of all lines that the study is to have: policy, number of the board and order."""
    for order in range(settings["in_order"]["orders"] + 1):
        for number in range(settings["boards"]):
            for name in settings["policies"]:
                yield name, number, order


def budgets_of(settings, order):
    """The numbers of rollouts at which a search is asked."""
    return [budget for budget in settings["budgets"] if order == 0 or budget <= settings["in_order"]["most_rollouts"]]


def measure(settings, board, number, name, order):
    """One line: how many searches of a board chose a best move at each budget."""
    state = new_gomoku(8)
    for move in board["moves"]:
        game.play(state, move)
    fixed = {"salt": order, "answers_at_once": True} if order else {}
    policy = new_policy(name, settings["opponent"], {**settings, **fixed})
    budgets = np.array(budgets_of(settings, order), np.int64)
    repetitions = settings["in_order"]["repetitions"] if order else settings["repetitions"]
    counts = np.zeros((len(budgets), 64), np.int64)
    seed = settings["seed"] << 32 | zlib.crc32((f"{name} {number}" + f" {order}" * (order > 0)).encode())
    trials = new_trials(state, policy, int(budgets[-1]), seed)
    began = time.thread_time()
    count_choices(trials, policy, params.search_params_for(policy), None, repetitions, budgets, counts)
    return {"policy": name, "board": number, "order": order, "right": counts[:, board["best"]].sum(axis=1).tolist(),
            "repetitions": repetitions, "cpu_seconds": round(time.thread_time() - began, 3)}


def curve(lines, policy):
    """(share in per cent, half of its 95 % interval) at each budget: boards are drawn, so their shares vary."""
    shares = np.array([np.array(line["right"]) / line["repetitions"] for line in lines if line["policy"] == policy])
    return 100 * shares.mean(axis=0), 196 * shares.std(axis=0, ddof=1) / np.sqrt(len(shares))


def measured(settings, lines):
    """The policies that have searched every board."""
    return [name for name in settings["policies"] if sum(line["policy"] == name for line in lines) == settings["boards"]]


def chance(settings, boards):
    """How often a random choice is right, in per cent."""
    return 100 * np.mean([len(board["best"]) / settings["empty"] for board in boards])


def orders_report(settings, lines):
    """The section on fixed orders: the range of shares and of AOAP's lead over UCT at each budget, over the orders."""
    budgets = budgets_of(settings, 1)
    by_order = {}       # {(policy, order): shares of right answers by budget}
    for line in lines:
        if line["order"]:
            by_order.setdefault((line["policy"], line["order"]), []).append(np.array(line["right"]) / line["repetitions"])
    shares = {key: 100 * np.mean(rows, axis=0) for key, rows in by_order.items() if len(rows) == settings["boards"]}
    orders = [order for order in range(1, settings["in_order"]["orders"] + 1)
              if all((name, order) in shares for name in settings["policies"])]
    if not orders:
        return ""
    rows = [f"| rollouts | {' | '.join(NAMES[name] for name in settings['policies'])} | AOAP - UCT | AOAP in front |",
            "| --- |" + " --- |" * (len(settings["policies"]) + 2)]
    for i, budget in enumerate(budgets):
        found = {name: np.array([shares[name, order][i] for order in orders]) for name in settings["policies"]}
        lead = found["aoap"] - found["uct_max"]
        first = np.mean([found["aoap"][k] >= max(each[k] for each in found.values()) for k in range(len(orders))])
        cells = [f"{np.median(each):.1f} ({each.min():.1f}-{each.max():.1f})" for each in found.values()]
        rows.append(f"| {budget} | {' | '.join(cells)} | {np.median(lead):+.1f} ({lead.min():+.1f} to {lead.max():+.1f}) | "
                    f"{100 * first:.0f} % |")
    table = "\n".join(rows)
    return f"""
## Fixed orders of untried moves

{len(orders)} of {settings["in_order"]["orders"]} orders, {settings["in_order"]["repetitions"]} search of each board by each policy in each; medians, smallest and largest of the
orders, and in how many of them AOAP has the most right answers. A position after the opponent's move gets its moves at once.

{table}
"""


def report(study, all_lines, boards):
    """The report in Markdown."""
    settings = study["measurement"]
    lines = [line for line in all_lines if line["order"] == 0]
    curves = {name: curve(lines, name) for name in measured(settings, lines)}
    rows = [f"| rollouts | {' | '.join(NAMES[name] for name in curves)} | AOAP - UCT |", "| --- |" + " --- |" * (len(curves) + 1)]
    lead = [{"policy": "lead", "repetitions": 1, "right": np.array(ours["right"]) / ours["repetitions"]
             - np.array(theirs["right"]) / theirs["repetitions"]}
            for ours in lines if ours["policy"] == "aoap"
            for theirs in lines if theirs["policy"] == "uct_max" and theirs["board"] == ours["board"]]
    for i, budget in enumerate(settings["budgets"]):
        cells = [f"{share[i]:.1f} ± {half[i]:.1f}" for share, half in curves.values()]
        share, half = curve(lead, "lead")
        cells.append(f"{share[i]:+.1f} ± {half[i]:.1f}")
        rows.append(f"| {budget} | {' | '.join(cells)} |")
    worth = [board["value"] for board in boards]
    table = "\n".join(rows)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(HERE)}
![best moves by rollouts](pcs.svg)

{table}

{len(boards)} boards with {settings["empty"]} empty cells ({worth.count(1)} won for the player to move,
{worth.count(0)} drawn, {worth.count(-1)} lost), {settings["repetitions"]} searches of each by each policy; random
choice is right in {chance(settings, boards):.1f} %.
Intervals are of the mean over boards. {sum(line["cpu_seconds"] for line in all_lines):.0f} s of processor time.
{orders_report(settings, all_lines)}"""


def draw(study, lines, boards):
    """The curves, as figure 4."""
    from gopy.lab.study.curves import Curve, Point
    from gopy.lab.study.plots import Panel, draw_panels

    settings = study["measurement"]
    lines = [line for line in lines if line["order"] == 0]
    luck = chance(settings, boards)
    curves = [Curve(NAMES[name], tuple(Point(budget, share, share - half, share + half, len(boards))
                                       for budget, share, half in zip(settings["budgets"], *curve(lines, name))))
              for name in measured(settings, lines)]
    curves.append(Curve("a random move", tuple(Point(budget, luck, luck, luck, len(boards)) for budget in settings["budgets"])))
    draw_panels(HERE / "pcs.svg", [Panel("", "rollouts", "best moves, %", tuple(curves), True, "x")], columns=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--report", action="store_true", help="measure nothing")
    args = parser.parse_args()
    study = read_document(HERE)
    settings = study["measurement"]
    boards = BOARDS.read()
    if not boards:
        boards = list(make_boards(settings))
        BOARDS.replace(boards)
    lines = RESULTS.read()
    done = {(line["policy"], line["board"], line["order"]) for line in lines}
    for name, number, order in () if args.report else wanted(settings):
        if (name, number, order) not in done:
            lines.append(measure(settings, boards[number], number, name, order))
            RESULTS.append(lines[-1])
    write_whole(HERE / "report.md", report(study, lines, boards))
    try:
        draw(study, lines, boards)
    except ImportError:
        print('plots need matplotlib: pip install matplotlib')


if __name__ == "__main__":
    main()
