"""`gopy selfplay`: plays games of the engine against itself and saves them as SGF, or as arrays to learn from."""
import itertools
import sys
from pathlib import Path

from gopy.base.files import make_folder
from gopy.base.logs import start_logging
from gopy.base.new_files import write_new
from gopy.base.numbers import whole_number
from gopy.engine import settings
from gopy.go.sgf import save_game
from gopy.lab.match.selfplay.game import play_game
from gopy.lab.match.selfplay.progress import Progress


def add_arguments(parser) -> None:
    """Add the arguments of `gopy selfplay`."""
    parser.add_argument("--games", type=whole_number(1, 10**9), default=1, metavar="N", help="games to play (1)")
    parser.add_argument("--sgf", metavar="DIR", help="folder to save the games in, as 0001.sgf and so on; numbers that "
                                                     "are taken are passed over")
    parser.add_argument("--npz", metavar="DIR", help="folder to save what the games teach in, as 0001.npz and so on: observations, masks, "
                                                     "visits, moves, values and results of their positions")
    settings.add_flags(parser)


def run(arguments) -> None:
    """Play the games, with a progress bar on stderr and one line per game on stdout."""
    options = settings.read_options(arguments)
    start_logging(options.log)
    folder, teaching = (Path(given) if given else None for given in (arguments.sgf, arguments.npz))
    for each in (folder, teaching):
        if each:
            make_folder(each)
    from gopy.engine.engine import Engine
    engine = Engine(options)
    progress = Progress(arguments.games, sys.stderr)
    try:
        engine.wait_ready()
        number = saved = 0
        for done in range(1, arguments.games + 1):
            if teaching:
                from gopy.lab.match.selfplay.positions import GamePositions  # loads the compiler, as the engine does
                positions = GamePositions(engine.game.size)
            result, comments, winrates = play_game(engine, positions.add if teaching else None)
            if teaching:
                saved = _save(teaching, "npz", saved + 1, positions.packed(result))
            number += 1
            if folder:
                text = save_game(engine.game, black=options.gtp_name, white=options.gtp_name, result=result,
                                 comments=comments, winrates=winrates)
                number = _save(folder, "sgf", number, text)
            progress.clear()
            print(f"{number} {result} {len(engine.game.moves)} moves", flush=True)
            progress.show(done)
    finally:
        progress.clear()
        engine.close()


def _save(folder: Path, kind: str, number: int, contents) -> int:
    """Write a file of a number from `number` on; returns the number. Others may save to the same folder: the first that is free now."""
    return int(write_new((folder / f"{each:04d}.{kind}" for each in itertools.count(number)), contents).stem)
