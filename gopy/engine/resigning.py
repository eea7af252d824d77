"""When to resign: after a bad chance of winning in several own turns in a row, from enough simulations, and not too early.

The defaults of the options are a chance below 0.01, which is a win rate of the search (see gopy.engine.chance) of 0.08 to 0.14, three
times in a row. They come from 60 games of the engine against itself on 9x9, with 1000 simulations a move, played to the end. With a
win rate of 0.10, 52 would have been resigned, some 19 moves early, and none of these was won after all by the side that would have
resigned. With one turn instead of three, 4 of 60 were.

With few simulations a move it takes more turns, because the turns must have MIN_VISITS together. The win rate of so few
simulations is mostly chance. So one turn that looks better does not begin the count anew, but the mean of all these turns
decides. Of 60 games against itself on 9x9 with each of 25, 50, 100 and 200 simulations, played to the end, 21, 39, 55 and 54 would
have been resigned, 12 to 14 moves early in the median, and none of them was won after all. With 150 visits instead of MIN_VISITS,
one was.

Players who draw their moves wait for a chance below 0.0001, on 9x9 a win rate of 0.008, in the mean of six turns. With 0.01, of 60
games at temperature 0.66, 24 at 1.08 and 24 at 3.1, with 100 simulations and played to the end, 29, 16 and 16 would have been resigned
so, 6 to 13 moves early in the median, and none of them was won after all. Below a win rate of 0.03 instead, 3 of 79 were. But among
further games at 3.1 one was won after six such turns, so above a temperature of 2 it takes more, and so it does for the levels that
read little.
"""
import math
from collections.abc import Sequence

from gopy.engine.options import Options
from gopy.engine.weaker_play import Weakness
from gopy.go.history import Game

#: A chance is believed if it comes from so many visits of the root, in one turn or in several together.
MIN_VISITS = 250

#: Share of the board's points that must have been played, in even and in handicap games. In a handicap game
#: one side starts behind and waits for mistakes.
EVEN_STAGE, HANDICAP_STAGE = 0.2, 0.5


#: A player who draws its moves (gopy.engine.weaker_play), and so makes mistakes, resigns when the mean of so many times the
#: turns is below so much of the threshold: its opponents, who are people of its strength, make mistakes too. Who reads little, or
#: draws at a temperature above the number of times, waits for more turns.
DRAWN_TURNS, DRAWN_THRESHOLD = 2, 0.01

#: So many times the turns for a player who reads less than this.
LITTLE_READING, LITTLE_READING_TURNS = 8.0, 4


class Resignation:
    """Remembers for each side the chances of winning of its last turns, and how many visits each came from."""

    def __init__(self) -> None:
        # colour: [(chance, visits) of its turns since one that surely looked better]
        self._turns: dict[int, list[tuple[float, int]]] = {}

    def restart(self) -> None:
        """Forget the turns: a new game, or a move taken back."""
        self._turns.clear()

    def due(self, game: Game, colour: int, chance: float, visits: int, options: Options,
            weakness: Weakness | None = None) -> bool:
        """Whether `colour` should resign, given the chance (0 to 1) of its move and the root's visits. Remembers this turn.

        weakness: how the player draws its moves, in which case `chance` is that of the position.
        """
        threshold, count = options.resign_threshold, options.resign_turns
        if weakness is not None:
            threshold *= DRAWN_THRESHOLD
            count *= max(DRAWN_TURNS if weakness.reading >= LITTLE_READING else LITTLE_READING_TURNS, math.ceil(weakness.temperature))
        turns = self._turns.setdefault(colour, [])
        turns.append((chance, visits))
        if chance >= threshold and visits >= MIN_VISITS:
            turns.clear()
        stage = HANDICAP_STAGE if game.handicap >= 2 else EVEN_STAGE
        late = len(game.moves) >= stage * game.size * game.size
        return options.resign and late and _mean_of_last(turns, count) < threshold


def _mean_of_last(turns: Sequence[tuple[float, int]], least: int) -> float:
    """The mean chance, by visits, of the fewest last turns that are at least `least` and have MIN_VISITS; 1 if all have
    fewer."""
    total, visits = 0.0, 0
    for count, (chance, of_turn) in enumerate(reversed(turns), 1):
        total += chance * of_turn
        visits += of_turn
        if count >= least and visits >= MIN_VISITS:
            return total / visits
    return 1.0
