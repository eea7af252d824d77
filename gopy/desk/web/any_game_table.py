"""A game of another kind than Go on the page. The engine's process has its rules; here are its moves."""
import random
from typing import Any

from gopy.desk.languages import Refused, told
from gopy.games.catalogue import GAMES, check_game
from gopy.games.saved_game import saved_values

#: The games that the page plays on its board of Go.
GO_GAMES = ("go", "capture_go")

#: How gopy plays until the page says how.
_STRENGTH = {"level": 6}

#: What a game is that is put aside.
_PARTS = ("game", "seed", "person", "strength", "texts", "view", "thought", "resigned")


def _check_name(game):
    """Raise ValueError unless the page plays a game, as written for `--game`."""
    name = game.partition(":")[0]
    if name not in GAMES or name in GO_GAMES:       # a Python file is a program: no page may name one
        raise ValueError(f"there is no such game: {name!r}")
    check_game(game)


class AnyGameTable:
    """One game against gopy, or of gopy against itself.

    game, seed  the game as written for `--game`, or None before one was begun, and the seed of chance
    resigned    the number of the player who has given the game up, or None
    person      the person's number, 0 or 1; None: two persons, or gopy when it is asked
    texts       the moves so far as people write them
    view        what gopy.desk.web.any_game.AnyGameWork.view returned last; None while the game loads
    doing       "choose", "any_game" or None

    ask and changed are those of gopy.desk.web.go_table.GoTable.
    """

    def __init__(self, ask, changed, tell) -> None:
        self._ask, self._changed, self._tell = ask, changed, tell
        self.game = self.person = self.doing = None
        self.view: dict[str, Any] | None = None
        self.resigned: int | None = None
        self.seed, self.texts, self.strength, self.thought = 0, [], _STRENGTH, {}
        self._request: dict[str, Any] = {}
        self._id = None
        self._aside: dict[str, Any] | None = None       # the _PARTS of the game that a page can bring back
        self._before: dict[str, Any] | None = None      # those of the game before, until the new one is set up

    def handle(self, kind, fields) -> None:
        """Do what a message of gopy.desk.web.messages asks. ValueError, and nothing changed, if it is impossible."""
        getattr(self, "_do_" + kind.removeprefix("any_game_"))(**fields)
        self._changed()

    def standing(self) -> dict[str, Any] | None:
        """What has to be known to go on with the game later; None if there is nothing to keep."""
        if self.game is None or self.view is None:
            return None
        return {"game": self.game, "seed": self.seed, "person": self.person, "moves": self.texts, "strength": self.strength,
                "over": self.view["over"] or self.resigned is not None}

    def take_up(self, standing: dict[str, Any]) -> None:
        """Go on with a game of which `standing` was told; it is set up when a page shows it. ValueError if there is no such game."""
        _check_name(standing["game"])
        self.game, self.seed, self.person = (standing[name] for name in ("game", "seed", "person"))
        self.texts, self.strength = standing["moves"], standing["strength"]

    def _do_show(self):
        if self.game is not None and self.view is None and self.doing is None:
            self._send(do="any_game")

    def _do_new(self, game, person=0, strength=None):
        _check_name(game)
        self._put_aside("told.new_game")
        self.strength = strength or self.strength
        self._begin(game, random.randrange(2**31), person)

    def _do_open(self, text):
        try:
            saved = saved_values(text)
        except ValueError:
            raise Refused("told.not_saved") from None
        _check_name(saved.game)
        self._put_aside("told.game_open")
        self._begin(saved.game, saved.seed, None if saved.two else saved.person, saved.moves, saved.resigned)

    def _begin(self, game, seed, person, texts=(), resigned=None):
        self._before = self._parts()
        self.game, self.seed, self.person, self.texts, self.resigned = game, seed, person, list(texts), resigned
        self.view, self.thought = None, {}
        self._send(do="any_game")

    def _put_aside(self, news):
        """Keep the game for _do_bring_back, and let the page offer it, if it is in its midst."""
        over = self.resigned is not None or (self.view is not None and self.view["over"])
        if self.game is not None and self._number() and not over:
            self._aside = self._parts()
            self._tell("offer", {**told(news), "label": "told.bring_back", "do": "any_game_bring_back"})

    def _do_bring_back(self):
        if self._aside is None:
            raise Refused("told.nothing_aside")
        now = self._parts()
        self._take_parts(self._aside)
        self._aside = now
        self._send(do="any_game")

    def _parts(self):
        return {name: getattr(self, name) for name in _PARTS}

    def _take_parts(self, parts):
        for name, value in parts.items():
            setattr(self, name, value)

    def _do_play(self, move):
        moves = self._moves()
        legal = moves[self.person or 0] if self.view["simultaneous"] else moves[0]
        if move not in legal:
            raise Refused("told.not_legal", move=repr(move))
        if self.view["simultaneous"]:
            self._choose(1 - (self.person or 0), bid=move)
        else:
            self.texts, self.thought = [*self.texts, move], {}
            self._send(do="any_game")

    def _moves(self):
        """The legal moves now. ValueError if nobody may move."""
        if self.game is None:
            raise Refused("told.not_begun")
        if self.doing is not None:
            raise Refused("told.thinking" if self.doing == "choose" else "told.not_shown")
        if self.view["over"] or self.resigned is not None:
            raise Refused("told.over")
        return self.view["moves"]

    def _do_resign(self):
        if self.game is None or self.view is None:
            raise Refused("told.not_begun")
        if self.view["over"] or self.resigned is not None:
            raise Refused("told.over")
        self.resigned = self.view["to_play"] if self.person is None else self.person
        self.doing = self._id = None

    def _do_choose(self):
        self._moves()
        if self.view["simultaneous"]:
            raise Refused("told.both_bid")
        self._choose(self.view["to_play"])

    def _do_hint(self):
        """Let gopy say what it would play."""
        self._moves()
        if self.view["simultaneous"]:
            raise Refused("told.both_bid")
        self._choose(self.view["to_play"], hint=True)

    def _choose(self, player, **more):
        self._send(do="choose", player=player, **more)

    def _do_undo(self):
        if not any(not text.startswith("[") for text in self.texts):
            raise Refused("told.nothing_back")
        if self.person is not None and not self.view["simultaneous"] and self._number() <= self.person:
            raise Refused("told.nothing_yours")
        self._take_back()
        while self.person is not None and not self.view["simultaneous"] and self._number() % 2 != self.person and self.texts:
            self._take_back()
        self.thought, self.resigned = {}, None
        self._send(do="any_game", answer_too=False)

    def _take_back(self):
        """Take back a move and what chance has brought after it."""
        texts = list(self.texts)
        while texts[-1].startswith("["):
            texts.pop()
        self.texts = texts[:-1]

    def _number(self):
        return sum(not text.startswith("[") for text in self.texts)

    def _send(self, do, answer_too=True, **request):
        self.doing, self._answer_too = do, answer_too
        self._request = {"do": do, "game": self.game, "seed": self.seed, "moves": self.texts, "strength": self.strength,
                         **request}
        self._id = self._ask(**self._request)

    def restart(self) -> None:
        """Ask again for what was asked, or have the game set up: the engine's process is another one."""
        if self.doing is not None:
            self._id = self._ask(**self._request)
        elif self.view is not None:
            self._send(do="any_game", answer_too=False)

    def yield_engine(self) -> None:
        """The engine serves somebody else from now on."""
        self._give_up()
        self._changed()

    def _give_up(self):
        """Await no answer any more; the game is as the page shows it, without the moves that were asked for since."""
        self.doing = None
        if self.view is not None:
            self.texts = self.view["texts"]

    def answer(self, values) -> None:
        """Take an answer of the engine; those to earlier requests are too late."""
        if values["id"] != self._id:
            return
        if values["kind"] == "error":
            self._give_up()
            if self.view is None:           # it cannot be set up: the one before goes on
                self._take_parts(self._before or {"game": None})
                self._before = None
            self._tell("error", told("told.failed", reason=values["text"]))
        elif values["kind"] == "any_game":
            self.doing, self.view, self._before = None, values["any_game"], None
            self.texts = self.view["texts"]
            if "move" in values:
                self.thought = {"hint": self._request.get("hint", False),
                                **{key: values[key] for key in ("move", "winrate", "candidates") if key in values}}
            if self._is_gopys():
                self._choose(self.view["to_play"])
        else:
            return
        self._changed()

    def _is_gopys(self):
        view = self.view
        return (self._answer_too and self.person is not None and self.resigned is None and not view["over"] and not view["simultaneous"]
                and view["to_play"] != self.person)

    def values(self) -> dict:
        """What the page is shown."""
        return {"game": self.game, "seed": self.seed, "person": self.person, "strength": self.strength, "view": self.view,
                "doing": self.doing, "thought": self.thought, "resigned": self.resigned}
