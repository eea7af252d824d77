"""A game of Go on the page: its tree of variations, whose turn it is, and what the engine is asked to do."""
from datetime import datetime
from functools import partial
from typing import Any

from gopy.desk.web.playing_clock import PlayingClock
from gopy.desk.web.wire import game_values
from gopy.go.counting import NAMES, Counting
from gopy.go.game_tree import ROOT, new_tree
from gopy.go.geometry import BLACK, WHITE, opponent, parse_vertex, vertex_text
from gopy.go.handicap import HANDICAP_KOMI, fixed_handicap
from gopy.go.history import Game
from gopy.go.record.write import ENGINE, PERSON
from gopy.go.rules import parse_rules
from gopy.go.score import result_text
from gopy.go.sgf_tree import LONGEST_COMMENT, save_tree

_PERSON, _GOPY = "person", "gopy"
_LETTERS = "BW"

#: A search with fewer visits says nothing about the position.
_FEWEST_VISITS = 20


class GoTable:
    """One game, which persons and the engine play and look at.

    tree        the gopy.go.game_tree.GameTree; its current node is what the page shows
    players     [Black's, White's]: "person" or "gopy"
    strength    how gopy plays: {"level": n}, {"seconds": x}, {"sims": n}, or {} for what the clock or the options say
    result      a text such as "B+3.5", or None while the game goes on
    counting    the gopy.go.counting.Counting of the game that two passes have ended, or None
    doing       what the engine was asked for: "genmove", "analyse", "count", "estimate" or "load"
    version     grows whenever nodes are added or removed, or the tree is another one

    ask(do, **request)      asks the engine; returns the id of the request
    changed()               is called after a change that the page should show
    tell(kind, values)      tells the page something else
    later(seconds, call)    calls a function later; returns an object with `cancel`
    """

    def __init__(self, options, ask, changed, tell, later) -> None:
        self._options = options
        self._ask, self._changed, self._tell, self._later = ask, changed, tell, later
        self.version = 0
        self.analysing = False
        self._timer = None          # the call that waits for the end of a period, or for the flag
        self._asked: tuple[str, Any, int] | None = None
        self._id = None
        self._search_ready = False      # whether the engine has said that its search for what it was asked is loaded
        self.players = [_PERSON, _GOPY]
        self.strength = {name: getattr(options, name) for name in ("level", "sims", "seconds")
                         if getattr(options, name) is not None}
        self._begin(new_tree(options.size, options.komi, parse_rules(options.rules)))

    def _begin(self, tree, clock=None, names=None, result=None):
        """Take up a tree."""
        self.tree, self.clock, self.names, self.result = tree, clock or PlayingClock(), names, result
        self.counting = None
        self.live = tree.current.number     # where the game that is played stands; elsewhere is looked at
        self._due = self._forced = False    # whether gopy is to move when it is its turn, or this once in any case
        self.version += 1

    @property
    def game(self) -> Game:
        """The gopy.go.history.Game up to the current node."""
        return self.tree.game

    @property
    def at_the_end(self) -> bool:
        """Whether the page shows the position in which the game ended by two passes."""
        return self.counting is not None and self.tree.current.number == self.live

    # What the page asks ---------------------------------------------------------------------------------

    def handle(self, kind, fields) -> dict | None:
        """Do what a message of gopy.desk.web.messages asks; returns what only the asker is told.

        ValueError or CannotUndo, and nothing changed, if it is impossible.
        """
        told = getattr(self, "_do_" + kind)(**fields)
        self._continue()
        return told

    def _do_new(self, size=None, komi=None, rules=None, handicap=0, black=_PERSON, white=_GOPY, strength=None, clock=""):
        size = self.game.size if size is None else size
        if komi is None:
            komi = HANDICAP_KOMI if handicap else self._options.komi
        rules = parse_rules(rules or self._options.rules)
        points = fixed_handicap(size, handicap) if handicap else ()
        self._begin(new_tree(size, komi, rules, points), PlayingClock(clock))
        self.players = [black, white]
        self.strength = self.strength if strength is None else strength
        self._due = True

    def load(self, record) -> None:
        """Take up a gopy.go.sgf_tree.TreeRecord; both players are persons from now on."""
        self._begin(record.tree, names=[record.black, record.white], result=record.result or None)
        self.players = [_PERSON, _PERSON]
        self._continue()

    def _do_set(self, strength):
        self.strength, self._due = strength, True
        self._asked = None          # thoughts at another strength are of no use

    def _do_play(self, vertex):
        game = self.game
        colour, move = game.to_play, parse_vertex(vertex, game.size)
        if self.doing == "genmove":
            raise ValueError("gopy is thinking: it is its turn")
        reason = game.illegality(colour, move)
        if reason:
            raise ValueError(f"{vertex_text(move, game.size)} is not legal: {reason}")
        self._play(colour, move)

    def _play(self, colour, move):
        """Play a move after the current node; the game goes on from there."""
        before = len(self.tree)
        self.tree.play(colour, move)
        self._go_on()
        in_time = self.clock.finish_move(colour)
        self.version += len(self.tree) != before
        self._due = True
        if not in_time:
            self._end(f"{_LETTERS[opponent(colour)]}+T")

    def _go_on(self):
        """Let the game go on from the current node. A move that was cut short by the end of the game begins anew."""
        if self.result is not None:
            self.clock.forget_move()
        self.live = self.tree.current.number
        self.result, self.counting = None, None

    def _do_resign(self):
        if self.result is not None:
            raise ValueError("the game is over")
        self._end(f"{_LETTERS[opponent(self._resigner())]}+R")

    def _resigner(self):
        """The colour that a person resigns for: the person's against gopy, else the one to move where the game stands."""
        persons = [colour for colour in (BLACK, WHITE) if not self._is_gopys(colour)]
        if len(persons) == 1:
            return persons[0]
        return self.tree.to_play(self.live)     # the page may show another position

    def _end(self, result):
        self.result, self._due, self._forced = result, False, False

    def _do_undo(self):
        node = self.tree.current
        if node.number == ROOT:
            raise ValueError("there is no move to take back")
        self.tree.go(node.parent)
        against_person = _PERSON in self.players        # of a game of gopy against itself one move is taken back
        while against_person and self.tree.current.number != ROOT and self._is_gopys(self.game.to_play):
            self.tree.go(self.tree.current.parent)
        if against_person and self._is_gopys(self.game.to_play):
            self.tree.go(node.number)       # the first move is gopy's, and only the end of the game can be taken back
            if self.result is None:
                raise ValueError("there is no move of yours to take back")
        self.clock.forget_move()
        self._go_on()
        self._due = self._forced = False

    def _do_genmove(self):
        if self.game.is_over:
            raise ValueError("the game is over")
        self._go_on()
        self._forced = True

    def _do_stop(self):
        self._due = self._forced = self.analysing = False

    def _do_go(self, node):
        if node not in self.tree:
            raise ValueError(f"there is no position {node}")
        if node != self.tree.current.number:
            self.tree.go(node)
            self._due = self._forced = False

    def _do_remove(self, node):
        if node not in self.tree:
            raise ValueError(f"there is no position {node}")
        self.tree.remove(node)
        self.version += 1
        self._due = self._forced = False
        if self.live not in self.tree:
            self._go_on()

    def _do_comment(self, node, text):
        if node not in self.tree:
            raise ValueError(f"there is no position {node}")
        self.tree[node].comment = text[:LONGEST_COMMENT]

    def _do_analyse(self, on):
        self.analysing = on

    def _do_estimate(self):
        if self.doing in ("genmove", "count"):
            raise ValueError("gopy is thinking; ask again when it has moved")
        self._request("estimate")

    def _do_dead(self, vertex):
        if not self.at_the_end:
            raise ValueError("dead stones are for after the game, when both have passed")
        if not self.game.rules.friendly_pass_ok:
            raise ValueError("under these rules all stones count as they stand")
        try:
            self.counting.toggle(parse_vertex(vertex, self.game.size))
        except ValueError:
            raise ValueError(f"there is no stone on {vertex}") from None
        self.result = result_text(self.counting.score)

    def _do_save(self):
        names = self.names or [PERSON if player == _PERSON else ENGINE for player in self.players]
        text = save_tree(self.tree, black=names[BLACK], white=names[WHITE], result=self.result or "")
        return {"kind": "saved", "name": f"gopy-{datetime.now():%Y-%m-%d-%H%M%S}.sgf", "text": text}

    # What the engine is asked and answers ---------------------------------------------------------------

    @property
    def doing(self) -> str:
        """What the engine was asked for."""
        return self._asked[0] if self._asked else "load"

    def restart(self) -> None:
        """Ask again what was asked: the engine's process is another one, or has served somebody else."""
        self._asked = None
        self._continue()

    def lose_engine(self) -> None:
        """The engine's process has died: its clock stops until another process is ready."""
        self._search_ready = False
        self._watch_clock()
        self._changed()

    def yield_engine(self) -> None:
        """The engine serves somebody else from now on: no more moves and analyses until the page asks."""
        self._due = self._forced = self.analysing = False
        self._asked = ("load", self.tree.current.number, self.version)
        self._id = None
        self._watch_clock()
        self._changed()

    def _is_gopys(self, colour):
        return self.players[colour] == _GOPY

    def _continue(self):
        """Ask the engine for what comes next, let the clock run, and show the page what there is."""
        wanted = self._wanted()
        asked = (wanted, self.tree.current.number, self.version)
        if self.doing != "estimate" or wanted == "genmove" or asked[1:] != self._asked[1:]:
            if asked != self._asked:
                self._request(wanted)
        self._watch_clock()
        self._changed()

    def _wanted(self):
        if self.result is None and self.live == self.tree.current.number:
            if self.game.is_over:
                return "count"
            if self._forced or (self._due and self._is_gopys(self.game.to_play)):
                return "genmove"
        return "analyse" if self.analysing else "load"

    def _request(self, do):
        self._asked, self._search_ready = (do, self.tree.current.number, self.version), False
        request = {"game": game_values(self.game)}
        if do == "genmove":
            request.update(strength=self.strength, clock=self.clock.text and {"system": self.clock.text,
                                                                              "left": self.clock.left_now()})
        self._id = self._ask(do, **request)

    def answer(self, values) -> None:
        """Take an answer of the engine; those to earlier requests are too late."""
        kind = values["kind"]
        if values["id"] != self._id:
            return
        report = values.get("report")
        if report is not None:
            self._take_report(report)
        if kind == "ready":
            self._search_ready = True
            if self.clock.text is not None:
                self._watch_clock()
                self._changed()
        elif kind == "move":
            self._take_move(values["move"])
        elif kind == "count":
            self._take_count(values["status"])
        elif kind == "estimate":
            self._asked = None
            self._tell("estimate", {"node": self.tree.current.number, **values["estimate"]})
            self._continue()
        elif kind == "error":
            self._due = self._forced = False
            self._tell("error", {"text": f"gopy cannot do this: {values['text']}"})
            if self.doing == "count":
                self.result = "?"
            self._asked = ("load", self.tree.current.number, self.version)
            self._watch_clock()
            self._changed()

    def _take_report(self, report):
        node = self.tree[self._asked[1]]
        if report["visits"] >= _FEWEST_VISITS:
            node.winrate, node.score = report["winrate"], report["score"]
        self._tell("analysis", {"node": node.number, **report})

    def _take_move(self, move):
        colour, self._forced = self.game.to_play, False
        if move == "resign":
            self._end(f"{_LETTERS[opponent(colour)]}+R")
        else:
            try:
                self._play(colour, parse_vertex(move, self.game.size))
            except ValueError as error:         # the tree is full
                self._due = False
                self._tell("error", {"text": f"gopy's move {move} cannot be played: {error}"})
        self._continue()

    def _take_count(self, status):
        points = {parse_vertex(vertex, self.game.size): state for vertex, state in status.items()}
        self.counting = Counting(self.game.copy(), points)
        self._end(result_text(self.counting.score))
        self._continue()

    # The clock ------------------------------------------------------------------------------------------

    def _watch_clock(self):
        """Let the clock of the player to move run while it can move. The page is told when a period ends; the flag ends the game."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._can_move():
            self.clock.pause()
            return
        self.clock.start(self.game.to_play)
        end = self.clock.next_end()
        if end is not None:
            seconds, falls = end
            self._timer = self._later(seconds, partial(self._lose_on_time, self.game.to_play) if falls else self._end_period)

    def _can_move(self):
        """Whether the game is played and shown, and the player to move is a person or a gopy that thinks.

        gopy does not think while its search is loaded or compiled, while its process is started, or when it was told to stop.
        """
        if self.result is not None or self.game.is_over or self.live != self.tree.current.number:
            return False
        return self._search_ready if self.doing == "genmove" else not self._is_gopys(self.game.to_play)

    def _end_period(self):
        self._watch_clock()
        self._changed()

    def _lose_on_time(self, colour):
        self._end(f"{_LETTERS[opponent(colour)]}+T")
        self._tell("note", {"text": f"{NAMES[colour]} has no time left"})
        self._continue()
