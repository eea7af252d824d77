"""`gopy learn values`: gopy's own search judges again what a teacher has judged, and the mean of the two is what a network learns."""
import sys
from pathlib import Path

import numpy as np

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.base.errors import UserError
from gopy.base.files import make_folder
from gopy.base.numbers import duration
from gopy.base.watch import WATCH
from gopy.games.players.presets import build
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points, opponent, point_at
from gopy.go.rules import Ko
from gopy.lab.learn.network.labelled import BEFORE, KO, LAST, STONE, Labelled, read_labelled, write_labelled
from gopy.search.threads import Search

#: The memory of a search, in bytes.
_MEMORY = 64 << 20

#: What the log-odds of a search are multiplied by: its playouts leave its win rates too near one half. Measured on 1000 positions
#: against KataGo's searches of 64 visits, where 1.0 had a squared error of .0075, 1.2 one of .0066 and 1.3 one of .0067.
_SLOPE = 1.2

#: Win rates are kept so far from 0 and 1 before their log-odds are taken.
_MARGIN = 0.001


class OwnSearch:
    """The search with a network as a judge of the labelled positions of a board size. ValueError if there is no network for it."""

    def __init__(self, size: int, simulations: int, network: str | None = None, seed: int = 1) -> None:
        policy, search_params, game_params = build("network", size, network=network)
        self._position, self._simulations = new_position(size), simulations
        self._search = Search(self._position, policy, search_params, game_params, memory_bytes=_MEMORY, seed=seed)

    def winning(self, labelled: Labelled, at: int) -> float:
        """The probability that the side to move wins position `at`, as the search sees it."""
        set_up(self._position, labelled, at)
        self._search.set_root(self._position)
        found = min(max(self._search.run(self._simulations, max_moves=1).value, _MARGIN), 1 - _MARGIN)
        return float(1 / (1 + ((1 - found) / found) ** _SLOPE))


def set_up(position, labelled: Labelled, at: int) -> None:
    """Set up labelled position `at`. ValueError if it has a chain without liberties.

    Whose colour the side to move has follows from the komi, as for the network; what was on the board earlier is not known, so that
    the search forbids only what repeats a position of its own.
    """
    size, codes = labelled.size, labelled.codes[at]
    mover = BLACK if labelled.komi[at] < 0 else WHITE
    colours, marked = [EMPTY] * num_points(size), {KO: -1, LAST: -1, BEFORE: -1}
    for row, column in zip(*np.nonzero(codes)):
        point, code = point_at(int(row), int(column), size), int(codes[row, column])
        if code & STONE:
            colours[point] = mover if code & STONE <= 4 else opponent(mover)
        for mark in marked:
            if code & mark:
                marked[mark] = point
    setup(position, colours, mover, marked[KO], int(labelled.passed[at]), marked[LAST], marked[BEFORE])
    set_rules(position, abs(float(labelled.komi[at])), int(Ko.POSITIONAL))


def mix_values(arguments) -> int:
    """Judge the files of a folder again, with progress on stderr; returns the exit status. UserError if there is nothing to judge."""
    files = sorted(Path(arguments.positions).glob("positions*.npz"))
    if not files:
        raise UserError(f"there are no labelled positions in {arguments.positions}: gopy learn positions makes them")
    make_folder(arguments.out)
    missing = [file for file in files if not (arguments.out / file.name).exists()]
    print(f"{len(files) - len(missing)} of {len(files)} files are there", file=sys.stderr, flush=True)
    started, judges = WATCH(), {}
    for done, file in enumerate(missing, start=1):
        labelled = read_labelled(file)
        if labelled.size not in judges:
            try:
                judges[labelled.size] = OwnSearch(labelled.size, arguments.simulations, arguments.network, arguments.seed)
            except ValueError as error:
                raise UserError(str(error)) from None
        write_labelled(arguments.out / file.name, mixed(labelled, judges[labelled.size], arguments.share))
        left = (WATCH() - started) / done * (len(missing) - done)
        print(f"{arguments.out / file.name}: {len(labelled.komi)} positions, {duration(left)} left", file=sys.stderr, flush=True)
    return 0


def mixed(labelled: Labelled, judge: OwnSearch, share: float) -> Labelled:
    """The same positions, whose probability of winning is the judge's by `share` and the teacher's by the rest."""
    own = np.array([judge.winning(labelled, at) for at in range(len(labelled.komi))])
    return labelled._replace(winning=(share * own + (1 - share) * labelled.winning).astype(np.float32))
