"""A game of Go as persons and gopy play and study it: its tree, its players, its clock and its end. Nobody thinks here."""
from itertools import count

from gopy.desk.languages import Refused
from gopy.desk.web.playing_clock import PlayingClock
from gopy.desk.web.teaching.capture import capture_result
from gopy.go.counting import Counting
from gopy.go.game_tree import GameTree, Removed
from gopy.go.geometry import BLACK, WHITE, opponent, parse_vertex, vertex_text
from gopy.go.history import Game
from gopy.go.record.write import ENGINE, PERSON
from gopy.go.score import result_text
from gopy.go.sgf_tree import save_tree

#: The players.
PERSON_PLAYS, GOPY_PLAYS = "person", "gopy"

_LETTERS = "BW"

#: Numbers for versions: two games never have the same.
_VERSIONS = count(1)


class GoGame:
    """A game that is played, or studied.

    tree        the gopy.go.game_tree.GameTree; its current node is what the page shows
    players     [Black's, White's]: "person" or "gopy"
    strength    how gopy plays: {"level": n}, {"seconds": x}, {"sims": n}, or {} for what the clock or the options say
    clock       the gopy.desk.web.playing_clock.PlayingClock
    names       [Black's, White's] as a record has them, or None
    result      a text such as "B+3.5", or None while the game goes on
    capture     how many captured stones win the game, see gopy.desk.web.teaching.capture; 0: it is Go itself
    studying    whether the game is studied: then moves are variations, nobody answers them and no clock runs
    live        the number of the node where the game that is played stands; elsewhere is looked at
    counting    the gopy.go.counting.Counting of the game that two passes have ended, or None
    agreed      whether the count is final
    due         whether gopy is to move when it is its turn
    forced      whether gopy is to move now, whosever turn it is
    kept        the name under which gopy.desk.web.kept_games keeps it, or None
    star        whether a person has marked it among those
    edits       how often it was changed in a way that is worth keeping
    kept_edits  its edits as it is on the disk
    begun       another number for each game that is begun or taken up
    version     another number whenever nodes are added or removed, or the game is taken up in another way

    The methods `do_KIND` do what the message of that kind asks, see gopy.desk.web.messages. ValueError, and nothing changed, if
    it is impossible.
    """

    def __init__(self, tree: GameTree, players, strength, *, clock=None, names=None, result=None, studying=False,
                 capture: int = 0) -> None:
        self.tree, self.players, self.strength = tree, players, strength
        self.clock, self.names, self.result = clock or PlayingClock(), names, result
        self.studying, self.agreed, self.capture = studying, False, capture
        self.counting: Counting | None = None
        self.live = tree.current.number
        self.due = self.forced = False
        self.kept: str | None = None
        self._removed: tuple[Removed, int] | None = None        # what was removed last, and where the game stood before
        self.star, self.edits, self.kept_edits = False, 0, 0
        self.begun = self.version = next(_VERSIONS)

    # What it is -----------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The gopy.go.history.Game up to the current node."""
        return self.tree.game

    @property
    def at_the_end(self) -> bool:
        """Whether the page shows the position in which the game ended by two passes."""
        return self.counting is not None and self.tree.current.number == self.live

    @property
    def is_watched(self) -> bool:
        """Whether gopy plays both sides."""
        return PERSON_PLAYS not in self.players

    @property
    def shows_thoughts(self) -> bool:
        """Whether the page is told what gopy thinks: in a game that a person plays it is not."""
        return self.studying or self.is_watched

    @property
    def is_shown_running(self) -> bool:
        """Whether the game is played, goes on, and is shown where it stands."""
        return not self.studying and self.result is None and self.tree.current.number == self.live

    def is_gopys(self, colour) -> bool:
        """Whether gopy plays a colour."""
        return self.players[colour] == GOPY_PLAYS

    @property
    def wants_gopy(self) -> bool:
        """Whether gopy is to move."""
        if self.is_decided or not (self.studying or self.is_shown_running):
            return False
        return self.forced or (not self.studying and self.due and self.is_gopys(self.game.to_play))

    @property
    def wants_count(self) -> bool:
        """Whether the game has ended by two passes and is still to be counted."""
        return self.is_shown_running and self.game.is_over and not self.capture

    @property
    def is_decided(self) -> bool:
        """Whether nobody moves any more in the position that is shown."""
        return capture_result(self.game, self.capture) is not None if self.capture else self.game.is_over

    # Moves ----------------------------------------------------------------------------------------------

    def do_play(self, vertex) -> None:
        """Play a person's move."""
        game = self.game
        colour, move = game.to_play, parse_vertex(vertex, game.size)
        if not self.studying:
            self._check_played()
            if self.is_gopys(colour):
                raise Refused("told.gopys_turn")
        reason = game.illegality(colour, move)
        if reason:
            raise Refused(f"told.{reason}", vertex=vertex_text(move, game.size))
        self.play(colour, move)

    def play(self, colour, move) -> None:
        """Play a move after the current node: of the game, or where it is studied a variation. ValueError if the tree is full."""
        before = len(self.tree)
        self.tree.play(colour, move)
        if len(self.tree) != before:
            self.version = next(_VERSIONS)
            self.edits += 1
        if self.studying:
            return
        self._go_on()
        self.due = True
        if not self.clock.finish_move(colour):
            self.lose_on_time(colour)
        elif self.capture and self.is_decided:
            self.end(capture_result(self.game, self.capture))

    def _check_played(self):
        """ValueError unless the game goes on, and the page shows where it stands."""
        if self.result is not None:
            raise Refused("told.game_over")
        if self.tree.current.number != self.live:
            raise Refused("told.earlier")

    def _go_on(self):
        """Let the game go on from the current node. A move that was cut short by the end of the game begins anew."""
        if self.result is not None:
            self.clock.forget_move()
        self.live = self.tree.current.number
        self.result, self.counting, self.agreed = None, None, False
        self.edits += 1

    def do_genmove(self) -> None:
        """Let gopy move for the side to move."""
        if self.is_decided:
            raise Refused("told.over")
        if not self.studying:
            self._check_played()
        self.forced = True

    def do_undo(self) -> None:
        """Take back the moves after the person's last turn, or the end of the game."""
        if self.studying:
            raise Refused("told.studied_undo")
        self.tree.go(self.live)
        node = self.tree.current
        if node.parent is None:
            raise Refused("told.nothing_back")
        self.tree.go(node.parent)
        against_person = not self.is_watched        # of a game of gopy against itself one move is taken back
        while against_person and self.tree.current.parent is not None and self.is_gopys(self.game.to_play):
            self.tree.go(self.tree.current.parent)
        if against_person and self.is_gopys(self.game.to_play):
            self.tree.go(node.number)       # the first move is gopy's, and only the end of the game can be taken back
            if self.result is None:
                raise Refused("told.nothing_yours")
        self.clock.forget_move()
        self._go_on()
        self.rest()

    def rest(self) -> None:
        """Let gopy make no move until it is asked again."""
        self.due = self.forced = False

    # The end --------------------------------------------------------------------------------------------

    def end(self, result) -> None:
        """End the game with a result."""
        self.result = result
        self.edits += 1
        self.rest()

    def do_resign(self) -> None:
        """End the game by a person's resignation."""
        if self.result is not None:
            raise Refused("told.over")
        if self.studying:
            raise Refused("told.studied_resign")
        self.lose(self._resigner(), "R")

    def _resigner(self):
        """The colour that a person resigns for: the person's against gopy, else the one to move where the game stands."""
        persons = [colour for colour in (BLACK, WHITE) if not self.is_gopys(colour)]
        if len(persons) == 1:
            return persons[0]
        return self.tree.to_play(self.live)     # the page may show another position

    def lose(self, colour, how) -> None:
        """End the game with the loss of a colour, by resignation ("R") or on time ("T")."""
        self.end(f"{_LETTERS[opponent(colour)]}+{how}")

    def lose_on_time(self, colour) -> None:
        """End the game because a colour has no time left."""
        self.lose(colour, "T")

    def count(self, status) -> None:
        """End the game with a count; `status` is that of each stone, as Engine.final_status tells it."""
        self.counting = Counting(self.game.copy(), status)
        self.agreed = not self.game.rules.friendly_pass_ok or self.is_watched       # nobody may correct it
        self.end(result_text(self.counting.score))

    def do_dead(self, vertex) -> None:
        """Call a dead chain alive, or a living one dead."""
        counting = self.counting
        if counting is None or not self.at_the_end:
            raise Refused("told.dead_later")
        if not self.game.rules.friendly_pass_ok:
            raise Refused("told.all_count")
        if self.agreed:
            raise Refused("told.agreed")
        try:
            counting.toggle(parse_vertex(vertex, self.game.size))
        except ValueError:
            raise Refused("told.no_stone", vertex=vertex) from None
        self.result = result_text(counting.score)
        self.edits += 1

    def do_agree(self) -> None:
        """Make the count final."""
        if not self.at_the_end:
            raise Refused("told.no_count")
        self.agreed = True
        self.edits += 1

    # Studying -------------------------------------------------------------------------------------------

    def do_study(self, on) -> None:
        """Study the game, or go back to where it stands and play on."""
        if not on:
            self.tree.go(self.live)
        self.studying = on
        self.take_up()

    def do_go_on(self, black, white, strength=None) -> None:
        """Play on from where the game stands or, when it is studied, from the position that is shown."""
        if not self.studying:
            self.tree.go(self.live)
        if self.is_decided:
            raise Refused("told.over" if self.capture else "told.passed")
        self._go_on()
        self.names, self.players, self.studying = None, [black, white], False
        self.strength = self.strength if strength is None else strength
        self.take_up()

    def take_up(self) -> None:
        """Begin with the game, or go on with it: gopy moves if it is its turn."""
        self.due, self.forced = not self.studying and self.result is None, False
        self.version = next(_VERSIONS)      # what is told of the nodes is another

    def do_go(self, node) -> None:
        """Show another node."""
        self.check_node(node)
        if node != self.tree.current.number:
            self.tree.go(node)
            self.forced, self.due = False, self.is_shown_running

    def do_remove(self, node) -> None:
        """Remove a node and what follows."""
        self.check_node(node)
        if not self.studying:
            raise Refused("told.not_removed")
        removed = self.tree.remove(node)
        self._removed = removed, self.live
        self.edited()
        self.forced = False
        if self.live not in self.tree:
            self.live = self.tree.current.number

    def do_restore(self) -> None:
        """Bring back what was removed last."""
        if self._removed is None:
            raise Refused("told.nothing_removed")
        removed, live = self._removed
        self.tree.restore(removed)
        self._removed, self.live = None, live
        self.edited()

    def edited(self, nodes=True) -> None:
        """The record was changed; nodes: so that what is told of its nodes is another, see gopy.desk.web.record_edits."""
        self.edits += 1
        if nodes:
            self.version = next(_VERSIONS)

    def check_node(self, node) -> None:
        """ValueError unless there is a node of this number."""
        if node not in self.tree:
            raise Refused("told.no_position", node=node)

    def names_in_record(self) -> list[str]:
        """[Black's name, White's]."""
        return self.names or [PERSON if player == PERSON_PLAYS else ENGINE for player in self.players]

    def record(self) -> str:
        """The game as a record in SGF."""
        names = self.names_in_record()
        return save_tree(self.tree, black=names[BLACK], white=names[WHITE], result=self.result or "")
