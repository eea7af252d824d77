"""The conversation over a game of Go between a person and an engine."""
from typing import TYPE_CHECKING

from gopy.base.columns import WIDTH
from gopy.base.numbers import range_text
from gopy.desk.terminal.board import draw, shapes
from gopy.desk.terminal.conversation import Conversation
from gopy.desk.terminal.go_file import go_text, read_go
from gopy.engine.decision import RESIGN, CannotScore
from gopy.engine.levels import level_text
from gopy.engine.loading import COMPILE_SECONDS
from gopy.engine.options import DEFAULT_SECONDS
from gopy.go.clock import time_text
from gopy.go.counting import NAMES, Counting
from gopy.go.geometry import BLACK, MAX_SIZE, MIN_SIZE, WHITE, opponent, parse_vertex, vertex_text
from gopy.go.handicap import fixed_handicap
from gopy.go.record.source import OTHER_RECORDS
from gopy.go.record.write import record_bytes
from gopy.go.score import result_text

if TYPE_CHECKING:
    from gopy.desk.terminal.go_file import SavedGo

#: Seconds between two reports on how far a search is, for the sign.
_INTERVAL = 0.25

_LETTERS = "BW"


def check_handicap(stones, size) -> None:
    """Raise a ValueError if so many handicap stones cannot be placed on a board of this size. None, 0 and 1 mean none."""
    try:
        if (stones or 0) > 1:
            fixed_handicap(size, stones)
    except ValueError as error:
        raise ValueError(f"handicap {stones} on {size}x{size}: {error}") from None


class GoConversation(Conversation):
    """A person plays Go against a gopy.engine.engine.Engine, which holds the game. `human` is the person's colour.

    handicap    number of Black's handicap stones in every new game; one stone is Black's first move
    system      the time system (gopy.go.clock) of both sides in every new game; None: no clock
    """

    COMMANDS = {
        "pass": ("", "give up the turn; two passes in a row end the game"),
        "score": ("", "estimate the score; after the game, show it again"),
        "dead": ("D4", "after the game: call the chain on D4 alive, or dead again"),
        **Conversation.COMMANDS,
        "new": ("9 white", "begin another game; a size and your colour may follow"),
    }
    SUFFIX = ".sgf"
    READ_ONLY = OTHER_RECORDS
    A_MOVE = "a vertex such as D4"

    def __init__(self, engine, human, console, handicap=0, system=None) -> None:
        super().__init__(console, human)
        self.engine = engine
        self._handicap, self._system = handicap, system
        self._data: bytes | None = None         # the bytes of the record that the game goes on from
        self._counting: Counting | None = None  # the Counting of a game that two passes have ended
        self._thought = 0.0         # seconds that the person has used for this move
        engine.clock.set_time_system(system)

    @property
    def _game(self):
        return self.engine.game

    # Drawing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        game, look = self._game, self.console.look
        last = game.moves[-1][1] if game.moves else None
        marks = {"dead": self._counting.dead, "owners": self._counting.owners} if self._counting else {}
        stones = shapes(look).stones
        sides = [f"{stones[colour]} {NAMES[colour]} ({'you' if colour == self.human else 'gopy'}) "
                 f"{game.board.captures[colour]}" for colour in (BLACK, WHITE)]
        handicap = f", handicap {game.handicap}" if game.handicap else ""
        self.console.draw(f"\n{draw(game.board, look, last, **marks)}")
        self.console.say(f"captured: {', '.join(sides)}; komi {game.komi:g}{handicap}")
        clock = self.engine.clock
        if clock.system is not None and self.result is None:
            left = [f"{NAMES[colour]} {time_text(clock.system, clock.remaining[colour])}" for colour in (BLACK, WHITE)]
            heading = "time left: "
            apart = "; " if len(heading + "; ".join(left)) <= WIDTH else f";\n{' ' * len(heading)}"
            self.console.say(heading + apart.join(left))

    def prompt(self) -> str:
        return f"{NAMES[self.human]} to play"

    # Turns ----------------------------------------------------------------------------------------------

    def is_finished(self) -> bool:
        return self._game.is_over

    def is_gopys_turn(self) -> bool:
        return self._game.to_play != self.human

    def has_moves(self) -> bool:
        return bool(self._game.moves)

    def ask(self, prompt) -> str:
        started = self.console.now()
        try:
            return super().ask(prompt)
        finally:
            if self.result is None:         # after the end of the game no clock runs
                self._thought += self.console.now() - started

    def do_pass(self, _) -> None:
        self.take("pass")

    def play(self, text) -> None:
        game = self._game
        try:
            move = parse_vertex(text, game.size)
        except ValueError:
            self.console.say(f"{text!r} is neither a vertex of this board nor a command; try help")
            return
        reason = game.illegality(self.human, move)
        if reason:
            self.console.say(f"{vertex_text(move, game.size)} is not legal: {reason}")
            return
        thought, self._thought = self._thought, 0.0
        self.engine.clock.spend(self.human, thought)
        if not self._out_of_time(self.human):
            self.engine.play(self.human, move)

    def let_gopy_move(self) -> None:
        colour = opponent(self.human)
        decision = self._think(colour, play=True)
        self._thought = 0.0
        if self._out_of_time(colour):
            self.show()
            return
        if decision.move == RESIGN:
            self.result = f"{_LETTERS[self.human]}+R"
            self.show()
            self.console.say(f"gopy resigns: {NAMES[self.human]} wins.")
            return
        if not self.is_finished():          # `finish` draws the board itself
            self.show()
        self.console.say(f"gopy ({NAMES[colour]}) {self._deed(decision.move, 'plays', 'passes')}")

    def _deed(self, move, plays, passes):
        return passes if move == self._game.pass_move else f"{plays} {vertex_text(move, self._game.size)}"

    def _think(self, colour, play):
        """gopy's Decision for a colour; the sign for thinking is shown meanwhile, and Ctrl-C ends the thinking."""
        self._await_search()
        simulations = self.engine.options.simulations(self._game.size)
        with self.console.waiting("gopy is thinking", self.engine.stop) as wait:
            def look(report):
                wait.note = f"{100 * report.simulations // simulations} %" if simulations else ""
            watch = {"on_report": look, "interval": _INTERVAL} if self.console.draws_over else {}
            return self.engine.genmove(colour, play=play, patient=True, should_stop=lambda: wait.hurried, **watch)

    def _await_search(self):
        """Wait until the search is loaded or compiled, and say so meanwhile. UserError if that fails."""
        size, tell = self._game.size, not self.console.draws_over
        with self.console.waiting(f"loading the search for {size}x{size} (compiled once, about {COMPILE_SECONDS} s)"):
            while not (self.engine.wait_ready(0.1, tell) or self.console.is_leaving):
                pass

    def _out_of_time(self, colour):
        """Whether a side has lost the game on time with its move, and say so."""
        if not self.engine.clock.has_fallen(colour):
            return False
        self.result = f"{_LETTERS[opponent(colour)]}+T"
        self.console.say(f"{'You have' if colour == self.human else 'gopy has'} no time left: {NAMES[opponent(colour)]} "
                         "wins on time. After undo the game goes on without a clock.")
        return True

    def advise(self) -> None:
        decision = self._think(self.human, play=False)
        if decision.move == RESIGN:
            self.console.say("gopy would resign")
        else:
            self.console.say(f"gopy would {self._deed(decision.move, 'play', 'pass')}{_outlook(decision.report)}")

    # The end --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Count the game that two passes have ended."""
        try:
            self._await_search()
            with self.console.waiting("gopy is counting", self.engine.stop):
                status = self.engine.final_status()
        except CannotScore as error:
            self.result = "?"
            self.console.say(f"The game is over; it cannot be scored: {error}")
            return
        self._counting = Counting(self._game, status)
        self._show_count()

    def _show_count(self):
        """Draw the board with dead stones and territory, and say the score with its parts."""
        counting, shape = self._counting, shapes(self.console.look)
        self.result = result_text(counting.score)
        self.show()
        if counting.dead:
            self.console.say(f"{shape.dead[BLACK]} {shape.dead[WHITE]} dead stones: " +
                             " ".join(vertex_text(point, self._game.size) for point in sorted(counting.dead)))
        self.console.say("\n".join(f"{shape.territory[colour]} {line}"
                                   for colour, line in zip((BLACK, WHITE), counting.lines())))
        self.console.say(f"The game is over: {self.result}. {self._how_to_correct()}")

    def _how_to_correct(self):
        if not self._game.rules.friendly_pass_ok:
            return "Under these rules all stones count as they stand."
        return "If a chain is wrongly dead or alive: dead D4. To play on: undo."

    def do_dead(self, argument) -> None:
        """Change which stones count as dead, and count again."""
        if self._counting is None:
            self.console.say("dead stones are for after the game, when both have passed")
        elif not self._game.rules.friendly_pass_ok:
            self.console.say(self._how_to_correct())
        elif not argument:
            self.console.say("which chain? try: dead D4")
        else:
            self._toggle(argument.split())

    def _toggle(self, vertices):
        for vertex in vertices:
            try:
                self._counting.toggle(parse_vertex(vertex, self._game.size))
            except ValueError:
                self.console.say(f"there is no stone on {vertex!r}")
                return
        self._show_count()

    def do_score(self, _) -> None:
        if self._counting is not None:
            self._show_count()
            return
        self._await_search()
        with self.console.waiting("gopy is counting", self.engine.stop):
            report = self.engine.estimate()
        self.console.say(f"estimated score {result_text(round(report.lead, 1))}{_outlook(report)}")

    def give_up(self) -> None:
        self.result = f"{_LETTERS[opponent(self.human)]}+R"
        self.console.say(f"{NAMES[opponent(self.human)]} wins by resignation.")

    def do_undo(self, argument) -> None:
        if self.result is not None and self.result.endswith("+T"):
            self.engine.clock.set_time_system(None)
        super().do_undo(argument)

    def take_back(self) -> None:
        if all(colour != self.human for colour, _ in self._game.moves):
            raise ValueError("there is no move to take back")
        self._counting = None
        self.engine.undo()
        while self.is_gopys_turn():
            self.engine.undo()

    # Strength -------------------------------------------------------------------------------------------

    def level_text(self) -> str:
        options = self.engine.options
        if options.level is not None:
            return f"gopy plays at {level_text(options.level)}: {options.simulations(self._game.size)} simulations a move"
        if options.sims is not None:
            return f"gopy plays with {options.sims} simulations a move"
        if options.seconds is None and self.engine.clock.system is not None:
            return "gopy thinks as long as its clock allows"
        return f"gopy thinks {options.seconds or DEFAULT_SECONDS:g} seconds a move"

    def set_level(self, level) -> None:
        self.engine.configure(level=level, sims=None, seconds=None)

    # Games and files ------------------------------------------------------------------------------------

    def begin(self, argument) -> None:
        size, human = self._game.size, self.human
        for word in argument.lower().split():
            if word in ("black", "white"):
                human = BLACK if word == "black" else WHITE
            elif word.isdecimal():
                size = int(word[:4])
            else:
                raise ValueError(f"new may be followed by a board size, black or white, not by {word!r}")
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError(f"the board size {size} is not {range_text(MIN_SIZE, MAX_SIZE)}")
        check_handicap(self._handicap, size)
        self.engine.new_game(size)
        if (self._handicap or 0) > 1:
            self.engine.fixed_handicap(self._handicap)
        self._start(human)

    def read(self, path) -> "SavedGo":
        return read_go(path, self._game.komi, self._game.rules)

    def put(self, saved) -> None:
        self.engine.set_game(saved.game)
        self._start(saved.person)
        self._data = saved.data
        if saved.remarks:
            self.console.say("\n".join(f"note: {remark}" for remark in saved.remarks))

    def greeting(self) -> str:
        return f"You are {NAMES[self.human]}. {self.level_text()}."

    def _start(self, human):
        """Prepare for another game, which is on the board already."""
        self.human, self._data = human, None
        self._counting, self._thought = None, 0.0
        self.engine.clock.set_time_system(self._system)

    def record_text(self) -> bytes:
        return record_bytes(go_text(self._game, self.human, self.result, self._data))


def _outlook(report):
    return f", {NAMES[report.to_play]} wins {100 * report.value:.0f} %"
