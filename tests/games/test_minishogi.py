"""MiniShogi against an oracle, published counts and another program."""
import numpy as np
import pytest
from oracles.naive_minishogi import Naive
from oracles.oracle_games import assert_same, assert_uniform_playouts, compare_random_game, moves_by_text, oracle_perft, perft

from gopy import game
from gopy.compiled.rng import new_rng
from gopy.games.minishogi import new_minishogi
from gopy.games.minishogi.contract import MAX_PLIES
from gopy.games.minishogi.layout import ALL, DRAGON, GOLD, HAND, HORSE, NOTHING, PROMOTION, SLIDERS, SLOTS
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct_rave
from gopy.search.threads import Search

#: Counts of move sequences of length 1, 2, ...; shogiops and scalashogi, the libraries of lishogi.org, test the same.
PERFT = [14, 181, 2512, 35401, 533203]

PIECES = ["P", "S", "B", "R", "G", "K", "+P", "+S", "+B", "+R"]

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def set_up(oracle):
    """The kernels' position of an oracle's."""
    state = new_minishogi()
    state.sets[:] = 0
    state.kinds[:] = NOTHING
    for (file, rank), piece in oracle.board.items():
        kind, square = PIECES.index(piece.upper()), 5 * rank + file
        state.kinds[square] = kind
        slots = {ALL, kind if kind < PROMOTION else GOLD if kind < HORSE else kind - PROMOTION}
        slots |= {SLIDERS} if kind >= HORSE else set()
        for slot in slots:
            state.sets[SLOTS * oracle.owner((file, rank)) + slot] |= np.uint64(1 << square)
    for player in (0, 1):
        state.sets[SLOTS * player + HAND] = sum(1 << 4 * "PSBRG".index(letter) for letter in oracle.hands[player])
    state.ply[0] = oracle.player
    return state


def after(diagram, hands=("", ""), player=0, moves=()):
    """The position after moves from a diagram; the oracle agrees all the way."""
    oracle = Naive(diagram, hands, player)
    state = set_up(oracle)
    for text in moves:
        assert_same(state, oracle)
        oracle.play(next(move for move in oracle.legal_moves() if oracle.text(move) == text))
        game.play(state, game.parse_move(state, text))
    assert_same(state, oracle)
    return state


def test_perft():
    assert [perft(new_minishogi(), depth) for depth in range(1, 5)] == PERFT[:4]
    assert [oracle_perft(Naive(), depth) for depth in (1, 2)] == PERFT[:2]


@pytest.mark.slow
def test_deep_perft():
    assert perft(new_minishogi(), 5) == PERFT[4]
    assert oracle_perft(Naive(), 3) == PERFT[2]


def test_random_games():
    rng = np.random.default_rng(1)
    assert max(compare_random_game(new_minishogi(), Naive(), rng) for _ in range(2)) > 30


@pytest.mark.slow
def test_many_random_games():
    rng = np.random.default_rng(2)
    assert max(compare_random_game(new_minishogi(), Naive(), rng) for _ in range(40)) > 200


def random_position(rng):
    """Kings and the other ten pieces anywhere, on the board or in hand, with the player not to move not in check."""
    while True:
        squares = [(int(s) % 5, int(s) // 5) for s in rng.permutation(25)]
        oracle = Naive(player=int(rng.integers(2)))
        oracle.board = {squares.pop(): "K", squares.pop(): "k"}
        on_board = rng.random()
        for letter in "PPSSBBRRGG":
            owner = int(rng.integers(2))
            square = squares.pop()
            dead = letter == "P" and square[1] in (0, 4)
            twice = letter == "P" and any(oracle.board.get((square[0], y)) == "Pp"[owner] for y in range(5))
            if rng.random() < on_board and not dead and not twice:
                piece = "+" + letter if letter != "G" and rng.random() < 0.4 else letter
                oracle.board[square] = piece if owner == 0 else piece.lower()
            else:
                oracle.hands[owner].append(letter)
        if not oracle.in_check(1 - oracle.player):
            return oracle


def test_random_positions():
    """Pins, double checks, full hands and mates, which games from the start show less often."""
    rng = np.random.default_rng(3)
    ends = checks = 0
    for _ in range(600):
        oracle = random_position(rng)
        assert_same(set_up(oracle), oracle)
        ends += oracle.value is not None
        checks += oracle.in_check(oracle.player)
    assert ends >= 2 and checks >= 100


def test_playing_and_setting_up_agree():
    rng = np.random.default_rng(4)
    for _ in range(20):
        oracle = random_position(rng)
        state = set_up(oracle)
        for move in oracle.legal_moves()[:40]:
            then, copy = oracle.copy(), game.clone_state(state)
            then.play(move)
            game.play(copy, moves_by_text(state)[oracle.text(move)])
            expected = set_up(then)
            assert (copy.sets == expected.sets).all() and (copy.kinds == expected.kinds).all()


MATE = """
    . . . . k
    . . . . .
    . . . G .
    . . . . .
    K . . . ."""


def test_checkmate():
    # gold on gold before the king: it cannot take what the other gold holds
    state = after(MATE, ("G", ""), moves=["G@e4"])
    assert game.is_over(state) and game.value(state) == 1.0


def test_the_search_sees_a_mate():
    state = after(MATE, ("GP", ""))
    search = Search(state, new_uct_rave(), new_search_params(), None, memory_bytes=16 << 20)
    game.play(state, search.run(simulations=3000).best.move)
    assert game.is_over(state) and game.value(state) == 1.0


@pytest.mark.parametrize("rank, allowed", [
    (". . . . k", True),        # the king steps to d5
    (". . . s k", True),        # the silver takes the pawn
    (". R . s k", False),       # it may not
    (". . . r k", False),
], ids=str)
def test_a_pawn_must_not_be_dropped_to_mate(rank, allowed):
    texts = moves_by_text(after(MATE.replace(". . . . k", rank), ("P", "")))
    assert ("P@e4" in texts) == allowed


def test_pawns_are_dropped_on_files_without_and_not_on_the_last_rank():
    texts = moves_by_text(after(MATE.replace(". . . G .", "+P . P G ."), ("P", "")))
    assert {text for text in texts if "@" in text} == {"P@" + file + rank for file in "abde" for rank in "1234"} - {
        "P@a1", "P@a3", "P@d3"}


def test_no_move_without_check_loses():
    state = after("""
        k . . . .
        . . . . .
        . G . . .
        . . . . B
        . . . . K""", moves=["e2c4"])
    assert game.is_over(state) and game.value(state) == 1.0


def test_promotion():
    board = """
        . . S . k
        P . . . .
        . . . R .
        . . . . .
        . K . . B"""
    texts = moves_by_text(after(board))
    assert {"a4a5+", "c5b4", "c5b4+", "d3d5", "d3d5+"} <= texts.keys()
    assert not {"a4a5", "d3d4+", "b1b2+", "e1d2+"} & texts.keys()
    state = after(board, moves=["d3d5+"])
    assert state.kinds[23] == DRAGON


def test_the_longest_game_is_a_draw():
    state = new_minishogi()
    state.ply[0] = MAX_PLIES - 2
    for left in (1, 0):
        game.play(state, game.parse_move(state, ["a2a3", "e4e3"][1 - left]))
        assert game.is_over(state) == (left == 0)
    assert game.value(state) == 0.5
    state, trace = new_minishogi(), game.new_trace(100)
    state.ply[0] = MAX_PLIES - 2
    game.run_playout(state, new_rng(1), None, trace)
    assert game.value(state) == 0.5 and trace.count[0] == 2
    # a mate with the last move is a win
    state = set_up(Naive("""
        . . . . k
        . . . . .
        . g . . .
        . . . . .
        K . . . .""", ("", "G"), 1))
    state.ply[0] = MAX_PLIES - 1
    game.play(state, game.parse_move(state, "G@a2"))
    assert game.is_over(state) and game.value(state) == 0.0


def test_playouts_are_uniform():
    assert_uniform_playouts(new_minishogi(), 20_000)


def test_playouts_are_uniform_where_moves_are_illegal():
    """Kings near enemies, pawns in hand: what is drawn in haste is often illegal."""
    rng = np.random.default_rng(5)
    tried = 0
    while tried < 6:
        oracle = random_position(rng)
        if "P" in oracle.hands[oracle.player] and 1 < len(oracle.legal_moves()) < 30:
            tried += 1
            assert_uniform_playouts(set_up(oracle), 10_000)


def test_drawing():
    state = new_minishogi()
    for text in ("d1b3", "e4e3", "b3c4", "d5c4"):
        game.play(state, game.parse_move(state, text))
    assert game.draw(state).splitlines() == [
        "5  r  b  s  .  k   small letters hold b", "4  .  .  g  .  .", "3  .  .  .  .  p", "2  P  .  .  .  .",
        "1  K  G  S  .  R   capitals hold nothing", "   a  b  c  d  e"]
    assert game.draw(set_up(Naive(MATE.replace("G", "+R"), ("PGP", "S")))).splitlines()[2:5] == [
        "3  .  .  . +R  .", "2  .  .  .  .  .", "1  K  .  .  .  .   capitals hold PPG"]


def test_fairy_stockfish_plays_the_same():
    """pyffish lists drops of pawns that give mate among the legal moves (and lets them lose), and nothing else more."""
    pyffish = pytest.importorskip("pyffish")
    start = pyffish.start_fen("minishogi")
    rng = np.random.default_rng(6)
    mates = 0
    for _ in range(12):
        state, played = new_minishogi(), []
        while not game.is_over(state) and len(played) < 100:
            texts = moves_by_text(state)
            theirs = set(pyffish.legal_moves("minishogi", start, played))
            assert texts.keys() <= theirs
            for text in theirs - texts.keys():
                assert text.startswith("P@") and not pyffish.legal_moves("minishogi", start, [*played, text])
                assert pyffish.gives_check("minishogi", start, [*played, text])
                mates += 1
            played.append(sorted(texts)[rng.integers(len(texts))])
            game.play(state, texts[played[-1]])
        if game.is_over(state):
            assert not pyffish.legal_moves("minishogi", start, played)
    assert mates
