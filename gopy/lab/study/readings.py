"""Tournaments as in tournaments.py by several readings of a paper, each of which differs in a few settings from the first.

study.toml has these tables beside those that gopy.lab.study.tournaments describes:

    [readings]      reading = {key = value, ...}: what differs from [measurement]; `threshold` is after how many samples a leaf gets
                    its children, and `visits` whether the most visited move is played
    [measurement]   paper_games = games of a cell in the paper, to which net wins are scaled; without the key those of `games`
                    whole = [readings of which all cells are played, for the order of the policies; of the others those of the first
                    player of the table]
"""
import math
import time
import zlib

import numpy as np

from gopy.base.files import write_whole
from gopy.games.catalogue import game_kind
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.orders import kendall_tau
from gopy.lab.study.tournaments import net_wins, new_policy, table
from gopy.search.sampling.params import search_params_for
from gopy.search.sampling.trials import new_trials, play_games

#: How the first player is called in the heading of a table.
_NAMES = {"uniform": "Random"}

KEYS = ("reading", "opponent", "first", "second")


def measure(study, reading, opponent, first, second) -> dict:
    """Play the games of one cell by one reading; returns its line."""
    key = reading, opponent, first, second
    settings = {**study["measurement"], **study["readings"][reading]}
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


def _cells(players, of_first):
    """{(first, second)}: the cells that make up the net wins of the first player, whose games against itself cancel out, or the others."""
    return {(first, second) for first in players for second in players
            if ((first == players[0]) != (second == players[0])) == of_first}


def _of(settings):
    """The games of a cell to which net wins are scaled."""
    return settings.get("paper_games", settings["games"])


def _section(study, lines, opponent):
    settings = study["measurement"]
    players, games = settings["players"], _of(settings)
    published = study["published"][opponent]
    theirs, their_half = net_wins(np.array([published[player] for player in players]), games)
    first = _NAMES.get(players[0], players[0])
    rows = [f"## Searches that take the opponent to play {'at random' if opponent == 'random' else 'by UCT'}", "",
            f"| reading | {' | '.join(players)} | {first} less the paper's | tau |", "|---" * (len(players) + 3) + "|",
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


def report(folder, study, lines) -> str:
    """The report in Markdown."""
    sections = "\n\n".join(_section(study, lines, opponent) for opponent in study["measurement"]["opponents"])
    return f"""# {folder.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(folder)}
{sections}

Net wins as of {_of(study["measurement"])} games a cell, both seats, with 95 % intervals; the paper's are recomputed from its cells. tau:
Kendall's, of the order of the five policies with the paper's. {sum(line["cpu_seconds"] for line in lines):.0f} s of processor time in all.
"""


def main(folder) -> None:
    """Play what results.jsonl of a study's folder lacks, then write report.md."""
    study = read_document(folder)
    results = ResultsFile(folder / "results.jsonl")
    lines = results.read()
    done = {tuple(line[key] for key in KEYS) for line in lines}
    players = study["measurement"]["players"]
    for of_first in (True, False):
        for reading in study["readings"] if of_first else study["measurement"]["whole"]:
            for opponent in study["measurement"]["opponents"]:
                for first, second in sorted(_cells(players, of_first)):
                    if (reading, opponent, first, second) not in done:
                        lines.append(measure(study, reading, opponent, first, second))
                        results.append(lines[-1])
        write_whole(folder / "report.md", report(folder, study, lines))
