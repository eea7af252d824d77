"""Simulations as needed: fewer where a move is settled, more where it is unclear."""
from types import SimpleNamespace

import pytest

from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.engine.thinking import Thinker
from gopy.engine.timeman import STRETCH
from gopy.go.geometry import BLACK, WHITE


class Search:
    """Gives each simulation to one of two moves, of which the first has `share`; ends for good after `last` simulations."""

    def __init__(self, share, winrate=0.5, last=10**9):
        self.share, self.winrate, self.last, self.done, self.runs = share, winrate, last, 0, []

    def run(self, simulations=None, deadline=None, on_slice=None, max_moves=None):
        made = min(simulations, self.last - self.done)
        self.done += made
        self.runs.append(made)
        return self.report(made)

    def stop(self):
        pass

    def report(self, made=0):
        first = int(self.share * self.done)
        children = [SimpleNamespace(move=move, visits=visits, winrate=self.winrate)
                    for move, visits in enumerate((first, self.done - first))]
        return SimpleNamespace(simulations=made, seconds=0.01, children=children)


@pytest.mark.parametrize("share, winrate, simulations", [
    (0.51, 0.50, STRETCH * 2000),   # the second move is close
    (0.70, 0.50, 1500),             # 0.7 n > 0.3 n + (2000 - n) from n = 1429 on, and it looks every 100
    (1.00, 0.50, 1100),
    (0.51, 0.95, 1000),             # won: half of them at most
    (0.51, 0.99, 500),              # certain: a quarter
])
def test_the_choice_decides_how_many_simulations_it_takes(share, winrate, simulations):
    search = Search(share, winrate)
    report = Thinker().think_as_needed(search, simulations=2000)
    assert report.simulations == search.done == simulations
    assert report.seconds == pytest.approx(0.01 * len(search.runs)) and set(search.runs) == {100}


def test_few_simulations_are_not_stretched_if_the_choice_is_settled():
    """A report of fewer than 200 simulations is trusted if no more are asked for."""
    assert Thinker().think_as_needed(Search(1.0), simulations=60).simulations == 60
    assert Thinker().think_as_needed(Search(0.51), simulations=60).simulations == STRETCH * 60


def test_a_search_that_ends_by_itself_is_not_asked_again():
    search = Search(0.5, last=730)
    assert Thinker().think_as_needed(search, simulations=2000).simulations == 730
    assert search.runs == [100] * 7 + [30]


def test_one_simulation_is_a_search_too():
    assert Thinker().think_as_needed(Search(1.0, last=1), simulations=1).simulations == 1


def test_a_stop_ends_it():
    """A real search that would go on for hours ends at the first look at `should_stop`."""
    engine = Engine(Options(size=5, threads=1, sims=10**8, as_needed=True, seed=1))
    try:
        assert engine.genmove(BLACK, should_stop=lambda: True).report.simulations < 10**6
    finally:
        engine.close()


@pytest.mark.parametrize("simulations", [2000, 20])
def test_a_stop_within_a_part_ends_it_too(simulations):
    thinker = Thinker()
    search = Search(0.5)
    run = search.run

    def stopped_meanwhile(**how):
        if len(search.runs) == 2:
            thinker.stop()
        return run(**how)
    search.run = stopped_meanwhile
    assert thinker.think_as_needed(search, simulations=simulations).simulations == 3 * simulations // 20


def test_reports_go_on_from_part_to_part():
    """A report comes once in an interval, whatever the length of a part, and counts the simulations of all parts."""
    thinker, told = Thinker(), []
    thinker.begin(on_report=lambda report: told.append(report.simulations), interval=0.0)
    search = Search(0.5)
    run = search.run

    def with_slices(on_slice=None, **how):
        found = run(**how)
        search.report = lambda: Search.report(search, how["simulations"])
        on_slice(search)
        del search.report
        return found
    search.run = with_slices
    thinker.think_as_needed(search, simulations=200)
    assert told == list(range(10, 501, 10))


def _game(**options):
    engine = Engine(Options(size=5, threads=1, seed=3, **options))
    try:
        return [(decision.move, decision.report.simulations)
                for decision in (engine.genmove(colour) for colour in (BLACK, WHITE) * 3)]
    finally:
        engine.close()


def test_the_same_seed_takes_the_same_simulations():
    """The moves and what they took repeat, whatever the speed of the machine; not all moves take the same."""
    game = _game(sims=400, as_needed=True)
    assert game == _game(sims=400, as_needed=True)
    taken = {simulations for _, simulations in game}
    assert len(taken) > 1 and max(taken) <= STRETCH * 400
    assert {simulations for _, simulations in _game(sims=400)} == {400}


def test_a_cluster_takes_what_it_is_given():
    with pytest.raises(ValueError, match="as_needed"):
        Options(as_needed=True, cluster=2)
