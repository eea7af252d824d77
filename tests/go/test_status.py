"""Status of stones from ownership and static safety, on drawn positions."""
from diagram import DEAD_STONE, SEKI, board, marks

from gopy.engine.status import assess, owners_of, unconditional
from gopy.go.geometry import BLACK, WHITE, num_points, parse_vertex, points
from gopy.go.score import area_score


def at(text, size):
    return {parse_vertex(word, size) for word in text.split()}


def ownership(drawn, **regions):
    """Ownership as the stones lie, except the points given as black=..., white=..., open=... vertices."""
    values = [{BLACK: 0.95, WHITE: -0.95}.get(colour, 0.0) for colour in drawn.colours]
    for name, value in (("black", 0.95), ("white", -0.95), ("open", 0.0)):
        for point in at(regions.get(name, ""), drawn.size):
            values[point] = value
    return values


def test_a_captive_is_dead_and_the_rest_is_settled():
    drawn = board(DEAD_STONE)
    status = assess(drawn, ownership(drawn, black="D1 D2 D3 D4 D5 E1 E2 E3 E4 E5", white="A1 A2 A3 A4 A5"))
    assert status.dead == at("D3", 5)
    assert status.doubtful == status.neutral == frozenset()
    assert set(status.of) == set(drawn.stones(BLACK)) | set(drawn.stones(WHITE))
    assert area_score(drawn.colours, 5, status.dead) == 15 - 10


def test_unconditional_life_overrules_the_playouts():
    drawn = board("""
        . X . X O
        X X X X O
        O O O O O
        . O . O .
        O . O O O
    """)
    status = assess(drawn, [0.0] * num_points(5))
    assert not status.dead and not status.doubtful
    assert unconditional(drawn)


def test_a_stone_of_unclear_fate_is_doubtful():
    drawn = board(DEAD_STONE)
    status = assess(drawn, ownership(drawn, open="D3 D4 E3", black="D1 D2 D5 E1 E2 E4 E5", white="A1 A2 A3 A4 A5"))
    assert at("D3", 5) <= status.doubtful


def test_dame_are_neutral():
    drawn = board("""
        . O . X .
        . O . X .
        . O X X .
        . O X . .
        . O X . .
    """)
    status = assess(drawn, ownership(drawn, black="D1 D2 E1 E2 E3 E4 E5", white="A1 A2 A3 A4 A5"))
    assert status.neutral == at("C4 C5", 5) and not status.doubtful


def test_an_invadable_region_is_doubtful():
    drawn = board("""
        . . . X O
        . . . X O
        . . . X O
        X X X X O
        O O O O .
    """)
    values = ownership(drawn, open="A3 B3 C3 A4 B4 C4 A5 B5 C5", white="E1")
    assert assess(drawn, values).doubtful >= at("A5 B4", 5)


SEKI_STONES = "B9 B8 C8 D8 D9 E8 F9 F8 G8 H8 H9"


def test_two_chains_with_an_eye_each_that_share_a_liberty_are_in_seki():
    drawn = board(SEKI)
    for value in (-0.5, 0.0, 0.9):        # whatever the playouts make of it
        values = ownership(drawn)
        for point in at(SEKI_STONES, 9) | {marks(SEKI)["a"]}:
            values[point] = value if drawn.colours[point] != WHITE else -value
        status = assess(drawn, values)
        assert status.seki == at(SEKI_STONES, 9)
        assert not status.dead and not status.doubtful and not status.neutral


def test_walls_beside_dame_are_not_in_seki():
    drawn = board("""
        . O . X .
        . O . X .
        . O . X .
        . O . X .
        . O . X .
    """)
    status = assess(drawn, ownership(drawn, black="E1 E2 E3 E4 E5", white="A1 A2 A3 A4 A5"))
    assert not status.seki and len(status.neutral) == 5


def test_neighbours_cannot_kill_each_other():
    drawn = board("""
        . . . . .
        . X O . .
        . X O . .
        . X O . .
        . . . . .
    """)
    values = ownership(drawn)
    for point in drawn.stones(BLACK):
        values[point] = -0.3
    for point in drawn.stones(WHITE):
        values[point] = 0.2
    assert assess(drawn, values).dead == set(drawn.stones(BLACK))


def test_whose_points_are_under_a_status():
    drawn = board("""
        . O . X .
        . O . X .
        . O X X .
        . O X O .
        . O X . .
    """)
    status = assess(drawn, ownership(drawn, black="D1 D2 E1 E2 E3 E4 E5", white="A1 A2 A3 A4 A5"))
    owners = owners_of(drawn, status)
    whites = at("A1 A2 A3 A4 A5 B1 B2 B3 B4 B5", 5)
    assert {point for point, owner in owners.items() if owner == WHITE} == whites
    assert owners.keys() == set(points(5)) - at("C4 C5", 5), "D2 is Black's although White's dead stone stands there"
    assert not unconditional(drawn)
