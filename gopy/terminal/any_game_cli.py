"""`gopy play --game`: makes a game and a player from the command line."""
import random

from gopy.errors import UserError
from gopy.players.game_player import new_player
from gopy.engine.levels import LEVELS
from gopy.engine.settings import options_of_flags
from gopy.players.player_text import PREFIX, without_limit
from gopy.terminal.any_game import AnyGameConversation
from gopy.terminal.any_game_file import new_saved_game, read_game

#: The flags of `gopy play` that apply to these games; all others are for Go.
_FLAGS = {"command", "game", "player", "colour", "resume", "look", "sims", "seconds", "level", "seed"}


def any_game_conversation(arguments, console, person) -> AnyGameConversation:
    """The AnyGameConversation that the parsed flags of `gopy play --game` or `--resume` ask for. UserError if one is wrong.

    person      the person's number, 0 or 1; None means 0, or the number in the saved game
    """
    for name, given in vars(arguments).items():
        if name not in _FLAGS and given is not None:
            raise UserError(f"--{name.replace('_', '-')} does not go with --game; a game's options are written with it, "
                            "as in --game lines_of_action:size=7")
    flags = options_of_flags(arguments)
    seed = flags.get("seed", random.randrange(2**31))
    text = PREFIX + (arguments.player or "").removeprefix(PREFIX)

    limits = [name for name in ("sims", "seconds", "level") if name in flags]
    if len(limits) > 1:
        raise UserError(f"{' and '.join(limits)} both limit the search for a move: give one of them")
    if limits and without_limit(text) != text:
        raise UserError(f"--player has a limit of its own: leave out --{limits[0]}, or the limit there")

    def player(saved, level):
        if level is not None:
            return new_player(without_limit(text), saved.registered, saved.options, seed, LEVELS[level])
        sims = flags.get("sims", LEVELS.get(flags.get("level")))
        return new_player(text, saved.registered, saved.options, seed, sims, flags.get("seconds"))

    try:
        with console.waiting("loading the game; the first time its search is compiled, about half a minute"):
            if arguments.resume is None:
                saved = new_saved_game(arguments.game, seed, person or 0)
            else:
                saved = read_game(arguments.resume, arguments.game)
                saved = saved if person is None else saved._replace(person=person)
            conversation = AnyGameConversation(saved, player, console)
    except ValueError as error:
        raise UserError(str(error)) from None
    if arguments.resume is not None:
        conversation.set_file(arguments.resume)
    return conversation
