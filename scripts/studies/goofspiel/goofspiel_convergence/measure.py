"""Follows the exploitability of every method in small Goofspiel, as study.toml says.

    python scripts/studies/goofspiel/goofspiel_convergence/measure.py [--report]

results.jsonl gets a line for each game and method as it ends, and those that have one are not measured again; report.md
and figure_4.svg are written anew. --report measures nothing.
"""
import argparse
import sys
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.games.goofspiel import new_goofspiel
from gopy.lab.exact.goofspiel_responses import exploitability
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes
from gopy.search.simultaneous.methods import new_method
from gopy.search.simultaneous.search import SimultaneousSearch

HERE = Path(__file__).parent
RESULTS = ResultsFile(HERE / "results.jsonl")
FIXED_BAR = 0.1             # mean exploitability, fixed order, by win and loss
CONVERGING = ("exp3", "rm", "oos", "oos_plus")
DUCT_FROM = 20000           # simulations after which DUCT should not fall


def follow(settings, order, payoff, policy):
    """float64[runs, steps]: exploitability after every `every` simulations."""
    state = new_goofspiel(settings["cards"], order, payoff)
    search = SimultaneousSearch(state, policy, memory_bytes=16 << 20)
    steps = settings["simulations"] // settings["every"]
    found = np.zeros((settings["runs"], steps))
    for run in range(settings["runs"]):
        search.reseed(1000 * settings["seed"] + run)
        search.set_root(state)
        for step in range(steps):
            search.run(simulations=settings["every"])
            found[run, step] = exploitability(search, state)
    return found


def planned(settings):
    """Yield (order, payoff, name, method, its parameters) of every line."""
    for order in settings["orders"]:
        for payoff in settings["payoffs"]:
            for method in settings["methods"]:
                gamma = settings["gamma"].get(method)
                yield order, payoff, method, method, {} if gamma is None else {"gamma": gamma}
            for variant in settings["variant"]:
                if order in variant["orders"] and payoff in variant["payoffs"]:
                    yield order, payoff, variant["name"], variant["method"], {"gamma": variant["gamma"]}


def measure(settings):
    """Yield a dict for each game and method that has no line yet."""
    done = {(line["order"], line["payoff"], line["method"]) for line in RESULTS.read()}
    for order, payoff, name, method, parameters in planned(settings):
        if (order, payoff, name) in done:
            continue
        found = follow(settings, order, payoff, new_method(method, payoff == "points", **parameters))
        yield {"order": order, "payoff": payoff, "method": name, "runs": len(found),
               "mean": found.mean(axis=0).round(5).tolist(), "deviation": found.std(axis=0, ddof=1).round(5).tolist(),
               "below": {str(limit): (found < limit).sum(axis=0).tolist() for limit in settings["thresholds"][payoff]}}


def interval(line, step):
    """(mean, low, high) after a number of steps, 95 %."""
    half = 1.96 * line["deviation"][step - 1] / np.sqrt(line["runs"])
    return line["mean"][step - 1], line["mean"][step - 1] - half, line["mean"][step - 1] + half


def table(settings, lines):
    """Rows of one game."""
    every, last = settings["every"], settings["simulations"] // settings["every"]
    shown = sorted({1, 10000 // every, DUCT_FROM // every, 50000 // every, last} & set(range(1, last + 1)))
    limits = list(lines[0]["below"])
    text = ["| method | " + " | ".join(f"{step * every:,}" for step in shown) + " | runs under "
            + ", ".join(limits) + " at the end |", "|---" * (len(shown) + 2) + "|"]
    for line in lines:
        cells = ["{:.3f} ({:.3f}-{:.3f})".format(*interval(line, step)) for step in shown]
        below = ", ".join(str(line["below"][limit][-1]) for limit in limits)
        text.append(f"| {line['method']} | " + " | ".join(cells) + f" | {below} of {line['runs']} |")
    return [*text, ""]


def verdicts(settings, lines):
    """What the rule says, a line each."""
    text, last = [], settings["simulations"] // settings["every"]
    for line in lines:
        if line["payoff"] != "winloss" or line["order"] == "shuffled":
            continue
        mean, low, high = interval(line, last)
        if line["method"] in CONVERGING:
            text.append(f"- {line['order']}, {line['method']}: {mean:.3f} ({low:.3f}-{high:.3f}), "
                        f"{'under' if mean < FIXED_BAR else 'NOT under'} {FIXED_BAR}")
        elif line["method"] in settings["methods"]:
            before = interval(line, DUCT_FROM // settings["every"])
            text.append(f"- {line['order']}, {line['method']}: {before[0]:.3f} at {DUCT_FROM:,}, {mean:.3f} at the end, "
                        f"{'FALLING' if high < before[1] else 'not falling'}")
    return text


def beside_the_paper(settings, lines):
    """The numbers that the paper's text gives."""
    line = next(line for line in lines if (line["order"], line["payoff"], line["method"]) == ("shuffled", "winloss", "exp3"))
    late = line["below"]["0.3"][30000 // settings["every"] - 1:]
    return [f"- Exp3, shuffled, by win and loss, under 0.1 at the end: {line['below']['0.1'][-1]} of {line['runs']} runs "
            "(paper: 49 of 100).",
            f"- Exp3, the same, under 0.3 after 30 000 simulations: {min(late)} to {max(late)} of {line['runs']} runs "
            "(paper: all)."]


def report(study, lines, drawn):
    """report.md as text."""
    settings = study["convergence"]
    text = [f"# {HERE.name}", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", ""]
    text += ["![mean exploitability by simulations](figure_4.svg)", ""] if drawn else []
    text += ["## By the rule", "", *verdicts(settings, lines), "", "## Beside the paper's text", "",
             *beside_the_paper(settings, lines), "", "## Mean exploitability with 95 % intervals, by simulations", ""]
    for order in settings["orders"]:
        for payoff in settings["payoffs"]:
            mine = [line for line in lines if (line["order"], line["payoff"]) == (order, payoff)]
            text += [f"### {order}, {payoff}", "", *table(settings, mine)]
    return "\n".join([*text, read_notes(HERE)])


def draw(settings, lines):
    """The plot, if matplotlib is there; returns whether it is."""
    try:
        from gopy.lab.study.curves import Curve, Point
        from gopy.lab.study.plots import Panel, draw_panels
    except ImportError:
        return False
    every, panels = settings["every"], []
    for order in settings["orders"]:
        for payoff in settings["payoffs"]:
            curves = [Curve(line["method"], tuple(Point(every * step, *interval(line, step), line["runs"])
                                                  for step in range(1, len(line["mean"]) + 1, 4)))
                      for line in lines if (line["order"], line["payoff"]) == (order, payoff)
                      and line["method"] in settings["methods"]]
            unit = "exploitability" + (", points" if payoff == "points" else "")
            panels.append(Panel(f"{order}, {payoff}", "simulations", unit, tuple(curves), True))
    draw_panels(HERE / "figure_4.svg", panels)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--report", action="store_true", help="only write the report")
    options = parser.parse_args()
    study = read_document(HERE)
    settings = study["convergence"]
    if not options.report:
        for line in measure(settings):
            RESULTS.append(line)
            print(line["order"], line["payoff"], line["method"], line["mean"][-1], file=sys.stderr)
    lines = RESULTS.read()
    write_whole(HERE / "report.md", report(study, lines, draw(settings, lines)))


if __name__ == "__main__":
    main()
