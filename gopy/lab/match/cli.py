"""`gopy match A B --games N --size S --out DIR`: a match between two players, or with --game between two searches of any game."""
import sys
from pathlib import Path

from gopy.base import fields
from gopy.base.errors import UserError
from gopy.base.fields import parameters_of
from gopy.lab.match import match_values as shared
from gopy.lab.match import schedule
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.game import SetupFailed
from gopy.lab.match.run import play_in_folder
from gopy.lab.match.settings import Settings

#: The parameters of either kind of match; their flags are the command's.
_PARAMETERS = {**parameters_of(AnyGameSettings), **parameters_of(Settings)}


def add_arguments(parser) -> None:
    """Add the arguments of `gopy match`."""
    parser.add_argument("a", help='a player: "gnugo:level=1", "pachi:sims=5000", "gopy:sims=1000,preset=rave" (in this '
                                  'process), or a GTP command line such as "gopy gtp --size 9 --sims 3000 --seed %%SEED"; with '
                                  '--game "gopy:sims=1000,policy=uct"')
    parser.add_argument("b", help=shared.B.help)
    fields.add_flags(parser, _PARAMETERS, leave_out=("a", "b", "equal_cpu"))
    parser.add_argument("--equal-cpu", action="store_true", default=None, help=shared.EQUAL_CPU.help.replace("%", "%%"))
    parser.add_argument("--out", type=Path, required=True, help="folder of the results")
    schedule.add_flags(parser)


def settings_of(args) -> Settings | AnyGameSettings:
    """The Settings of parsed arguments, or with --game the AnyGameSettings. ValueError for an impossible combination."""
    kind = Settings if args.game is None else AnyGameSettings
    known, given = parameters_of(kind), fields.values_of_flags(args, _PARAMETERS)
    for name in given.keys() - known.keys():
        raise ValueError(f"--{name.replace('_', '-')} does not go with --game; a game's options are written with it, "
                         "as in --game lines_of_action:size=7")
    if kind is Settings and "size" not in given:
        raise ValueError("--size or --game is needed")
    if "games" not in given:
        raise ValueError("--games is needed")
    return kind(**given)


def run(args) -> int:
    """Run `gopy match` with parsed arguments; returns the exit status. UserError says what is wrong."""
    try:
        settings = settings_of(args)
        settings.check()
        play = schedule.scheduler(args.ray)
        play_in_folder(settings, args.out, args.jobs, play)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except OSError as error:
        if error.errno is None:         # no file is to blame: an engine or the cluster that plays the games is gone
            raise UserError(str(error)) from error
        where = f" {error.filename}" if error.filename else ""
        raise UserError(f"cannot write or read{where}: {error.strerror}") from error
    except (ValueError, SetupFailed) as error:
        raise UserError(str(error)) from error
    return 0
