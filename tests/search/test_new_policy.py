"""The page about a new tree policy: its file is shown as it is, plays, and obeys the formula that it states."""
import math
import re

import numpy as np
import pytest
from places import ROOT
from refusals import outside

from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import check_player, new_player
from gopy.search.catalogue import policy_named

FILE = ROOT / "docs" / "examples" / "ucb_tuned.py"
PAGE = (ROOT / "docs" / "new_policy.md").read_text(encoding="utf-8")
SOURCE = FILE.read_text(encoding="utf-8")


def test_the_page_shows_the_file():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) == 4 and all(block.strip() in SOURCE for block in blocks[:3])
    assert len(SOURCE.splitlines()) < 100


def test_the_page_lists_every_verb_of_the_contract():
    contract = (ROOT / "gopy" / "search" / "policy.py").read_text(encoding="utf-8")
    verbs = re.findall(r"@verb\ndef (\w+)\(", contract)
    assert len(verbs) == 8 and [verb for verb in verbs if f"`{verb}(" not in PAGE] == []


def test_the_code_of_the_page_runs(monkeypatch):
    monkeypatch.syspath_prepend(FILE.parent)
    exec(re.findall(r"```python\n(.*?)```", PAGE, re.S)[3], {"__name__": "shown"})


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


def test_it_plays_as_its_formula_says():
    """At every node the visited children are those that the formula, written again in plain Python, would choose."""
    kind = game_kind("tictactoe")
    player = new_player(f"gopy:sims=400,policy={FILE},exploration=0.8", kind, 1)
    game = AnyGame(kind, 1)
    move = player.choose(game, 0)
    assert move in game.legal_moves(0)
    search = player._search
    tree, begin = search._tree, int(search._tree.child[0])
    children = np.arange(begin, begin + int(tree.num_children[0]))
    visits, wins = tree.visits[children].astype(float), tree.wins[children] / 4.0
    total = visits.sum()
    mean, share = wins / visits, math.log(total) / visits
    bound = mean + 0.8 * np.sqrt(share * np.minimum(0.25, mean * (1 - mean) + np.sqrt(2 * share)))
    # What was chosen last had the largest bound with a visit less, so no bound lies far above another.
    without = mean + 0.8 * np.sqrt(math.log(total) / (visits - 1)
                                   * np.minimum(0.25, mean * (1 - mean) + np.sqrt(2 * math.log(total) / (visits - 1))))
    assert (bound <= without.max() + 0.05).all() and visits.min() > 1
