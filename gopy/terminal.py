"""`gopy play`: a person plays in the terminal."""
import sys
from pathlib import Path

from gopy import settings
from gopy.decision import RESIGN, CannotScore
from gopy.errors import UserError
from gopy.go.geometry import BLACK, WHITE, opponent, parse_vertex, vertex_text
from gopy.go.history import CannotUndo
from gopy.go.score import result_text
from gopy.logs import start_logging
from gopy.terminal_board import draw

HELP = """a vertex such as D4 plays there; other commands:
  pass     give up the turn; two passes end the game
  undo     take back your last move
  hint     ask gopy what it would play
  score    estimate the score
  save F   save the game as SGF
  resign   give up the game
  quit     leave"""

NAMES = {BLACK: "Black", WHITE: "White"}


def add_arguments(parser):
    """The command line of `gopy play`."""
    parser.add_argument("--colour", choices=("black", "white"), default="black", help="your colour (black, which moves first)")
    parser.add_argument("--game", metavar="NAME", help="a game of `gopy games`, or of a Python file, instead of Go: "
                                                       "lines_of_action, lines_of_action:size=7")
    parser.add_argument("--player", metavar="TEXT", help="how gopy plays such a game: policy=uct_rave,sims=5000 (see "
                                                         "docs/match.md)")
    parser.add_argument("--handicap", type=int, default=0, metavar="N", help="stones that Black starts with")
    settings.add_flags(parser)


def run(arguments):
    """Play one game at standard input and output."""
    if arguments.game is not None:
        from gopy.game_terminal import play_game
        return play_game(arguments)
    if arguments.player is not None:
        raise UserError("--player goes with --game")
    options = settings.read_options(arguments)
    start_logging(options.log)
    from gopy.engine import Engine
    engine = Engine(options)
    if arguments.handicap:
        try:
            engine.fixed_handicap(arguments.handicap)
        except ValueError as error:
            raise UserError(f"handicap {arguments.handicap}: {error}") from None
    coloured = sys.stdout.isatty() and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    try:
        Terminal(engine, BLACK if arguments.colour == "black" else WHITE, sys.stdin, sys.stdout, coloured).play()
    finally:
        engine.close()


class Terminal:
    """One game between a person and an engine.

    human    the person's colour
    lines    the person's lines (any iterator of str); their end quits
    out      a text stream
    """

    def __init__(self, engine, human, lines, out, coloured=False):
        self.engine = engine
        self.human = human
        self._lines = iter(lines)
        self._out = out
        self._coloured = coloured
        self._ended = False

    def play(self):
        """Take turns until the game has ended or the person leaves."""
        self._say("Type a vertex such as D4, or help.")
        self._show()
        while not self._ended:
            if self._game.is_over:
                self._show_result()
            elif self._game.to_play == self.human:
                self._ask()
            else:
                self._let_engine_move()

    @property
    def _game(self):
        return self.engine.game

    def _say(self, text):
        print(text, file=self._out, flush=True)

    def _show(self):
        game = self._game
        last = game.moves[-1][1] if game.moves else None
        black, white = game.board.captures[BLACK], game.board.captures[WHITE]
        self._say(f"\n{draw(game.board, last, self._coloured)}")
        self._say(f"Black has captured {black}, White {white}; komi {game.komi:g}")

    def _ask(self):
        print(f"{NAMES[self.human]} to play> ", end="", file=self._out, flush=True)
        line = next(self._lines, None)
        if line is None:
            self._say("")
            self._ended = True
            return
        words = line.split()
        if words:
            self._obey(words[0].lower(), words[1:])

    def _obey(self, command, words):
        actions = {"undo": self._undo, "hint": self._hint, "score": self._estimate, "resign": self._resign,
                   "quit": self._quit, "help": lambda: self._say(HELP)}
        if command == "save":
            self._save(" ".join(words))
        elif command in actions:
            actions[command]()
        else:
            self._play(command)

    def _play(self, text):
        game = self._game
        try:
            move = parse_vertex(text, game.size)
        except ValueError:
            self._say(f"{text!r} is neither a vertex of this board nor a command; try help")
            return
        reason = game.illegality(self.human, move)
        if reason:
            self._say(f"{vertex_text(move, game.size)} is not legal: {reason}")
            return
        self.engine.play(self.human, move)
        self._show()

    def _let_engine_move(self):
        colour = opponent(self.human)
        decision = self.engine.genmove(colour)
        if decision.move == RESIGN:
            self._say(f"gopy resigns: {NAMES[self.human]} wins.")
            self._ended = True
            return
        self._show()
        self._say(f"gopy ({NAMES[colour]}) plays {vertex_text(decision.move, self._game.size)}"
                  f"{_outlook(decision.report)}")

    def _undo(self):
        """Take back moves until it is the person's turn again."""
        try:
            self.engine.undo()
            while self._game.to_play != self.human:
                self.engine.undo()
        except CannotUndo:
            self._say("there is no move of yours to take back")
        self._show()

    def _hint(self):
        decision = self.engine.genmove(self.human, play=False)
        if decision.move == RESIGN:
            self._say("gopy would resign")
        else:
            self._say(f"gopy would play {vertex_text(decision.move, self._game.size)}{_outlook(decision.report)}")

    def _estimate(self):
        report = self.engine.estimate()
        score = result_text(round(report.score_mean, 1))
        self._say(f"estimated score {score} (give or take {report.score_stdev:.0f}){_outlook(report)}")

    def _resign(self):
        self._say(f"{NAMES[opponent(self.human)]} wins by resignation.")
        self._ended = True

    def _quit(self):
        self._ended = True

    def _save(self, name):
        if not name:
            self._say("save where? try: save game.sgf")
            return
        from gopy.sgf import save_game
        names = {self.human: "human", opponent(self.human): "gopy"}
        try:
            Path(name).write_text(save_game(self._game, black=names[BLACK], white=names[WHITE]), encoding="utf-8")
            self._say(f"saved {name}")
        except OSError as error:
            self._say(f"cannot save {name}: {error.strerror}")

    def _show_result(self):
        self._ended = True
        try:
            dead = [point for point, status in self.engine.final_status().items() if status == "dead"]
            score = self.engine.final_score()
        except CannotScore as error:
            self._say(f"The game is over; it cannot be scored: {error}")
            return
        if dead:
            self._say("dead stones: " + " ".join(vertex_text(point, self._game.size) for point in dead))
        self._say(f"The game is over: {result_text(score)}")


def _outlook(report):
    return "" if report is None else f", {NAMES[report.to_play]} wins {100 * report.value:.0f} %"
