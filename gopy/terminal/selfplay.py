"""`gopy selfplay`: plays games of the engine against itself and saves them as SGF."""
import itertools
import sys
import time
from pathlib import Path

from gopy.engine import settings
from gopy.engine.decision import RESIGN, CannotScore
from gopy.inputs.files import make_folder
from gopy.inputs.new_files import write_new
from gopy.go.geometry import BLACK, vertex_text
from gopy.go.score import result_text
from gopy.logs import start_logging
from gopy.inputs.numbers import whole_number
from gopy.go.sgf import save_game

_BAR_WIDTH = 30


def add_arguments(parser) -> None:
    """Add the arguments of `gopy selfplay`."""
    parser.add_argument("--games", type=whole_number(1, 10**9), default=1, metavar="N", help="games to play (1)")
    parser.add_argument("--sgf", metavar="DIR", help="folder to save the games in, as 0001.sgf and so on; numbers that "
                                                     "are taken are passed over")
    settings.add_flags(parser)


def run(arguments) -> None:
    """Play the games, with a progress bar on stderr and one line per game on stdout."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    folder = Path(arguments.sgf) if arguments.sgf else None
    if folder:
        make_folder(folder)
    from gopy.engine.engine import Engine
    engine = Engine(options)
    progress = Progress(arguments.games, sys.stderr)
    try:
        engine.wait_ready()
        number = 0
        for done in range(1, arguments.games + 1):
            result, comments, winrates = play_game(engine)
            number += 1
            if folder:
                text = save_game(engine.game, black=options.gtp_name, white=options.gtp_name, result=result,
                                 comments=comments, winrates=winrates)
                # Other processes may save to the same folder: the first number that is free now.
                number = int(write_new((folder / f"{each:04d}.sgf" for each in itertools.count(number)), text).stem)
            progress.clear()
            print(f"{number} {result} {len(engine.game.moves)} moves", flush=True)
            progress.show(done)
    finally:
        progress.clear()
        engine.close()


def move_limit(size) -> int:
    """The number of moves after which a game is left unfinished. Games that end by the rules stay far below it."""
    return 3 * size * size


def play_game(engine) -> tuple[str, dict[int, str], dict[int, float]]:
    """Play one game on an empty board.

    Returns (result in the form of SGF's RE, {move number: comment}, {move number: Black's winning probability}).
    """
    engine.new_game()
    comments, winrates = {}, {}
    while not engine.game.is_over and len(engine.game.moves) < move_limit(engine.game.size):
        colour = engine.game.to_play
        decision = engine.genmove(colour)
        if decision.move == RESIGN:
            return ("W+R" if colour == BLACK else "B+R"), comments, winrates
        if decision.report is not None:
            number = len(engine.game.moves)
            comments[number] = _comment(decision.report, engine.game.size)
            winrates[number] = decision.report.value if colour == BLACK else 1 - decision.report.value
    return _result(engine), comments, winrates


def _result(engine):
    if not engine.game.is_over:
        return "Void"
    try:
        return result_text(engine.final_score())
    except CannotScore:
        return "?"


def _comment(report, size):
    best = report.children[0].pv if report.children else ()
    return f"{report.visits} visits, {' '.join(vertex_text(move, size) for move in best[:8])}"


class Progress:
    """A progress bar on a terminal; on another stream it shows nothing."""

    def __init__(self, total, stream) -> None:
        self._total = total
        self._stream = stream if stream.isatty() else None
        self._started = time.monotonic()
        self.show(0)

    def show(self, done) -> None:
        """Draw the bar with `done` games of the total finished, and the time that is left."""
        if self._stream is None or not self._total:
            return
        elapsed = time.monotonic() - self._started
        left = f", {elapsed / done * (self._total - done):.0f} s left" if 0 < done < self._total else ""
        filled = _BAR_WIDTH * done // self._total
        bar = "#" * filled + "." * (_BAR_WIDTH - filled)
        print(f"[{bar}] {done}/{self._total}{left}", end="", file=self._stream, flush=True)

    def clear(self) -> None:
        """Clear the line of the bar."""
        if self._stream is not None:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
