"""Reasons of mistakes: positions whose right reason is known, and the same with something amiss, of which it must not be told."""
import inspect
import re
from dataclasses import fields

import pytest
from diagram import board, marks
from fakes.fake_looks import look

from gopy.desk.languages import ENGLISH, phrases
from gopy.desk.review import facts as facts_module
from gopy.desk.review.case import Case, part_of_board
from gopy.desk.review.facts import facts
from gopy.desk.review.words import sentence
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move, point_at, points, vertex_text

#: Black's two stones in the middle are in atari: `a` is their last liberty, `b` is far away.
ATARI = """
    . . O . .
    . O X O .
    . O X O b
    . . a . .
    . . . . .
"""
#: Black takes two stones at `a`.
CAPTURE = """
    . . X . .
    . X O X .
    . X O X b
    . . a . .
    . . . . .
"""
#: `a` joins Black's two pairs of stones or cuts them.
JOINT = """
    . . . O . .
    X X a X X b
    . . O . . .
    . . O . . .
    . . . . . .
    . . . . . .
"""
#: The three stones of either side at the edge have two liberties each; who plays at `a` takes the others first.
RACE = """
    . . . . . . b
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O O O X . . .
    X X X O X . .
    . . a O O X .
"""


#: Stones as diagrams draw them.
STONES = {"X": BLACK, "O": WHITE}


def case(text, played="b", better="a", reply="a", now=None, could=None, was=None, line="", mover=BLACK):
    """A Case of a diagram. played, better, reply: small letters, or "pass"; now, could, was: {"X", "O" or a point: ownership}."""
    drawn, marked = board(text, mover), marks(text)
    size = drawn.size
    place = {**marked, "pass": pass_move(size)}

    def found(owned, best):
        values = {}
        for key, value in (owned or {}).items():
            values.update({point: value for point in points(size) if drawn.colours[point] == STONES[key]} if key in STONES else {key: value})
        return look(0.5, *([vertex_text(place[best], size)] if best else []), size=size, owned=values)
    return Case(drawn, mover, place[played], place[better], found(was, better), found(now, reply), found(could, None),
                tuple(place[letter] for letter in line))


def vars_of(found):
    """The fields of a Case, by name."""
    return {field.name: getattr(found, field.name) for field in fields(found)}


def told(found):
    """{kind of a fact: its sentence}, what explains most first."""
    return {fact.kind: sentence(fact, found.size) for fact in facts(found)}


def first(found):
    return next(iter(told(found).items()))


LOST, KEPT = {"X": -0.9, "O": -0.9}, {"X": 0.7, "O": -0.1}


def test_an_atari_that_was_overlooked():
    assert first(case(ATARI, now=LOST, could=KEPT)) == (
        "left in atari", "Black's two stones at C3 were in atari, and White takes them at C2.")
    assert "left in atari" not in told(case(ATARI, now=LOST, could=LOST)), "they were dead anyway"
    assert "left in atari" not in told(case(ATARI, reply="b", played="pass", now=LOST, could=KEPT)), "White does not take them"


def test_a_capture_that_was_missed():
    lives, dies = {"O": -0.8, "X": -0.2}, {"O": 0.9, "X": 0.9}
    assert first(case(CAPTURE, now=lives, could=dies)) == (
        "missed capture", "Black C2 would have taken White's two stones at C3. Now they get away.")
    assert first(case(CAPTURE, now={"O": 0.2}, could=dies))[0] == "late capture"
    assert not {"missed capture", "late capture"} & set(told(case(CAPTURE, now=dies, could=dies))), "they are still dead"


def test_a_move_into_atari():
    shut = """
        . O . . .
        O b O . .
        . a . . .
        . . . . .
        . . . . c
    """
    found = case(shut, played="b", better="c", reply="a", now={marks(shut)["b"]: -0.9})
    assert first(found) == ("own atari", "The move leaves Black's stone at B4 in atari: White takes it at B3.")
    assert "own atari" not in told(case(shut, played="b", better="c", reply="a", now={marks(shut)["b"]: 0.5})), "it is won back"


def test_a_chain_that_dies_or_lives_or_is_in_danger():
    assert first(case(JOINT, reply=None, now={"X": -0.8}, could={"X": 0.6}))[1] == "Black's two stones at A5 die."
    assert first(case(JOINT, reply=None, now={"O": -0.8}, could={"O": 0.8})) == (
        "lives", "White's two stones at C3 live. Black C5 would have killed them.")
    assert first(case(JOINT, reply=None, now={"X": -0.1}, could={"X": 0.5})) == (
        "weaker", "Black's two stones at A5 are in more danger now than after C5.")
    assert first(case(JOINT, reply=None, now={"O": -0.3}, could={"O": 0.2})) == (
        "spared", "C5 would have put more pressure on White's two stones at C3.")
    same = told(case(JOINT, reply=None, now={"X": -0.8, "O": 0.1}, could={"X": -0.7, "O": 0.2}))
    assert list(same) in (["worth"], ["better"]), "nothing changes for them"


def test_white_is_told_likewise():
    assert first(case(ATARI.replace("O", "x").replace("X", "O").replace("x", "X"), now={"O": 0.9}, could={"O": -0.7}, mover=WHITE)) == (
        "left in atari", "White's two stones at C3 were in atari, and Black takes them at C2.")


def test_a_cut():
    weak = {point_at(4, 3, 6): 0.1, point_at(4, 4, 6): 0.1}
    strong = {point_at(4, 3, 6): 0.5, point_at(4, 4, 6): 0.5}
    assert told(case(JOINT, now=weak, could=strong))["cut"] == "White can cut at C5, and Black's two stones at D5 get weaker for it."
    assert "cut" not in told(case(JOINT, reply="b", played="pass", now=weak, could=strong)), "White does not cut"
    assert "cut" not in told(case(JOINT, now=weak, could=weak)), "they do not suffer"


def test_a_race():
    stones = [point_at(1, column, 7) for column in range(3)], [point_at(2, column, 7) for column in range(3)]
    now, could = ({point: value for chain in stones for point in chain} for value in (-0.2, 0.3))
    assert first(case(RACE, now=now, could=could)) == (
        "race", "Black's three stones at A2 and White's three stones at A3 fight for life. C1 would have helped Black there.")
    apart = {**now, **{point: 0.4 for point in stones[1]}}
    assert "race" not in told(case(RACE, now=apart, could=could)), "one does not live by the death of the other"


def test_points_that_change_hands_are_counted():
    corner = [point_at(row, column, 6) for row in range(3) for column in range(3)]
    now, could = {point: -0.5 for point in corner}, {point: 0.5 for point in corner}
    assert told(case(JOINT, reply=None, now=now, could=could))["area"] == "Black loses about 9 points in the lower left."
    other = [point_at(row, column, 6) for row in range(3) for column in range(4, 6)]
    apart = case(JOINT, reply=None, now={**now, **{point: 0.5 for point in other}}, could={**could, **{point: -0.5 for point in other}})
    assert told(apart)["exchange"] == "Black loses about 9 points in the lower left, and gets about 6 elsewhere." and "area" not in told(apart)
    assert "exchange" not in told(case(JOINT, reply=None, now={**now, **{point: 0.9 for point in other}},
                                       could={**could, **{point: -0.7 for point in other}})), "nothing is lost by it"
    assert "area" not in told(case(JOINT, better="b", played="a", reply=None, now=now, could=could)), "far from the better move"
    assert "area" not in told(case(JOINT, reply=None, now={point: -0.1 for point in corner}, could={point: 0.04 for point in corner}))


def test_what_the_better_move_would_have_done_to_chains():
    """The same small falls, and boards on which it would not have done it."""
    here = {place: 0.1 for place in points(6)}
    assert told(case(JOINT, reply=None, could=here))["joins"] == "C5 would have joined Black's two stones at A5 and two stones at D5."
    assert "joins" not in told(case(JOINT, reply=None, could={})) and "joins" not in told(case(JOINT, better="b", played="a", could=here))
    mirrored = JOINT.replace("O", "x").replace("X", "O").replace("x", "X")
    assert told(case(mirrored, reply=None, could=here))["parts"] == (
        "White's two stones at A5 and two stones at D5 can be joined at C5, if Black does not play there first.")
    assert "parts" not in told(case(mirrored, reply=None, could={}))
    two = """
        . . . . .
        . X O . .
        . b O X .
        . . a . .
        . . . . .
    """
    small = {place: 0.1 for place in points(5)}
    assert "atari" not in told(case(two, reply=None, could=small)), "they keep three liberties"
    short = two.replace(". X O . .", ". X O X .").replace(". . . . .", ". . X . .", 1)
    assert told(case(short, played="pass", reply=None, could=small))["atari"] == "C2 would have put White's two stones at C3 in atari."
    assert "atari" not in told(case(short, played="pass", reply=None, could={})), "nothing hangs on it"
    own = short.replace("O", "x").replace("X", "O").replace("x", "X")
    assert told(case(own, played="pass", reply=None, could=small))["liberties"] == (
        "Black's two stones at C3 are short of liberties, and C2 would have given them more.")
    assert "liberties" not in told(case(own, played="pass", reply=None, could={}))


def test_open_parts_and_moves_that_need_no_answer():
    wide = """
        . . . . . . . . .
        . . . . . . . . .
        . . a . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O X . . c .
        . . . O X b . . .
        . . . . . . . . .
    """
    assert told(case(wide, reply=None))["open"] == "Nobody has played around C7 yet: there is room in the upper left."
    assert "open" not in told(case(wide, better="c", reply=None)) and "open" not in told(case(wide, better="b", played="a", reply=None))
    near = Case(**{**vars_of(case(wide, played="a", better="b", reply="c")), "could": look(0.5, "F3", size=9)})
    assert told(near)["unanswered"] == "White can leave C7 unanswered and play elsewhere. F2 would have asked for an answer."
    far = Case(**{**vars_of(case(wide, better="c", reply="a")), "could": look(0.5, "J3", size=9)})
    assert "unanswered" not in told(far), "nothing of White's is near it"
    assert "unanswered" not in told(case(wide, better="c", reply="a")), "nothing says that the better move is answered"
    assert "unanswered" not in told(Case(**{**vars_of(near), "now": look(0.5, "C6", size=9)}))


def test_a_part_of_the_board_in_which_the_player_would_be_stronger():
    """Not one that the better move is far from. What it costs elsewhere is told too, and if it costs as much, nothing is."""
    corner = {point_at(row, column, 6): 0.5 for row in range(4, 6) for column in range(2)}
    far = {point_at(row, column, 6): -0.4 for row in range(2) for column in range(4, 6)}
    assert told(case(JOINT, reply=None, could=corner))["part"] == "C5 would have made Black stronger in the upper left, by about 2 points."
    assert "part" not in told(case(JOINT, reply=None, could={point: -share for point, share in {**corner, **far}.items()}))
    assert "part" not in told(case(JOINT, reply=None, could={**corner, **far}))
    much, back = ({point: 3 * share for point, share in each.items()} for each in (corner, far))
    traded = told(case(JOINT, reply=None, could={**much, **back}))
    assert traded["trade"] == "C5 would have been worth about 6 points in the upper left, and would have cost about 5 elsewhere."
    assert "part" not in traded


def test_room_around_stones():
    room = """
        . . . . . . .
        . . . . . . .
        . . a . O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X b . . . . .
    """
    around = {point_at(row, column, 7): 0.2 for row in range(3, 6) for column in range(2, 7)}
    assert told(case(room, reply=None, could=around))["room"] == "C5 would have left White's stone at E5 less room."
    assert "room" not in told(case(room, reply=None)), "it is worth nothing"
    assert "room" not in told(case(room, better="b", played="a", reply=None, could=around)), "it is far away"
    owned = {point: 0.8 for point in around}
    assert "room" not in told(case(room, reply=None, now=owned, could={point: 1.0 for point in around})), "the stone is dead"


def test_stones_that_would_be_safer():
    safe = {point_at(2, 2, 6): 0.5, point_at(3, 2, 6): 0.5}
    found = {"now": {point: -0.35 for point in safe}, "could": {point: -0.5 for point in safe}}
    assert told(case(JOINT, mover=WHITE, reply=None, **found))["helps"] == "C5 would have made White's two stones at C3 safer."
    assert "helps" not in told(case(JOINT, mover=WHITE, reply=None, now=found["could"], could=found["now"]))
    assert "helps" not in told(case(JOINT, mover=WHITE, better="b", played="a", reply=None, **found)), "it is far away"


def test_a_point_that_the_opponent_takes_later():
    found = Case(**{**vars_of(case(JOINT, reply=None)), "now": look(0.5, "A1 B1 C5", size=6)})
    assert told(found)["wanted soon"] == "C5 is a point that both sides want: White may play there soon."
    assert "wanted soon" not in told(Case(**{**vars_of(found), "now": look(0.5, "A1 C5 B1", size=6)})), "Black may"


def test_what_comes_first_and_what_both_want():
    assert told(case(JOINT, line="aab"))["wait"] == "C5 first: F5 could follow later."
    assert told(case(JOINT))["point for both"] == "C5 is a point that both sides want: White may play there next."
    assert not {"wait", "point for both"} & set(told(case(JOINT, reply=None, line="a")))


def test_moves_that_gain_nothing():
    quiet = """
        . . . . .
        . . . . .
        . . a . .
        . . . . .
        . b . . .
    """
    place = marks(quiet)["b"]
    owned = {place: 0.95}
    assert told(case(quiet, reply=None, was=owned, now=owned, could=owned))["inside own"] == "B1 was Black's already. A move there gains nothing."
    assert "inside own" not in told(case(quiet, reply=None, was=owned, now=owned, could={place: 0.2}))
    theirs = {place: -0.95}
    assert told(case(quiet, reply=None, was=theirs, now=theirs, could=theirs))["hopeless"].startswith("The stone at B1 cannot live")
    assert told(case(quiet, reply=None))["edge"] == "The edge is early: C3 makes more of the open board."
    assert first(case(quiet, played="pass"))[1] == "Black passes, and C3 is still worth something."


def test_what_no_rule_explains_is_only_called_better():
    assert list(told(case(JOINT, reply=None))) == ["better"]
    for mover, sign in ((BLACK, 1), (WHITE, -1)):       # by the lead, which is told beside it
        found = case(JOINT, reply=None, mover=mover)
        could = look(0.5, size=6, lead=4.0 * sign)
        assert list(told(Case(**{**vars_of(found), "could": could})).values()) == ["C5 is worth about 4 points more."]
        reviewed = Case(**{**vars_of(found), "could": could, "points_lost": 0.7})
        assert list(told(reviewed).values()) == ["C5 was better."], "a whole review says that it cost less than a point"
    assert "pass was better." in told(case(JOINT, better="pass", reply=None)).values()


@pytest.mark.parametrize("places, where", [(["A1", "B2"], "lower left"), (["E9"], "upper"), (["J5"], "right"),
                                           (["E5", "D5"], "centre"), (["E1"], "lower")])
def test_where_points_lie(places, where):
    assert part_of_board(tuple(parse_vertex(place, 9) for place in places), 9) == where and f"where.{where}" in phrases(ENGLISH)


def test_every_kind_of_fact_has_a_sentence_that_ends():
    english = phrases(ENGLISH)
    kinds = set(re.findall(r'Fact\("([^"]+)"', inspect.getsource(facts_module))) | {"worth", "better"}
    assert len(kinds) > 15 and all(f"reason.{kind}" in english for kind in kinds)
    texts = [text for key, phrase in english.items() if key.startswith("reason.") for text in ([phrase] if isinstance(phrase, str) else phrase.values())]
    assert all(text.endswith(".") for text in texts)
