"""Plays the tournaments of study.toml by each reading and writes report.md; stopped, it goes on where it was.

    python scripts/studies/aoap/aoap_tictactoe_factors/measure.py
"""
import math
import time
import zlib
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.games.catalogue import game_kind
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import kendall_tau
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.tournaments import net_wins, new_policy, table
from gopy.search.sampling.params import search_params_for
from gopy.search.sampling.trials import new_trials, play_games

HERE = Path(__file__).parent
KEYS = ("reading", "opponent", "first", "second")


def measure(settings, reading, opponent, first, second):
    """Play the games of one cell by one reading; returns its line."""
    key = reading, opponent, first, second
    settings = {**settings["measurement"], **settings["readings"][reading]}
    state = game_kind(settings["game"]).new_state()
    policies = [new_policy(name, opponent, settings) for name in (first, second)]
    seed = settings["seed"] << 32 | zlib.crc32(repr(key).encode())
    trials = new_trials(state, policies[0], settings["simulations"], seed, settings.get("visits", False))
    values = np.zeros(settings["games"])
    simulations = np.full(2, settings["simulations"], np.int64)
    began = time.thread_time()
    play_games(trials, state, *policies, simulations, search_params_for(policies[0], settings.get("threshold")), None, values)
    return {**dict(zip(KEYS, key)), "won": int((values == 1.0).sum()), "drawn": int((values == 0.5).sum()),
            "lost": int((values == 0.0).sum()), "cpu_seconds": round(time.thread_time() - began, 3)}


def _cells(players, with_random):
    """{(first, second)}: the cells that Random's net wins are made of, or the others. Its games against itself cancel out."""
    return {(first, second) for first in players for second in players
            if ((first == players[0]) != (second == players[0])) == with_random}


def _section(study, lines, opponent):
    settings = study["measurement"]
    players, games = settings["players"], settings["games"]
    published = study["published"][opponent]
    theirs, their_half = net_wins(np.array([published[player] for player in players]), games)
    rows = [f"## Searches that take the opponent to play {'at random' if opponent == 'random' else 'by UCT'}", "",
            "| reading | " + " | ".join(players) + " | Random less the paper's | tau |", "|---" * (len(players) + 3) + "|",
            "| the paper | " + " | ".join(f"{net:+.0f} ± {half:.0f}" for net, half in zip(theirs, their_half)) + " | | |"]
    for reading in study["readings"]:
        own = [line for line in lines if line["reading"] == reading and line["opponent"] == opponent]
        played = {(line["first"], line["second"]) for line in own}
        if not _cells(players, True) <= played:
            continue
        net, half = net_wins(table(own, opponent, players), games)
        apart = net[0] - theirs[0]
        allowed = math.hypot(half[0], their_half[0])
        whole = len(played) == len(players) ** 2
        rows.append(f"| {reading} | " + " | ".join(f"{net[i]:+.0f} ± {half[i]:.0f}" if whole or i == 0 else "" for i in range(len(players)))
                    + f" | {apart:+.0f} ± {allowed:.0f}{' (explained)' if abs(apart) <= allowed else ''} | "
                    + (f"{kendall_tau(net, theirs):+.2f} |" if whole else "|"))
    return "\n".join(rows)


def report(study, lines):
    """The report in Markdown."""
    sections = "\n\n".join(_section(study, lines, opponent) for opponent in study["measurement"]["opponents"])
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(HERE)}
{sections}

Net wins as of {study["measurement"]["games"]} games a cell, both seats, with 95 % intervals; the paper's are recomputed from its cells. tau:
Kendall's, of the order of the five policies with the paper's. {sum(line["cpu_seconds"] for line in lines):.0f} s of processor time in all.
"""


def main():
    study = read_document(HERE)
    results = ResultsFile(HERE / "results.jsonl")
    lines = results.read()
    done = {tuple(line[key] for key in KEYS) for line in lines}
    players = study["measurement"]["players"]
    for with_random in (True, False):
        for reading in study["readings"] if with_random else study["measurement"]["whole"]:
            for opponent in study["measurement"]["opponents"]:
                for first, second in sorted(_cells(players, with_random)):
                    if (reading, opponent, first, second) not in done:
                        lines.append(measure(study, reading, opponent, first, second))
                        results.append(lines[-1])
        write_whole(HERE / "report.md", report(study, lines))


if __name__ == "__main__":
    main()
