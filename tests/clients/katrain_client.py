"""A game by KaTrain's own code, without its windows: its engine.py asks, its game and its players read the answers.

    python katrain_client.py FOLDER COMMAND         # FOLDER has KaTrain's package; COMMAND goes to a shell, as in KaTrain

60 moves are played by strategies of KaTrain, one that takes the engine's best move and two that ask it for more, and each position is
analysed once more, as KaTrain does with a game that is opened. Prints a JSON object: `log` has each [level, message] that KaTrain
writes, `nodes` what it has kept about each position.
"""
import json
import sys
import time
import types
from pathlib import Path

folder, command = sys.argv[1:]
sys.path.insert(0, folder)

# Kivy draws KaTrain's windows. The code of the engine takes two names from it.
kivy = types.ModuleType("kivy")
kivy.utils = types.ModuleType("kivy.utils")
kivy.utils.platform = "linux"
kivy._event = types.ModuleType("kivy._event")
kivy._event.Observable = object
sys.modules |= {"kivy": kivy, "kivy.utils": kivy.utils, "kivy._event": kivy._event}

from katrain.core.ai import generate_ai_move  # noqa: E402
from katrain.core.constants import AI_DEFAULT, AI_SCORELOSS, AI_SIMPLE_OWNERSHIP  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game  # noqa: E402

MOVES = 60
VISITS = 100


class KaTrain:
    """What the game and the engine ask of the program: its settings, as shipped but for a smaller board, and its log."""

    def __init__(self):
        self.settings = json.loads((Path(folder) / "katrain" / "config.json").read_text())
        self.settings["game"] |= {"size": 9, "handicap": 0}
        self.settings["engine"] |= {"backend": "custom", "altcommand": command, "max_visits": VISITS}
        self.messages = []

    def config(self, name, default=None):
        value = self.settings
        for key in name.split("/"):
            value = value.get(key, default)
        return value

    def log(self, message, level=0):
        self.messages.append([level, str(message)])

    def __call__(self, *message):       # asks for a window, for instance to say that the engine ended
        self.log(message, -1)


def play():
    """Returns (KaTrain, the game's nodes in order)."""
    katrain = KaTrain()
    engine = KataGoEngine(katrain, katrain.config("engine"))
    try:
        game = Game(katrain, engine)
        strategies = katrain.config("ai")
        for turn in range(MOVES):
            name = (AI_DEFAULT, AI_DEFAULT, AI_SCORELOSS, AI_SIMPLE_OWNERSHIP)[turn % 4]
            if generate_ai_move(game, name, strategies[name])[1] is None:
                break
        game.analyze_all_nodes()
        while not engine.is_idle() and engine.check_alive():
            time.sleep(0.05)
        return katrain, game.current_node.nodes_from_root
    finally:
        engine.shutdown(finish=None)


def kept(node):
    return {"move": node.move and node.move.gtp(), "complete": node.analysis_complete, "visits": node.root_visits,
            "winrate": node.winrate, "score": node.score, "points_lost": node.points_lost,
            "candidates": [info["move"] for info in node.candidate_moves], "ownership": len(node.ownership or ()),
            "policy": len(node.policy or ())}


katrain, nodes = play()
print(json.dumps({"log": katrain.messages, "nodes": [kept(node) for node in nodes]}))
