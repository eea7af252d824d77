"""Plays games of Go and searches positions near their ends with proof numbers, as study.toml says.

    python scripts/studies/pn_mcts/pn_go_endgames/measure.py [--games N]

results.jsonl (a line a position and search) and report.md are written anew; with --games it is a trial, which prints
the report and keeps nothing.
"""
import statistics
from pathlib import Path

from gopy import game
from gopy.games.catalogue import load_game
from gopy.players.course import Course
from gopy.players.game_player import new_player
from gopy.study.measured import record_or_try
from gopy.match.results.statistics import wilson

HERE = Path(__file__).parent


def play_game(settings, registered, options, seed):
    """The moves of a game, its first pass excluded."""
    course = Course(registered.new_state(**options))
    players = [new_player(settings["player"], registered, options, 2 * seed + i) for i in (0, 1)]
    passing = game.pass_move(course.state)
    while not course.is_over:
        move = players[course.to_play].choose(course, course.to_play)
        if move == passing:
            break
        course.play(move)
    return list(course.moves)


def positions(settings, registered, options):
    """Yield (game's number, moves before the first pass, Course)."""
    for number in range(settings["games"]):
        moves = play_game(settings, registered, options, settings["seed"] * 100_000 + number)
        for before in settings["before"]:
            if before <= len(moves):
                course = Course(registered.new_state(**options))
                for move in moves[:len(moves) - before]:
                    course.play(move)
                yield number, before, course


def measure(study):
    """Yield a dict for each position and search."""
    settings = study["endgames"]
    for board in settings["board"]:
        registered, options = load_game("go:size={size},komi={komi}".format(**board) + f",rules={settings['rules']}")
        searchers = {(proofs, simulations): new_player(settings["search"].format(proofs=proofs, simulations=simulations),
                                                       registered, options, settings["seed"])
                     for proofs in settings["proofs"] for simulations in settings["simulations"]}
        for number, before, course in positions(settings, registered, options):
            for (proofs, simulations), searcher in searchers.items():
                searcher.choose(course, course.to_play)
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
