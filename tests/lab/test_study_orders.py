"""Kendall's tau and its interval, and published numbers of several matches at once."""
import itertools
import random
from types import SimpleNamespace

import pytest

from gopy.lab.study.figures import Published, read_published
from gopy.lab.study.orders import clusters, kendall_tau, order_lines, tau_interval


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


def match_of(share, games, name, draws=0):
    """Outcomes of a match whose games all differ, from each other and from those of other matches, in random order."""
    points = [0.5] * draws + [1.0] * round(share * (games - draws)) + [0.0] * round((1 - share) * (games - draws))
    random.Random(name).shuffle(points)
    return {number: (f"{name} {number}", one) for number, one in enumerate(points)}


def test_the_interval_narrows_with_games_and_holds_the_truth():
    published = [20, 40, 60, 80]
    few, many = (tau_interval([match_of(share, n, f"{share}") for share in (0.2, 0.4, 0.6, 0.8)], published)
                 for n in (10, 1000))
    assert few[0] < many[0] and few[1] <= many[1] == 1.0
    # draws make shares vary less
    assert tau_interval([match_of(0, 100, "a", draws=100), match_of(0.5, 100, "b"), match_of(1, 100, "c")],
                        [2, 1, 3])[0] >= 0.0


def test_games_of_one_number_are_drawn_together():
    # three matches that are the same games but for one win more in each: no resampling of games puts them in another
    # order, though intervals of single matches overlap widely
    games = match_of(0.5, 100, "a")
    lost = [number for number, (_, points) in games.items() if points == 0.0]
    matches = [{**games, **{number: (f"another end {number}", 1.0) for number in lost[:more]}} for more in (0, 10, 20)]
    assert tau_interval(matches, [1, 2, 3]) == (1.0, 1.0)
    # the same shares from games of other numbers can change places
    apart = [{number + 1000 * place: outcome for number, outcome in match.items()} for place, match in enumerate(matches)]
    assert tau_interval(apart, [1, 2, 3])[0] < 1.0


def test_games_with_the_same_moves_are_one_sample():
    few = [match_of(share, 10, f"{share}") for share in (0.3, 0.5, 0.7)]
    often = [{number + 10 * copy: outcome for copy in range(20) for number, outcome in match.items()} for match in few]
    many = [{number: (f"{match} {number}", points) for number, (_, points) in outcomes.items()}
            for match, outcomes in enumerate(often)]
    assert len(clusters(often)) == 10 and len(clusters(many)) == 200
    assert tau_interval(often, [1, 2, 3]) == tau_interval(few, [1, 2, 3])
    assert tau_interval(often, [1, 2, 3])[0] < tau_interval(many, [1, 2, 3])[0]


def row(label, wins, games, y):
    return None, SimpleNamespace(outcomes=match_of(wins / games, games, f"{label} {wins}"), share=wins / games), Published(
        label, "there", ((None, y),), None, f"{label.partition(',')[0]} {wins}")


def test_a_line_for_each_label_with_three_matches():
    rows = [row("a", 10, 100, 1), row("a", 50, 100, 2), row("a", 90, 100, 3), row("b", 1, 2, 5), row("b", 1, 2, 6)]
    assert order_lines(rows) == ["* a: +1.00 (95 % +1.00 to +1.00) of 3 matches"]
    unplayed = [(None, SimpleNamespace(outcomes={}, share=0.5), entry) for _, _, entry in rows]
    assert order_lines([*rows[:2], *unplayed]) == order_lines(unplayed) == []


def test_all_cells_of_several_labels_have_an_order_too():
    """Two tables in the published order each, one of which wins as often as the other is published to lose."""
    tables = {"a": (10, 50, 90), "b": (20, 60, 100)}
    rows = [row(label, wins, 100, y + (label == "b")) for label, told in tables.items() for wins, y in zip(told, (1, 3, 5))]
    last = order_lines(rows)[-1]
    assert last.startswith("* a to b, all cells together: +1.00 (95 % ") and last.endswith("to +1.00) of 6 matches")
    apart = [row(label, wins, 100, y + 10 * (label == "a")) for label, told in tables.items() for wins, y in zip(told, (1, 3, 5))]
    # of the 15 pairs the 6 within the tables agree; of the 9 across, a's published numbers are the larger, ours in 3 alone
    assert order_lines(apart)[-1].startswith("* a to b, all cells together: +0.20 (95 % ") and len(order_lines(apart)) == 3
    # the same matches in another reading are no further cells
    again = [row(f"{label}, again", wins, 100, y) for label, told in tables.items() for wins, y in zip(told, (1, 3, 5))]
    assert [line.partition(":")[0] for line in order_lines([*rows, *again])] == [
        "* a", "* b", "* a, again", "* b, again", "* a to b, all cells together", "* a, again to b, again, all cells together"]


def test_numbers_of_several_matches_in_one_table():
    matches = [SimpleNamespace(name=name) for name in "abc"]
    document = {"published": [{"label": "table", "source": "there", "match": ["a", "c"], "y": [1.5, 2]}]}
    found = read_published(document, (), matches)
    assert [(entry.match, entry.points) for entry in found] == [("a", ((None, 1.5),)), ("c", ((None, 2),))]
    document["published"][0]["y"] = [1]
    with pytest.raises(ValueError, match="differ in length"):
        read_published(document, (), matches)
