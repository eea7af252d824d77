"""`gopy play --game`: a person plays any game of the catalogue in the terminal."""
import random
import sys

from gopy import game
from gopy.catalogue import load_game
from gopy.course import Course, Joint
from gopy.errors import UserError
from gopy.game_player import new_player
from gopy.levels import LEVELS
from gopy.player_text import PREFIX

HELP = """a move as the board names it plays it; other commands:
  moves    the moves you have
  hint     ask gopy what it would play
  undo     take back your last move
  resign   give up the game
  quit     leave"""

#: Flags of `gopy play` that mean something here; all others are Go's.
_FLAGS = {"command", "game", "player", "colour", "handicap", "sims", "seconds", "level", "seed"}


def play_game(arguments):
    """Play one game at standard input and output, as the parsed flags of `gopy play --game` say. UserError."""
    for name, given in vars(arguments).items():
        if name not in _FLAGS and given is not None:
            raise UserError(f"--{name.replace('_', '-')} does not go with --game; a game's options are written with it, "
                            "as in --game lines_of_action:size=7")
    if arguments.handicap:
        raise UserError("--handicap does not go with --game")
    for name, given, most in (("level", arguments.level, max(LEVELS)), ("sims", arguments.sims, 10**9)):
        if given is not None and not 1 <= given <= most:
            raise UserError(f"--{name}: {given} is not between 1 and {most}")
    sims = LEVELS[arguments.level] if arguments.sims is None and arguments.level is not None else arguments.sims
    seed = random.randrange(2**31) if arguments.seed is None else arguments.seed
    try:
        registered, options = load_game(arguments.game)
        course = Course(registered.new_state(**options), seed)
        text = PREFIX + (arguments.player or "").removeprefix(PREFIX)
        player = new_player(text, registered, options, seed, sims, arguments.seconds)
    except ValueError as error:
        raise UserError(str(error)) from None
    GameTerminal(course, player, 0 if arguments.colour == "black" else 1, sys.stdin, sys.stdout).play()


class GameTerminal:
    """One game between a person and a player.

    course      the gopy.course.Course, which this changes
    player      as gopy.game_player.new_player makes it
    human       the person's number: 0 moves first
    lines       the person's lines (any iterator of str); their end quits
    out         a text stream
    """

    def __init__(self, course, player, human, lines, out):
        self._course, self._player, self._human = course, player, human
        self._lines, self._out = iter(lines), out
        self._ended = False

    def play(self):
        """Take turns until the game has ended or the person leaves."""
        first = "" if self._course.simultaneous or self._human else " and move first"
        self._say(f"You are player {self._human + 1}{first}. Type a move, or moves, or help.")
        self._show()
        while not self._ended:
            if self._course.is_over:
                self._show_result()
            elif self._course.to_play in (self._human, None):
                self._ask()
            else:
                move = self._player.choose(self._course, 1 - self._human)
                text = game.move_text(self._course.state, move)
                self._course.play(move)
                self._show()
                self._say(f"gopy plays {text}{self._outlook(1 - self._human)}")

    def _say(self, text):
        print(text, file=self._out, flush=True)

    def _show(self):
        self._say(f"\n{game.draw(self._course.state)}")

    def _ask(self):
        print(f"{'Your bid' if self._course.simultaneous else 'Your move'}> ", end="", file=self._out, flush=True)
        line = next(self._lines, None)
        if line is None:
            self._say("")
            self._ended = True
        elif line.strip():
            self._obey(line.strip())

    def _obey(self, text):
        actions = {"moves": self._list_moves, "hint": self._hint, "undo": self._undo, "resign": self._resign,
                   "quit": self._quit, "help": lambda: self._say(HELP)}
        if text.lower() in actions:
            actions[text.lower()]()
            return
        try:
            move = self._course.parse_move(self._human, text)
        except ValueError as error:
            self._say(f"{error}; try moves, or help")
            return
        if self._course.simultaneous:
            # gopy thinks from the same position: what was typed is not in it
            other = self._player.choose(self._course, 1 - self._human)
            bids = (move, other) if self._human == 0 else (other, move)
            text, others = (game.move_text(self._course.state, bid) for bid in (move, other))
            self._course.play(Joint(*bids))
            self._say(f"you bid {text}, gopy bids {others}")
        else:
            self._course.play(move)
        self._show()

    def _list_moves(self):
        moves = self._course.legal_moves(self._human)
        self._say(" ".join(sorted((game.move_text(self._course.state, move) for move in moves),
                                  key=lambda text: (len(text), text))))

    def _hint(self):
        move = self._player.choose(self._course, self._human)
        self._say(f"gopy would play {game.move_text(self._course.state, move)}{self._outlook(self._human)}")

    def _undo(self):
        """Take back moves until it is the person's turn again."""
        try:
            self._course.undo()
            while self._course.to_play not in (self._human, None):
                self._course.undo()
        except ValueError:
            self._say("there is no move of yours to take back")
        self._show()

    def _resign(self):
        self._say("gopy wins by resignation.")
        self._ended = True

    def _quit(self):
        self._ended = True

    def _outlook(self, player):
        """How the last search, which was `player`'s, sees the game; nothing for players that do not search."""
        report = getattr(self._player, "report", None)
        if report is None or self._course.simultaneous:
            return ""
        share = report.value if player == self._human else 1.0 - report.value
        return f", you win {100 * share:.0f} %"

    def _show_result(self):
        self._ended = True
        value, margin = self._course.value(), self._course.margin()
        mine = value if self._human == 0 else 1.0 - value
        result = "a draw" if mine == 0.5 else "you win" if mine > 0.5 else "gopy wins"
        by = f" by {abs(margin):g}" if margin else ""
        self._say(f"The game is over: {result}{by}.")
