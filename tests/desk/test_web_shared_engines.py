"""The engines that rooms share, with processes that the test plays: whose turn it is, what gives way, and what a death costs."""
import asyncio

import pytest

from gopy.desk.web.lan import shared_engines
from gopy.desk.web.lan.limits import Allowance, AllowanceOfEach
from gopy.desk.web.lan.shared_engines import SharedEngines
from gopy.engine.options import Options


class Process:
    """Stands for an EngineProcess: remembers what it was asked, and answers when the test wants it."""

    all: list = []

    def __init__(self, options, on_answer, on_change):
        self.asked, self.answer, self.change, self.options = [], on_answer, on_change, options
        Process.all.append(self)

    def ask(self, **request):
        self.asked.append(request)
        return len(self.asked)

    def says(self, kind, number=None, **values):
        """Answer the last request, or one by its number."""
        self.answer({"id": number or len(self.asked), "kind": kind, **values})

    @property
    def last(self):
        return self.asked[-1]["do"], self.asked[-1].get("of")


@pytest.fixture
def engines(monkeypatch):
    """engines(count) makes SharedEngines of played processes, and returns them with the processes."""
    monkeypatch.setattr(shared_engines, "EngineProcess", Process)
    monkeypatch.setattr(shared_engines, "TURN_SECONDS", 0.05)

    def make(count=1):
        Process.all = []
        shared = SharedEngines(Options(threads=2, memory=64), count)
        for process in Process.all:
            process.change(True)
        return shared, *Process.all
    return make


class Guest:
    """A room: what its seat was answered."""

    def __init__(self, shared, name):
        self.name, self.told, self.alive = name, [], []
        self.seat = shared.seat(None, self.told.append, self.alive.append)

    def asks(self, do):
        return self.seat.ask(do=do, of=self.name)

    @property
    def kinds(self):
        return [values["kind"] for values in self.told]


def guests(shared):
    return (Guest(shared, name) for name in "abc")


def run(check):
    async def checked():
        await check()
    asyncio.run(checked())


def test_whoever_waits_comes_in_turn(engines):
    async def check():
        shared, process = engines()
        a, b, c = guests(shared)
        number = a.asks("genmove")
        b.asks("genmove")
        c.asks("count")
        assert process.last == ("genmove", "a") and len(process.asked) == 1
        process.says("ready")
        process.says("move", move="C3")
        assert a.told[-1] == {"id": number, "kind": "move", "move": "C3"} and process.last == ("genmove", "b")
        a.asks("genmove")
        process.says("move", move="D4")
        assert process.last == ("count", "c")
        process.says("count")
        assert process.last == ("genmove", "a") and c.kinds == ["count"]
    run(check)


def test_who_asks_again_loses_nothing_but_the_turn(engines):
    """However often one asks, the others come first; and what nobody awaits any more is ended."""
    async def check():
        shared, process = engines()
        a, b, _ = guests(shared)
        for _ in range(100):
            a.asks("genmove")
        b.asks("genmove")
        for _ in range(100):
            a.asks("genmove")
        assert process.last == ("genmove", "b")
        process.says("move", move="C3")
        assert process.last == ("genmove", "a") and b.kinds == ["move"]
        process.says("move", len(process.asked) - 1, move="D4")
        assert a.kinds == []                            # an answer to what was asked before
    run(check)


def test_an_analysis_gives_way_and_goes_on(engines):
    async def check():
        shared, process = engines()
        a, b, _ = guests(shared)
        a.asks("analyse")
        process.says("ready")
        await asyncio.sleep(0.1)
        assert len(process.asked) == 1                  # nobody waits
        b.asks("genmove")
        assert process.last == ("genmove", "b")
        process.says("ready")
        process.says("move", move="C3")
        assert process.last == ("analyse", "a")
        b.asks("analyse")
        await asyncio.sleep(0.2)
        assert [request["of"] for request in process.asked[-3:]] in (["a", "b", "a"], ["b", "a", "b"])
    run(check)


def test_a_move_that_is_tried_in_a_review_ends_its_turn_when_it_is_judged(engines):
    async def check():
        shared, process = engines()
        a, b, _ = guests(shared)
        a.asks("judge")
        b.asks("genmove")
        assert process.last == ("judge", "a") and len(process.asked) == 1
        process.says("ready")
        process.says("judged", judged=None)
        assert a.kinds == ["ready", "judged"] and process.last == ("genmove", "b")
    run(check)


def test_a_long_search_gives_way_with_its_move(engines):
    async def check():
        shared, process = engines()
        a, b, _ = guests(shared)
        a.asks("genmove")
        process.says("ready")
        b.asks("genmove")
        await asyncio.sleep(0.1)
        assert process.last == ("genmove", "b")
        process.says("move", 1, move="C3")
        assert a.kinds == ["ready", "move"] and len(process.asked) == 2
    run(check)


def test_two_processes_serve_two_and_know_their_trees(engines):
    async def check():
        shared, one, two = engines(2)
        assert (one.options.threads, one.options.memory) == (1, 32)
        a, b, _ = guests(shared)
        a.asks("genmove")
        b.asks("genmove")
        assert (one.last, two.last) == (("genmove", "a"), ("genmove", "b"))
        for process in (two, one):
            process.says("move", move="C3")
        b.asks("genmove")
        assert two.last == ("genmove", "b") and len(two.asked) == 2
    run(check)


def test_who_leaves_ends_what_was_asked(engines):
    async def check():
        shared, process = engines()
        a, b, _ = guests(shared)
        task = asyncio.create_task(a.seat.run())
        await asyncio.sleep(0)
        assert a.alive == [True]
        a.asks("analyse")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert process.asked[-1] == {"do": "rest"}
        b.asks("genmove")
        assert process.last == ("genmove", "b")
    run(check)


def test_a_request_outlives_a_process_but_is_not_made_for_ever(engines):
    async def check():
        shared, process = engines()
        a, b, _ = guests(shared)
        a.asks("genmove")
        b.asks("count")
        process.change(False)
        assert a.alive == [False] and b.alive == [] and a.kinds == []
        process.change(True)
        assert process.last == ("genmove", "a")
        process.change(False)
        assert a.kinds == ["error"] and a.seat.deaths == 2
        process.change(True)
        assert process.last == ("count", "b")
    run(check)


def test_reviews_come_one_after_the_other(engines, monkeypatch):
    monkeypatch.setattr("gopy.desk.web.lan.shared_reviews.REVIEW_SECONDS", 0.05)

    async def check():
        shared, process = engines()
        a, b, c = guests(shared)
        a.asks("genmove")
        a.asks("review")
        for guest in (b, c):
            guest.asks("review")
        assert process.last == ("review", "a")
        process.says("move", 1, move="C3")
        process.says("review", done=1, total=2, left=1.0)
        process.says("review", found={})
        assert a.kinds == ["move", "review", "review"] and process.last == ("review", "b")
        await asyncio.sleep(0.1)
        assert b.told[-1]["failed"]["text"] == "it took too long, and others wait for theirs"
        assert [request["do"] for request in process.asked[-2:]] == ["end_review", "review"] and process.last == ("review", "c")
        c.asks("end_review")
        assert process.asked[-1]["do"] == "end_review"
        process.change(False)
        a.asks("review")
        count = len(process.asked)
        process.change(True)
        assert len(process.asked) == count + 1 and process.last == ("review", "a")
        process.change(False)
        assert a.told[-1]["failed"]["text"] == "the engine has stopped"
    run(check)


def test_an_allowance_fills_again_and_debts_are_bounded():
    now = [0.0]
    allowance = Allowance(2.0, 4.0, lambda: now[0])
    assert [allowance.allows() for _ in range(5)] == [True] * 4 + [False]
    now[0] = 1.0
    assert [allowance.allows() for _ in range(3)] == [True, True, False]
    allowance.charge(1000)
    now[0] = 3.0
    assert not allowance.allows()
    now[0] = 4.0
    assert allowance.allows()


def test_addresses_are_counted_apart_and_in_bounded_memory():
    now = [0.0]
    each = AllowanceOfEach(1.0, 1.0, lambda: now[0])
    assert each.allows("a") and not each.allows("a") and each.allows("b")
    for number in range(5000):
        each.allows(str(number))
    assert len(each._of) <= 4096
