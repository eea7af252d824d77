"""Games of gopy's search against itself, and what a network is to learn from them: their positions, labelled.

From zero, games begin with some random moves. A few moves more are drawn by what the search thinks of them at first sight, so that games
differ. Most moves are searched shortly, and some with many simulations; only the positions of these are kept, since a short search says
little about moves (this is playout cap randomisation: D. J. Wu (2019), Accelerating Self-Play Learning in Go, section 3.1).

A game ends when nearly all points are decided. From zero, a network must not say so of its own games: it would learn that what it
believes is true, and would never meet a chain that it calls alive being captured. There playouts have the last word.
"""
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.compiled.jit import kernel
from gopy.game import holder, legal_moves, num_moves, play, position_hash
from gopy.games.players.presets import build
from gopy.go.bitboard.area import fill_areas
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.geometry import BLACK, num_points, pass_move, points, row_and_column
from gopy.go.rules import Ko
from gopy.lab.learn.network.chosen import write_point_codes
from gopy.lab.learn.network.labelled import OWNED, Labelled, empty
from gopy.search.report import Report
from gopy.search.threads import Search

#: Games in a file.
PART = 25

#: From zero, games begin with a random number of random moves, up to this share of the points of the board: a network that sees its own
#: games alone learns little about other positions. STUDY: scripts/studies/learning/from_zero, and alphazero beside it.
_RANDOM = 0.15

#: The mean number of first moves that are drawn at first sight, and up to which move the others are drawn by their simulations, both as
#: shares of the points of the board.
_AT_FIRST_SIGHT, _BY_SIMULATIONS = 0.04, 0.15

#: How often a move is searched with many simulations.
_OFTEN = 0.25

#: How often komi is 7.5; else it is anything from 0.5 to 14.5, so that the network learns what points are worth.
_USUAL_KOMI = 0.5

#: A point is decided if so much of the simulations agree about its owner (from 0 to 1); a game ends when all points but so few are.
_DECIDED, _OPEN_POINTS = 0.8, 2

#: A game that is longer than so many moves a point is counted as it stands.
_LONGEST = 2

#: The share of the game's result in the probability of winning that is learnt; the search has the rest. The result is true, and
#: the search knows the position.
_RESULT = 0.5

#: One game in so many is held out.
_HELD_OUT = 10

#: The memory of a search, in bytes.
_MEMORY = 64 << 20


@dataclass(frozen=True)
class Making:
    """How the games of a generation are made. All of it decides the games."""

    size: int                   #: of the board
    network: str | None         #: path of the network that plays; None: playouts alone judge
    from_zero: bool             #: whether nothing but the network and the rules knows Go
    simulations: int            #: of the searches that are kept
    quick: int                  #: of the others
    seed: int
    generation: int

    def search(self, position: Any) -> Search:
        """A search that plays so. ValueError if the network cannot be read or is of another board size."""
        if self.network is None:
            return self.playouts_alone(position)
        made = build("network_alone" if self.from_zero else "network", self.size, network=self.network)
        return Search(position, *made, memory_bytes=_MEMORY)

    def playouts_alone(self, position: Any) -> Search:
        """A search without a network, as before there is one."""
        made = build("minimum_mse", self.size, {"heavy": False}) if self.from_zero else build("classical", self.size)
        return Search(position, *made, memory_bytes=_MEMORY)

    def referee(self, position: Any) -> Search | None:
        """The search that has the last word on who owns the points at the end of a game; None: the one that plays."""
        return self.playouts_alone(position) if self.from_zero and self.network is not None else None


class _Kept(NamedTuple):
    """A searched position: place in the game, board, and what the search found."""

    codes: np.ndarray
    black: bool             # whether Black is to move
    passed: bool
    policy: np.ndarray      # of all moves by rows, the pass last
    value: float            # for the side to move


class PlayedGame(NamedTuple):
    """A game that was played to its end."""

    moves: list[int]
    komi: float
    kept: list[_Kept]
    owners: np.ndarray      #: int8[N, N]: 1 where Black owns the point at the end, -1 where White does, 0 elsewhere

    @property
    def margin(self) -> float:
        """Black's points less White's, komi included."""
        return float(self.owners.sum()) - self.komi


def play_part(making: Making, number: int) -> tuple[dict[str, int], Labelled]:
    """({"id": number, ...}, labelled positions) of games PART * number and the next ones; the same for the same Making."""
    position = new_position(making.size)
    search, referee = making.search(position), making.referee(position)
    games = [play_game(making, search, referee, PART * number + each) for each in range(PART)]
    labels = empty(sum(len(game.kept) for game in games), making.size)
    at = 0
    for each, game in enumerate(games):
        write_game(game, labels, at, (PART * number + each) % _HELD_OUT == 0)
        at += len(game.kept)
    return {"id": number, "games": PART, "moves": sum(len(game.moves) for game in games)}, labels


def play_game(making: Making, search: Search, referee: Search | None, number: int) -> PlayedGame:
    """Play game `number` with the searches of `making`."""
    rng = np.random.default_rng((making.seed, making.generation, number))
    for each in (search, referee):
        if each is not None:
            each.reseed(int(rng.integers(1 << 62)))
    size, points_of_board = making.size, making.size ** 2
    komi = 7.5 if rng.random() < _USUAL_KOMI else float(rng.integers(0, 15)) + 0.5
    position = new_position(size)
    set_rules(position, komi, int(Ko.POSITIONAL))
    moves: list[int] = []
    hashes, kept = [int(position_hash(position))], []
    sights = rng.geometric(1 / (1 + _AT_FIRST_SIGHT * points_of_board)) - 1
    passing = pass_move(size)
    if making.from_zero:
        for _ in range(rng.integers(int(_RANDOM * points_of_board) + 1)):
            moves.append(_random_move(position, size, rng))
            play(position, moves[-1])
            hashes.append(int(position_hash(position)))
    begun = len(moves)
    while moves[-2:] != [passing] * 2 and len(moves) < _LONGEST * points_of_board:
        often = rng.random() < _OFTEN
        search.set_root(position, history=hashes)
        report = search.run(making.simulations if often else making.quick)
        if often:
            kept.append(_kept(position, report, size, moves[-1:] == [passing]))
        owners = decided(report, size)
        if owners is not None and referee is not None:
            referee.set_root(position, history=hashes)
            owners = decided(referee.run(making.quick), size)
        if owners is not None:
            return PlayedGame(moves, komi, kept, owners)
        if len(moves) - begun < sights:
            weights = [child.prior for child in report.children]
        elif len(moves) - begun < _BY_SIMULATIONS * points_of_board:
            weights = [float(child.visits) for child in report.children]
        else:
            weights = [1.0] + [0.0] * (len(report.children) - 1)
        chances = np.array(weights) if sum(weights) > 0 else np.ones(len(weights))
        move = report.children[rng.choice(len(chances), p=chances / chances.sum())].move
        play(position, move)
        moves.append(move)
        hashes.append(int(position_hash(position)))
    return PlayedGame(moves, komi, kept, owners_of(position, size))


def _random_move(position, size, rng):
    """Any legal move but the pass. So few moves bring no position back but by a ko, which the position itself forbids."""
    legal = np.zeros(num_moves(position), np.int16)
    return int(rng.choice([move for move in legal[:legal_moves(position, legal)] if move != pass_move(size)]))


def _kept(position, report, size, passed):
    codes = np.zeros((size, size), np.uint8)
    write_point_codes(position, codes)
    policy = np.zeros(size * size + 1)
    for child in report.children:
        row, column = row_and_column(child.move, size)
        policy[-1 if child.move == pass_move(size) else row * size + column] = child.visits
    return _Kept(codes, report.to_play == BLACK, passed, policy / max(policy.sum(), 1), report.value)


def decided(report: Report, size: int) -> np.ndarray | None:
    """int8[N, N]: who owns each point, as in PlayedGame, if a search sees the owners of nearly all; else None."""
    if report.ownership is None or not report.visits:
        return None
    owned = on_points(report.ownership, size)
    owners = np.where(np.abs(owned) >= _DECIDED, np.sign(owned), 0).astype(np.int8)
    return owners if (owners == 0).sum() <= _OPEN_POINTS else None


def on_points(values: np.ndarray, size: int) -> np.ndarray:
    """[N, N] of what is given for each point number."""
    found = np.zeros((size, size), values.dtype)
    for point in points(size):
        found[row_and_column(point, size)] = values[point]
    return found


def owners_of(position: Any, size: int) -> np.ndarray:
    """int8[N, N]: who owns each point, as in PlayedGame, if all stones on the board live."""
    found = np.zeros(num_points(size), np.int8)
    write_owners(position, found)
    return on_points(found, size)


@kernel
def write_owners(position, owners):
    """Write who has each point's area, int8[points]: 1 for Black, -1 for White."""
    fill_areas(position)
    for point in range(len(owners)):
        owners[point] = holder(position, point)


def write_game(game: PlayedGame, labels: Labelled, at: int, held_out: bool) -> None:
    """Write the kept positions of a game into the places from `at` on, with what its end says of each."""
    for place, kept in enumerate(game.kept, start=at):
        side = 1 if kept.black else -1
        margin = side * game.margin
        result = 0.5 * (1 + np.sign(margin))
        labels.codes[place] = kept.codes
        labels.komi[place] = -side * game.komi
        labels.passed[place] = kept.passed
        labels.policy[place] = kept.policy
        labels.winning[place] = _RESULT * result + (1 - _RESULT) * kept.value
        labels.score[place] = margin
        labels.ownership[place] = side * OWNED * game.owners
        labels.held_out[place] = held_out
