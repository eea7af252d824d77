"""What a network says of a game by itself, without a search."""
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gopy.go.history import Game
from gopy.go.rules import Ko, Scoring

if TYPE_CHECKING:
    from gopy.network.network import Judgement, Network


def raw_judgement(path: Path, game: Game, turns: Iterable[int], colour: int | None = None, rank: float = 0.0) -> "Judgement":
    """The Judgement of `colour`, who moves (None: whose turn it is), by the network in a file, as the mean over turns and mirrors of the
    board. rank: as `form.rank_input` has it, 0 if it is not known. ValueError if the file cannot be read."""
    from gopy.go.bitboard.construct import new_position, set_rules, setup_game  # loads the compiler

    position = new_position(game.size)
    passes = int(bool(game.moves) and game.moves[-1][1] == game.pass_move)
    setup_game(position, game, game.to_play if colour is None else colour, passes)
    set_rules(position, game.effective_komi, int(Ko.SIMPLE), int(game.rules.suicide))
    return _network(path).evaluate(position, turns, game.rules.scoring is Scoring.TERRITORY, rank)


@lru_cache(maxsize=2)
def _network(path: Path) -> "Network":
    from gopy.network.network import Network

    return Network.load(path)
