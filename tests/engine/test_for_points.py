"""Playing for points once the game is won: the move that wins by more, if it is as safe."""
import pytest
from diagram import game
from fakes.fake_search import FakeSearch

from gopy.engine.choosing import WON_SHARE
from gopy.engine.decision import Restriction
from gopy.engine.engine import Engine
from gopy.engine.for_points import POINTS_TOLERANCE, WORTH_PLAYING, move_for_points
from gopy.engine.options import Options
from gopy.engine.thinking import Thinker
from gopy.engine.turn import WON, Turn
from gopy.go.geometry import BLACK, WHITE, vertex_text

BEST, GREEDY = 42, 22       # C5 and C3


class WonSearch(FakeSearch):
    """Black has won: the search plays BEST and, when points are given away, GREEDY, whose win rate is `greedy`."""

    greedy, won, lead = 0.97, 0.98, 20.0

    def set_root(self, root):
        super().set_root(root)
        wanted = GREEDY if root.extra_komi else BEST
        self.preference = lambda game, colour, move: move == wanted
        only_greedy = BEST in root.avoid and not root.extra_komi
        self.winrate = 0.5 if root.extra_komi else self.greedy if only_greedy else self.won

    def report(self, *args, **how):
        report = super().report(*args, **how)
        report.score_mean = self.lead
        report.best = report.children[0]
        return report


def made(search=WonSearch, **options):
    """An engine with stones on the board that are neither alive nor dead for certain."""
    engine = Engine(Options(**{"size": 9, "threads": 1, "sims": 1000, "for_points": True, **options}), make_search=search)
    engine.setup([30], [50])
    return engine


def play_first(engine):
    move = engine.genmove(BLACK).move
    engine.close()
    return move


def test_a_move_for_points_is_played_if_it_is_as_safe():
    assert play_first(made()) == GREEDY


@pytest.mark.parametrize("field, value", [("greedy", 0.98 - POINTS_TOLERANCE - 0.001), ("greedy", WON - 0.001), ("won", WON - 0.001)])
def test_not_if_it_is_less_safe_or_the_game_is_not_won(field, value):
    assert play_first(made(type("Other", (WonSearch,), {field: value}))) == BEST


def test_not_if_it_is_off():
    assert play_first(made(for_points=False)) == BEST


def test_the_main_search_gets_a_share_from_the_second_won_move_on():
    engine = made()
    assert engine.genmove(BLACK).report.simulations >= 1000
    engine.play(WHITE, 60)
    assert WON_SHARE * 1000 <= engine.genmove(BLACK).report.simulations < 1000
    engine.setup([30], [50])
    assert engine.genmove(BLACK).report.simulations >= 1000
    engine.close()


@pytest.mark.parametrize("hindrance", ["cleanup", "level"])
def test_it_gets_all_simulations_where_no_search_for_points_follows(hindrance):
    engine = made(**({"level": 1, "sims": None} if hindrance == "level" else {}))
    whole = engine.options.simulations(engine.game.size)
    for _ in range(2):
        taken = engine.genmove(WHITE, cleanup=hindrance == "cleanup").report.simulations
        engine.play(BLACK, engine.game.legal_moves(BLACK)[0])
        assert taken >= whole
    engine.close()


#: Black to play captures two stones at G7, or lets White connect them there. All other chains are alive.
CAPTURE = """
    X X . X . X O . O
    X X X X X X O O O
    X X . X O O . O .
    X X X X X X X O O
    X X . X . . X O .
    X X X X X X X O O
    X X . X . . X O .
    X X X X X X X O O
    . X . X . X X O .
"""


@pytest.mark.parametrize("seed", range(3))
def test_an_engine_that_has_won_by_far_captures_all_the_same(seed):
    engine = Engine(Options(size=9, threads=1, sims=400, seed=seed, for_points=True))
    engine.set_game(game(CAPTURE, komi=-200.5))
    assert vertex_text(engine.genmove(BLACK).move, 9) == "G7"
    engine.close()


@pytest.mark.parametrize("worth, played", [(WORTH_PLAYING - 0.1, False), (WORTH_PLAYING + 0.1, True)])
def test_a_pass_makes_room_only_for_a_move_that_is_worth_it(worth, played):
    class Worth(WonSearch):
        """A pass leaves Black with `worth` points less."""

        def report(self, *args, **how):
            report = super().report(*args, **how)
            if report.to_play == WHITE:
                report.score_mean -= worth
            return report

    position, search = game(CAPTURE), Worth(9, None, 1)
    turn = Turn(position, BLACK, search, Thinker(), Restriction(), False, points=True)
    turn.search.set_root(turn.root())
    report = turn.thinker.think(search, simulations=1000)
    assert move_for_points(turn, position.pass_move, report) == (GREEDY if played else position.pass_move)
