"""Searches tic-tac-toe positions over and over, as study.toml says, and counts the right answers.

    python scripts/studies/aoap/aoap_pcs/measure.py [--repetitions N] [--report]

Adds what results.jsonl lacks (a line: a policy in a case, `chunk` repetitions), then writes report.md and pcs_*.svg.
--repetitions N does fewer of each; --report does none. Stop it at any time; the same command goes on.
"""
import argparse
import time
import zlib
from pathlib import Path

import numpy as np

from gopy import game
from gopy.base.files import write_whole
from gopy.games.tictactoe import new_tictactoe
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_document, read_notes
from gopy.search.sampling import params
from gopy.search.sampling.trials import count_choices, new_trials

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
KEYS = ("backup", "opponent", "setup", "policy", "chunk")

#: Player 1's cell and the right answers of each set-up.
SETUPS = {1: (0, (4,)), 2: (4, (0, 2, 6, 8))}
#: What is backed up: whether it is the maximum, after how many samples a leaf gets children (None: n0), in words. IN_ORDER:
#: untried moves go in a fixed order, and a position after the opponent's move gets its moves at once.
BACKUPS = {"maximum": (True, None, "The maximum is backed up"), "result": (False, None, "The result is backed up"),
           "maximum_after_one": (True, 1, "The maximum is backed up, and a leaf gets its children after one sample"),
           "maximum_in_order": (True, None, "The maximum is backed up"), "result_in_order": (False, None, "The result is backed up")}
IN_ORDER = "_in_order"
NAMES = {"aoap": "AOAP", "ocba": "OCBA", "ttts": "TTTS", "uct_max": "UCT"}


def new_policy(name, settings, opponent, backup, chunk=0):
    """The policy of a name with the study's parameters, those that it has. Of fixed orders, each chunk has another."""
    make = getattr(params, f"new_{name}")
    given = {key: settings[key] for key in ("n0", "prior_mean", "prior_variance", "epsilon", "exploration")
             if key in make.parameters}
    if backup.endswith(IN_ORDER):
        given |= {"salt": chunk + 1, "answers_at_once": True}
    return make(**given, opponent=opponent, maximum=BACKUPS[backup][0])


def wanted(settings, repetitions):
    """The keys of all lines that the study is to have."""
    for backup, number in settings["repetitions"].items():
        for chunk in range(-(-min(number, repetitions or number) // settings["chunk"])):
            for setup in settings["setups"]:
                for opponent in settings["opponents"]:
                    for policy in settings["policies"]:
                        yield backup, opponent, setup, policy, chunk
    orders = settings["in_order"]
    for chunk in range(orders["orders"]):
        for backup in orders["backups"]:
            for setup in settings["setups"]:
                for opponent in settings["opponents"]:
                    for policy in orders["policies"]:
                        yield backup, opponent, setup, policy, chunk


def measure(settings, key):
    """One line: how many of the chunk's searches were right at each budget."""
    backup, opponent, setup, name, chunk = key
    repetitions = settings["in_order"]["repetitions"] if backup.endswith(IN_ORDER) else settings["chunk"]
    cell, right = SETUPS[setup]
    state = new_tictactoe()
    game.play(state, cell)
    policy = new_policy(name, settings, opponent, backup, chunk)
    budgets = np.array(settings["budgets"], np.int64)
    counts = np.zeros((len(budgets), game.num_moves(state)), np.int64)
    trials = new_trials(state, policy, int(budgets[-1]), settings["seed"] << 32 | zlib.crc32(repr(key).encode()))
    began = time.thread_time()
    count_choices(trials, policy, params.search_params_for(policy, BACKUPS[backup][1]), None, repetitions, budgets, counts)
    return {**dict(zip(KEYS, key)), "repetitions": repetitions, "right": counts[:, right].sum(axis=1).tolist(),
            "cpu_seconds": round(time.thread_time() - began, 2)}


def read_results():
    """{key: line} of results.jsonl."""
    return {tuple(line[key] for key in KEYS): line for line in RESULTS.read()}


def totals(results, backup, opponent, setup, policy):
    """(repetitions, right answers by budget) over all chunks; None if there are none."""
    lines = [line for key, line in results.items() if key[:4] == (backup, opponent, setup, policy)]
    if not lines:
        return None
    return sum(line["repetitions"] for line in lines), np.sum([line["right"] for line in lines], axis=0)


# ---- report -------------------------------------------------------------------------------------

def shares(total):
    """(share, low, high) in per cent at each budget."""
    n, right = total
    return [(100 * k / n, *(100 * bound for bound in wilson(int(k), n))) for k in right]


def difference(one, other, i):
    """(points of per cent by which one is right more often at budget number i, half of the 95 % interval)."""
    (n, right), (m, other_right) = one, other
    p, q = right[i] / n, other_right[i] / m
    return 100 * (p - q), 196 * np.sqrt(p * (1 - p) / n + q * (1 - q) / m)


def case_report(study, results, backup, opponent, setup):
    """A section of the report, and whether AOAP's interval lies above UCT's somewhere."""
    settings = study["measurement"]
    found = {name: totals(results, backup, opponent, setup, name) for name in settings["policies"]}
    if any(total is None for total in found.values()):
        return "", None
    curves = {name: shares(total) for name, total in found.items()}
    heads = ["rollouts", *(NAMES[name] for name in curves), "AOAP - UCT"]
    lines = [f"| {' | '.join(heads)} |", "| --- |" + " --- |" * 5]
    gaps = []
    for i, budget in enumerate(settings["budgets"]):
        gap, half = difference(found["aoap"], found["uct_max"], i)
        gaps.append((gap, half, budget))
        cells = [f"{share:.1f} ({low:.1f}-{high:.1f})" for share, low, high in (curve[i] for curve in curves.values())]
        lines.append(f"| {budget} | " + " | ".join(cells) + f" | {gap:+.1f} ± {half:.1f} |")
    gap, half, budget = max(gaps)
    order = sorted(curves, key=lambda name: -curves[name][-1][0])
    above = any(ours[1] > theirs[2] for ours, theirs in zip(curves["aoap"], curves["uct_max"]))
    relative = 100 * gap / curves["uct_max"][settings["budgets"].index(budget)][0]
    text = f"""
### Opponent: {opponent}, set-up {setup}

{chr(10).join(lines)}

Repetitions: {", ".join(f"{NAMES[name]} {total[0]}" for name, total in found.items())}. Largest lead of AOAP over UCT:
{gap:+.1f} ± {half:.1f} points ({relative:+.1f} % of UCT's share) at {budget} rollouts; the paper says
{study["published"][f"{opponent}_{setup}"]} %.
At 300: {" > ".join(NAMES[name] for name in order)}.
"""
    return text, above


def is_in_front(settings, results, backup, opponent, setup):
    """Whether AOAP's interval lies above those of OCBA and UCT at the most rollouts; None before that is known."""
    found = {name: totals(results, backup, opponent, setup, name) for name in ("aoap", "ocba", "uct_max")}
    if any(total is None for total in found.values()):
        return None
    last = {name: shares(total)[-1] for name, total in found.items()}
    return all(last["aoap"][1] > last[name][2] for name in ("ocba", "uct_max"))


def largest_leads(settings, results, backup, opponent, setup):
    """The largest leads of AOAP over UCT by order, float[orders so far], in per cent of UCT's share."""
    leads = []
    for chunk in range(settings["in_order"]["orders"]):
        ours, theirs = (results.get((backup, opponent, setup, name, chunk)) for name in ("aoap", "uct_max"))
        if ours and theirs:
            leads.append(100 * np.max(np.array(ours["right"]) / np.array(theirs["right"]) - 1))
    return np.array(leads)


def orders_report(study, results):
    """The section on fixed orders, and whether with one backup all of the paper's numbers lie within the leads; None before that is known."""
    settings = study["measurement"]
    lines = ["| backed up | opponent | set-up | orders | smallest | median | largest | paper |", "| --- |" + " --- |" * 7]
    verdicts = []
    for backup in settings["in_order"]["backups"]:
        inside = []
        for opponent in settings["opponents"]:
            for setup in settings["setups"]:
                leads = largest_leads(settings, results, backup, opponent, setup)
                theirs = study["published"][f"{opponent}_{setup}"]
                inside.append(leads.min() <= theirs <= leads.max() if len(leads) == settings["in_order"]["orders"] else None)
                found = [f"{x:.1f}" for x in (leads.min(), np.median(leads), leads.max())] if len(leads) else ["", "", ""]
                lines.append(f"| {backup.removesuffix(IN_ORDER)} | {opponent} | {setup} | {len(leads)} | {' | '.join(found)} | {theirs} |")
        verdicts.append(None if None in inside else all(inside))
    return f"""
## Fixed orders of untried moves

The largest lead of AOAP over UCT at any number of rollouts, in per cent of UCT's share, over so many orders of a node's untried
moves; {settings["in_order"]["repetitions"]} searches of each policy, case and order. A position after the opponent's move gets its
moves at once.

{chr(10).join(lines)}
""", None if None in verdicts else any(verdicts)


def _verdict(answers):
    return "not decided yet" if None in answers else "met" if all(answers) else "NOT met"


def draw(study, results, backup):
    """A panel for each case, as figure 2."""
    from gopy.lab.study.curves import Curve, Point
    from gopy.lab.study.plots import Panel, draw_panels

    settings = study["measurement"]
    panels = []
    for opponent in settings["opponents"]:
        for setup in settings["setups"]:
            found = {name: totals(results, backup, opponent, setup, name) for name in settings["policies"]}
            curves = [Curve(NAMES[name], tuple(Point(budget, *share, total[0])
                                               for budget, share in zip(settings["budgets"], shares(total))))
                      for name, total in found.items() if total is not None]
            if curves:
                panels.append(Panel(f"{opponent} opponent, set-up {setup}", "rollouts", "right answers, %", tuple(curves),
                                    True))
    if panels:
        draw_panels(HERE / f"pcs_{backup}.svg", panels)


def report(study, results):
    """The report in Markdown."""
    settings = study["measurement"]
    parts, verdicts, in_front = [], [], []
    for backup in settings["repetitions"]:
        parts.append(f"\n## {BACKUPS[backup][2]}\n\n![right answers by rollouts](pcs_{backup}.svg)\n")
        for opponent in settings["opponents"]:
            for setup in settings["setups"]:
                text, above = case_report(study, results, backup, opponent, setup)
                parts.append(text)
                if backup == "maximum" and setup == 1:
                    verdicts.append(above)
                if backup == "maximum_after_one" and setup == 1:
                    in_front.append(is_in_front(settings, results, backup, opponent, setup))
    text, inside = orders_report(study, results)
    parts.append(text)
    seconds = sum(line["cpu_seconds"] for line in results.values())
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

The first rule is {_verdict(verdicts)}, the second {_verdict(in_front)}, the third {_verdict([inside])}. Shares of right answers in per cent with Wilson's 95 % interval; {seconds:.0f} s of processor time
in all.

{read_notes(HERE)}{"".join(parts)}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repetitions", type=int, help="at most so many of each policy and case")
    parser.add_argument("--report", action="store_true", help="measure nothing")
    args = parser.parse_args()
    study = read_document(HERE)
    settings = study["measurement"]
    results = read_results()
    for key in () if args.report else wanted(settings, args.repetitions):
        if key not in results:
            results[key] = measure(settings, key)
            RESULTS.append(results[key])
    write_whole(HERE / "report.md", report(study, results))
    try:
        for backup in settings["repetitions"]:
            draw(study, results, backup)
    except ImportError:
        print('plots need matplotlib: pip install matplotlib')


if __name__ == "__main__":
    main()
