"""Players of any game as they are written, and that they play what was written."""
import time

import pytest
from refusals import no_number, no_whole_number, outside

from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame, Joint
from gopy.games.players.game_player import RANDOM, check_player, new_player, records_of
from gopy.games.players.player_text import parse_player, without_limit
from gopy.search.catalogue import POLICIES


def player_of(game, text, seed=1, **limit):
    return new_player(text, game_kind(game), seed, **limit)


def begun(name):
    return AnyGame(game_kind(name), 1)


def test_what_a_text_says():
    written = parse_player("gopy:sims=100, policy=uct,exploration=0.7,reuse=no,memory=8")
    assert (written.sims, written.seconds, written.policy) == (100, None, "uct")
    assert (written.reuse, written.memory) == (False, 8.0)
    assert written.options == {"exploration": "0.7"}
    plain = parse_player("gopy:")
    assert (plain.sims, plain.seconds, plain.policy, plain.memory) == (None, None, None, None)


@pytest.mark.parametrize("text, sims, seconds, found", [
    ("gopy:sims=5", 7, 2.0, (5, None)), ("gopy:seconds=5", 7, None, (None, 5.0)), ("gopy:", 7, None, (7, None)),
    ("gopy:", None, 2.0, (None, 2.0)),
])
def test_a_players_own_limit_goes_before_the_matchs(text, sims, seconds, found):
    written = parse_player(text, sims, seconds)
    assert (written.sims, written.seconds) == found


@pytest.mark.parametrize("text, message", [
    ("gnugo:level=1", "written gopy:sims=1000"),
    ("gopy:sims=100,seconds=1", "give one"),
    ("gopy:sims=many", no_whole_number("sims", "many")),
    ("gopy:sims=0", outside("sims", 0, 1, 10**9)),
    ("gopy:reuse=perhaps", "reuse wants 1 or 0"),
    ("gopy:sims", "NAME=VALUE"),
    ("gopy:polcy=uct", "unknown parameter 'polcy'; did you mean 'policy'?"),
    ("gopy:policy=ucb", "unknown policy 'ucb'; did you mean 'uct'?"),
    ("gopy:policy=xyz", "unknown policy 'xyz'; there are random, uct, "),
    ("gopy:exploraton=1", "unknown parameter 'exploraton'; did you mean 'exploration'?"),
    ("gopy:exploration=much", no_number("exploration", "much")),
    ("gopy:expansion_threshold=1.5", no_whole_number("expansion_threshold", "1.5")),
    ("gopy:expansion_threshold=-1", "expansion_threshold: -1"),
    ("gopy:proofs=FSZ", "proofs: 'FSZ'"),
    ("gopy:policy=aoap,proofs=FSU", "proofs go with policies that need visits and wins alone"),
    ("gopy:policy=aoap,n0=1", "n0: 1"),
    ("gopy:policy=random,exploration=1", "unknown parameter 'exploration'; there are sims, "),
    ("gopy:preset=defalt", "unknown preset 'defalt'; did you mean 'default'?"),
    ("gopy:preset=mogo2007", "preset mogo2007 is made of Go's playouts; for other games there are default, classical, uct, "),
    ("gopy:method=exp3", "method: the players of this game do not move at the same time; give a policy"),
    ("gopy:policy=uct,policy=uct", "twice"),
])
def test_mistakes_are_one_sentence(text, message):
    with pytest.raises(ValueError) as error:
        check_player(text, game_kind("tictactoe"))
    assert f"player {text!r}: " in str(error.value) and message in str(error.value)


def test_too_little_memory_is_told_before_a_game():
    kind = game_kind("gomoku:size=15")
    with pytest.raises(ValueError, match="memory: a tree of this game needs at least .* KiB"):
        check_player("gopy:sims=10,memory=0.01", kind)
    check_player("gopy:sims=10,memory=0.1", kind)
    new_player("gopy:sims=10,memory=0.1", kind, 1)


@pytest.mark.parametrize("policy", [RANDOM, *POLICIES])
def test_every_policy_plays_a_legal_game(policy):
    played = begun("tictactoe")
    player = player_of("tictactoe", f"gopy:sims=60,policy={policy}")
    while not played.is_over:
        move = player.choose(played, played.to_play)
        assert move in played.legal_moves(played.to_play)
        played.play(move)


def test_the_options_reach_the_search():
    text = "gopy:policy=uct_rave,equivalence=77,even_prior=5,expansion_threshold=2"
    search = player_of("gomoku:size=8", text)._searcher.search
    assert (search.policy.equivalence, search.search_params.even_prior) == (77.0, 5)
    assert search.search_params.expansion_threshold == 2
    plain = player_of("gomoku:size=8", "gopy:policy=uct")._searcher.search.search_params
    assert (plain.even_prior, plain.expansion_threshold) == (0, 1)


def test_proof_numbers_and_their_options():
    text = "gopy:sims=3000,exploration=0.71,proofs=FSU,layers=2,solver_threshold=3,contempt=0.1"
    player = player_of("tictactoe", text)
    params = player._searcher.search.search_params
    assert (params.layers, params.solver_threshold, params.contempt) == (2, 3, 0.1)
    played = begun("tictactoe")
    played.play(played.parse_move(0, "a1"))
    player.choose(played, 1)
    assert player.report.best.move == 4 and player.report.proven == "draw"


def test_a_games_own_parameters_are_options_too():
    """Go's priors are used by policies that say so, and where the player's text does."""
    rave, plain, chosen = (records_of(parse_player(text), game_kind("go:size=5").params_draft())[2]
                           for text in ("gopy:policy=uct_rave", "gopy:policy=uct", "gopy:policy=uct,prior_move=3"))
    assert rave.prior_move > 0 and plain.prior_move == 0 and chosen.prior_move == 3
    assert plain.heavy == rave.heavy


def test_the_same_seed_plays_the_same_game():
    def game(seed):
        played = begun("gomoku:size=8")
        players = [player_of("gomoku:size=8", "gopy:sims=50", seed + i) for i in (0, 1)]
        while not played.is_over:
            played.play(players[played.to_play].choose(played, played.to_play))
        return played.moves
    assert game(1) == game(1) != game(5)


def test_the_tree_follows_the_game_unless_told_not_to():
    for reuse, kept in (("1", True), ("0", False)):
        played = begun("gomoku:size=8")
        player = player_of("gomoku:size=8", f"gopy:sims=2000,reuse={reuse}")
        for _ in range(2):
            played.play(player.choose(played, played.to_play))
        player.choose(played, 0)
        assert (player.report.visits > 2000) == kept and player.report.simulations == 2000
        assert player.simulations() == 6000
    played.undo()
    played.undo()
    player.choose(played, 0)        # the tree's root lies ahead of this position
    assert player.report.visits == 2000


def test_memory_follows_the_simulations():
    capacity = {text: len(player_of("gomoku:size=8", f"gopy:{text}")._searcher.search._tree.visits)
                for text in ("sims=10", "sims=1000", "seconds=1", "sims=10,memory=8")}
    assert capacity["sims=10"] < capacity["sims=1000"] < capacity["seconds=1"]
    assert 8 << 20 >= 28 * capacity["sims=10,memory=8"] > 7 << 20


@pytest.mark.parametrize("proofs", ["xxx", "FSU"])
@pytest.mark.parametrize("game", ["gomoku:size=8", "tictactoe"])
def test_one_simulation_has_room_for_its_tree(game, proofs):
    player = player_of(game, f"gopy:sims=1,proofs={proofs}")
    played = begun(game)
    assert player.choose(played, 0) in played.legal_moves(0)


def test_seconds_a_move():
    played = begun("gomoku:size=8")
    player = player_of("gomoku:size=8", "gopy:", seconds=0.05, now=time.process_time)
    player.choose(played, 0)
    assert player.report.seconds < 0.5


@pytest.mark.parametrize("game, text", [("tictactoe", "sims=1000000000"), ("tictactoe", "policy=random"),
                                        ("goofspiel:cards=5", "sims=1000000000"), ("goofspiel:cards=5", "method=random")])
def test_thinking_can_be_stopped(game, text):
    played, player = begun(game), player_of(game, f"gopy:{text}")
    assert player.choose(played, 0, should_stop=lambda: True) in played.legal_moves(0)
    assert "random" in text or 0 < player.simulations() < 10**6


def test_a_limit_can_be_left_out_of_a_text():
    assert without_limit("gopy:sims=5, policy=uct,seconds=2") == "gopy: policy=uct"
    assert without_limit("gopy:") == "gopy:"


def test_simultaneous_moves():
    played = begun("goofspiel:cards=5")
    players = [player_of("goofspiel:cards=5", text)
               for text in ("gopy:sims=200,method=rm,gamma=0.05", "gopy:method=random")]
    while not played.is_over:
        played.play(Joint(*(player.choose(played, number) for number, player in enumerate(players))))
    assert players[0].simulations() == 800


@pytest.mark.parametrize("text, message", [
    ("gopy:method=exp4", "unknown method 'exp4'; did you mean 'exp3'?"),
    ("gopy:method=rm,gama=1", "unknown parameter 'gama'; did you mean 'gamma'?"),
    ("gopy:method=rm,gamma=7", outside("gamma", 7, 1e-9, 1)),
    ("gopy:memory=0.01", "memory: a tree needs at least 64 KiB"),
    ("gopy:policy=uct", "policy: the players of this game move at the same time; give a method"),
    ("gopy:preset=uct", "preset: the players of this game move at the same time; give a method"),
])
def test_mistakes_in_methods(text, message):
    with pytest.raises(ValueError, match="player 'gopy") as error:
        check_player(text, game_kind("goofspiel"))
    assert message in str(error.value)
