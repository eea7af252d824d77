"""When to resign: after a bad win rate in several own turns in a row, from enough simulations, and not too early.

The defaults of the options (below 0.10 three times in a row) come from 60 games of the engine against itself on 9x9, with
1000 simulations a move, played to the end: 52 would have been resigned, some 19 moves early, and none of these was won
after all by the side that would have resigned. With one turn instead of three, 4 of 60 were.

With few simulations a move it takes more turns, because the turns in a row must have MIN_VISITS together. Of 60 games of
each level from 1 to 4 against itself on 9x9, played to the end, 25, 32, 38 and 50 would have been resigned, 12 to 16 moves
early in the median, and none of them was won after all.
"""

#: The win rates of turns in a row that look lost are believed once the roots of their searches have so many visits in all.
MIN_VISITS = 500

#: Share of the board's points that must have been played, in even and in handicap games. In a handicap game
#: one side starts behind and waits for mistakes.
EVEN_STAGE, HANDICAP_STAGE = 0.2, 0.5


class Resignation:
    """Counts for each side its turns in a row that look lost, and their simulations."""

    def __init__(self) -> None:
        self._lost = {}     # colour: (turns, simulations)

    def restart(self) -> None:
        """Forget the count: a new game, or a move taken back."""
        self._lost.clear()

    def due(self, game, colour, winrate, visits, options) -> bool:
        """Whether `colour` should resign, given the win rate (0 to 1) of its best move. Counts this turn."""
        turns, simulations = 0, 0
        if winrate < options.resign_threshold:
            turns, simulations = self._lost.get(colour, (0, 0))
            turns, simulations = turns + 1, simulations + visits
        self._lost[colour] = turns, simulations
        stage = HANDICAP_STAGE if game.handicap >= 2 else EVEN_STAGE
        late = len(game.moves) >= stage * game.size * game.size
        return options.resign and late and turns >= options.resign_turns and simulations >= MIN_VISITS
