"""What an engine's network says of a position by itself, without a search."""
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gopy.base.errors import UserError
from gopy.engine.options import Options
from gopy.games.players.presets import preset_named
from gopy.go.history import Game
from gopy.go.rules import Ko, Scoring
from gopy.network.params import network_path

if TYPE_CHECKING:
    from gopy.network.network import Judgement, Network


def raw_judgement(options: Options, game: Game, turns: Iterable[int]) -> "Judgement":
    """The Judgement of the side to move, as the mean over turns and mirrors of the board (see Network.evaluate).

    UserError if the preset has no network.
    """
    from gopy.go.bitboard.construct import new_position, set_rules, setup_game  # loads the compiler

    if preset_named(options.preset).go != "network":
        raise UserError(f"preset {options.preset} judges without a network")
    position = new_position(game.size)
    setup_game(position, game, game.to_play, 0)
    set_rules(position, game.effective_komi, int(Ko.SIMPLE), int(game.rules.suicide))
    return _network(network_path(game.size, options.network)).evaluate(position, turns, game.rules.scoring is Scoring.TERRITORY)


@lru_cache(maxsize=2)
def _network(path: Path) -> "Network":
    from gopy.network.network import Network

    return Network.load(path)
