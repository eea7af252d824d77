"""Many games of Go at once, slowly, from the rules' text and in numpy alone: an oracle for whole batches.

Shares no code with gopy. Nothing is kept from move to move but boards: chains and their liberties are worked out
anew before every move, by handing values from stone to stone until none changes. A repetition is looked up by the sum
of random keys of the stones and then confirmed by comparing boards, so that it is exact.

Boards are int8[games, (N + 2) * (N + 2)]: EMPTY, BLACK or WHITE by point, row 0 at the top, with a border around.
Actions are row * N + column, the pass N * N.
"""
import numpy as np

EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
NONE = np.int16(0x7FFF)     # above every point
KO_RULES = ("none", "simple", "positional", "situational")
HISTORY = 8                 # boards that `planes` shows


class NaiveBatch:
    """Games on N x N from the empty board.

    ko         "none", "simple" (no return to the board before the opponent's last move), "positional" (nor to any
               earlier board) or "situational" (nor to any with the same player to move); a pass may always repeat
    suicide    whether two or more own stones may be taken off; a single stone never may
    to_play    int8[games], BLACK or WHITE
    passes     int64[games], passes just made in a row; two end a game
    plies      int64[games], moves made
    forbidden  int64[games], how many points the ko rule alone forbade in the latest `masks`
    """

    def __init__(self, games, size, ko="simple", suicide=False, seed=0):
        if ko not in KO_RULES:
            raise ValueError(f"no ko rule {ko!r}")
        self.size, self.ko, self.suicide = size, ko, suicide
        width = size + 2
        self.num_points = width * width
        self.steps = (-width, -1, 1, width)
        self.point_of = np.array([(row + 1) * width + column + 1 for row in range(size) for column in range(size)])
        rng = np.random.default_rng(seed)
        self.keys = rng.integers(1 << 63, size=(3, self.num_points), dtype=np.uint64) * np.uint64(2)
        blank = np.full(self.num_points, BORDER, np.int8)
        blank[self.point_of] = EMPTY
        self.boards = np.tile(blank, (games, 1))
        self.to_play = np.full(games, BLACK, np.int8)
        self.passes = np.zeros(games, np.int64)
        self.plies = np.zeros(games, np.int64)
        self.recent = np.zeros((HISTORY, games, size * size), np.int8)      # the latest first
        self.seen = [None] * games         # {sum of keys: bytes of boards}, by game
        self.before_last = [None] * games  # bytes of the board before the last move
        for game in range(games):
            self.restart(game)

    def restart(self, game):
        """Begin one game anew."""
        self._only = None
        self.boards[game, self.point_of] = EMPTY
        self.to_play[game], self.passes[game], self.plies[game] = BLACK, 0, 0
        self.recent[:, game] = EMPTY
        self.seen[game] = {}
        self.before_last[game] = None
        self._remember([game])

    def grid(self):
        """The boards as int8[games, N * N]."""
        return self.boards[:, self.point_of]

    def over(self):
        return self.passes >= 2

    # ---- chains

    def only_liberty(self):
        """int16[games, points]: where a stone's chain has exactly one liberty, that point; NONE elsewhere.

        A chain's lowest and highest liberties are handed from stone to stone: the chain has one if they are equal.
        """
        if self._only is None:
            self._only = self._find_only_liberty()
        return self._only

    def _find_only_liberty(self):
        inner = slice(self.steps[-1], self.num_points - self.steps[-1])
        here = self.boards[:, inner]
        points = np.arange(self.num_points, dtype=np.int16)
        # 1. the liberties of each stone itself: [0] the lowest, [1] the highest as its distance from the last point
        best = np.full((2, *self.boards.shape), NONE)
        walls = []
        for step in self.steps:
            near = slice(inner.start + step, inner.stop + step)
            free = self.boards[:, near] == EMPTY
            found = np.stack([np.where(free, points[near], NONE), np.where(free, self.num_points - points[near], NONE)])
            np.minimum(best[:, :, inner], found, out=best[:, :, inner])
            joined = (here == self.boards[:, near]) & ((here == BLACK) | (here == WHITE))
            walls.append((near, np.where(joined, np.int16(0), NONE)))
        # 2. handed on until nothing changes, on fewer and fewer boards
        left = np.arange(len(best[0]))
        while len(left):
            before, now = best[:, left], best[:, left]
            for near, wall in walls:
                np.minimum(now[:, :, inner], now[:, :, near] | wall, out=now[:, :, inner])
            best[:, left] = now
            changed = (before != now).any(axis=(0, 2))
            left, walls = left[changed], [(near, wall[changed]) for near, wall in walls]
        stones = (self.boards == BLACK) | (self.boards == WHITE)
        return np.where(stones & (best[0] == self.num_points - best[1]), best[0], NONE)

    # ---- legality

    def masks(self):
        """int8[games, N * N + 1]: what the player to move may do, by the rules in force; also after the end."""
        only = self.only_liberty()
        mine = self.to_play[:, None]
        own = self.boards == mine
        other = self.boards == 3 - mine
        points = np.arange(self.num_points, dtype=np.int16)
        ok = np.zeros(self.boards.shape, bool)
        takes = np.zeros(self.boards.shape, bool)
        inner = slice(self.steps[-1], self.num_points - self.steps[-1])
        for step in self.steps:
            near = slice(inner.start + step, inner.stop + step)
            last = only[:, near] == points[inner]      # the neighbour's chain has no liberty but this point
            ok[:, inner] |= (self.boards[:, near] == EMPTY) | (own[:, near] & (~last | self.suicide))
            takes[:, inner] |= other[:, near] & last
        ok = (ok | takes) & (self.boards == EMPTY)
        free = ok.sum(axis=1)
        if self.ko != "none":
            self._forbid_repetitions(ok, only)
        self.forbidden = free - ok.sum(axis=1)
        return np.concatenate([ok[:, self.point_of], np.ones((len(ok), 1), bool)], axis=1).astype(np.int8)

    def _forbid_repetitions(self, ok, only):
        """Clear what the ko rule forbids in ok (bool[games, points])."""
        sums = self._sums_after(only)
        for game in range(len(ok)):
            if self.ko == "simple" and self.before_last[game] is None:
                continue
            moves = np.flatnonzero(ok[game])
            after = sums[game, moves].tolist()
            if self.ko == "simple":
                suspects = [move for move, total in zip(moves, after) if total == self.before_last[game][0]]
            else:
                suspects = ([] if self.seen[game].keys().isdisjoint(after) else
                            [move for move, total in zip(moves, after) if total in self.seen[game]])
            for move in suspects:
                board = self._results(np.array([game]), np.array([move]), only)[0]
                earlier = self.before_last[game][1:] if self.ko == "simple" else self.seen[game][int(sums[game, move])]
                ok[game, move] = board.tobytes() not in earlier

    def _sums_after(self, only):
        """uint64[games, points]: the sum of keys after a stone on each point, captures and suicide taken off."""
        sums = np.empty(self.boards.shape, np.uint64)
        for colour in (BLACK, WHITE):
            games = np.flatnonzero(self.to_play == colour)
            boards, last = self.boards[games], only[games]
            stone_keys = self._stone_keys(boards)
            # by point: the keys of the other's chains that it would take, of its own that a suicide would
            after = (stone_keys.sum(axis=1, dtype=np.uint64)[:, None] + self.keys[colour]
                     - self._sum_by_liberty(stone_keys, last, boards == 3 - colour))
            if self.suicide:
                lost = self._sum_by_liberty(stone_keys, last, boards == colour) + self.keys[colour]
                after = np.where(self._is_suicide(boards, last, colour), after - lost, after)
            sums[games] = after + self._turn_key(3 - colour)
        return sums

    def _sum_by_liberty(self, stone_keys, last, stones):
        total = np.zeros(stones.shape, np.uint64)
        game, point = np.nonzero(stones & (last != NONE))
        np.add.at(total, (game, last[game, point]), stone_keys[game, point])
        return total

    def _is_suicide(self, boards, last, colour):
        """bool[games, points]: whether a stone of `colour` takes nothing and is left without a liberty."""
        points = np.arange(self.num_points, dtype=np.int16)
        dies = np.ones(boards.shape, bool)
        inner = slice(self.steps[-1], self.num_points - self.steps[-1])
        for step in self.steps:
            near = slice(inner.start + step, inner.stop + step)
            only_here = last[:, near] == points[inner]
            dies[:, inner] &= ((boards[:, near] == BORDER) | ((boards[:, near] == colour) & only_here)
                               | ((boards[:, near] == 3 - colour) & ~only_here))
        return dies

    # ---- play

    def play(self, actions, chosen=None):
        """Play one legal action (int[games]) in each game, or in those of `chosen` (bool[games]) only."""
        games = np.arange(len(actions)) if chosen is None else np.flatnonzero(chosen)
        colours = self.to_play[games]
        before, sums_before = self.boards[games], self._sums(self.boards[games])
        passing = actions[games] == self.size * self.size
        moving = games[~passing]
        self.boards[moving] = self._results(moving, self.point_of[actions[moving]], self.only_liberty())
        self.passes[games] = np.where(passing, self.passes[games] + 1, 0)
        self.recent[1:, games] = self.recent[:-1, games]
        self.recent[0, games] = self.boards[games][:, self.point_of]
        self.to_play[games] = 3 - colours
        self.plies[games] += 1
        self._only = None
        if self.ko == "simple":
            for game, board, total in zip(games, before, sums_before.tolist()):
                self.before_last[game] = total, board.tobytes()
        self._remember(games)

    def _results(self, games, points, only):
        """The boards of `games` after a stone of the player to move on the empty `points`, one of each."""
        before, last, rows = self.boards[games], only[games], np.arange(len(games))
        colours = self.to_play[games]
        falls = last == points[:, None]             # stones whose chain has no liberty but the point
        taken = falls & (before == 3 - colours[:, None])
        lives = taken.any(axis=1)
        for step in self.steps:
            near = before[rows, points + step]
            lives |= (near == EMPTY) | ((near == colours) & ~falls[rows, points + step])
        boards = before.copy()
        boards[rows, points] = colours
        boards[taken] = EMPTY
        boards[falls & (before == colours[:, None]) & ~lives[:, None]] = EMPTY
        boards[rows[~lives], points[~lives]] = EMPTY
        return boards

    def _sums(self, boards):
        """uint64[games]: the sums of the stones' keys."""
        return self._stone_keys(boards).sum(axis=1, dtype=np.uint64)

    def _stone_keys(self, boards):
        zero = np.uint64(0)
        return np.where(boards == BLACK, self.keys[BLACK], np.where(boards == WHITE, self.keys[WHITE], zero))

    def _turn_key(self, colours):
        """What the sums get for the player to move, where that makes a difference; the keys of stones are even."""
        return (np.asarray(colours) == WHITE).astype(np.uint64) * np.uint64(self.ko == "situational")

    def _remember(self, games):
        if self.ko not in ("positional", "situational"):
            return
        boards = self.boards[games]
        totals = (self._sums(boards) + self._turn_key(self.to_play[games])).tolist()
        for game, board, total in zip(games, boards, totals):
            self.seen[game].setdefault(total, set()).add(board.tobytes())

    # ---- the end

    def scores(self):
        """int64[games]: Black's stones and empty regions that reach Black alone, less White's."""
        reach = np.where(self.boards == BORDER, 0, self.boards)     # bits: 1 Black, 2 White
        empty = self.boards == EMPTY
        inner = slice(self.steps[-1], self.num_points - self.steps[-1])
        before = None
        while before is None or not np.array_equal(before, reach):
            before = reach.copy()
            for step in self.steps:
                near = slice(inner.start + step, inner.stop + step)
                reach[:, inner] |= np.where(empty[:, inner], reach[:, near], 0)
        return (reach == BLACK).sum(axis=1) - (reach == WHITE).sum(axis=1)

    def planes(self):
        """bool[games, N, N, 17] for the player to move, as AlphaGo Zero has them: own stones and the other's now and
        after each of the seven moves before, then a plane of ones if Black is to move."""
        own = self.to_play[None, :, None]
        pairs = np.stack([self.recent == own, self.recent == 3 - own], axis=1)
        stack = pairs.reshape(2 * HISTORY, *self.recent.shape[1:])
        colour = np.broadcast_to(own == BLACK, (1, *self.recent.shape[1:]))
        planes = np.moveaxis(np.concatenate([stack, colour]), 0, -1)
        return planes.reshape(len(self.boards), self.size, self.size, 17)
