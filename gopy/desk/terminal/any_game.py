"""The conversation over a game of the catalogue between a person and a player of this program."""
from gopy import game as contract
from gopy.desk.terminal.any_game_file import SavedGame, game_text, read_game
from gopy.desk.terminal.conversation import Conversation
from gopy.engine.levels import LEVELS
from gopy.games.catalogue import sides_of
from gopy.games.players.any_game import AnyGame, Chance, Joint


class AnyGameConversation(Conversation):
    """A person who plays a game (gopy.desk.terminal.any_game_file.SavedGame) against a player of this program.

    new_player(game, level)     makes the player, like gopy.games.players.game_player.new_player: at a level, or with None as the
                                command line says
    """

    COMMANDS = {"moves": ("", "the moves you have"), **Conversation.COMMANDS}
    SUFFIX = ".json"
    A_MOVE = "a move as the board names it"

    def __init__(self, saved, new_player, console) -> None:
        super().__init__(console, saved.person)
        self._new_player = new_player
        self._level = None
        self._player = None
        self.put(saved)

    def greeting(self) -> str:
        first = "" if self.game.simultaneous or self.human else " and move first"
        sides = sides_of(self.game.kind.text)
        has = f", with {sides[self.human]}," if sides else ""
        return f"You are player {self.human + 1}{has}{first}".rstrip(",") + "."

    def show(self) -> None:
        self.console.draw(f"\n{contract.draw(self.game.state)}")

    def prompt(self) -> str:
        return "Your bid" if self.game.simultaneous else "Your move"

    def words(self) -> list[str]:
        moves = [] if self.game.is_over else self._move_texts()
        return [*moves, *super().words()]

    # Turns ----------------------------------------------------------------------------------------------

    def is_finished(self) -> bool:
        return self.game.is_over

    def is_gopys_turn(self) -> bool:
        return self.game.to_play not in (self.human, None)

    def has_moves(self) -> bool:
        return bool(self.game.moves)

    def let_gopy_move(self) -> None:
        move = self._think(1 - self.human)
        text = contract.move_text(self.game.state, move)
        self.game.play(move)
        if not (self.is_finished() or self.is_gopys_turn()):    # `finish` draws the board itself
            self.show()
        self.console.say(f"gopy plays {text}")

    def play(self, text) -> None:
        try:
            move = self.game.parse_move(self.human, text)
        except ValueError as error:
            self.console.say(f"{error}; try moves, or help")
            return
        if self.game.simultaneous:
            self._bid(move)
        else:
            self.game.play(move)
            if not (self.is_finished() or self.is_gopys_turn()):
                self.show()

    def _bid(self, move):
        # gopy thinks about the position before the bids, so it does not know what was typed.
        other = self._think(1 - self.human)
        bids = (move, other) if self.human == 0 else (other, move)
        text, others = (contract.move_text(self.game.state, bid) for bid in (move, other))
        self.game.play(Joint(*bids))
        self.console.say(f"you bid {text}, gopy bids {others}")
        if not self.is_finished():
            self.show()

    def _think(self, player):
        """Choose a move for a player while the sign for thinking is shown. Ctrl-C ends the thinking."""
        with self.console.waiting("gopy is thinking") as wait:
            return self._player.choose(self.game, player, should_stop=lambda: wait.hurried)

    def advise(self) -> None:
        move = self._think(self.human)
        self.console.say(f"gopy would play {contract.move_text(self.game.state, move)}{self._outlook(self.human)}")

    def do_moves(self, _) -> None:
        """Print the legal moves."""
        self.console.say("the game is over" if self.is_finished() else " ".join(self._move_texts()))

    def _move_texts(self):
        moves = self.game.legal_moves(self.human)
        return sorted((contract.move_text(self.game.state, move) for move in moves), key=lambda text: (len(text), text))

    def _outlook(self, player):
        """The winning probability by the last search, which was for `player`, as text; "" for players that do not search."""
        report = getattr(self._player, "report", None)
        if report is None or self.game.simultaneous:
            return ""
        share = report.value if player == self.human else 1.0 - report.value
        return f", you win {100 * share:.0f} %"

    # The end --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        value, margin = self.game.value(), self.game.margin()
        mine = value if self.human == 0 else 1.0 - value
        result = "a draw" if mine == 0.5 else "you win" if mine > 0.5 else "gopy wins"
        self.result = f"{result} by {abs(margin):g}" if margin else result
        self.show()
        self.console.say(f"The game is over: {self.result}.")

    def give_up(self) -> None:
        self.result = "gopy wins by resignation"
        self.console.say(f"{self.result}.")

    def take_back(self) -> None:
        played = [move for move in self.game.moves if not isinstance(move, Chance)]
        try:
            self.game.undo()
            while self.is_gopys_turn():
                self.game.undo()
        except ValueError:
            for move in played:         # all were gopy's; chance brings the same as before
                self.game.play(move)
            raise

    # Strength, games and files --------------------------------------------------------------------------

    def level_text(self) -> str:
        if self._level is None:
            return "gopy plays as the command line says"
        return f"gopy plays at level {self._level}: {LEVELS[self._level]} simulations a move"

    def set_level(self, level) -> None:
        self._level = level
        self._player = self._new_player(self.game, level)

    def begin(self, argument) -> None:
        """Begin a new game. It has the next seed, so that chance brings something else."""
        self.put(SavedGame(AnyGame(self.game.kind, self.game.seed + 1), self.human))

    def read(self, path) -> SavedGame:
        return read_game(path, self.game.kind.text)

    def put(self, saved) -> None:
        self.game, self.human = saved.game, saved.person
        self._player = self._new_player(self.game, self._level)

    def record_text(self) -> str:
        return game_text(SavedGame(self.game, self.human))
