"""Passing: rules of the decision on drawn positions, then the engine with a search whose opinion a test sets."""
import pytest
from diagram import DEAD_STONE, game
from fakes.fake_search import FakeSearch

from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.engine.passing import (
    capturing_points,
    in_atari,
    may_pass,
    points_ahead,
    points_ahead_as_it_stands,
    points_ahead_at_worst,
    points_ahead_by_ownership,
    stones_played,
)
from gopy.engine.status import assess
from gopy.go.geometry import BLACK, WHITE, parse_vertex
from gopy.go.history import Game
from gopy.go.rules import CHINESE, JAPANESE, TROMP_TAYLOR, parse_rules

BLACK_SIDE, WHITE_SIDE = "C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4 E5", "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5"
DAME = """
    . O . X .
    . O . X .
    . O X X .
    . O X . .
    . O X . .
"""
#: Every chain of both colours is alive, whoever moves. Black has the left side here.
EYES = """
    . X O . O
    X X O O .
    . X O . O
    X X O O .
    . X O . O
"""


def at(text, size=5):
    return {parse_vertex(word, size) for word in text.split()}


def split(black=BLACK_SIDE, white=WHITE_SIDE, size=5):
    """Ownership of a 5x5 board divided between the players."""
    values = [0.0] * (size * (size + 1))
    for points, value in ((at(black), 0.97), (at(white), -0.97)):
        for point in points:
            values[point] = value
    return values


def ask(drawn, colour, ownership, strict=False, winrate=0.99):
    return may_pass(drawn, colour, assess(drawn.board, ownership), ownership, strict=strict, winrate=winrate)


def test_a_settled_won_game_is_passed_with_dead_stones_on_the_board():
    assert ask(game(DEAD_STONE, komi=0.5, rules=CHINESE), BLACK, split())


def test_under_strict_rules_dead_stones_are_captured_first():
    # as it stands Black has 5 and White 11
    drawn = game(DEAD_STONE, komi=0.5, rules=TROMP_TAYLOR)
    assert points_ahead_as_it_stands(drawn, BLACK) == -6.5 and not ask(drawn, BLACK, split(), strict=True)
    assert capturing_points(drawn, BLACK, assess(drawn.board, split())) == at("D2 D4 E3")


def test_a_lost_game_is_not_passed_while_there_is_hope():
    drawn = game(DEAD_STONE, komi=9.5, rules=CHINESE)
    assert not ask(drawn, BLACK, split(), winrate=0.3)
    assert ask(drawn, BLACK, split(), winrate=0.01)


def test_agreement_alone_does_not_pass_when_the_playouts_see_another_result():
    # the status counts the doubtful corner for Black; the mean of the playouts says White wins
    ownership = split()
    for point in at("D1 D2 D4 D5 E1 E2 E4 E5"):
        ownership[point] = 0.62
    drawn = game(DEAD_STONE, komi=3.5, rules=CHINESE)
    assert points_ahead(drawn, BLACK, assess(drawn.board, ownership)) > 0
    assert points_ahead_by_ownership(drawn, BLACK, ownership) < 0
    assert not ask(drawn, BLACK, ownership)


def test_dame_are_filled_before_passing():
    black = BLACK_SIDE.replace("C4 C5 ", "")
    assert not ask(game(DAME, komi=0.5, rules=CHINESE), BLACK, split(black))
    assert not ask(game(DAME, komi=0.5, rules=JAPANESE), BLACK, split(black))


def test_a_second_pass_takes_a_game_that_is_won_either_way():
    # dame are left, but White passed: agreed and as it stands Black wins
    drawn = game(DAME, WHITE, komi=0.5, rules=CHINESE)
    drawn.play(WHITE, drawn.pass_move)
    assert ask(drawn, BLACK, split(BLACK_SIDE.replace("C4 C5 ", "")))


def test_a_second_pass_leaves_nothing_in_doubt_that_decides_the_game():
    # Black's stones, and the region behind them, may be counted as dead: then White has the 25 points, and Black his komi of 20.
    ownership = split(BLACK_SIDE.replace("C4 C5 ", ""))
    for point in at(BLACK_SIDE.replace("C4 C5 ", "")):
        ownership[point] = 0.5
    for komi, enough in ((-20, False), (-60, True)):
        drawn = game(DAME, WHITE, komi=komi, rules=CHINESE)
        drawn.play(WHITE, drawn.pass_move)
        status = assess(drawn.board, ownership)
        stones = set(drawn.board.stones(BLACK))
        assert stones < status.doubtful and points_ahead(drawn, BLACK, status) > 0
        assert points_ahead_at_worst(drawn, BLACK, status) == -25 - komi - 2 * len(status.doubtful - stones)
        assert ask(drawn, BLACK, ownership) == enough
        assert ask(drawn, BLACK, ownership, strict=True)


def test_the_worst_is_what_is_agreed_where_nothing_is_in_doubt():
    for colour in (BLACK, WHITE):
        drawn = game(DEAD_STONE, komi=0.5, rules=CHINESE)
        status = assess(drawn.board, split())
        assert points_ahead_at_worst(drawn, colour, status) == points_ahead(drawn, colour, status)


def test_an_own_chain_in_atari_is_not_left():
    drawn = game("""
        . O X O .
        . O . X X
        . O X X .
        . O X . .
        . O X . .
    """, komi=-20, rules=CHINESE)
    saved, lost = split(), split()
    lost[min(at("C5"))] = -0.97
    assert in_atari(drawn, BLACK, assess(drawn.board, saved)) and not ask(drawn, BLACK, saved)
    assert not in_atari(drawn, BLACK, assess(drawn.board, lost))


def test_territory_rules_count_the_same_game_by_territory():
    drawn = game(DEAD_STONE, komi=0.5, rules=JAPANESE)
    # 10 points with the prisoner's, one prisoner, against 5
    assert points_ahead(drawn, BLACK, assess(drawn.board, split())) == 11 - 5 - 0.5
    assert stones_played(drawn) == -1
    assert points_ahead_by_ownership(drawn, BLACK, split()) == pytest.approx(11 - 5 - 0.5, abs=1)


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE, TROMP_TAYLOR])
def test_stones_played_is_area_less_territory(rules):
    drawn = game(DAME, WHITE, komi=0.0, rules=rules)
    for colour, vertex in ((WHITE, "C4"), (BLACK, "C5")):
        drawn.play(colour, parse_vertex(vertex, 5))
    from gopy.go.score import area_score, territory_score
    area = area_score(drawn.board.colours, 5)
    assert area - territory_score(drawn.board.colours, 5, drawn.board.captures) == stones_played(drawn)


# The engine ---------------------------------------------------------------------------------------------

def engine_at(drawn, ownership, winrate=0.99, preference=None, unknown=frozenset(), make=FakeSearch, **options):
    def made(*arguments):
        search = make(*arguments)
        search.ownership, search.winrate, search.preference, search.unknown = ownership, winrate, preference, unknown
        return search
    engine = Engine(Options(size=drawn.size, sims=200, seed=1, **options), made)
    engine.set_game(drawn)
    return engine


def test_the_engine_passes_and_answers_with_the_same_dead_stones():
    owners = split()
    engine = engine_at(game(DEAD_STONE, komi=0.5, rules=CHINESE), owners)
    assert engine.genmove(BLACK).move == engine.game.pass_move
    engine.play(WHITE, engine.game.pass_move)
    # a search would think otherwise now: the agreement stands
    owners[:] = split("", BLACK_SIDE + " " + WHITE_SIDE)
    status = engine.final_status()
    assert {point for point, state in status.items() if state == "dead"} == at("D3")
    assert engine.final_score() == 15 - 10 - 0.5


def test_the_agreement_ends_when_play_goes_on():
    owners = split()
    engine = engine_at(game(DEAD_STONE, komi=0.5, rules=CHINESE), owners)
    engine.genmove(BLACK)
    engine.play(WHITE, min(at("D4")))
    owners[:] = split("", BLACK_SIDE + " " + WHITE_SIDE)
    assert engine.final_score() == -25.5


def test_cleanup_captures_before_it_passes():
    engine = engine_at(game(DEAD_STONE, komi=0.5, rules=CHINESE), split())
    for colour in (BLACK, WHITE):
        engine.play(colour, engine.game.pass_move)
    moves = []
    for _ in range(12):
        moves.append(engine.genmove(BLACK, cleanup=True).move)
        if moves[-1] == engine.game.pass_move:
            break
        engine.play(WHITE, engine.game.pass_move)
    assert set(moves[:-1]) == at("D2 D4 E3") and moves[-1] == engine.game.pass_move
    assert engine.game.board.colours[min(at("D3"))] not in (BLACK, WHITE)


def test_strict_rules_never_pass_a_won_game_away():
    engine = engine_at(game(DEAD_STONE, komi=0.5, rules=TROMP_TAYLOR), split())
    passes = 0
    while passes < 2 and len(engine.game.moves) < 30:
        passes = passes + 1 if engine.genmove(BLACK).move == engine.game.pass_move else 0
        engine.play(WHITE, engine.game.pass_move)
        passes += 1
    assert engine.game.is_over and engine.final_score() > 0


def test_a_pass_that_the_search_likes_in_an_unsettled_lost_game_is_not_played():
    likes_pass = lambda game, colour, move: 1 if move == game.pass_move else 0
    drawn = game(DEAD_STONE, WHITE, komi=0.5, rules=CHINESE)
    drawn.play(WHITE, drawn.pass_move)
    unclear = split("C1 C2 C3 C4 C5")
    engine = engine_at(drawn, unclear, winrate=0.4, preference=likes_pass)
    assert engine.genmove(BLACK).move != engine.game.pass_move


@pytest.mark.parametrize("visits, passes", [(40, False), (150, True)])
def test_a_pass_is_not_played_in_a_lost_game_for_the_luck_of_a_few_simulations(visits, passes):
    """As in game 8 of a trial of study tuned_9x9: 37 simulations of 1000 gave the pass 0.16, 948 gave a stone 0.01."""
    class LosingSearch(FakeSearch):
        def report(self, *arguments, **options):
            found = super().report(*arguments, **options)
            for child in found.children:
                child.visits, child.winrate = (visits, 0.16) if child.move == passed.pass_move else (200, 0.01)
            return found

    passed = game(DEAD_STONE, komi=0.5, rules=CHINESE)
    engine = engine_at(passed, split("C1 C2 C3 C4 C5"), make=LosingSearch, preference=lambda game, colour, move:
                       int(move == game.pass_move))
    assert (engine.genmove(BLACK).move == passed.pass_move) == passes


def test_dame_first():
    black = BLACK_SIDE.replace("C4 C5 ", "")
    engine = engine_at(game(DAME, komi=0.5, rules=CHINESE), split(black))
    assert engine.genmove(BLACK).move in at("C4 C5")


def test_dame_that_the_search_does_not_have_are_left():
    """As after a ko whose recapture would repeat the board; a game of study doublings_9x9 ended in an error there."""
    black = split(BLACK_SIDE.replace("C4 C5 ", ""))
    engine = engine_at(game(DAME, komi=0.5, rules=CHINESE), black, unknown=frozenset(at("C4 C5")))
    assert engine.genmove(BLACK).move not in at("C4 C5")


def test_no_pass_is_forced_by_a_restriction_against_it():
    from gopy.engine.decision import Restriction
    drawn = game(DEAD_STONE, komi=0.5, rules=CHINESE)
    engine = engine_at(drawn, split())
    assert engine.genmove(BLACK, restrict=Restriction(avoid=frozenset([drawn.pass_move]))).move != drawn.pass_move


def test_early_in_the_game_nobody_passes():
    engine = engine_at(game("\n".join(["  . . . . ."] * 5), komi=-30, rules=CHINESE), [0.99] * 30)
    assert engine.genmove(BLACK).move != engine.game.pass_move


# What stands before the search's move ----------------------------------------------------------------

def prefers(word):
    """A preference for one move, and for no other."""
    wanted = min(at(word))
    return lambda game, colour, move: int(move == wanted)


def decided_by(word, before, black, white):
    """Ownership as it is until somebody plays at a point, and what it becomes by a black or a white stone there."""
    point = min(at(word))
    return lambda game: {BLACK: black, WHITE: white}.get(game.board.colours[point], before)


ALL_BLACK, ALL_WHITE = split(f"{BLACK_SIDE} {WHITE_SIDE}", ""), split("", f"{BLACK_SIDE} {WHITE_SIDE}")


@pytest.mark.parametrize("black, white", [(None, ALL_WHITE), (ALL_BLACK, None)], ids=["a move that saves", "a move that kills"])
@pytest.mark.parametrize("diagram, rules", [(DAME, CHINESE), (DAME, TROMP_TAYLOR), (DEAD_STONE, CHINESE), (DEAD_STONE, TROMP_TAYLOR),
                                            (DEAD_STONE, JAPANESE)])
def test_a_move_of_a_race_is_not_dropped_for_a_pass_a_neutral_point_or_a_capture(diagram, rules, black, white):
    """A search from after a pass says that all is settled; only the point that the main search chose shows what is at stake."""
    before = split(BLACK_SIDE.replace("C4 C5 ", "") if diagram is DAME else BLACK_SIDE)
    owners = decided_by("E2", before, black or before, white or before)
    engine = engine_at(game(diagram, komi=0.5, rules=rules), owners, preference=prefers("E2"))
    assert engine.genmove(BLACK).move == min(at("E2"))
    idle = engine_at(game(diagram, komi=0.5, rules=rules), before, preference=prefers("E2"))
    assert idle.genmove(BLACK).move in ({idle.game.pass_move} if diagram is DEAD_STONE and rules is not TROMP_TAYLOR
                                        else at("C4 C5 D2 D4 E3"))


def test_a_neutral_point_that_loses_a_race_is_not_played():
    """White's answer at another place than our best move turns the ownership around once a neutral point is filled."""
    before = split(BLACK_SIDE.replace("C4 C5 ", ""))

    def owners(game):
        return ALL_WHITE if game.board.colours[min(at("C4"))] == BLACK or game.board.colours[min(at("C5"))] == BLACK else before
    engine = engine_at(game(DAME, komi=0.5, rules=CHINESE), owners, preference=prefers("E2"))
    assert engine.genmove(BLACK).move == min(at("E2"))


def test_where_every_chain_is_unconditionally_alive_nothing_is_read():
    drawn = game(EYES, komi=0.5, rules=CHINESE)
    engine = engine_at(drawn, split(WHITE_SIDE, BLACK_SIDE), winrate=0.01)
    assert engine.genmove(BLACK).move == drawn.pass_move
    assert len(engine._ready_search().roots) == 3        # the move's own search, and the two that judge a pass


def test_a_winning_search_that_passes_is_followed_late_in_the_game():
    """In a seki every stone loses something, even while it is far from losing the game."""
    unclear = split("C1 C2 C3 C4 C5")
    for winrate, passes in ((0.99, True), (0.4, False)):
        engine = engine_at(game(DEAD_STONE, komi=0.5, rules=CHINESE), unclear, winrate, preference=lambda game, colour, move:
                           int(move == game.pass_move))
        assert (engine.genmove(BLACK).move == engine.game.pass_move) == passes


def test_a_winning_search_does_not_end_the_game_while_a_doubt_decides_it():
    """Its opponent may count otherwise. As in game 59 of study threads, whose players then named two winners."""
    black = BLACK_SIDE.replace("C4 C5 ", "")
    unclear = split(black)
    for point in at("C1 C2 C3 D3 D4"):     # too little of Black's chain is left for the second look, which sees the same, to decide
        unclear[point] = 0.0
    for komi, passes in ((-20, False), (-60, True)):
        drawn = game(DAME, WHITE, komi=komi, rules=CHINESE)
        drawn.play(WHITE, drawn.pass_move)
        engine = engine_at(drawn, unclear, winrate=0.99, preference=lambda game, colour, move: int(move == game.pass_move))
        assert (engine.genmove(BLACK).move == engine.game.pass_move) == passes


def test_a_pass_of_the_opponent_is_judged_even_if_the_search_has_lost_sight_of_the_board():
    """The playouts of a decided game leave everything open. Without a judgement the winner would fill his own territory until he dies."""
    drawn = game(DEAD_STONE, WHITE, komi=0.5, rules=CHINESE)
    drawn.play(WHITE, drawn.pass_move)
    settled, unsettled = split(), [0.3] * 30
    engine = engine_at(drawn, lambda position: settled if len(position.moves) > 1 else unsettled)
    assert engine.genmove(BLACK).move == drawn.pass_move
    # without a pass a judgement is needed only if the game is won
    for winrate, passes in ((0.97, True), (0.9, False)):
        drawn = game(DEAD_STONE, komi=0.5, rules=CHINESE)
        engine = engine_at(drawn, lambda position: settled if position.moves else unsettled, winrate)
        assert (engine.genmove(BLACK).move == drawn.pass_move) == passes


def test_no_own_eye_is_filled_where_only_eyes_are_left():
    drawn = game(EYES, WHITE, komi=0.5, rules=CHINESE)
    drawn.play(WHITE, drawn.pass_move)
    engine = engine_at(drawn, split(WHITE_SIDE, BLACK_SIDE), winrate=0.5, preference=lambda game, colour, move: int(move == game.pass_move))
    assert engine.genmove(BLACK).move == drawn.pass_move


# A pass by a slip ---------------------------------------------------------------------------------------

def after_a_slip(rules, **options):
    """An engine to move, as White, after Black's pass at move 1, which likes a pass and wins by it as the board stands."""
    drawn = Game(9, 7.5, rules)
    drawn.play(BLACK, drawn.pass_move)
    return engine_at(drawn, [0.0] * 90, winrate=0.99, preference=lambda game, colour, move: int(move == game.pass_move), **options)


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE, TROMP_TAYLOR, parse_rules("chinese-kgs"), parse_rules("aga")])
def test_a_pass_at_the_first_move_does_not_end_the_game_at_a_level_or_before_a_person(rules, monkeypatch):
    monkeypatch.setattr("gopy.engine.choosing.peoples_moves", lambda game, colour, rank, priors: priors)    # loads no network
    for level in (1, 2, 9, 12):
        engine = after_a_slip(rules)
        engine.configure(sims=None, level=level)
        assert engine.genmove(WHITE).move != engine.game.pass_move
    engine = after_a_slip(rules)
    assert engine.genmove(WHITE, patient=True).move != engine.game.pass_move


def test_at_full_strength_a_game_that_two_passes_end_and_win_is_taken():
    engine = after_a_slip(TROMP_TAYLOR)
    assert engine.genmove(WHITE).move == engine.game.pass_move


@pytest.mark.parametrize("diagram, passes", [(DEAD_STONE, True), (DAME, False)])
def test_a_settled_game_ends_by_a_persons_pass_and_one_with_neutral_points_does_not(diagram, passes):
    drawn = game(diagram, WHITE, komi=0.5, rules=CHINESE)
    drawn.play(WHITE, drawn.pass_move)
    engine = engine_at(drawn, split(BLACK_SIDE.replace("C4 C5 ", "") if diagram is DAME else BLACK_SIDE))
    assert (engine.genmove(BLACK, patient=True).move == drawn.pass_move) == passes


# Territory rules ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("rules, komi, passes", [(JAPANESE, 4.5, True), (CHINESE, 3.5, False)])
def test_by_territory_who_is_ahead_passes_a_settled_game_although_playouts_see_another_result(rules, komi, passes):
    """There a move that changes nothing costs a point. By area it costs nothing, and may prove the playouts right."""
    drawn = game(DEAD_STONE, komi=komi, rules=rules)
    unsure = [0.65 * value for value in split()]
    status = assess(drawn.board, unsure)
    assert not status.doubtful and not status.neutral and points_ahead(drawn, BLACK, status) > 0
    assert points_ahead_by_ownership(drawn, BLACK, unsure) <= 0
    assert ask(drawn, BLACK, unsure) == passes
    assert not ask(game(DEAD_STONE, komi=20.5, rules=rules), BLACK, unsure), "a lost game goes on while there is hope"
