"""The thread that makes the search of a board size."""
from clocks import NEVER, StandingClock, wait_for
from fakes.fake_search import FakeSearch

from gopy.engine import loading
from gopy.engine.engine import Engine
from gopy.engine.loading import SearchLoader
from gopy.engine.options import Options


def made(*steps):
    """The sizes that a loader made after steps: a size to load, "wait", or "begun", which lets pass what it takes."""
    sizes = []
    loader = SearchLoader(lambda size: sizes.append(size) or FakeSearch(size, Options(), 1))
    for step in steps:
        if step == "wait":
            assert loader.wait(NEVER) is not None
        elif step == "begun":
            wait_for(lambda: sizes)
        else:
            loader.load(step)
    loader.close()
    return sizes


def test_a_size_that_the_client_names_at_once_is_the_only_one_made():
    assert made(19, 9, "wait") == [9]
    assert made(19, 9, 19, "wait") == [19]


def test_nobody_needs_to_wait_for_it_to_begin():
    assert made(9, "begun") == [9]


def test_who_waits_gets_it_without_delay(monkeypatch):
    monkeypatch.setattr(loading, "GRACE", 2 * NEVER)     # nothing is made before, unless someone waits
    assert made(9, "wait", 13, "wait") == [9, 13]


def test_loading_costs_no_thinking_time_unless_a_clock_runs():
    clock = StandingClock()

    def slow(*arguments):
        clock.sleep(0.5)
        search = FakeSearch(*arguments)
        search.sleep = clock.sleep
        return search

    engine = Engine(Options(size=9, seconds=0.3, threads=1), slow, clock.now)
    start = clock.now()
    engine.genmove(0)
    # It may stop early, but not before a good part of its 0.3 s.
    assert clock.now() - start > 0.6
    engine.close()
