"""Plays won endgames to their end and counts the points that the engine throws away.

    python scripts/studies/strength/won_endgames/measure.py [--only VARIANT]
    python scripts/studies/strength/won_endgames/measure.py --report      # remakes the report from the lines alone

A variant is a text of options, such as "for_points=0". results.jsonl gets a line for each variant and position as it is played, and what has a line is
not played again: stop it at any moment. A line has the final scores of the side that was ahead, in one play after the other, as its
opponent and it play for points (`references`), and as the engine plays that side (`scores`).
"""
import argparse
from pathlib import Path

import numpy as np

from gopy.base.files import write_whole
from gopy.engine.engine import RESIGN, Engine
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.passing import ends_game
from gopy.engine.searcher import Root
from gopy.engine.settings import options_from_text
from gopy.engine.status import assess
from gopy.go.geometry import BLACK
from gopy.go.history import Game
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.moves import parse_moves
from gopy.lab.match.results.statistics import mean_interval
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
RESULTS = ResultsFile(HERE / "results.jsonl")
SIZE = 9


class ForPoints:
    """A player that searches under a komi that makes the game even, so that each point counts."""

    def __init__(self, simulations) -> None:
        self._search, self._simulations = GoSearch(SIZE, Options(size=SIZE, threads=1), 1), simulations
        self.restart(1)

    def restart(self, seed) -> None:
        """Begin a new game with this seed."""
        self._search.restart(seed)
        self._score = None

    def move(self, game) -> int:
        """The move for the side to play in `game`: it fills no own eye, and answers a pass by one once all is settled."""
        for share in (4, 4, 1) if self._score is None else (4, 1):
            self._search.forget()
            self._search.set_root(Root(game, game.to_play, self._score or 0.0))
            self._search.run(simulations=self._simulations // share)
            report = self._search.report()
            self._score = report.score_mean
        status = assess(game.board, report.ownership)
        if ends_game(game, game.to_play) and not status.doubtful and not status.neutral:
            return game.pass_move
        moves = [child.move for child in report.children
                 if child.move == game.pass_move or not game.board.is_eye(child.move, game.to_play)]
        return moves[0] if moves else game.pass_move


def positions(settings):
    """List of (number of the game, Game) in which the side to move is ahead."""
    search = GoSearch(SIZE, Options(size=SIZE, threads=1), 1)
    found = []
    for line in ResultsFile(HERE / settings["records"] / "results.jsonl").read():
        if line["match"] != settings["match"] or len(found) == settings["positions"]:
            continue
        game = Game(SIZE, 7.5)
        for _, point in parse_moves(line["played"], SIZE):
            if len(game.moves) >= settings["earliest"]:
                search.restart(1)
                search.set_root(Root(game, game.to_play))
                search.run(simulations=settings["simulations"] // 3)
                if search.report(max_moves=1).value >= settings["won"]:
                    found.append((line["id"], game))
                    break
            if game.is_over:
                break
            game.play(game.to_play, point)
    return found


def played_out(engine, start, choose, longest):
    """Final score, for the side to move at `start`, after choose(game) has played each move for both sides."""
    engine.new_game()
    engine.game = start.copy()
    while not engine.game.is_over and len(engine.game.moves) < len(start.moves) + longest:
        choose(engine)
    return engine.final_score() * (1 if start.to_play == BLACK else -1)


def measure(variant, settings):
    """Append the lines of a variant."""
    options = options_from_text(variant, size=SIZE, threads=1, sims=settings["simulations"], resign=False, seed=1)
    engine, other = Engine(options), ForPoints(settings["simulations"])
    lines = {line["id"]: line for line in RESULTS.read()}
    for number, start in positions(settings):
        if f"{number} {variant}" in lines:
            continue
        ahead = start.to_play

        def for_points(engine):
            engine.game.play(engine.game.to_play, other.move(engine.game))

        def by_engine(engine):
            if engine.game.to_play == ahead:
                assert engine.genmove(ahead).move != RESIGN
            else:
                for_points(engine)

        def scores(choose):
            found = []
            for seed in range(1, settings["plays"] + 1):
                other.restart(seed)
                found.append(played_out(engine, start, choose, settings["longest"]))
            return found
        known = [line["references"] for line in lines.values() if line["id"].split(" ")[0] == str(number)]
        RESULTS.append({"id": f"{number} {variant}", "variant": variant, "ply": len(start.moves),
                        "references": known[0] if known else scores(for_points), "scores": scores(by_engine)})
    engine.close()


def write_report(study):
    """Remake report.md from the lines of results.jsonl."""
    rows = {}
    for line in RESULTS.read():
        rows.setdefault(line["variant"], []).append(line)
    table = ["| variant | positions | points thrown away | in the median | lost games |", "|---|---|---|---|---|"]
    for variant, lines in rows.items():
        thrown = np.array([np.mean(line["references"]) - np.mean(line["scores"]) for line in lines])
        mean, low, high = mean_interval(thrown.tolist())
        lost = sum(score < 0 for line in lines for score in line["scores"])
        table.append(f"| {variant or 'default'} | {len(lines)} | {mean:.2f} ({low:.2f} to {high:.2f}) | {np.median(thrown):.1f} | {lost} |")
    parts = [f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n", "\n".join(table) + "\n",
             read_notes(HERE)]
    write_whole(HERE / "report.md", "\n".join(parts).rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", help="measure this variant alone")
    parser.add_argument("--report", action="store_true", help="play nothing")
    arguments = parser.parse_args()
    study = read_document(HERE / "study.toml")
    if not arguments.report:
        for variant in study["settings"]["variants"] if arguments.only is None else [arguments.only]:
            measure(variant, study["settings"])
    write_report(study)


if __name__ == "__main__":
    main()
