"""The game of Go on the page, the one before it, and what the engine is asked to do for them."""
from datetime import datetime
from functools import partial
from typing import Any

from gopy.desk.languages import Refused, told
from gopy.desk.web.go_game import GOPY_PLAYS, PERSON_PLAYS, GoGame
from gopy.desk.web.go_view import positions_view
from gopy.desk.web.hint import Hint
from gopy.desk.web.playing_clock import PlayingClock
from gopy.desk.web.record_edits import EDITS
from gopy.desk.web.standing import forget_standing
from gopy.desk.web.teaching.capture import CAPTURE_RULES, check_capture
from gopy.desk.web.wire import game_values
from gopy.go.game_tree import ROOT, new_tree
from gopy.go.geometry import parse_vertex, point_at, row_and_column, vertex_text
from gopy.go.handicap import HANDICAP_KOMI, fixed_handicap
from gopy.go.rules import parse_rules
from gopy.go.sgf_tree import tell_about

#: A search with fewer visits says nothing about the position.
_FEWEST_VISITS = 20

#: What the engine is asked once, whatever it does otherwise.
_QUESTIONS = ("estimate", "hint", "judge")

#: Seconds after which gopy, with its search loaded, answers a move of which it could not find out what it costs.
_PATIENCE = 4.0

#: Seconds between two moves of a game of gopy against itself, until the page says otherwise.
_PACE = 1.0


class GoTable:
    """The game of Go that is shown, and the engine's part in it.

    played      the gopy.desk.web.go_game.GoGame
    analysing   whether the engine searches what is shown, where its thoughts are shown at all
    corners     two opposite corners of the part of the board that the analysis looks for moves in; none: the whole board
    pace        seconds between two moves of a game of gopy against itself
    thought     seconds that gopy has thought about its last move
    doing       what the engine was asked for: "genmove", "analyse", "count", "estimate", "hint", "doubt", "judge" or "load"
    doubt       what gopy.desk.web.teaching.doubt.doubt_values says of the person's last move, which gopy does not answer before the
                person is sure; None if it has no doubt

    ask(do, **request)      asks the engine; returns the id of the request
    changed()               is called after a change that the page should show
    tell(kind, values)      tells the page something else
    later(seconds, call)    calls a function later; returns an object with `cancel`
    last                    a GoGame to begin with; None: a new game by the options
    """

    def __init__(self, options, ask, changed, tell, later, last=None) -> None:
        self._options = options
        self._ask, self._changed, self._tell, self._later = ask, changed, tell, later
        self.analysing, self.pace, self.thought = False, _PACE, 0.0
        self.corners: list[int] = []
        self._timer = None          # the call that waits for the end of a period, or for the flag
        self._pause = None          # the call that waits for the next move of a game of gopy against itself
        self._asked: tuple[str, int, int] | None = None     # what for, at which node, of which version
        self._id = None
        self._search_ready = False      # whether the engine has said that its search for what it was asked is loaded
        self._hint: Hint | None = None
        self._then = None           # the call that awaits what was asked beside the game
        self.doubt: dict[str, Any] | None = None
        self._limit: float | None = None        # of the chance that a person's move may cost before gopy asks; None: nobody is taught
        self._doubting: tuple[int, int] | None = None       # the place after the move that is looked at or was doubted
        self._patience = None       # the call that ends looking at a move
        strength = {name: getattr(options, name) for name in ("level", "sims", "seconds") if getattr(options, name) is not None}
        self.played = last or GoGame(new_tree(options.size, options.komi, parse_rules(options.rules)), [PERSON_PLAYS, GOPY_PLAYS], strength)
        self._aside: GoGame | None = None
        if last is not None:
            last.take_up()

    # What the page asks ---------------------------------------------------------------------------------

    def handle(self, kind, fields) -> dict | None:
        """Do what a message of gopy.desk.web.messages asks; returns what only the asker is told.

        ValueError or CannotUndo, and nothing changed, if it is impossible.
        """
        answer = None
        if kind in EDITS:
            EDITS[kind](self.played, **fields)
            self.played.edited(nodes=kind != "mark")
        elif (own := getattr(self, "_do_" + kind, None)) is not None:
            answer = own(**fields)
        else:
            getattr(self.played, "do_" + kind)(**fields)
        self._continue()
        return answer

    def _do_new(self, size=None, komi=None, rules=None, handicap=0, black=PERSON_PLAYS, white=GOPY_PLAYS, strength=None, clock="",
                capture=0):
        size = self.played.game.size if size is None else size
        if komi is None:
            komi = HANDICAP_KOMI if handicap else self._options.komi
        check_capture(size, capture)
        points = fixed_handicap(size, handicap) if handicap > 1 else ()     # one stone is the first move, without komi
        tree = new_tree(size, komi, parse_rules(CAPTURE_RULES if capture else rules or self._options.rules), points)
        if capture:
            tell_about(tree, {"GN": f"Capture game: the first to capture {capture} wins"})
        strength = self.played.strength if strength is None else strength
        self._begin(GoGame(tree, [black, white], strength, clock=PlayingClock(clock), capture=capture), "told.new_game")
        self.played.take_up()

    def load(self, record) -> None:
        """Take up a gopy.go.sgf_tree.TreeRecord, to study it: a finished game from its beginning, another from its end."""
        game = GoGame(record.tree, [PERSON_PLAYS, PERSON_PLAYS], self.played.strength, names=[record.black, record.white],
                      result=record.result or None, studying=True)
        forget_standing(game.tree)
        if game.result is not None:
            game.tree.go(ROOT)
        self._begin(game, "told.record_open")
        self._continue()

    def take_up(self, game) -> None:
        """Go on with a GoGame that was kept."""
        self._begin(game, "told.game_open")
        game.take_up()
        self._continue()

    def _begin(self, game, news):
        """Take up another game. The one before is put aside, and the page offers it back if it was not over."""
        before = self._aside = self.played
        self.played, self.analysing, self.corners = game, False, []
        if len(before.tree) > 1 and before.result is None:
            self._tell("offer", {**told(news), "label": "told.bring_back", "do": "bring_back"})

    def _do_bring_back(self):
        if self._aside is None:
            raise Refused("told.nothing_aside")
        self.played, self._aside = self._aside, self.played
        self.played.take_up()

    def _do_set(self, strength):
        self.played.strength, self.played.due = strength, True
        self.played.edits += 1
        self._asked = None          # thoughts at another strength are of no use

    def _do_pace(self, seconds):
        self.pace = seconds

    def _do_play(self, vertex, teaching=None):
        if self.doing == "genmove":
            raise Refused("told.gopy_thinks")
        played = self.played
        played.do_play(vertex)
        self._limit = teaching
        if teaching is not None and played.wants_gopy:
            played.due, self._doubting = False, self._place()

    def _do_sure(self):
        self._end_doubt()

    def _do_remove(self, node):
        before = len(self.played.tree)
        self.played.do_remove(node)
        count = before - len(self.played.tree)
        self._tell("offer", {**told("told.removed", count=count), "label": "undo", "do": "restore"})

    def _do_stop(self):
        self._forget_doubt()
        self.played.rest()
        self.analysing = False
        self._stop_resting()

    def _do_study(self, on):
        self.played.do_study(on)
        self.analysing = False

    def _do_analyse(self, on):
        self._check_go()
        if on and not self.played.shows_thoughts:
            raise Refused("told.study_first")
        self.analysing = on

    def _do_area(self, corners):
        """Look for moves between two corners from now on, or, without any, everywhere."""
        self._check_go()
        game = self.played.game
        points = [parse_vertex(vertex, game.size) for vertex in corners]
        if len(points) == 1 or game.pass_move in points:
            raise ValueError("an area has two points as its corners")
        self.corners = points
        if self.doing == "analyse":
            self._asked = None

    def _do_estimate(self):
        self._check_go()
        self._ask_once("estimate")

    def _do_hint(self):
        played = self.played
        if self._hint is not None and self._hint.fits(self._place()):
            self._hint.tell_more()
            self._tell("hint", self._hint.values())
            return
        if played.is_decided or not (played.studying or played.is_shown_running):
            raise Refused("told.no_hint")
        self._ask_once("hint")

    def _check_go(self):
        if self.played.capture:
            raise Refused("told.capture_only")

    def ask_beside(self, question, then, **request) -> None:
        """Ask the engine about the position that is shown, for somebody else; then(answer) is called, with None if there is none.

        Refused if gopy is at work on the game itself.
        """
        self._ask_once(question, **request)
        self._then = then
        self._changed()

    def _end_beside(self, answer):
        """Give the answer to who has asked beside the game, if somebody has."""
        then, self._then = self._then, None
        if then is not None:
            then(answer)

    def _ask_once(self, question, **request):
        if self.doing in ("genmove", "count", "doubt"):
            raise Refused("told.gopy_busy")
        self._request(question, **request)

    def _do_save(self):
        return {"kind": "saved", "name": f"gopy-{datetime.now():%Y-%m-%d-%H%M%S}.sgf", "text": self.played.record()}

    def _do_positions(self):
        return {"kind": "positions", **positions_view(self.played.tree)}

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
        self._cancel_patience()
        self._watch_clock()
        self._changed()

    def yield_engine(self) -> None:
        """The engine serves somebody else from now on: no more moves and analyses until the page asks."""
        self._do_stop()
        self._end_beside(None)
        self._asked = ("load", *self._place())
        self._id = None
        self._watch_clock()
        self._changed()

    def _place(self):
        """(the number of the current node, the version of the game)"""
        return self.played.tree.current.number, self.played.version

    def _continue(self):
        """Ask the engine for what comes next, let the clock run, and show the page what there is."""
        if self._doubting is not None and self._doubting != self._place():      # the move was taken back, or is left for another
            self._forget_doubt()
        wanted, place = self._wanted(), self._place()
        asked = (wanted, *place)
        if self.doing not in _QUESTIONS or wanted == "genmove" or place != self._asked[1:]:
            if asked != self._asked:
                self._request(wanted)
        self._watch_clock()
        self._changed()

    def _wanted(self):
        played = self.played
        if played.wants_count:
            return "count"
        if played.wants_gopy:
            return "genmove"
        if self._doubting is not None and self.doubt is None:
            return "doubt"
        return "analyse" if self.analysing and played.shows_thoughts else "load"

    def _request(self, do, **more):
        played = self.played
        self._end_beside(None)
        self._asked, self._search_ready = (do, *self._place()), False
        request = {"game": game_values(played.game), **more}
        if played.capture:
            request["capture"] = played.capture
        if do == "analyse" and self.corners:
            legal, size = set(played.game.legal_moves()), played.game.size
            request["allow"] = [vertex_text(point, size) for point in _between(*self.corners, size) if point in legal]
        if do == "doubt":
            request["limit"] = self._limit
        if do == "genmove":
            clock = played.clock
            request.update(strength=played.strength, teaching=self._limit is not None,
                           clock=clock.text and {"system": clock.text, "left": clock.left_now()})
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
            if self.doing == "doubt":
                self._cancel_patience()
                self._patience = self._later(_PATIENCE, self._end_doubt)
            if self.played.clock.text is not None:
                self._watch_clock()
                self._changed()
        elif kind == "move":
            self.thought = 0.0 if report is None else report.get("seconds", 0.0)     # it may have played without a search
            self._take_move(values["move"])
        elif kind == "count":
            size = self.played.game.size
            self.played.count({parse_vertex(vertex, size): state for vertex, state in values["status"].items()})
            self._continue()
        elif kind == "estimate":
            self._asked = None
            self._tell("estimate", {"node": self.played.tree.current.number, **values["estimate"]})
            self._continue()
        elif kind == "hint":
            self._asked = None
            self._hint = Hint(self._place(), self.played.game.size, values["hint"])
            self._tell("hint", self._hint.values())
            self._continue()
        elif kind == "doubt":
            self._asked = None
            self._take_doubt(values["doubt"])
        elif kind == "judged":
            self._asked = None
            self._end_beside(values["judged"])
            self._continue()
        elif kind == "error" and self.doing == "doubt":     # then the move stands
            self._asked = None
            self._end_doubt()
        elif kind == "error":
            self.played.rest()
            self._end_beside(None)
            self._tell("error", told("told.failed", reason=values["text"]))
            if self.doing == "count":
                self.played.result = "?"
            self._asked = ("load", *self._place())
            self._watch_clock()
            self._changed()

    def _take_report(self, report):
        node = self.played.tree[self._asked[1]]
        if report["visits"] >= _FEWEST_VISITS and not (self.corners and self.doing == "analyse"):    # else it is of some moves alone
            node.winrate, node.score = report["winrate"], report["score"]
        if self.played.shows_thoughts:
            self._tell("analysis", {"node": node.number, **report})

    def _take_move(self, move):
        played = self.played
        colour, played.forced = played.game.to_play, False
        if move != "resign":
            try:
                played.play(colour, parse_vertex(move, played.game.size))
                self._rest()
            except ValueError as error:         # the tree is full
                played.due = False
                self._tell("error", told("told.not_playable", move=move, reason=str(error)))
        elif played.studying:
            self._tell("note", told("told.would_resign", colour=colour))
        else:
            played.lose(colour, "R")
        self._continue()

    # Moves that cost much -------------------------------------------------------------------------------

    def _take_doubt(self, doubt):
        """Ask the person whether a move is meant, or answer it."""
        self._cancel_patience()
        if doubt is None:
            self._end_doubt()
        else:
            self.doubt = doubt
            self._continue()

    def _end_doubt(self):
        """Answer the person's last move: it is meant, or nobody can tell in time what it costs."""
        asked = self._doubting is not None and self._doubting == self._place()
        self._forget_doubt()
        if asked:
            self.played.due = self.played.is_shown_running
            self._continue()

    def _forget_doubt(self):
        self._cancel_patience()
        self._doubting = self.doubt = None

    def _cancel_patience(self):
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _rest(self):
        """Let a game of gopy against itself wait before the next move, so that it can be followed."""
        played = self.played
        if played.is_watched and played.due and self.pace:
            played.due = False
            self._pause = self._later(self.pace, partial(self._go_on_playing, self._place()))

    def _stop_resting(self):
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None

    def _go_on_playing(self, place):
        self._pause = None
        if place == self._place() and self.played.is_shown_running:
            self.played.due = True
            self._continue()

    # The clock ------------------------------------------------------------------------------------------

    def _watch_clock(self):
        """Let the clock of the player to move run while it can move. The page is told when a period ends; the flag ends the game."""
        played = self.played
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._can_move():
            played.clock.pause()
            return
        colour = played.game.to_play
        played.clock.start(colour)
        end = played.clock.next_end()
        if end is not None:
            seconds, falls = end
            self._timer = self._later(seconds, partial(self._lose_on_time, colour) if falls else self._end_period)

    def _can_move(self):
        """Whether the game is played and shown, and the player to move is a person or a gopy that thinks.

        gopy does not think while its search is loaded or compiled, while its process is started, or when it was told to stop.
        """
        played = self.played
        if not played.is_shown_running or played.is_decided:
            return False
        return self._search_ready if self.doing == "genmove" else not played.is_gopys(played.game.to_play)

    def _end_period(self):
        self._watch_clock()
        self._changed()

    def _lose_on_time(self, colour):
        self.played.lose_on_time(colour)
        self._tell("note", told("told.no_time", colour=colour))
        self._continue()


def _between(corner, other, size):
    """The points of the rectangle with these corners."""
    (row, column), (other_row, other_column) = (row_and_column(point, size) for point in (corner, other))
    return [point_at(r, c, size) for r in range(min(row, other_row), max(row, other_row) + 1)
            for c in range(min(column, other_column), max(column, other_column) + 1)]
