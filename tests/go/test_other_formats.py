"""Records in GIB and NGF, by every door through which records come in and go out again."""
import time

import pytest
from clients.record_doors import DOORS, moves_text

from gopy.go.geometry import BLACK, WHITE, vertex_text
from gopy.go.record.header import said
from gopy.go.record.other_formats import as_sgf
from gopy.go.record.source import SgfError, is_record_name
from gopy.go.sgf import load_game, read_game

GIB = r"""\HS
\[GAMEBLACKNAME=Ann [x] (5D)\]
\[GAMEWHITENAME=Bea (12K)\]
\[GAMEDATE=2011- 9-10-20-33-27\]
\[GAMEPLACE=Tygem Baduk\]
\[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GONGJE:65,GRLT:1,ZIPSU:35,DUM:0\]
\HE
\GS
2 1 0
4 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15
SKI 0 4
STO 0 5 2 2 2
\GE
"""

NGF = """Rating game
9
Bea       7D*
Ann       8D
www.cyberoro.com
0
0
6
20170321 [18:01]
5
White wins by resignation!
3
PMABBDEED
PMACWCGGC
PMADBAAAA
"""

#: {name of a file: (its text, moves, komi, {property: value})}
RECORDS = {
    "game.gib": (GIB, "B Q16 W D4 B pass W C17", 6.5, {"PB": "Ann [x]", "BR": "5d", "PW": "Bea", "WR": "12k", "DT": "2011-09-10", "RE": "W+3.5"}),
    "game.NGF": (NGF, "B C6 W B4 B pass", 6.5, {"PB": "Ann", "BR": "8d", "PW": "Bea", "WR": "7d", "DT": "2017-03-21", "RE": "W+R", "EV": "Rating game"}),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", RECORDS)
def test_other_formats_come_in_by_every_door(name, door, tmp_path):
    text, moves, komi, _ = RECORDS[name]
    path = tmp_path / name
    path.write_text(text)
    game = DOORS[door](path)
    assert (moves_text(game), game.komi) == (moves, komi)


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_told_about_the_game_is_kept(name):
    text, _, _, told = RECORDS[name]
    root = read_game(text).record.root
    assert {key: said(root, key) for key in told} == told
    assert read_game(text.replace("\n", "\r\n").encode("utf-16")).names() == [told["PB"], told["PW"]]
    assert is_record_name(name)


def test_handicap_stones_are_placed_and_white_moves_first():
    for text in (GIB.replace("INI 0 1 0", "INI 0 1 4").replace("STO 0 2 1 15 3\n", ""),
                 NGF.replace("\n0\n0\n", "\n4\n0\n").replace("PMABBDEED\n", "").replace("9\n", "19\n", 1)):
        game = load_game(text)
        assert game.handicap == 4 and {vertex_text(point, 19) for point in game.initial.stones(BLACK)} == {"D4", "Q16", "D16", "Q4"}
        assert game.moves[0][0] == WHITE
    assert load_game(NGF.replace("\n0\n0\n6\n", "\n2\n0\n0\n").replace("9\n", "19\n", 1)).komi == 0.0


@pytest.mark.parametrize("text", ["(;SZ[9]C[PMAABCC\n \\HS])", "", "nothing", "PMAABCC\n" * 20, "a\n99\n" + "x\n" * 10 + "PMAABCC"])
def test_other_texts_stay_what_they_are(text):
    assert as_sgf(text) == text


@pytest.mark.parametrize("text", ["\\HS" + "\\[A=" * 10**6, "\\HS" + "\n" * (4 * 10**6), "\\HS\n" + "STO " * 10**6, "\\HS\n" + "STO 0 " + "1" * 4 * 10**6,
                                  "a\n9\n" + "\n" * 10 + "PMAABDD\n" + "PMAAB " * 10**5 + "\n\t" * 10**6])
def test_hostile_texts_take_time_in_proportion(text):
    began = time.process_time()
    as_sgf(text)
    assert time.process_time() - began < 2


def test_what_is_wrong_costs_nothing_else():
    text = GIB.replace("STO 0 3 2 3 15", "STO 0 3 2 25 15\nSTO 0 3 2 99 99\nSTO 0 3 7 1 1").replace("GONGJE:65", "GONGJE:x").replace("GRLT:1", "GRLT")
    found = read_game(text)
    assert moves_text(found.game) == "B Q16 B pass W C17" and found.game.komi == 7.5 and not said(found.record.root, "RE")
    assert read_game(NGF.replace("\n0\n0\n6\n", "\nmany\n0\nhalf\n")).game.komi == 7.5
    with pytest.raises(SgfError):
        load_game(GIB.replace("STO 0 5 2 2 2", "STO 0 5 2 2 2\n" * 10_001))
