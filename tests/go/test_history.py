"""Position and Game against the slow oracle, the published counts, and positions worked out by hand."""
import random

import pytest
from diagram import game as draw
from diagram import marks
from oracles import naive
from oracles.perft import PERFT

from gopy.go.geometry import BLACK, EMPTY, WHITE, opponent, parse_vertex, pass_move, points, row_and_column
from gopy.go.history import CannotUndo, Game, IllegalMove, Position
from gopy.go.rules import Ko, Rules, parse_rules
from gopy.go.score import final_score
from gopy.go.zobrist import situational_hash, zobrist_keys


def perft(game, depth, go_on_after_passes=False):
    if game.is_over and not go_on_after_passes:
        return 0
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        game.play(game.to_play, move)
        total += perft(game, depth - 1, go_on_after_passes)
        game.undo()
    return total


QUICK_COUNT = 3000      # perft up to this count is quick even for the oracle
ORACLE_COUNT = 60_000   # and up to this one there is time for the oracle


def split_by_speed(rows, limit):
    """The rows, marked slow from one limit on and rare from a greater one."""
    return [row if row[2] <= limit else pytest.param(*row, marks=[pytest.mark.slow, *[pytest.mark.rare] * (row[2] > 15 * limit)]) for row in rows]


@pytest.mark.parametrize("variant, depth, count", split_by_speed(PERFT, 20 * QUICK_COUNT))
def test_perft(variant, depth, count):
    size, ko, suicide, go_on = variant
    assert perft(Game(size, rules=Rules(ko, suicide=suicide)), depth, go_on) == count


@pytest.mark.parametrize("variant, depth, count", split_by_speed([row for row in PERFT if row[2] < ORACLE_COUNT], QUICK_COUNT))
def test_perft_of_the_oracle(variant, depth, count):
    size, ko, suicide, go_on = variant
    assert naive.perft(naive.Naive(size, ko=ko.name.lower(), suicide=suicide), depth, go_on) == count


@pytest.mark.parametrize("size, ko, suicide, go_on", [(2, Ko.SITUATIONAL, suicide, go_on) for suicide in (False, True)
                                                      for go_on in (False, True)] + [(3, Ko.SITUATIONAL, True, True)])
def test_situational_superko_counts_as_the_oracle_does(size, ko, suicide, go_on):
    for depth in range(1, 8 if size == 2 else 4):
        expected = naive.perft(naive.Naive(size, ko="situational", suicide=suicide), depth, go_on)
        assert perft(Game(size, rules=Rules(ko, suicide=suicide)), depth, go_on) == expected


# Tromp and Farneback, "Combinatorics of Go"; the thin boards exist for the oracle alone.
@pytest.mark.parametrize("rows, columns, count", [(1, 1, 1), (1, 2, 5), (1, 3, 15), (1, 4, 41), (1, 5, 113), (2, 2, 57),
                                                  (2, 3, 489), (2, 4, 4125), (3, 3, 12675)])
def test_legal_positions_of_the_oracle(rows, columns, count):
    assert naive.count_legal_positions(rows, columns) == count


@pytest.mark.parametrize("size, count", [(2, 57), (3, 12675)])
def test_legal_positions(size, count):
    found = 0
    for code in range(3 ** (size * size)):
        stones = {BLACK: [], WHITE: [], EMPTY: []}
        for point in points(size):
            code, colour = divmod(code, 3)
            stones[colour].append(point)
        try:
            Game(size).setup(stones[BLACK], stones[WHITE])
        except ValueError:
            continue
        found += 1
    assert found == count


def as_naive(point, size):
    return naive.PASS if point == pass_move(size) else row_and_column(point, size)


def stones_of(board):
    return {row_and_column(point, board.size): "bw"[colour] for point, colour in enumerate(board.colours)
            if colour in (BLACK, WHITE)}


def hash_of(board):
    keys = zobrist_keys(board.size)
    expected = 0
    for point, colour in enumerate(board.colours):
        if colour in (BLACK, WHITE):
            expected ^= keys[colour][point]
    return expected


def play_random_game(size, ko, suicide, seed, num_moves):
    """Play one random legal game on Game and oracle together; compare everything after every move."""
    choose = random.Random(seed)
    game = Game(size, rules=Rules(ko, suicide=suicide))
    oracle = naive.Naive(size, ko=ko.name.lower(), suicide=suicide)
    snapshots = []
    for _ in range(num_moves):
        # Now and then a colour moves twice in a row, as GTP allows.
        colour = game.to_play if choose.random() < 0.95 else opponent(game.to_play)
        legal = [move for move in points(size) + [pass_move(size)]
                 if oracle.legal(as_naive(move, size), "bw"[colour])]
        assert game.legal_moves(colour) == legal
        move = choose.choice(legal) if choose.random() < 0.98 else pass_move(size)
        snapshots.append((game.board.colours[:], game.to_play, game.board.captures[:], game.board.ko, game.board.hash))
        before = [sum(found == side for found in game.board.colours) for side in (BLACK, WHITE)]
        taken = game.board.captures[:]
        game.play(colour, move)
        oracle.play(as_naive(move, size), "bw"[colour])
        assert stones_of(game.board) == oracle.board
        assert "bw"[game.to_play] == oracle.to_play
        assert game.board.hash == hash_of(game.board)
        before[colour] += move != pass_move(size)
        after = [sum(found == side for found in game.board.colours) for side in (BLACK, WHITE)]
        assert [game.board.captures[side] - taken[side] for side in (BLACK, WHITE)] == [
            before[WHITE] - after[WHITE], before[BLACK] - after[BLACK]]
    assert game.copy().board.__dict__ == game.board.__dict__
    for snapshot in reversed(snapshots):
        game.undo()
        assert (game.board.colours, game.to_play, game.board.captures, game.board.ko, game.board.hash) == snapshot
    # Undo must have taken the repetitions back too: the game can be played once more.
    assert game.legal_moves() == points(size) + [pass_move(size)]


@pytest.mark.parametrize("ko", list(Ko))
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size, games, num_moves", [(2, 15, 40), (3, 10, 60), (4, 4, 60), (5, 1, 80), (7, 1, 60)])
def test_random_games_agree_with_the_oracle(size, ko, suicide, games, num_moves):
    for seed in range(games):
        play_random_game(size, ko, suicide, seed, num_moves)


@pytest.mark.slow
@pytest.mark.parametrize("ko", list(Ko))
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size, games, num_moves", [(2, 60, 40), (3, 20, 60), (4, 6, 80), (5, 2, 120), (9, 1, 60)])
def test_many_random_games_agree_with_the_oracle(size, ko, suicide, games, num_moves):
    for seed in range(games):
        play_random_game(size, ko, suicide, 10_000 + seed, num_moves)


def test_capture_of_a_chain():
    text = """
        . X X . .
        X O O a .
        . X X . .
        . . . . .
        . . . . ."""
    game = draw(text)
    game.play(BLACK, marks(text)["a"])
    assert game.board.captures == [2, 0]
    assert game.board.stones(WHITE) == []
    assert game.board.ko == -1      # two stones were taken: no ko


KO = """
    . X O .
    X a b O
    . X O .
    . . . ."""


def test_simple_ko():
    game, named = draw(KO, to_play=WHITE), marks(KO)
    game.play(WHITE, named["a"])
    game.play(BLACK, named["b"])
    assert game.board.ko == named["a"]
    assert game.illegality(WHITE, named["a"]) == "ko"
    with pytest.raises(IllegalMove):
        game.play(WHITE, named["a"])
    assert game.legal(BLACK, named["a"])    # Black may fill it, should White pass or the client say so
    game.play(WHITE, game.pass_move)
    game.play(BLACK, game.pass_move)
    assert game.legal(WHITE, named["a"])    # after the passes simple ko no longer forbids it


def test_superko_forbids_what_simple_ko_allows_and_play_takes_it():
    game, named = draw(KO, to_play=WHITE, rules=parse_rules("cgos")), marks(KO)
    game.play(WHITE, named["a"])
    game.play(BLACK, named["b"])
    game.play(WHITE, game.pass_move)
    game.play(BLACK, game.pass_move)
    assert game.illegality(WHITE, named["a"]) == "superko"
    game.play(WHITE, named["a"])            # what a server says has happened has happened
    assert game.board.captures == [1, 1]


def test_positional_and_situational_superko_differ():
    # Black takes a ko and later fills nothing but a pass: White's recapture brings back the stones of the
    # start, with Black to move this time; at the start it was White's turn.
    text = """
        . X O .
        X b a O
        . X O .
        . . . ."""
    text, taken = text.replace("b", "O"), marks(text)["b"]
    for name, legal in (("cgos", False), ("aga", True)):
        game = draw(text, to_play=WHITE, rules=parse_rules(name))
        game.play(BLACK, marks(text)["a"])      # out of turn
        game.play(BLACK, game.pass_move)        # and again, so that no simple ko is left
        assert game.legal(WHITE, taken) is legal
    # In turns, the start with Black to move has occurred and both rules forbid it.
    for name in ("cgos", "aga"):
        game = draw(text, to_play=BLACK, rules=parse_rules(name))
        for colour, move in ((BLACK, marks(text)["a"]), (WHITE, game.pass_move), (BLACK, game.pass_move)):
            game.play(colour, move)
        assert game.illegality(WHITE, taken) == "superko"


def test_suicide():
    text = """
        a X .
        X . .
        . . ."""
    game, named = draw(text), marks(text)
    assert game.illegality(WHITE, named["a"]) == "suicide"
    with pytest.raises(IllegalMove):
        game.play(WHITE, named["a"])
    assert game.legal(BLACK, named["a"])    # connects

    text = """
        O a X . .
        O O X . .
        X X . . .
        . . . . .
        . . . . ."""
    named = marks(text)
    for name, legal in (("chinese", False), ("tromp-taylor", True)):
        game = draw(text, rules=parse_rules(name))
        assert game.legal(WHITE, named["a"]) is legal
    game.play(WHITE, named["a"])
    assert game.board.captures == [4, 0] and game.board.stones(WHITE) == []
    game.undo()
    assert game.board.captures == [0, 0] and len(game.board.stones(WHITE)) == 3


def test_one_stone_is_never_a_suicide_move():
    text = """
        a X .
        X . .
        . . ."""
    game = draw(text, rules=parse_rules("tromp-taylor"))
    assert game.illegality(WHITE, marks(text)["a"]) == "suicide"


def test_occupied():
    game = Game(9)
    game.play(BLACK, 0)
    with pytest.raises(IllegalMove, match="White A1: occupied"):
        game.play(WHITE, 0)
    assert game.moves == [(BLACK, 0)] and game.to_play == WHITE


def test_undo_to_the_start_and_no_further():
    game = Game(9)
    game.place_handicap([20, 60])
    game.play(WHITE, 30)
    game.undo()
    assert game.to_play == WHITE and game.board.stones(BLACK) == [20, 60]
    with pytest.raises(CannotUndo):
        game.undo()


def test_passes_end_the_game_when_taken_in_turns():
    game = Game(9)
    assert game.passes == 0
    game.play(BLACK, game.pass_move)
    assert game.passes == 1 and not game.is_over
    game.play(BLACK, game.pass_move)
    assert game.passes == 1 and not game.is_over
    game.play(WHITE, game.pass_move)
    assert game.passes == 2 and game.is_over
    game.play(BLACK, 0)                     # a dispute: play goes on
    assert game.passes == 0 and not game.is_over


def test_handicap_by_plays():
    game = Game(9)
    game.play(BLACK, parse_vertex("C3", 9))
    assert game.handicap == 0
    game.play(BLACK, parse_vertex("G7", 9))
    game.play(BLACK, parse_vertex("C7", 9))
    game.play(WHITE, parse_vertex("E5", 9))
    game.play(BLACK, parse_vertex("E4", 9))
    assert game.handicap == 3
    assert game.handicap_points == [parse_vertex(text, 9) for text in ("C3", "G7", "C7")]

    game = Game(9)
    game.place_handicap([20, 60])
    game.play(WHITE, 30)
    assert game.handicap == 2
    game.setup()
    assert game.handicap == 0 and game.to_play == BLACK


def test_stones_are_no_handicap_if_black_moves_first():
    game = Game(9)
    game.place_handicap([20, 60])
    game.set_to_play(WHITE)
    assert game.handicap == 2
    game.set_to_play(BLACK)
    assert game.handicap == 0 and game.copy().handicap == 0 and game.board.stones(BLACK) == [20, 60]


def test_who_is_to_move_can_be_said_after_a_move_and_is_taken_back_with_it():
    game = Game(9, rules=parse_rules("aga"))        # which forbid a situation: the stones and who is to move
    game.play(BLACK, 20)
    plain = game.copy()
    game.set_to_play(BLACK)
    assert (game.to_play, game.turns, game.moves) == (BLACK, {1: BLACK}, plain.moves)
    assert game.copy().turns == game.turns and game.copy().to_play == BLACK and game.after(0).turns == {}
    assert game.repetition_hashes()[-1] == game.board.situation() != plain.board.situation()
    game.play(BLACK, 30)
    game.undo()
    assert (game.to_play, game.turns) == (BLACK, {1: BLACK})
    game.set_to_play(WHITE)
    assert (game.to_play, game.turns, game.repetition_hashes()) == (WHITE, {}, plain.repetition_hashes())
    game.set_to_play(BLACK)
    game.undo()
    assert (game.to_play, game.turns) == (BLACK, {})


def played_in_turn(size, *runs):
    """A game in which `runs`, (colour, number of stones), were played on the points in order."""
    game, points_left = Game(size), iter(points(size))
    for colour, stones in runs:
        for _ in range(stones):
            game.play(colour, next(points_left))
    return game


@pytest.mark.parametrize("stones, handicap", [(1, 0), (2, 2), (9, 9), (10, 0), (40, 0)])
def test_handicap_by_plays_is_of_nine_stones_at_most(stones, handicap):
    game = played_in_turn(9, (BLACK, stones))
    assert game.handicap == handicap
    assert game.rules.white_bonus(game.handicap) == handicap            # Chinese rules
    assert final_score(game) == 81 - 7.5 - handicap


def test_a_position_set_up_by_plays_has_no_handicap():
    # All black stones, then all white ones: no server deals a handicap so.
    assert played_in_turn(9, (BLACK, 5), (WHITE, 1)).handicap == 5
    assert played_in_turn(9, (BLACK, 5), (WHITE, 5)).handicap == 0
    game = played_in_turn(9, (BLACK, 5), (WHITE, 2))
    assert game.handicap == 0
    game.undo()
    assert game.handicap == 5
    game.play(BLACK, points(9)[-1])
    game.play(WHITE, points(9)[-2])
    game.play(WHITE, game.pass_move)
    assert game.handicap == 5


def test_an_ordinary_game_has_no_handicap():
    game = Game(9)
    game.play(BLACK, game.pass_move)
    game.play(BLACK, 20)
    game.play(BLACK, 30)
    assert game.handicap == 0
    game.setup(black=[20, 30], white=[40])
    assert game.handicap == 0


def test_setup_is_checked():
    game = Game(3)
    with pytest.raises(ValueError):
        game.setup(black=[0], white=[0])
    with pytest.raises(ValueError):
        game.setup(black=[1, 4], white=[0])     # A1 without liberty
    for size in (1, 26):
        with pytest.raises(ValueError, match="unacceptable size"):
            Game(size)


def test_repetition_hashes():
    game = Game(9, rules=parse_rules("chinese"))
    game.play(BLACK, 0)
    assert game.repetition_hashes() == []
    assert game.repetition_hashes(Ko.POSITIONAL) == [1, game.board.hash]
    game.rules = parse_rules("cgos")
    assert game.repetition_hashes(Ko.SIMPLE) == []
    assert game.repetition_hashes() == [1, game.board.hash]
    game.rules = parse_rules("aga")
    assert game.repetition_hashes() == [1, situational_hash(game.board.hash, WHITE)]


def test_after_is_independent():
    game = Game(9)
    for move in (0, 1, 20):
        game.play(game.to_play, move)
    earlier = game.after(2)
    assert earlier.moves == game.moves[:2]
    earlier.play(BLACK, 30)
    assert game.board.colours[30] == EMPTY and len(game.moves) == 3


def test_a_game_of_a_thousand_moves():
    choose = random.Random(3)
    game = Game(19, rules=parse_rules("cgos"))
    while len(game.moves) < 1000:
        move = choose.choice(points(19) + [pass_move(19)])
        if game.legal(game.to_play, move):
            game.play(game.to_play, move)
    assert stones_of(game.board) == stones_of(game.copy().board)
    while game.moves:
        game.undo()
    assert game.board.__dict__ == Position(19).__dict__


def test_a_recorded_move_replaces_the_stone_that_was_there():
    """As SGF has it. Undo brings the stone back; what the move captures, and a suicide, are as on an empty point."""
    generator = random.Random(7)
    for _ in range(60):
        game = Game(4)
        states = []
        for _ in range(40):
            states.append((list(game.board.colours), game.board.hash, list(game.board.captures), game.board.ko, game.to_play))
            colour, move = generator.randrange(2), generator.choice(points(4))
            bare = game.board.copy()
            bare.set_stone(move, EMPTY)
            bare.play(colour, move)
            game.record(colour, move)
            assert (game.board.colours, game.board.hash, game.board.captures) == (bare.colours, bare.hash, bare.captures)
        while states:
            game.undo()
            assert (game.board.colours, game.board.hash, game.board.captures, game.board.ko, game.to_play) == states.pop()
