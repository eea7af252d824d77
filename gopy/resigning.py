"""When to resign: a bad win rate, from enough simulations, several own turns in a row, and not too early.

The defaults of the options (below 0.10 three times in a row) come from 60 games against itself, 9x9, 1000
simulations a move, played to the end: 52 would have been resigned, some 19 moves early, and none of them was
won after all; at one turn instead of three 4 of 60 were.
"""

#: Simulations through the root before its win rate is believed.
MIN_VISITS = 500

#: Share of the board's points that must have been played, in even and in handicap games. In a handicap game
#: one side starts behind and waits for mistakes.
EVEN_STAGE, HANDICAP_STAGE = 0.2, 0.5


class Resignation:
    """Counts the lost-looking turns in a row of one side each."""

    def __init__(self):
        self._lost_turns = {}

    def restart(self):
        """Forget the count: a new game, or a move taken back."""
        self._lost_turns.clear()

    def due(self, game, colour, winrate, visits, options):
        """Whether `colour` should resign, given the win rate (0 to 1) of its best move. Counts this turn."""
        lost = visits >= MIN_VISITS and winrate < options.resign_threshold
        turns = self._lost_turns[colour] = self._lost_turns.get(colour, 0) + 1 if lost else 0
        stage = HANDICAP_STAGE if game.handicap >= 2 else EVEN_STAGE
        late = len(game.moves) >= stage * game.size * game.size
        return options.resign and late and turns >= options.resign_turns
