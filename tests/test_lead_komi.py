"""Playing for points: the komi that a side gives away once it has won."""
from statistics import NormalDist
from types import SimpleNamespace

import pytest

from gopy.engine.engine import Engine
from gopy.engine.lead_komi import AIM, WON, LeadKomi
from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE


def report(value, score_mean, score_stdev=5.0):
    return SimpleNamespace(value=value, score_mean=score_mean, score_stdev=score_stdev)


@pytest.mark.parametrize("colour, sign", [(BLACK, 1), (WHITE, -1)])
def test_a_side_that_has_won_gives_its_lead_but_for_a_margin(colour, sign):
    komi = LeadKomi()
    komi.learn(colour, report(0.99, 20.0 * sign))
    given = komi.extra_komi(colour) * sign
    assert NormalDist(20.0 - given, 5.0).cdf(0.0) == pytest.approx(1 - AIM, abs=0.05)
    assert komi.extra_komi(1 - colour) == 0.0
    komi.restart()
    assert komi.extra_komi(colour) == 0.0


def test_nothing_is_given_before_the_game_is_won_or_where_the_score_is_unsure():
    komi = LeadKomi()
    komi.learn(BLACK, report(WON - 0.01, 20.0))
    assert komi.extra_komi(BLACK) == 0.0
    komi.learn(BLACK, report(0.99, 20.0, 30.0))
    assert komi.extra_komi(BLACK) == 0.0


def test_the_komi_stays_where_it_is_for_small_changes_and_goes_at_once():
    komi = LeadKomi()
    komi.learn(BLACK, report(0.99, 20.0))
    first = komi.extra_komi(BLACK)
    komi.learn(BLACK, report(0.99, 21.0))
    assert komi.extra_komi(BLACK) == first
    komi.learn(BLACK, report(0.99, 24.0))
    assert komi.extra_komi(BLACK) == first + 4
    komi.learn(BLACK, report(0.9, 24.0))
    assert komi.extra_komi(BLACK) == 0.0


@pytest.mark.parametrize("for_points", [True, False])
def test_an_engine_that_has_won_plays_for_points_if_it_may(for_points):
    engine = Engine(Options(size=9, seed=1, threads=1, sims=400, komi=-200.5, for_points=for_points))
    first = engine.genmove(BLACK).report
    assert first.value > WON
    assert (engine._extra_komi(BLACK) > 10) == for_points
    assert engine._extra_komi(WHITE) == 0.0
    second = engine.genmove(BLACK).report
    assert second.value > 0.9               # under the game's own komi
    engine.new_game()
    assert engine._extra_komi(BLACK) == 0.0
    engine.close()
