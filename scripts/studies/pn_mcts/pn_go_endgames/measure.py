"""Plays games of Go and searches positions near their ends with proof numbers, as study.toml says.

    python scripts/studies/pn_mcts/pn_go_endgames/measure.py [--games N]

results.jsonl (a line a position and search) and report.md are written anew; with --games it is a trial, which prints
the report and keeps nothing.
"""
import statistics
from pathlib import Path

from gopy import game as contract
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import new_player
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent


def play_game(settings, kind, seed):
    """The moves of a game, its first pass excluded."""
    game = AnyGame(kind)
    players = [new_player(settings["player"], kind, 2 * seed + i) for i in (0, 1)]
    passing = contract.pass_move(game.state)
    while not game.is_over:
        move = players[game.to_play].choose(game, game.to_play)
        if move == passing:
            break
        game.play(move)
    return list(game.moves)


def positions(settings, kind):
    """Yield (game's number, moves before the first pass, AnyGame)."""
    for number in range(settings["games"]):
        moves = play_game(settings, kind, settings["seed"] * 100_000 + number)
        for before in settings["before"]:
            if before <= len(moves):
                game = AnyGame(kind)
                for move in moves[:len(moves) - before]:
                    game.play(move)
                yield number, before, game


def measure(study):
    """Yield a dict for each position and search."""
    settings = study["endgames"]
    for board in settings["board"]:
        kind = game_kind("go:size={size},komi={komi}".format(**board) + f",rules={settings['rules']}")
        searchers = {(proofs, simulations): new_player(settings["search"].format(proofs=proofs, simulations=simulations),
                                                       kind, settings["seed"])
                     for proofs in settings["proofs"] for simulations in settings["simulations"]}
        for number, before, game in positions(settings, kind):
            for (proofs, simulations), searcher in searchers.items():
                searcher.choose(game, game.to_play)
                report = searcher.report
                yield {"size": board["size"], "game": number, "before": before, "proofs": proofs,
                       "asked": simulations, "proven": report.proven, "simulations": report.simulations,
                       "nodes": report.nodes, "seconds": round(report.seconds, 3)}


def cell(lines):
    """What was proven of the positions of one distance, by one kind of search."""
    proven = sum(line["proven"] != "" for line in lines)
    low, high = wilson(proven, len(lines))
    return f"{100 * proven / len(lines):.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def report(study, lines):
    """report.md as text."""
    settings = study["endgames"]
    text = [f"# {HERE.name}", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}"]
    for board in settings["board"]:
        heads = [f"{simulations:,} simulations" for simulations in settings["simulations"]]
        text += ["", f"## {board['size']}x{board['size']}, komi {board['komi']}", "",
                 f"| moves before the first pass | positions | proofs | {' | '.join(heads)} | s of the last |",
                 "|---" * (len(heads) + 4) + "|"]
        for before in settings["before"]:
            for proofs in settings["proofs"]:
                mine = [line for line in lines
                        if (line["size"], line["before"], line["proofs"]) == (board["size"], before, proofs)]
                if mine:
                    asked = [[line for line in mine if line["asked"] == simulations]
                             for simulations in settings["simulations"]]
                    seconds = statistics.median(line["seconds"] for line in asked[-1])
                    text.append(f"| {before} | {len(asked[0])} | {proofs} | {' | '.join(map(cell, asked))} | {seconds:.2f} |")
    return "\n".join([*text, ""])


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, section="endgames")
