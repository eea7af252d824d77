"""`gopy play`: a game of Go, or of another kind, against gopy in a terminal, or problems."""
import os
import random
import sys

from gopy.base.errors import UserError
from gopy.base.logs import start_logging
from gopy.base.numbers import whole_number
from gopy.desk.terminal.console import Console
from gopy.desk.terminal.editing import start_editing
from gopy.desk.terminal.go import GoConversation, check_handicap
from gopy.desk.terminal.go_file import read_go
from gopy.desk.terminal.kept import last_kept, path_of
from gopy.desk.terminal.look import LOOKS, can_draw_over, choose_look
from gopy.engine import settings
from gopy.engine.levels import LEVELS
from gopy.games.players.player_text import PREFIX, without_limit
from gopy.go.clock import parse_time_system
from gopy.go.geometry import BLACK, WHITE
from gopy.go.handicap import HANDICAP_KOMI
from gopy.go.rules import parse_rules

_COLOURS = {"black": BLACK, "white": WHITE}

#: The flags of `gopy play` that apply to problems.
_FLAGS_OF_PROBLEMS = {"command", "problems", "look"}

#: The flags of `gopy play` that apply to games of another kind; all others are for Go.
_FLAGS_OF_ANY_GAME = {"command", "game", "player", "colour", "resume", "look", "sims", "seconds", "level", "seed"}


def add_arguments(parser) -> None:
    """Add the arguments of `gopy play`."""
    add = parser.add_argument
    add("--colour", choices=tuple(_COLOURS),
        help="your colour (black, which moves first; of a saved game, the person's)")
    add("--resume", metavar="FILE", nargs="?", const="",
        help="go on with a saved game; without FILE with the one that was left last")
    add("--time", metavar="TEXT",
        help="a clock for both sides: 20s, 5m, 60+3x2 (byo-yomi), 5+1 (Fischer), 60+5/10 (Canadian)")
    add("--handicap", type=whole_number(0), metavar="N",
        help=f"stones that Black starts with, 1 being the first move; komi is then {HANDICAP_KOMI}")
    add("--look", choices=LOOKS, default="auto",
        help="how the board is drawn: in colour, plain, or in ASCII (auto: colour on a terminal unless NO_COLOR is set)")
    add("--game", metavar="NAME", help="a game of `gopy games`, or of a Python file, instead of Go. The options that `gopy games` "
                                       "lists may follow its name: lines_of_action, lines_of_action:size=7")
    add("--problems", metavar="FILE", nargs="?", const="", help="solve problems instead: gopy's own, or those of a file that "
                                                                "`gopy problems --make` has written")
    add("--player", metavar="TEXT", help="how gopy plays such a game: policy=uct_rave,sims=5000 (see docs/match.md)")
    settings.add_flags(parser)


def run(arguments) -> None:
    """Run `gopy play` on standard input and output. UserError says what is wrong."""
    if arguments.resume is not None:
        arguments.resume = _file_to_resume(arguments.resume)
    console = open_console(arguments.look)
    if arguments.problems is not None:
        _talk(_problems_talk(arguments, console))
    elif arguments.game is not None or (arguments.resume is not None and arguments.resume.suffix == ".json"):
        _talk(_any_game_conversation(arguments, console, _COLOURS.get(arguments.colour)))
    elif arguments.player is not None:
        raise UserError("--player goes with --game")
    else:
        _play_go(arguments, console)


def open_console(look) -> Console:
    """The Console on standard input and output, drawn as the --look `look` says."""
    # File names may be any bytes, and what is typed may not be valid text.
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
    return Console(input, sys.stdout, choose_look(look, sys.stdout, os.environ), can_draw_over(sys.stdout, os.environ),
                   keeps=sys.stdin.isatty() and sys.stdout.isatty())


def _talk(conversation):
    if conversation.console.keeps:
        start_editing(conversation.words, conversation.FILE_COMMANDS)
    conversation.run()


def _problems_talk(arguments, console):
    """The ProblemsTalk that `gopy play --problems` asks for. UserError for flags of games, and for a file that cannot be read."""
    from gopy.desk.terminal.problems import ProblemsTalk, Solved
    from gopy.lab.problems.problem import problems_of
    for name, given in vars(arguments).items():
        if name not in _FLAGS_OF_PROBLEMS and given is not None:
            raise UserError(f"--{name.replace('_', '-')} does not go with --problems: nobody plays a game there")
    return ProblemsTalk(problems_of(arguments.problems or None), Solved(console.keeps), console)


def _file_to_resume(name):
    """The path of the game to resume. UserError if no game was kept."""
    try:
        path = path_of(name) if name else last_kept()
    except (ValueError, RuntimeError) as error:     # there is no home
        raise UserError(str(error)) from None
    if path is None:
        raise UserError("no game was kept; give the file of one: --resume FILE")
    return path


def _any_game_conversation(arguments, console, person):
    """The AnyGameConversation that the parsed flags of `gopy play --game` or `--resume` ask for. UserError if one is wrong.

    person      the person's number, 0 or 1; None means 0, or the number in the saved game
    """
    from gopy.desk.terminal.any_game import AnyGameConversation
    from gopy.desk.terminal.any_game_file import SavedGame, read_game
    from gopy.games.catalogue import game_kind  # these load the compiler
    from gopy.games.players.any_game import AnyGame
    from gopy.games.players.game_player import new_player

    for name, given in vars(arguments).items():
        if name not in _FLAGS_OF_ANY_GAME and given is not None:
            raise UserError(f"--{name.replace('_', '-')} does not go with --game: options of the game follow its name, as in "
                            "lines_of_action:size=7, and --player says how gopy plays, as in sims=500,threads=2")
    flags = settings.options_of_flags(arguments)
    seed = flags.get("seed", random.randrange(2**31))
    text = PREFIX + (arguments.player or "").removeprefix(PREFIX)

    limits = [name for name in ("sims", "seconds", "level") if name in flags]
    if len(limits) > 1:
        raise UserError(f"{' and '.join(limits)} both limit the search for a move: give one of them")
    if limits and without_limit(text) != text:
        raise UserError(f"--player has a limit of its own: leave out --{limits[0]}, or the limit there")

    def player(game, level):
        if level is not None:
            return new_player(without_limit(text), game.kind, seed, LEVELS[level])
        sims = flags.get("sims", LEVELS.get(flags.get("level")))
        return new_player(text, game.kind, seed, sims, flags.get("seconds"))

    try:
        with console.waiting("loading the game (its search is compiled once, about half a minute)"):
            if arguments.resume is None:
                saved = SavedGame(AnyGame(game_kind(arguments.game), seed), person or 0)
            else:
                saved = read_game(arguments.resume, arguments.game)
                saved = saved if person is None else saved._replace(person=person)
            conversation = AnyGameConversation(saved, player, console)
    except ValueError as error:
        raise UserError(str(error)) from None
    if arguments.resume is not None:
        conversation.set_file(arguments.resume)
    return conversation


def _play_go(arguments, console):
    handicap_komi = {"komi": HANDICAP_KOMI} if arguments.handicap else {}
    options = settings.read_options(arguments, **handicap_komi)
    start_logging(options.log)
    try:
        system = None if arguments.time is None else parse_time_system(arguments.time)
        check_handicap(arguments.handicap, options.size)
        saved = None if arguments.resume is None else _saved_game(arguments, options)
    except ValueError as error:
        raise UserError(str(error)) from None
    from gopy.engine.engine import Engine
    engine = Engine(options if saved is None else options.changed(size=saved.game.size))
    try:
        human = _COLOURS.get(arguments.colour, BLACK)
        conversation = GoConversation(engine, human, console, arguments.handicap, system)
        if saved is None:
            conversation.begin("")
        else:
            conversation.go_on_with(saved, arguments.resume)
        _talk(conversation)
    finally:
        engine.close()


def _saved_game(arguments, options):
    """The SavedGo that --resume names. ValueError if it cannot be read, UserError for flags that the record decides."""
    for name in ("size", "handicap"):
        if getattr(arguments, name) is not None:
            raise UserError(f"--{name} does not go with --resume: the saved game has its own")
    saved = read_go(arguments.resume, options.komi, parse_rules(options.rules))
    return saved._replace(person=_COLOURS.get(arguments.colour, saved.person))
