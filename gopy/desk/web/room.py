"""What all pages share: the game of Go, another game, matches that are watched, and one engine for them all."""
import asyncio
import logging
import time
from functools import partial

from gopy.base.documents import json_text
from gopy.base.errors import sentence
from gopy.desk.languages import Refused
from gopy.desk.web.any_game_table import GO_GAMES, AnyGameTable
from gopy.desk.web.engine_process import EngineProcess
from gopy.desk.web.go_game import GoGame
from gopy.desk.web.go_table import GoTable
from gopy.desk.web.go_view import problem_views, table_view, tree_view
from gopy.desk.web.keeper import Keeper, OtherKeeper
from gopy.desk.web.messages import CLASS, KEPT, read_message
from gopy.desk.web.review import TableReview
from gopy.engine.levels import LEVELS, RANKS
from gopy.engine.loading import COMPILE_SECONDS
from gopy.games.catalogue import GAMES
from gopy.go.history import CannotUndo
from gopy.go.record.collection import listed_games
from gopy.go.rules import NAMED_RULES, name_of, parse_rules
from gopy.go.sgf_tree import load_tree

_log = logging.getLogger("gopy.desk.web")

#: Seconds between two looks at the matches that are watched.
_POLL = 1.0


class Room:
    """The games and the engine.

    pages       the gopy.desk.web.page.Page of each browser that is connected
    """

    def __init__(self, options, watched=(), kept=None, make_engine=EngineProcess, visitor=None, classroom=None) -> None:
        """
        kept            the gopy.desk.web.kept_games.KeptGames of this person; None: games last as long as the room
        make_engine     make_engine(options, on_answer, on_change) makes an EngineProcess or what stands for one
        visitor         the name of the visitor of the local network whose room this is; None: it is the room of this machine
        classroom       the gopy.desk.web.lan.classroom.Classroom that this room oversees, or None
        """
        self.pages = set()
        self._collection = []       # the gopy.go.record.collection.ListedGame of the file that was opened last
        self._options, self._watched = options, list(watched)
        self._state, self._since, self._what = "starting", time.monotonic(), ""
        self._engine = make_engine(options, self._on_answer, self._on_process)
        self._visitor, self._classroom = visitor, classroom
        self._lesson = None         # what the teacher shows to all visitors
        loop = asyncio.get_running_loop()
        self._owner = None
        self._rules = parse_rules(options.rules)
        self._keeper = Keeper(kept, lambda: self.go.played, self.tell)
        self.go: GoTable = GoTable(options, self._asker("go"), self._go_changed, self.tell, loop.call_later,
                          self._keeper.last_game(options, self._rules))
        self.any_game = AnyGameTable(self._asker("any_game"), self._any_game_changed, self.tell)
        self._other_keeper = OtherKeeper(kept, self.any_game, self.tell)
        self._other_keeper.bring_back()
        self._owner = self.go
        self.review = TableReview(lambda do, **request: self._engine.ask(do=do, **request), self.tell, lambda: self.go.played,
                                  self._go_changed)
        self._tree_version = None
        self._tasks = [loop.create_task(self._engine.run()), loop.create_task(self._keeper.run()),
                       loop.create_task(self._other_keeper.run())]
        if self._watched:
            self._tasks.append(loop.create_task(self._watch()))
        if classroom is not None:
            self._tasks.append(loop.create_task(classroom.run(self)))

    async def close(self) -> None:
        """End the engine and all tasks; what has changed is kept first."""
        await self._keeper.keep()
        await self._other_keeper.keep()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Pages ----------------------------------------------------------------------------------------------

    def welcome(self, page) -> None:
        """Show a new page everything."""
        self.pages.add(page)
        page.show("hello", {"games": {name: entry.summary for name, entry in GAMES.items() if name not in GO_GAMES},
                            "levels": LEVELS, "ranks": RANKS, "rules": list(NAMED_RULES), "watching": len(self._watched),
                            "visitor": self._visitor,
                            "compile_seconds": COMPILE_SECONDS,
                            "defaults": {"size": self._options.size, "komi": self._options.komi,
                                         "rules": name_of(self._rules)}})
        page.show("engine", self._engine_values())
        page.show("tree", tree_view(self.go.played))
        page.show("go", table_view(self.go))
        page.show("any_game", self.any_game.values())
        page.show("review", self.review.values())
        page.show("record", {"text": self.go.played.record()})
        if self._watched:
            page.show("watched", self._watched_values())
        if self._classroom is not None:
            page.show("tables", self._classroom.values())
        if self._lesson is not None:
            page.show("lesson", {"lesson": self._lesson})

    def show_lesson(self, values) -> None:
        """Show the pages what a teacher shows to all visitors, as gopy.desk.web.go_view.lesson_view has it; None: nothing."""
        if values != self._lesson:
            self._lesson = values
            self.tell("lesson", {"lesson": values})

    def tell(self, kind, values) -> None:
        """Show all pages something."""
        text = json_text({"kind": kind, **values})
        for page in self.pages:
            page.show_text(kind, text)

    async def handle(self, text) -> dict | None:
        """Do what a page asks; returns what it alone is told, or None."""
        try:
            kind, fields = read_message(text)
            if kind == "recorded":
                return {"kind": "recorded", "match": fields["match"], **self._recorded(**fields)}
            if kind == "problems":
                return {"kind": "problems", "problems": await asyncio.to_thread(problem_views)}
            if kind == "open_of_collection":
                if fields["number"] >= len(self._collection):
                    raise ValueError("there is no such game")
                return await self._load(self._collection[fields["number"]].text)
            if kind == "review":
                return self._do_review(**fields)
            if kind == "judge":
                return self._do_judge(**fields)
            if kind in CLASS:
                if self._classroom is None:
                    raise Refused("told.teachers")
                return await self._classroom.do(kind, fields)
            if kind in KEPT:
                return await self._do_kept(kind, fields)
            table = self.any_game if kind.startswith("any_game_") else self.go
            return table.handle(kind, fields)
        except Refused as error:
            return {"kind": "error", **error.values}
        except (ValueError, CannotUndo) as error:
            return {"kind": "error", "text": str(error)}
        except OSError as error:
            return {"kind": "error", "text": sentence(error)}
        except Exception as error:
            _log.exception("a message failed")
            return {"kind": "error", "text": f"{type(error).__name__}: {error}"}

    async def _do_kept(self, kind, fields):
        found = await self._keeper.do(kind, fields, self._options, self._rules)
        if not isinstance(found, GoGame):
            return found
        self.go.take_up(found)
        return None

    def _do_review(self, on, **fields):
        if on and not self.go.played.studying:
            self.go.handle("study", {"on": True})
        self.review.set(on, **fields)

    def _do_judge(self, number, vertex):
        request = self.review.try_of(number, vertex)
        self.go.ask_beside("judge", partial(self.review.take_judged, number, request["vertex"]), **request)

    async def load(self, data) -> dict | None:
        """Take up a record in SGF that a page sends; returns what it alone is told, or None.

        Of several games in one file the first is taken up, and the page is told which there are.
        """
        told = await self._load(data)
        if told is None:
            self._collection = await asyncio.to_thread(listed_games, data)
            if len(self._collection) > 1:
                return {"kind": "collection", "games": [game.title for game in self._collection]}
        return told

    async def _load(self, data):
        try:
            record = await asyncio.to_thread(load_tree, data, komi=self._options.komi, rules=self._rules)
        except ValueError as error:
            return {"kind": "error", "text": str(error)}
        self.go.load(record)
        for remark in record.remarks:
            self.tell("note", {"text": remark})
        return None

    def _go_changed(self):
        self.review.look()
        if self.go.played.version != self._tree_version:
            self._tree_version = self.go.played.version
            self.tell("tree", tree_view(self.go.played))
        self.tell("go", table_view(self.go))
        self._keeper.look()

    def _any_game_changed(self):
        self.tell("any_game", self.any_game.values())
        self._other_keeper.look()

    # The engine -----------------------------------------------------------------------------------------

    def _asker(self, name):
        """The function by which a table asks the engine, which serves the table from then on."""
        def ask(**request):
            table = getattr(self, name)
            if self._owner is not table:
                before, self._owner = self._owner, table
                if before is not None:
                    before.yield_engine()
            return self._engine.ask(**request)
        return lambda do, **request: ask(do=do, **request)

    def _on_answer(self, values):
        kind = values["kind"]
        if kind == "review":
            self.review.answer(values)
            return
        if kind == "loading":
            self._set_state("loading", values["what"])
        elif self._state != "ready":
            self._set_state("ready")
        self._owner.answer(values)

    def _on_process(self, alive):
        self._set_state("starting" if alive else "lost")
        if alive:
            self._owner.restart()
            self.review.restart()
        else:
            self.go.lose_engine()

    def _set_state(self, state, what=""):
        if (state, what) == (self._state, self._what):
            return
        self._state, self._what, self._since = state, what, time.monotonic()
        self.tell("engine", self._engine_values())

    def _engine_values(self):
        return {"state": self._state, "what": self._what, "seconds": round(time.monotonic() - self._since, 1),
                "deaths": self._engine.deaths, "pid": self._engine.pid}

    # Matches --------------------------------------------------------------------------------------------

    async def _watch(self):
        while True:
            changed = [await asyncio.to_thread(each.poll) for each in self._watched]
            if any(changed):
                self.tell("watched", self._watched_values())
            await asyncio.sleep(_POLL)

    def _watched_values(self):
        return {"matches": [{**match, "folder": each.folder.name} for each in self._watched for match in each.matches]}

    def _recorded(self, match, game):
        for each in self._watched:
            if match < len(each.matches):
                return each.game(match, game)
            match -= len(each.matches)
        raise ValueError("there is no such match")
