"""`gopy learn people`: a network learnt from people's moves, which knows the rank of the player to move. With PyTorch.

Nothing else than games teaches it: the move that was played, and who won in the end.
"""
import sys
from typing import NamedTuple

import numpy as np
import torch

from gopy.base.errors import UserError
from gopy.compiled.jit import kernel
from gopy.game import play
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import BLACK, pass_move
from gopy.go.rank import rank_number
from gopy.lab.learn.decisions import begin
from gopy.lab.learn.long_run import go_on
from gopy.lab.learn.network.batches import Batches
from gopy.lab.learn.network.beginning import form_and_start, start_checksum
from gopy.lab.learn.network.chosen import write_point_codes
from gopy.lab.learn.network.labelled import MOST_JUDGED
from gopy.lab.learn.network.learner import NetworkLearner
from gopy.lab.learn.records import checksum, collect
from gopy.network.file import Header
from gopy.network.form import rank_input

#: Komi of games that do not tell theirs.
_USUAL_KOMI = 6.5


class PeoplesMoves(NamedTuple):
    """Positions of one board size N and what people played there; see labelled.Labelled for the first three."""
    codes: np.ndarray       #: uint8[n, N, N]
    komi: np.ndarray        #: float32[n]
    passed: np.ndarray      #: uint8[n]
    move: np.ndarray        #: int16[n]: the place of the move among N * N points, row by row from the one of A1; N * N for a pass
    winning: np.ndarray     #: float32[n]: 1 if the player won in the end, else 0
    rank: np.ndarray        #: float32[n]: the player's, as `form.rank_input` has it

    @property
    def size(self) -> int:
        """The board's."""
        return self.codes.shape[1]


class PeopleBatches(Batches):
    """Batches of PeoplesMoves. The board's size is no input, so that all that is learnt holds for every size."""

    def _numbers_of(self, moves):
        zeros = np.zeros(self.count)
        return moves.komi, moves.passed, zeros, moves.rank, moves.winning, zeros, zeros

    def _keep_targets(self, moves):
        self._move = self._tensor(moves.move.astype(np.int64))

    def _targets(self, chosen, places) -> tuple[torch.Tensor, torch.Tensor | None]:
        played = self._move[chosen][:, None]
        passes = torch.full_like(played, self.size ** 2)
        return (torch.cat([places, passes], 1) == played).float(), None


def learn_people(arguments) -> int:
    """Learn, with progress on stderr, and write the network; returns the exit status. UserError if there is nothing to learn."""
    torch.set_num_threads(arguments.threads)
    blocks, channels, start = form_and_start(arguments)
    size, games = arguments.size, collect(arguments.records, [arguments.size])
    learning, held_out = (moves_of(size, records) for records in games[:2])
    if not len(learning.move):
        raise UserError("no game in these files tells the rank of a player and the result")
    text = f"{len(learning.move)} moves of {len(games.learning)} games of {size}x{size}"
    print(f"{text}; held out: {len(held_out.move)} of {len(games.held_out)}", file=sys.stderr, flush=True)
    names = ("steps", "batch", "rate", "seed")
    form = f"--start {arguments.start.name}" if arguments.start else f"--channels {channels} --blocks {blocks}"
    command = " ".join(["gopy learn people", *(path.name for path in arguments.records),
                        f"--size {size}", form, *(f"--{name} {getattr(arguments, name):g}" for name in names),
                        *["--bfloat16"] * arguments.bfloat16])
    header = Header(blocks, channels, (size,), text, "people", command)
    settings = {"games": games.checksum(), "ranks": checksum([1000 * learning.rank]),
                "start": start_checksum(start), **{name: getattr(arguments, name) for name in names}}
    judged = np.unique(np.linspace(0, len(held_out.move) - 1, MOST_JUDGED).astype(int)) if len(held_out.move) else []
    out = arguments.out
    learner = NetworkLearner({size: PeopleBatches(learning)},
                             {size: PeopleBatches(PeoplesMoves(*(array[judged] for array in held_out)))} if len(judged) else {},
                             header, out.with_name(out.name + ".curve.jsonl"), settings, None, start, arguments.bfloat16)
    return go_on(learner, arguments.steps, out, out.with_name(out.name + ".checkpoint"))


def moves_of(size, records) -> PeoplesMoves:
    """The moves of players with a rank, in games that somebody won and that begin on the empty board."""
    records = [record for record in records if record.result[:1] in ("B", "W") and not record.setup]
    n = sum(len(record.moves) for record in records)
    found = PeoplesMoves(np.zeros((n, size, size), np.uint8), np.zeros(n, np.float32), np.zeros(n, np.uint8), np.zeros(n, np.int16),
                         np.zeros(n, np.float32), np.zeros(n, np.float32))
    position, passing = new_position(size), pass_move(size)
    known, at = np.zeros(n, bool), 0
    for record in records:
        game = slice(at, at + len(record.moves))
        at = game.stop
        colour = (record.first + np.arange(len(record.moves))) % 2
        numbers = [rank_number(text) for text in record.ranks]
        komi = _USUAL_KOMI if record.komi is None else record.komi
        begin(position, record)
        write_codes_of_game(position, record.moves, found.codes[game])
        row, column = np.divmod(record.moves, size + 1)     # there is a gap after each row
        found.komi[game] = np.where(colour == BLACK, -komi, komi)
        found.passed[game][1:] = record.moves[:-1] == passing
        found.move[game] = np.where(record.moves == passing, size ** 2, row * size + column)
        found.winning[game] = colour == "BW".index(record.result[0])
        found.rank[game] = np.array([rank_input(number or 0) for number in numbers])[colour]
        known[game] = np.array([number is not None for number in numbers])[colour]
    return PeoplesMoves(*(array[known] for array in found))


@kernel
def write_codes_of_game(position, moves, codes):
    """Write what is on each point before each move of a game (int64[n]) to codes (uint8[n, N, N]); the moves are played."""
    for i in range(len(moves)):
        write_point_codes(position, codes[i])
        play(position, np.uint64(moves[i]))
