"""Kendall's tau and its interval, and published numbers of several matches at once."""
import itertools
from types import SimpleNamespace

import pytest

from gopy.study.figures import Published, read_published
from gopy.study.orders import order_lines, tau_interval
from gopy.study.statistics import kendall_tau


def test_tau_of_small_lists_by_hand():
    assert kendall_tau([1, 2, 3], [10, 20, 30]) == 1.0
    assert kendall_tau([1, 2, 3], [30, 20, 10]) == -1.0
    assert kendall_tau([1, 2, 3], [10, 30, 20]) == pytest.approx(1 / 3)
    # one tie among three pairs: 2 / sqrt(2 * 3)
    assert kendall_tau([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / 6 ** 0.5)
    assert kendall_tau([1, 1, 1], [1, 2, 3]) == 0.0


def test_tau_agrees_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    for ours in itertools.product([1, 2, 3], repeat=4):
        if len(set(ours)) > 1:
            assert kendall_tau(ours, [4, 1, 3, 3]) == pytest.approx(stats.kendalltau(ours, [4, 1, 3, 3]).statistic)


def test_the_interval_narrows_with_games_and_holds_the_truth():
    published = [20, 40, 60, 80]
    few, many = (tau_interval([(share * n, 0, n) for share in (0.2, 0.4, 0.6, 0.8)], published) for n in (10, 1000))
    assert few[0] < many[0] and few[1] <= many[1] == 1.0
    # draws make shares vary less
    assert tau_interval([(0, 100, 100), (50, 0, 100), (100, 0, 100)], [1, 2, 3])[0] >= 0.3


def row(label, wins, games, y):
    return None, SimpleNamespace(wins=wins, jigo=0, games=games, share=wins / games), Published(
        label, "there", ((None, y),), None, "m")


def test_a_line_for_each_label_with_three_matches():
    rows = [row("a", 10, 100, 1), row("a", 50, 100, 2), row("a", 90, 100, 3), row("b", 1, 2, 5), row("b", 1, 2, 6)]
    assert order_lines(rows) == ["* a: +1.00 (95 % +1.00 to +1.00) of 3 matches"]


def test_numbers_of_several_matches_in_one_table():
    matches = [SimpleNamespace(name=name) for name in "abc"]
    document = {"published": [{"label": "table", "source": "there", "match": ["a", "c"], "y": [1.5, 2]}]}
    found = read_published(document, (), matches)
    assert [(entry.match, entry.points) for entry in found] == [("a", ((None, 1.5),)), ("c", ((None, 2),))]
    document["published"][0]["y"] = [1]
    with pytest.raises(ValueError, match="differ in length"):
        read_published(document, (), matches)
