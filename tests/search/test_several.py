"""Games of several players, with chance and with hidden information: the contract, the examples' rules and values, what the search finds."""
import itertools
from functools import lru_cache

import numpy as np
import pytest
from game_steps import after, listed, random_game, results
from places import ROOT

import gopy
from gopy import game
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.rng import new_rng
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import new_player
from gopy.games.tictactoe import new_tictactoe
from gopy.search.evaluated.search import EvaluatedSearch
from gopy.search.several.params import new_several_params
from gopy.search.several.search import SeveralSearch
from gopy.search.threads import Search

EXAMPLES = {name: game_kind(str(ROOT / "docs" / "examples" / f"{name}.py")) for name in ("pig", "trio", "kuhn_poker", "small_backgammon", "corners")}
PIG, TRIO, KUHN = list(EXAMPLES.values())[:3]

#: Simulations are slow without the compiler.
SHARE = 0.01 if JIT_DISABLED else 1.0

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


# ---- the contract -------------------------------------------------------------------------------

@pytest.mark.parametrize("name", EXAMPLES)
def test_the_contract_of_such_games(name):
    kind, rng = EXAMPLES[name], np.random.default_rng(1)
    for _ in range(20):
        state, copy = kind.new_state(), kind.new_state()
        assert not game.alternates(state) and not game.is_simultaneous(state)
        for chance, step in random_game(state, rng):
            assert 0 <= game.to_play(state) < game.players(state)
            game.copy_state(copy, state)
            clone, before = game.clone_state(state), [field.copy() for field in state]
            steps = listed(game.chance_outcomes if chance else game.legal_moves, state)
            assert steps and len(set(steps)) == len(steps) and all(0 <= each < game.num_moves(state) for each in steps)
            texts = {game.move_text(state, each) for each in steps}
            assert len(texts) == len(steps) and not any(" " in text for text in texts) and game.draw(state)
            if chance:
                chances = np.zeros(game.num_moves(state))
                given = int(game.chance_probabilities(state, chances))
                assert given in (0, len(steps)) and (chances[:given] > 0).all() and (given == 0 or chances.sum() == pytest.approx(1, abs=1e-12))
            else:
                assert game.parse_move(state, game.move_text(state, step).upper()) == step
                form = game.observation_form(state)
                seen = np.zeros(int(np.prod(form.shape)), np.float32)
                game.observe(state, game.to_play(state), seen)
                assert (seen >= 0).all() and (seen <= form.most).all()
                _guess_changes_nothing_known(copy, rng)
            (game.play_chance if chance else game.play)(clone, step)
            assert all((field == kept).all() for field, kept in zip(state, before))
        found = results(state)
        assert all(0 <= each <= 1 for each in found) and found[0] == game.value(state)
        assert sum(found) == pytest.approx(1) or name == "corners"      # whose players do not play for shares of one sum


def _guess_changes_nothing_known(state, rng):
    player = game.to_play(state)
    known, moves = game.information(state, player), listed(game.legal_moves, state)
    game.determinise(state, player, new_rng(int(rng.integers(1 << 30))))
    assert game.information(state, player) == known and listed(game.legal_moves, state) == moves


def test_two_players_who_see_all_need_none_of_it():
    state = after(new_tictactoe(), 0, 3, 1, 4, 2)
    assert game.alternates(state) and game.players(state) == 2 and game.information(state, 0) == 0
    assert results(state) == [1.0, 0.0]
    game.determinise(state, 0, new_rng(1))


# ---- counts of others ---------------------------------------------------------------------------

def test_kuhn_poker_has_six_deals_thirty_ends_and_twelve_information_sets():
    ends, known = [], {}
    todo = [after(KUHN.new_state())]
    while todo:
        state = todo.pop()
        if game.is_over(state):
            ends.append(round(4 * (game.value(state) - 0.5)))
            continue
        chance = game.is_chance(state)
        if not chance:
            player = int(game.to_play(state))
            what = player, int(state.data[player]), int(state.data[2]), int(state.data[3])
            assert known.setdefault(int(game.information(state, player)), what) == what
        todo += [after(state, step) for step in listed(game.chance_outcomes if chance else game.legal_moves, state)]
    assert len(ends) == 30 and len(known) == 12
    # three ends of five are shown down: one chip, or two of them twice, by half of the deals each way
    assert sorted(ends) == sorted([1, -1] * 3 + [2, -2] * 6 + [1] * 6 + [-1] * 6)


def test_trio_is_as_a_slow_version_has_it():
    def three(cells):
        places = {(cell // 4, cell % 4) for cell in cells}
        return any({(r + i * dr, c + i * dc) for i in range(3)} <= places for r, c in places
                   for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)))
    rng = np.random.default_rng(2)
    winners = set()
    for _ in range(30):
        state, played = TRIO.new_state(), []
        for _, move in random_game(state, rng):
            assert listed(game.legal_moves, state) == [cell for cell in range(16) if cell not in played]
            played.append(move)
        won = [player for player in range(3) if three(played[player::3])]
        assert len(won) <= 1 and not any(three(played[:-1][player::3]) for player in range(3))
        assert won or len(played) == 16
        assert results(state) == ([float(player == won[0]) for player in range(3)] if won else [1 / 3] * 3)
        winners.update(won)
    assert winners == {0, 1, 2}


@lru_cache(None)
def pig_moves(goal):
    """{(own score, other's, turn): (chance to win of the player to move, whether rolling is best)} by value iteration, as T. W. Neller
    and C. G. M. Presser (2004) solve the game: rounds without end, so the values are iterated until they stand."""
    keys = [(own, other, turn) for own in range(goal) for other in range(goal) for turn in range(goal - own)]
    values = dict.fromkeys(keys, 0.5)
    choice = {}
    for _ in range(200):
        change = 0.0
        for own, other, turn in keys:
            roll = (1 - values[other, own, 0]) / 6
            for face in range(2, 7):
                roll += (1.0 if own + turn + face >= goal else values[own, other, turn + face]) / 6
            hold = 0.0 if turn == 0 else 1 - values[other, own + turn, 0] if own + turn < goal else 1.0
            best = max(roll, hold)
            change = max(change, abs(best - values[own, other, turn]))
            values[own, other, turn], choice[own, other, turn] = best, (roll, hold)
        if change < 1e-9:
            break
    return values, choice


def pig(goal, own, other, turn):
    state = game_kind(f"{ROOT / 'docs' / 'examples' / 'pig.py'}:goal={goal}").new_state()
    state.data[:3] = own, other, turn
    return state


def test_pig_rolls_as_its_rules_say():
    state = pig(10, 0, 0, 0)
    assert listed(game.legal_moves, state) == [1]
    state = after(state, 1, 3)                  # a four
    assert listed(game.legal_moves, state) == [1, 0] and state.data[2] == 4 and game.to_play(state) == 0
    lost = after(state, 1, 0)                   # a one
    assert game.to_play(lost) == 1 and lost.data[:3].tolist() == [0, 0, 0]
    held = after(state, 0)
    assert game.to_play(held) == 1 and held.data[:3].tolist() == [4, 0, 0]
    assert results(after(pig(10, 8, 9, 3), 0)) == [1.0, 0.0]


# ---- what the search finds ----------------------------------------------------------------------

@pytest.mark.parametrize("own, other, turn, threads", [(0, 0, 0, 1), (4, 7, 3, 1), (6, 2, 3, 1), (2, 8, 5, 1), (2, 8, 5, 3)])
def test_the_search_of_pig_comes_to_the_exact_chances(own, other, turn, threads):
    values, choice = pig_moves(10)
    search = SeveralSearch(pig(10, own, other, turn), new_several_params(exploration=0.5), seed=1, threads=threads)
    search.run(simulations=int(200_000 * SHARE))
    exact = values[own, other, turn]
    tolerance = 0.2 if JIT_DISABLED else 0.015
    assert search.values()[0] == pytest.approx(exact, abs=tolerance) and sum(search.values()) == pytest.approx(1)
    roll, hold = choice[own, other, turn]
    if turn and abs(roll - hold) > 0.03 and not JIT_DISABLED:
        assert search.report().best.move == (1 if roll > hold else 0)


def test_three_players_win_and_stop_who_is_next():
    # X: a4 b4, O: a1, Z: d1; X to move takes c4; without it, O must stop Z who comes next
    search = SeveralSearch(after(TRIO.new_state(), 0, 12, 15, 1, 13, 6), seed=1)
    search.run(simulations=int(20_000 * SHARE))
    assert search.report().best.move == 2 and search.values()[0] > 0.5
    assert len(search.values()) == 3 and sum(search.values()) == pytest.approx(1)
    threatened = after(TRIO.new_state(), 0, 12, 15, 3, 1, 14)      # X to move; O has a1 and b4, Z c1 and d1, which b1 ends
    search = SeveralSearch(after(threatened, 5), seed=1)            # X plays b3; O to move, Z next
    search.run(simulations=int(20_000 * SHARE))
    assert search.report().to_play == 1 and search.report().best.move == 13


def best_response(strategies, player):
    """What `player` can gain in chips a game against a fixed strategy of the other in Kuhn poker, by going through all of it.

    strategies: {(card, history): chance to bet}, for both players."""
    deals = list(itertools.permutations(range(3), 2))

    def payoff(deal, history):
        if history == "pbp":
            return -1
        if history == "bp":
            return 1
        stake = 1 if history == "pp" else 2
        return stake if deal[0] > deal[1] else -stake

    def ended(history):
        return history in ("pp", "bp", "bb", "pbp", "pbb")

    def walk(own, history, reach):
        """Value for `player`, summed over the other's cards with the weights `reach`."""
        pairs = [((own, other) if player == 0 else (other, own), weight) for other, weight in reach.items()]
        if ended(history):
            return sum(weight * payoff(deal, history) * (1 if player == 0 else -1) for deal, weight in pairs)
        if len(history) % 2 == player:
            return max(walk(own, history + step, reach) for step in "pb")
        total = 0.0
        for step in "pb":
            moved = {}
            for other, weight in reach.items():
                bet = strategies[other, history]
                moved[other] = weight * (bet if step == "b" else 1 - bet)
            total += walk(own, history + step, moved)
        return total
    return sum(walk(own, "", {other: 1 / len(deals) for other in range(3) if other != own}) for own in range(3))


def test_kuhn_poker_comes_to_its_value_and_near_its_equilibrium():
    search = SeveralSearch(KUHN.new_state(), new_several_params(rule="smooth", exploration=0.5), seed=2)
    search.run(simulations=int(1_000_000 * SHARE))
    strategies = {}
    for card, history in itertools.product(range(3), ("", "p", "b", "pb")):
        other = (card + 1) % 3
        cards = (card, other) if len(history) % 2 == 0 else (other, card)
        state = after(KUHN.new_state(), *cards, *("pb".index(step) for step in history))
        strategies[card, history] = search.strategy(state)[1]
    gains = best_response(strategies, 0), best_response(strategies, 1)
    if not JIT_DISABLED:
        assert gains[0] + gains[1] < 0.06           # 0 in an equilibrium, 2/3 if both always bet
        assert 4 * (search.values()[0] - 0.5) == pytest.approx(-1 / 18, abs=0.02)
        assert strategies[0, "b"] < 0.03 and strategies[2, "b"] > 0.97 and strategies[2, "pb"] > 0.97 and strategies[0, "pb"] < 0.03


def test_best_responses_in_kuhn_poker_by_hand():
    # against one who bets and calls always a king wins two chips and a queen none on average, and a jack gives up one, in either seat
    always = dict.fromkeys(itertools.product(range(3), ("", "p", "b", "pb")), 1.0)
    assert [best_response(always, player) for player in (0, 1)] == pytest.approx([1 / 3, 1 / 3], abs=1e-12)
    # one who passes and folds always loses a chip to every bet, and to every pass that a passing player 1 answers the chip of the lower card
    never = dict.fromkeys(always, 0.0)
    assert [best_response(never, player) for player in (0, 1)] == pytest.approx([1.0, 1.0], abs=1e-12)
    # Kuhn's equilibrium with a jack that never bluffs: player 0 passes and calls by a queen one time in three, player 1 bluffs with a third of
    # the jacks and calls with a third of the queens; neither can gain from it
    best = {(0, ""): 0, (1, ""): 0, (2, ""): 0, (0, "pb"): 0, (1, "pb"): 1 / 3, (2, "pb"): 1,
            (0, "p"): 1 / 3, (1, "p"): 0, (2, "p"): 1, (0, "b"): 0, (1, "b"): 1 / 3, (2, "b"): 1}
    assert [best_response(best, player) for player in (0, 1)] == pytest.approx([-1 / 18, 1 / 18], abs=1e-12)


def test_the_hidden_card_is_guessed_and_not_looked_at():
    told = []
    for other in (0, 2):
        search = SeveralSearch(after(KUHN.new_state(), 1, other, 0, 1), seed=3)      # a queen passed and faces a bet of a jack or a king
        search.run(simulations=int(20_000 * SHARE))
        told.append(search.moves())
    assert told[0] == told[1] and set(told[0]) == {0, 1}
    assert told[0][1].value == pytest.approx(0.5, abs=0.2)
    king = SeveralSearch(after(KUHN.new_state(), 2, 0, 0, 1), seed=3)
    king.run(simulations=2000)
    assert king.report().best.move == 1 and king.report().best.winrate == 1.0


def test_runs_go_on_stop_and_repeat():
    search = SeveralSearch(pig(20, 0, 0, 3), seed=4)
    assert search.run(simulations=200) == 200 and search.run(simulations=100) == 100
    first = search.moves()
    assert sum(each.visits for each in first.values()) == 300 and len(search.outline(5)) <= 2
    search.set_root(pig(20, 0, 0, 3))
    assert search.moves() == {} and search.report().best is None and search.report().visits == 0
    search.reseed(4)
    search.run(simulations=300)
    assert search.moves() == first
    assert search.run(deadline=0.0) == 0
    over = after(pig(10, 8, 9, 3), 0)
    search = SeveralSearch(over)
    assert search.run(simulations=5) == 0 and search.values() == [1.0, 0.0] and search.report().value == 1.0
    small = SeveralSearch(pig(20, 0, 0, 3), memory_bytes=3000, seed=1)
    assert small.run(simulations=300) == 300 and small.report().nodes <= 16


def test_threads_have_a_table_each_whose_numbers_add_up():
    search = SeveralSearch(pig(20, 0, 0, 3), seed=4, threads=3)
    assert search.run(simulations=301) == 301 and search.helper_seconds > 0
    told = search.moves()
    assert sum(each.visits for each in told.values()) == search.report().visits == 301
    counts, sums = np.zeros(2, int), np.zeros(2)
    for table in search._tables:            # the root is the first node of each
        edges = slice(int(table.first[0]), int(table.first[0]) + int(table.width[0]))
        assert table.total[0] in (100, 101)
        np.add.at(counts, table.move[edges], table.visits[edges])
        np.add.at(sums, table.move[edges], table.sums[edges])
    assert [told[move].visits for move in (0, 1)] == counts.tolist()
    assert [told[move].value for move in (0, 1)] == pytest.approx(sums / counts)
    assert search.values()[0] == pytest.approx(sums.sum() / 301)
    assert len({tuple(scratch.rng) for scratch in search._scratches}) == 3
    search.set_root(pig(20, 0, 0, 3))
    search.reseed(4)
    search.run(simulations=301)
    assert search.moves() == told           # no thread waits for what another one finds
    assert new_player("gopy:sims=20,threads=2", PIG, 1).choose(AnyGame(PIG), 0) == 1


def test_two_players_are_played_and_three_are_searched():
    pig_file = f"{ROOT / 'docs' / 'examples' / 'pig.py'}:goal=10"
    search = gopy.Search(pig_file, simulations=300, seed=1, exploration=0.5)
    search.play("roll")
    found = search.run()
    assert found.visits == 300 and {move.text for move in found.moves} <= {"roll", "hold"} and found.line == (found.best.text,)
    assert [node.text for node in search.tree()][0] == found.best.text
    found = gopy.Search(TRIO.text, simulations=200, seed=1).run()
    assert len(found.moves) == 16 and found.visits == 200 and 0.1 < found.value < 0.7
    assert new_player("gopy:sims=20", PIG, 1).choose(AnyGame(PIG), 0) == 1
    smooth = new_player("gopy:sims=300,rule=smooth", KUHN, 1)
    played = AnyGame(KUHN, seed=2)
    assert {smooth.choose(played, 0) for _ in range(12)} <= {0, 1} and smooth.simulations() == 3600
    ends = 0
    while not played.is_over:
        played.play(smooth.choose(played, played.to_play))
        ends += 1
    assert ends in (2, 3)


@pytest.mark.parametrize("make, message", [
    (lambda: new_player("gopy:sims=9", TRIO, 1), "3 players"), (lambda: new_player("gopy:sims=9,policy=uct", PIG, 1), "policy"),
    (lambda: new_player("gopy:sims=9,cluster=2", PIG, 1), "cluster: .* has threads instead"), (lambda: gopy.Search(TRIO.text, policy="uct"), "policy"),
    (lambda: Search(PIG.new_state(), None, None, None), "gopy.search.several searches other games"),
    (lambda: EvaluatedSearch([KUHN.new_state()], None), "two players who see all"),
    (lambda: SeveralSearch(game_kind("goofspiel").new_state()), "move at the same time"),
    (lambda: SeveralSearch(TRIO.new_state(), memory_bytes=100), "memory: this search needs at least"),
    (lambda: new_several_params(rule="best"), "unknown rule"), (lambda: game_kind(f"{ROOT / 'docs' / 'examples' / 'pig.py'}:goal=1").new_state(),
                                                              "goal must be between 2 and 1000")])
def test_what_cannot_be_searched_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
