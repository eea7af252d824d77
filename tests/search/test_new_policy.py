"""The page about a new tree policy: its file is shown as it is, plays, and obeys the formula that it states."""
import math
import re
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from places import ROOT
from refusals import outside

from gopy.base.own_file import load_own_file
from gopy.compiled.rng import new_rng
from gopy.game import WIN_UNIT
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import check_player, new_player
from gopy.search.catalogue import policy_named
from gopy.search.policy import select_child
from gopy.search.tree import new_tree

FILE = ROOT / "docs" / "examples" / "ucb_tuned.py"
PAGE = (ROOT / "docs" / "new_policy.md").read_text(encoding="utf-8")
SOURCE = FILE.read_text(encoding="utf-8")


def test_the_page_shows_the_file():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) == 6 and all(block.strip() in SOURCE for block in blocks[:3])
    assert len(SOURCE.splitlines()) < 100
    for name, block in (("puct", blocks[3]), ("thompson", blocks[4])):
        assert block in (FILE.parent / f"{name}.py").read_text(encoding="utf-8")


def test_the_page_lists_every_verb_of_the_contract():
    contract = (ROOT / "gopy" / "search" / "policy.py").read_text(encoding="utf-8")
    verbs = re.findall(r"@verb\ndef (\w+)\(", contract)
    assert len(verbs) == 9 and [verb for verb in verbs if f"`{verb}(" not in PAGE] == []


def test_the_code_of_the_page_runs(monkeypatch):
    monkeypatch.syspath_prepend(FILE.parent)
    exec(re.findall(r"```python\n(.*?)```", PAGE, re.S)[5], {"__name__": "shown"})


def test_it_is_written_as_a_file_and_takes_parameters():
    kind = game_kind("tictactoe")
    check_player(f"gopy:policy={FILE},exploration=0.7", kind)
    with pytest.raises(ValueError, match=outside("exploration", -1, 0, 100)):
        check_player(f"gopy:policy={FILE},exploration=-1", kind)
    with pytest.raises(ValueError, match="no file nowhere.py"):
        check_player("gopy:policy=nowhere.py", kind)


def test_a_file_without_a_policy_is_refused(tmp_path):
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(ValueError, match="holds no policy"):
        policy_named(str(tmp_path / "empty.py"))
    (tmp_path / "broken.py").write_text("1 / 0")
    with pytest.raises(ValueError, match="cannot be loaded: ZeroDivisionError"):
        policy_named(str(tmp_path / "broken.py"))


class OnlyRandom(NamedTuple):
    """What the examples need of a thread's work area."""

    rng: np.ndarray


@njit
def count_choices(policy, tree, scratch, counts, draws):
    for _ in range(draws):
        counts[select_child(policy, tree, 0, None, scratch, None) - 1] += 1


def chosen(policy, statistics, draws=1):
    """How often a policy chooses each child of a root, by rows (visits, wins, prior visits, prior wins), wins in simulations,
    priors included."""
    tree = new_tree(64)
    tree.child[0], tree.num_children[0] = 1, len(statistics)
    for child, row in enumerate(statistics, 1):
        for array, number, unit in zip((tree.visits, tree.wins, tree.prior_visits, tree.prior_wins), row, (1, WIN_UNIT) * 2):
            array[child] = number * unit
            if array is tree.visits or array is tree.prior_visits:
                array[0] += number
    tree.wins[0] = (tree.visits[0] - tree.prior_visits[0]) * WIN_UNIT // 2
    counts = np.zeros(len(statistics), np.int64)
    count_choices(policy, tree, OnlyRandom(new_rng(1)), counts, draws)
    return counts.tolist()


def test_puct_reads_priors():
    policy = load_own_file(str(FILE.parent / "puct.py")).new_puct(1.0)
    fresh = [(10, 5, 10, 5), (10, 7.5, 10, 7.5), (10, 2.5, 10, 2.5)]
    assert chosen(policy, fresh) == [0, 1, 0]
    # 0.5 + 1.0 * 3 / 6 * 4 of 5 visits, against 0.5 + 3 / 6 / 6 * 2 for the visited one
    assert chosen(policy, [(15, 10, 10, 7.5), (10, 5, 10, 5), (10, 2.5, 10, 2.5)]) == [0, 1, 0]
    assert chosen(policy, [(15, 12.5, 10, 7.5), (10, 0.25, 10, 0.25), (10, 0.25, 10, 0.25)]) == [1, 0, 0]


@pytest.mark.parametrize("power, expected", [(1.0, [1, 0]), (2.0, [0, 1])])
def test_puct_takes_priors_to_a_power(power, expected):
    policy = load_own_file(str(FILE.parent / "puct.py")).new_puct(1.0, prior_power=power)
    # Shares of 1 and 2 thirds: 0.5 + 2 / 3 against 0.625 + 4 / 3 / 5; of the squares, 1 and 4 fifths: 0.5 + 2 / 5 against 0.625 + 8 / 5 / 5.
    assert chosen(policy, [(12, 3, 12, 3), (28, 6 + 2.5, 24, 6)]) == expected


def test_thompson_draws_moves_as_often_as_they_are_the_best():
    policy = load_own_file(str(FILE.parent / "thompson.py")).new_thompson()
    counts = chosen(policy, [(20, 12, 0, 0), (10, 5, 0, 0)], 8000)
    means = [13 / 22, 6 / 12]
    variance = sum(mean * (1 - mean) / (n + 3) for mean, n in zip(means, (20, 10)))
    expected = 0.5 * (1 + math.erf((means[0] - means[1]) / math.sqrt(2 * variance)))
    assert counts[0] / 8000 == pytest.approx(expected, abs=0.02)
    assert chosen(policy, [(2000, 1750, 0, 0), (2000, 250, 0, 0)], 100) == [100, 0]


@pytest.mark.parametrize("name", ["puct", "thompson"])
def test_the_other_examples_play(name):
    kind = game_kind("tictactoe")
    game = AnyGame(kind)
    for move in (3, 0, 4, 1):
        game.play(move)
    assert new_player(f"gopy:sims=300,policy={FILE.parent / name}.py", kind, 1).choose(game, 0) == 5


def test_it_plays_as_its_formula_says():
    """At every node the visited children are those that the formula, written again in plain Python, would choose."""
    kind = game_kind("tictactoe")
    player = new_player(f"gopy:sims=400,policy={FILE},exploration=0.8", kind, 1)
    game = AnyGame(kind, 1)
    move = player.choose(game, 0)
    assert move in game.legal_moves(0)
    search = player._searcher.search
    tree, begin = search._tree, int(search._tree.child[0])
    children = np.arange(begin, begin + int(tree.num_children[0]))
    visits, wins = tree.visits[children].astype(float), tree.wins[children] / WIN_UNIT
    total = visits.sum()
    mean, share = wins / visits, math.log(total) / visits
    bound = mean + 0.8 * np.sqrt(share * np.minimum(0.25, mean * (1 - mean) + np.sqrt(2 * share)))
    # What was chosen last had the largest bound with a visit less, so no bound lies far above another.
    without = mean + 0.8 * np.sqrt(math.log(total) / (visits - 1)
                                   * np.minimum(0.25, mean * (1 - mean) + np.sqrt(2 * math.log(total) / (visits - 1))))
    assert (bound <= without.max() + 0.05).all() and visits.min() > 1
