"""Chances of winning: the formula, and that the engine tells them everywhere and chooses by win rates."""
import math

import pytest

from gopy.engine.chance import NETWORK, PLAYOUTS, agreeing, as_chances, chance, sharpness_of
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE
from tests.fakes.fake_search import FakeSearch


def log_odds(share):
    return math.log(share / (1 - share))


@pytest.mark.parametrize("sharpness", [1.0, 1.3, 1.65])
@pytest.mark.parametrize("winrate", [0.01, 0.3, 0.5, 0.72, 0.99])
def test_log_odds_are_multiplied(winrate, sharpness):
    assert log_odds(chance(winrate, sharpness)) == pytest.approx(sharpness * log_odds(winrate))


def test_what_is_certain_stays_so():
    assert [chance(share, 1.65) for share in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


def test_the_nearest_board_size_counts_and_a_network_has_its_own():
    assert [sharpness_of(size, False) for size in (2, 9, 12, 13, 25)] == [PLAYOUTS[size] for size in (9, 9, 13, 13, 19)]
    assert [sharpness_of(size, True) for size in (7, 9, 12, 19)] == [NETWORK[size] for size in (9, 9, 13, 13)]


class Squashed(FakeSearch):
    """A search whose win rates are too near to one half."""

    def report(self, *arguments, **options):
        found = super().report(*arguments, **options)
        found.sharpness, found.value, found.lead = 2.0, 0.3, -3.0
        for child in found.children:
            child.winrate, child.lcb, child.lead = 0.4, 0.2, -3.0
        return found


@pytest.mark.parametrize("value, told", [(0.6, [0.0, 3.0]), (0.4, [-3.0, 0.0]), (0.5, [0.0, 0.0])])
def test_a_lead_agrees_with_the_chance(value, told):
    """The leads are Black's, the chance that of the side to move."""
    assert [agreeing(lead, value, BLACK) for lead in (-3.0, 3.0)] == told
    assert [agreeing(lead, 1.0 - value, WHITE) for lead in (-3.0, 3.0)] == told


def test_every_report_of_the_engine_tells_chances():
    engine, live = Engine(Options(size=5, sims=200, seed=1), Squashed), []
    engine.wait_ready()
    stop = [engine.analyze(BLACK, live.append, 0.001, should_stop=lambda: len(live) > 1), *live]
    decision = engine.genmove(BLACK, play=False, on_report=live.append, interval=0.0)
    for report in [*stop, *live, decision.report, engine.consider(), engine.genmove(BLACK).report]:
        first = report.children[0]
        assert [report.value, first.winrate, first.lcb] == pytest.approx([0.3**2 / (0.3**2 + 0.7**2), 0.4**2 / (0.4**2 + 0.6**2),
                                                                         0.2**2 / (0.2**2 + 0.8**2)])
        assert as_chances(report) == report         # they are not sharpened twice
        leads = [-3.0, -3.0] if report.to_play == BLACK else [0.0, 0.0]        # the side to move is behind
        assert [report.lead, first.lead] == leads
    assert engine.estimate().value == pytest.approx(0.3**2 / (0.3**2 + 0.7**2))
    engine.close()
