"""Plays each variant of study.toml against the preset "handcrafted" in this process.

    python scripts/studies/parameters/parameters_9x9/measure.py [VARIANT ...]

results.jsonl gets a line a game as it ends, and games that have one are not played again; report.md is written anew.
"""
import random
import sys
from pathlib import Path

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.files import write_whole
from gopy.base.parameters import name_values
from gopy.games.players.presets import build
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.go.score import area_score
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_document
from gopy.search.threads import Search

HERE = Path(__file__).parent
RESIGNS = 0.08       # expected share of wins below which a game is given up
LONGEST = 200        # moves


class Player:
    """A search with parameters of its own, which follows a game and keeps its tree between moves."""

    def __init__(self, changes, settings, seed):
        self.settings = settings
        self.position = new_position(settings["size"])
        self.search = Search(self.position, *build("handcrafted", settings["size"], name_values(changes)),
                             threads=1, memory_bytes=256 << 20, seed=seed)
        self.moves_seen = None

    def start(self, seed):
        self.search.reseed(seed)
        self.moves_seen = None

    def move(self, game):
        """The best move for the side to play, and its expected share of wins."""
        board = game.board
        moves = [move for _, move in game.moves]
        setup(self.position, board.colours, game.to_play, board.ko_for(game.to_play), game.passes, moves[-1], moves[-2])
        set_rules(self.position, self.settings["komi"], superko=1)
        played = None if self.moves_seen is None else moves[self.moves_seen:]
        self.search.set_root(self.position, played=played, history=game.repetition_hashes())
        self.moves_seen = len(moves)
        best = self.search.run(simulations=self.settings["simulations"]).children[0]
        return best.move, best.winrate


def play(players, settings, pair, colours_swapped):
    """One game; returns the index of the winner in `players`."""
    size = settings["size"]
    game = Game(size, settings["komi"])
    inner = [row * (size + 1) + column for row in range(2, size - 2) for column in range(2, size - 2)]
    for number, point in enumerate(random.Random(7000 + pair).sample(inner, settings["opening_stones"])):
        game.play(number % 2, point)
    for player in players:
        player.start(2 * pair + colours_swapped)
    while len(game.moves) < LONGEST and not game.is_over:
        mover = game.to_play ^ colours_swapped
        move, winrate = players[mover].move(game)
        if winrate < RESIGNS and len(game.moves) > 30:
            return 1 - mover
        game.play(game.to_play, move)
    winner = BLACK if area_score(game.board.colours, size) > settings["komi"] else WHITE
    return winner ^ colours_swapped


def write_report(study, lines):
    """Remake report.md from the lines of results.jsonl."""
    rows = []
    for name, changes in {**study["variants"], **study["retired"]}.items():
        won = [line["won"] for line in lines if line["variant"] == name]
        if won:
            low, high = wilson(sum(won), len(won))
            rows.append(f"| {name} | {len(won)} | {100 * sum(won) / len(won):.1f} % | {100 * low:.0f}-{100 * high:.0f} | "
                        f"`{changes}` |")
    table = "\n".join(rows)
    write_whole(HERE / "report.md", f"""# {HERE.name}

{study["question"].strip()}

{study["rule"].strip()}

| variant | games | won | 95 % | parameters |
|---|---|---|---|---|
{table}
""")


def main():
    study = read_document(HERE)
    settings = study["settings"]
    results = ResultsFile(HERE / "results.jsonl")
    lines = results.read()
    played = {(line["variant"], line["id"]) for line in lines}
    for name in sys.argv[1:] or study["variants"]:
        players = [Player(study["variants"][name], settings, 11), Player("", settings, 22)]
        for game in range(2 * settings["pairs"]):
            if (name, game) in played:
                continue
            winner = play(players, settings, game // 2, game % 2)
            lines.append({"variant": name, "id": game, "won": int(winner == 0)})
            results.append(lines[-1])
        write_report(study, lines)


if __name__ == "__main__":
    main()
