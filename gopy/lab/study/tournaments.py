"""Tournaments of tree policies in compiled games: every policy plays every policy, itself included, in either seat.

study.toml has a table [measurement] with these keys:

    game            written as gopy.games.catalogue describes it
    simulations     of a move
    players         policies of gopy.search.sampling.params by the names of their constructors, or "random", who moves at random
    opponents       the models of the opponent that the policies search with; each gets a table of results
    games           number of games of a cell of the table
    chunk           number of games that one line of results.jsonl stands for
    fixed_orders    true: untried moves go in a fixed order, another in each chunk, and positions after the opponent's moves get their
                    moves at once; without the key they go in random order
    seed
    and parameters of policies

A table [published.MODEL] has the published results: player = [[won, drawn, lost], ...] as the first player against each
player, and printed_net = {player = net wins}.
"""
import argparse
import time
import zlib
from collections.abc import Iterator

import numpy as np

from gopy.base.files import write_whole
from gopy.base.numbers import number, whole_number
from gopy.games.catalogue import game_kind
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes
from gopy.lab.study.orders import kendall_tau
from gopy.search.sampling import params
from gopy.search.sampling.trials import new_trials, play_games

RANDOM = "random"
KEYS = ("opponent", "first", "second", "chunk")


def new_policy(name, opponent, settings) -> params.Ranking:
    """The policy that gopy.search.sampling.params.new_NAME makes, with the study's settings as far as they are parameters.

    A prior is for the policies that have one by default, AOAP and TTTS.
    """
    make = getattr(params, f"new_{name}")
    left_out = () if make.parameters["prior_variance"].default else ("prior_mean", "prior_variance")
    given = {key: settings[key] for key in make.parameters if key in settings and key not in left_out}
    return make(**{**given, "opponent": opponent})


def wanted(settings) -> Iterator[tuple[str, str, str, int]]:
    """Yield the keys of all lines, first those of the first games of every cell, as tuples of the values of KEYS."""
    for chunk in range(-(-settings["games"] // settings["chunk"])):
        for opponent in settings["opponents"]:
            for first in settings["players"]:
                for second in settings["players"]:
                    yield opponent, first, second, chunk


def measure(settings, key) -> dict:
    """Play the games of one line; returns the line as a dict."""
    opponent, *names, chunk = key
    state = game_kind(settings["game"]).new_state()
    if settings.get("fixed_orders"):
        settings = {**settings, "salt": chunk + 1, "answers_at_once": True}
    # a player that moves at random also needs a policy, which is never asked
    policies = [new_policy(settings["players"][-1] if name == RANDOM else name, opponent, settings) for name in names]
    simulations = np.array([0 if name == RANDOM else settings["simulations"] for name in names], np.int64)
    seed = settings["seed"] << 32 | zlib.crc32(repr(key).encode())
    trials = new_trials(state, policies[0], settings["simulations"], seed)
    values = np.zeros(settings["chunk"])
    began = time.thread_time()
    play_games(trials, state, *policies, simulations, params.search_params_for(policies[0]), None, values)
    return {**dict(zip(KEYS, key)), "won": int((values == 1.0).sum()), "drawn": int((values == 0.5).sum()),
            "lost": int((values == 0.0).sum()), "cpu_seconds": round(time.thread_time() - began, 3)}


def table(lines, opponent, players) -> np.ndarray:
    """int64[players, players, 3]: games won, drawn and lost by the first player (row) against the second (column)."""
    counts = np.zeros((len(players), len(players), 3), np.int64)
    for line in lines:
        if line["opponent"] == opponent and {line["first"], line["second"]} <= set(players):
            cell = players.index(line["first"]), players.index(line["second"])
            counts[cell] += line["won"], line["drawn"], line["lost"]
    return counts


def net_wins(counts, games) -> tuple[np.ndarray, np.ndarray]:
    """(wins minus losses of each player in both seats, half the width of their 95 % intervals), scaled to `games` per cell.

    A cell of n games, w of them won and l lost, has the net share (w - l) / n of variance ((w + l) / n - share^2) / n.
    The games of a player against itself cancel out. A cell without games counts as even.
    """
    n = np.maximum(counts.sum(axis=2), 1)
    share = (counts[:, :, 0] - counts[:, :, 2]) / n
    variance = ((counts[:, :, 0] + counts[:, :, 2]) / n - share ** 2) / n
    np.fill_diagonal(variance, 0.0)
    return (games * (share.sum(axis=1) - share.sum(axis=0)),
            games * 1.96 * np.sqrt(variance.sum(axis=0) + variance.sum(axis=1)))


# ---- report -------------------------------------------------------------------------------------

def _row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _section(settings, published, lines, opponent):
    players = settings["players"]
    counts = table(lines, opponent, players)
    net, half = net_wins(counts, settings["games"])
    theirs = np.array([published[opponent][player] for player in players])
    lead = theirs[:, :, 0] - theirs[:, :, 2]        # some of the paper's cells do not sum up to its number of games
    recomputed = lead.sum(axis=1) - lead.sum(axis=0)
    rows = [_row(["first player", *players, "net wins", "paper, printed", "paper, recomputed"]),
            _row(["---"] * (len(players) + 4))]
    for i, player in enumerate(players):
        rows.append(_row([player, *(",".join(str(k) for k in counts[i, j]) for j in range(len(players))),
                          f"{net[i]:+.0f} ± {half[i]:.0f}", f"{published[opponent]['printed_net'][player]:+d}",
                          f"{recomputed[i]:+.0f}"]))
    order = " > ".join(players[i] for i in np.argsort(-net, kind="stable"))
    played = counts.sum(axis=2)
    table_text = "\n".join(rows)
    return f"""
## Searches that take the opponent to play {"at random" if opponent == "random" else "by UCT"}

{table_text}

Won, drawn, lost by the first player; {played.min()} to {played.max()} of {settings["games"]} games a cell, net wins
as of {settings["games"]}. Order: {order}. Kendall's tau with the paper's recomputed net wins:
{kendall_tau(net, recomputed):+.2f}.
"""


def report(folder, study, lines) -> str:
    """The report in Markdown."""
    settings = study["measurement"]
    sections = "".join(_section(settings, study["published"], lines, opponent) for opponent in settings["opponents"])
    return f"""# {folder.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{read_notes(folder)}{sections}
{sum(line["cpu_seconds"] for line in lines):.0f} s of processor time in all.
"""


def main(folder, words=None) -> None:
    """Play what results.jsonl of a study's folder lacks, then write report.md."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=whole_number(1), help="at most so many of each cell, in whole chunks")
    parser.add_argument("--minutes", type=number(0), default=float("inf"), help="begin no more games after so long")
    args = parser.parse_args(words)
    study = read_document(folder)
    settings = study["measurement"]
    if args.games is not None:
        settings = {**settings, "games": min(args.games, settings["games"])}
    results = ResultsFile(folder / "results.jsonl")
    lines = results.read()
    done = {tuple(line[key] for key in KEYS) for line in lines}
    end = time.monotonic() + 60 * args.minutes
    for key in wanted(settings):
        if time.monotonic() >= end:
            break
        if key not in done:
            lines.append(measure(settings, key))
            results.append(lines[-1])
    write_whole(folder / "report.md", report(folder, study, lines))
