"""Every registered game keeps the contract of gopy/game.py."""
import pkgutil

import numpy as np
import pytest
from numba import config, njit
from places import ROOT

import gopy.games
from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.rng import new_rng
from gopy.games import catalogue
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct, new_uct_rave
from gopy.search.threads import Search

#: The game of docs/new_game.md, which is no part of the package.
EXAMPLE = ROOT / "docs" / "examples" / "connect_four.py"

#: {text: (Registered, options)} of all games whose players move in turn, in all their variants, and Go where positions
#: come back within a few moves.
GAMES = {}
for name in [*catalogue.GAMES, str(EXAMPLE)]:
    registered = catalogue.game_kind(name).registered
    for options in registered.variants:
        if game.is_simultaneous(registered.new_state(**options)):
            continue                # see test_simultaneous
        GAMES[f"{name}:" + ",".join(f"{key}={value}" for key, value in options.items())] = registered, options
for size, rules in ((3, "cgos"), (3, "new-zealand"), (15, "chinese")):
    GAMES[f"go on {size}x{size}, {rules}"] = GAMES["go:size=9,rules=chinese"][0], {"size": size, "komi": 0.5, "rules": rules}
# The code for 13x13 is that for 9x9 and 19x19 with other constants: test_position and others run it.
GAMES = {name: found for name, found in GAMES.items() if "size=13" not in name}

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def _shown(name):
    """A game as a parameter. Go on 19x19 is slow, so it is left out without the compiler and with bounds checks.
    9x9 is left out too: with bounds checks it is compiled anew, while 3x3 and 15x15, with one word and four, share their code;
    without the compiler it is the code of 3x3 and 5x5 again."""
    slow = ("size=19" in name or "go:size=9" in name and (JIT_DISABLED or config.BOUNDSCHECK)
            or "15x15" in name and not config.BOUNDSCHECK)
    # Other sizes of a game are the same code with other constants. On 9x9 and 19x19 test_position plays Go, and the tests of the search do.
    rare = slow or name in ("go:size=9,rules=chinese", "gomoku:size=15", "gomoku:size=8", "lines_of_action:size=7", "capture_go:size=7,stones=3")
    return pytest.param(name, marks=[getattr(pytest.mark, mark) for mark, has in (("slow", slow), ("rare", rare)) if has])


@pytest.fixture(params=[_shown(name) for name in sorted(GAMES)])
def new_state(request):
    registered, options = GAMES[request.param]
    return lambda: registered.new_state(**options)


@pytest.fixture
def params(new_state, request):
    registered, options = GAMES[request.node.callspec.params["new_state"]]
    return registered.new_params(**options)


def legal(state):
    out = np.zeros(game.num_moves(state), np.int16)
    return [int(m) for m in out[:game.legal_moves(state, out)]]


@njit
def prune_moves(state, moves, n, params):
    return game.prune_moves(state, moves, n, params)


@njit
def add_priors(state, moves, n, visits, wins, params):
    game.add_priors(state, moves, n, visits, wins, params)


def random_game(state, rng, limit=2000):
    """Play random legal moves on `state`, yielding each before it is played."""
    for _ in range(limit):
        if game.is_over(state):
            return
        move = int(rng.choice(legal(state)))
        yield move
        game.play(state, move)


def view(state):
    """All that the contract lets one see of a position."""
    return game.to_play(state), game.is_over(state), sorted(legal(state)), game.position_hash(state)


def test_every_module_of_games_is_in_the_catalogue():
    modules = {f"gopy.games.{module.name}" for module in pkgutil.iter_modules(gopy.games.__path__)}
    others = {f"gopy.games.{name}" for name in ("catalogue", "cli", "players", "saved_game", "searching")}
    assert modules - others == {entry.module for entry in catalogue.GAMES.values()}


def test_moves_are_written_and_read(new_state):
    state, rng = new_state(), np.random.default_rng(8)
    for _ in random_game(state, rng, 40):
        texts = {game.move_text(state, move): move for move in legal(state)}
        assert len(texts) == len(legal(state))
        assert not any(" " in text for text in texts)
        for text in rng.permutation(list(texts))[:2 if JIT_DISABLED else 20]:      # reading one looks at all moves
            assert game.parse_move(state, text.upper()) == texts[text]
        with pytest.raises(ValueError, match="there is no legal move 'nonsense'"):
            game.parse_move(state, "nonsense")
        assert game.draw(state).strip()


def test_legal_moves_are_distinct_ids_and_there_is_one_until_the_end(new_state):
    rng = np.random.default_rng(1)
    state = new_state()
    for _ in random_game(state, rng, 300):
        moves = legal(state)
        assert moves and len(set(moves)) == len(moves)
        assert all(0 <= m < game.num_moves(state) for m in moves)
        assert -1 <= game.pass_move(state) < game.num_moves(state)


def test_players_alternate(new_state):
    state = new_state()
    player = game.to_play(state)
    assert player == 0
    for _ in random_game(state, np.random.default_rng(2), 300):
        assert game.to_play(state) == player
        player = 1 - player


def test_a_copy_is_equal_and_independent(new_state):
    rng = np.random.default_rng(3)
    state, copy = new_state(), new_state()
    for _ in random_game(copy, rng, 40):        # what was there before must not shine through
        pass
    for _ in random_game(state, rng, 4):
        pass
    game.copy_state(copy, state)
    clone = game.clone_state(state)
    before = view(state)
    continuation = []
    for move in random_game(clone, rng, 100):
        assert view(copy) == view(clone)
        continuation.append(move)
        game.play(copy, move)
    assert view(state) == before
    for move in continuation:
        game.play(state, move)
    assert view(state) == view(copy) == view(clone)


def test_replaying_the_moves_gives_the_same_position(new_state):
    rng = np.random.default_rng(4)
    state = new_state()
    moves = list(random_game(state, rng, 300))
    again = new_state()
    for move in moves:
        assert move in legal(again)
        game.play(again, move)
    assert sorted(legal(again)) == sorted(legal(state))
    assert game.is_over(again) == game.is_over(state)
    assert game.position_hash(again) == game.position_hash(state)


def test_hash_after_is_the_hash_of_the_position_after(new_state):
    rng = np.random.default_rng(5)
    state, after = new_state(), new_state()
    if game.position_hash(state) == 0:
        pytest.skip("repetition does not matter in this game")
    for _ in random_game(state, rng, 60):
        for move in legal(state):
            if move != game.pass_move(state):
                game.copy_state(after, state)
                game.play(after, move)
                assert game.hash_after(state, move) == game.position_hash(after)


def test_playouts_end_with_a_value_and_a_replayable_trace(new_state, params):
    values = []
    for seed in range(4 if JIT_DISABLED else 20):
        state, trace, rng = new_state(), game.new_trace(4000), new_rng(seed)
        game.run_playout(state, rng, params, trace)
        n = int(trace.count[0])
        assert 0 < n <= 4000
        values.append(game.value(state))
        assert 0.0 <= values[-1] <= 1.0
        assert np.isfinite(game.score(state))
        again = new_state()
        for move in trace.moves[:n]:
            assert not game.is_over(again)
            assert int(move) in legal(again)
            game.play(again, int(move))
        assert game.value(again) == values[-1]
    assert len(set(values)) > 1 or JIT_DISABLED


def test_playouts_repeat_with_their_seed(new_state, params):
    traces = []
    for _ in range(2):
        trace = game.new_trace(4000)
        game.run_playout(new_state(), new_rng(7), params, trace)
        traces.append(trace.moves[:trace.count[0]].tolist())
    assert traces[0] == traces[1]


def test_a_full_trace_is_not_overrun(new_state, params):
    state = new_state()
    capacity = game.num_moves(state) + 3
    trace = game.new_trace(capacity)
    game.run_playout(state, new_rng(1), params, trace)
    assert trace.count[0] <= capacity


def test_priors_are_added_for_the_moves_given(new_state, params):
    state = new_state()
    for _ in random_game(state, np.random.default_rng(6), 6):
        pass
    n = game.num_moves(state)
    moves = np.zeros(n, np.int16)
    count = game.legal_moves(state, moves)
    visits, wins = np.full(n, 10, np.int32), np.full(n, 20, np.int32)
    add_priors(state, moves, count, visits, wins, params)
    assert (visits[:count] >= 10).all() and (wins[:count] >= 20).all()
    assert ((wins - 20) <= (visits - 10) * game.WIN_UNIT).all()
    assert (visits[count:] == 10).all() and (wins[count:] == 20).all()


def test_pruning_keeps_at_least_one_move_in_the_order_given(new_state, params):
    state = new_state()
    for _ in random_game(state, np.random.default_rng(9), 40):
        moves = np.zeros(game.num_moves(state), np.int16)
        n = game.legal_moves(state, moves)
        before = moves[:n].tolist()
        kept = moves[:prune_moves(state, moves, n, params)].tolist()
        assert kept and [move for move in before if move in kept] == kept


def test_moves_are_judged_as_they_turn_out(new_state, params):
    rng, after = np.random.default_rng(10), new_state()
    seen = set()
    for _ in range(2 if JIT_DISABLED else 12):
        state = new_state()
        for chosen in random_game(state, rng, 300):
            moves = np.array(legal(state), np.int16)
            results = np.zeros(game.num_moves(state), np.int32)
            game.judge_moves(state, moves, len(moves), results, after)
            ending = (results[:len(moves)] >= 0).any()
            for move, result in zip(moves, results):
                if not (ending or move == chosen or rng.random() < 0.05):
                    continue
                game.copy_state(after, state)
                game.play(after, int(move))
                assert result == (round(game.value(after) * game.WIN_UNIT) if game.is_over(after) else -1)
                seen.add(int(result))
    assert -1 in seen and (len(seen) > 1 or JIT_DISABLED)


def test_outcome_records_fill_and_report(new_state, params):
    state = new_state()
    outcome = game.new_outcome(state)
    game.run_playout(state, new_rng(3), params, game.new_trace(4000))
    game.record_outcome(state, game.value(state), outcome)
    ownership = game.ownership(state, [outcome])
    assert ownership is None or (np.abs(ownership) <= 1.0).all()


def test_the_search_proposes_every_unpruned_move_that_repeats_nothing_and_no_other(new_state, params, request):
    if config.BOUNDSCHECK and not request.node.callspec.params["new_state"].startswith("go "):
        pytest.skip("the search is compiled anew for each game; what is the game's own is in the other tests")
    rng = np.random.default_rng(8)
    state, after = new_state(), new_state()
    # The policy is the one that players of the game have by default: other tests compile the same search.
    policy = new_uct_rave() if request.node.callspec.params["new_state"].startswith("go") else new_uct()
    search = Search(state, policy, new_search_params(), params, memory_bytes=1 << 20)
    history, left_out = [], 0
    for _ in range(15 if JIT_DISABLED else 300):
        if game.is_over(state):
            state, history = new_state(), []
        history.append(int(game.position_hash(state)))
        expected = set()
        for move in legal(state):
            game.copy_state(after, state)
            game.play(after, move)
            repeats = game.position_hash(after) != 0 and int(game.position_hash(after)) in history
            if move == game.pass_move(state) or not repeats:
                expected.add(move)
        left_out += len(legal(state)) - len(expected)
        moves = np.array(sorted(expected), np.int16)
        expected = set(moves[:prune_moves(state, moves, len(moves), params)].tolist())
        search.set_root(state, history=history)
        report = search.run(simulations=1)
        assert {child.move for child in report.children} == expected
        stones = sorted(expected - {game.pass_move(state)})
        game.play(state, int(rng.choice(stones)) if stones else game.pass_move(state))
    assert left_out > 0 or JIT_DISABLED or game.position_hash(state) == 0, "the game went on without a repetition to forbid"
