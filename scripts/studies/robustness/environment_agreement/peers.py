"""Go as OpenSpiel and pgx play it, many games at a time, with the calls that measure.py compares."""
import numpy as np
from oracles.naive_batch import BLACK, EMPTY, WHITE


class OpenSpiel:
    """Games of OpenSpiel's go, whose actions run from the bottom row up, which makes no difference to the rules."""

    def __init__(self, games, size):
        import pyspiel

        longest = 100 * size * size     # never reached: its own limit of 2 N^2 moves would cut games short
        self.game = pyspiel.load_game(f"go(board_size={size},komi=0.5,max_game_length={longest})")
        self.size = size
        self.states = [self.game.new_initial_state() for _ in range(games)]
        self.passes = np.zeros(games, int)

    def restart(self, game):
        self.states[game] = self.game.new_initial_state()
        self.passes[game] = 0

    def play(self, actions, chosen):
        for game in np.flatnonzero(chosen):
            self.states[game].apply_action(int(actions[game]))
            self.passes[game] = self.passes[game] + 1 if actions[game] == self.size ** 2 else 0

    def masks(self, chosen):
        masks = np.zeros((len(self.states), self.size ** 2 + 1), np.int8)
        for game in np.flatnonzero(chosen):
            masks[game, self.states[game].legal_actions()] = 1
        return masks

    def boards(self, chosen):
        boards = np.zeros((len(self.states), self.size ** 2), np.int8)
        for game in np.flatnonzero(chosen):
            black, white = np.array(self.states[game].observation_tensor(0)[:2 * self.size ** 2]).reshape(2, -1)
            boards[game] = np.where(black == 1, BLACK, np.where(white == 1, WHITE, EMPTY))
        return boards

    def ended(self):
        """Which games are over, by passes or by its rule of repetition."""
        return np.array([state.is_terminal() for state in self.states])

    def repeated(self):
        return self.ended() & (self.passes < 2)

    def winners(self, games):
        """float64[games]: 1 for Black, -1 for White."""
        return np.array([self.states[game].returns()[0] for game in games])


class Pgx:
    """Games of pgx's go on this machine's processor."""

    def __init__(self, games, size):
        import jax
        from pgx.go import Go

        self.jax, self.size = jax, size
        env = Go(size=size, komi=0.5, max_terminal_steps=40 * size * size)
        self.init = jax.jit(jax.vmap(env.init))
        self.step = jax.jit(jax.vmap(env.step))
        self.first = self.state = self.init(jax.random.split(jax.random.PRNGKey(0), games))
        self.passes = np.zeros(games, int)

    def _where(self, chosen, new, old):
        def pick(one, other):
            return self.jax.numpy.where(chosen.reshape((-1,) + (1,) * (one.ndim - 1)), one, other)
        return self.jax.tree_util.tree_map(pick, new, old)

    def restart(self, game):
        self.state = self._where(np.arange(len(self.passes)) == game, self.first, self.state)
        self.passes[game] = 0

    def play(self, actions, chosen):
        self.state = self._where(chosen, self.step(self.state, self.jax.numpy.asarray(actions)), self.state)
        self.passes[chosen] = np.where(actions == self.size ** 2, self.passes + 1, 0)[chosen]

    def masks(self, chosen):
        return np.asarray(self.state.legal_action_mask).astype(np.int8)

    def boards(self, chosen):
        ids = np.asarray(self.state._x.board)
        return np.where(ids > 0, BLACK, np.where(ids < 0, WHITE, EMPTY)).astype(np.int8)

    def ended(self):
        return np.asarray(self.state.terminated)

    def repeated(self):
        return self.ended() & (self.passes < 2)

    def winners(self, games):
        black = np.asarray(self.state._player_order)[games, 0]
        return np.asarray(self.state.rewards)[games, black]
