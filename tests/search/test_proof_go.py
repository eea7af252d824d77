"""Proofs in Go: the known values of the smallest boards, and what the engine makes of a proof."""
import pytest
from refusals import outside

from gopy import game
from gopy.base.parameters import name_values
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.engine.timeman import Limit
from gopy.games.go import new_go
from gopy.games.players.presets import build
from gopy.go.knowledge.params import new_go_params
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct_rave
from gopy.search.threads import Search


def proven(size, komi, proofs, simulations, prune_ladders=1, **changes):
    """What is proven for Black, to move on the empty board under positional superko, areas counted.

    The policy is the engine's, whose search the tests below need as well. Those of games have proofs with plain UCT.
    """
    position = new_go(size, komi, "tromp-taylor")
    params = new_search_params(expansion_threshold=1, proofs=proofs, **changes)
    search = Search(position, new_uct_rave(), params,
                    new_go_params(size)._replace(prune_ladders=prune_ladders), memory_bytes=128 << 20, seed=1)
    search.set_root(position, history=[int(game.position_hash(position))])
    return search.run(simulations=simulations).proven


# published: Black gets 1 point on 2x2 and all 9 on 3x3
@pytest.mark.parametrize("komi, result", [(0.5, "win"), (1.5, "no win")])
@pytest.mark.parametrize("proofs", ["FSU", "xSx"])
def test_black_wins_by_one_on_2x2(komi, result, proofs):
    assert proven(2, komi, proofs, 30_000, prune_ladders=0) == result


def test_a_komi_of_one_is_a_jigo_on_2x2():
    assert proven(2, 1.0, "FSU", 30_000, layers=2, solve_draws=True, prune_ladders=0) == "draw"
    assert proven(2, 1.0, "FSU", 30_000, prune_ladders=0) == "no win"


def test_black_owns_3x3():
    assert proven(3, 8.5, "FSU", 150_000) == "win"
    # pruned ladders can keep a win from being found, but make no false one
    assert proven(3, 9.5, "FSU", 20_000) in ("", "no win")


def engine(**options):
    return Engine(Options(size=3, rules="tromp-taylor", threads=1, seed=1, **options))


def test_the_engine_plays_a_proven_win_and_says_so():
    player = engine(komi=8.5, set="proofs=FSU")
    decision = player.genmove(0, limit=Limit(150_000, None))
    assert decision.report.proven == "win" and decision.report.value == 1.0
    assert decision.report.simulations < 150_000
    assert decision.move == decision.report.best.move and decision.report.best.proven == "win"
    player.close()


def test_proofs_are_parameters_of_every_preset():
    for preset in ("default", "uct", "mogo2007"):
        search_params = build(preset, 9, name_values("proofs=FxU,layers=2,pn_exploration=0.25,contempt=-2"))[1]
        assert search_params.proofs and search_params.layers == 2
        assert (search_params.pn_exploration, search_params.contempt) == (0.25, -2.0)
        assert build(preset, 9)[1].proofs == 0
    with pytest.raises(ValueError, match="proofs: 'ABC'"):
        Options(set="proofs=ABC")
    with pytest.raises(ValueError, match=outside("layers", 3, 1, 2)):
        build("default", 9, {"layers": 3})


def test_nothing_is_proven_about_another_komi():
    player = Engine(Options(size=3, komi=0.0, rules="japanese", threads=1, seed=1, set="proofs=FSU"))
    report = player.genmove(0, limit=Limit(5000, None)).report
    assert report.proven == "" and not any(child.proven for child in report.children)
    player.close()
