"""Each small record through every door: loadsgf, the page, the terminal, reviews, games to learn from, openings; and saved again."""
import asyncio
import json
import re

import pytest
from clients.record_doors import DOORS, SAVES, moves_text, page_room, room_with
from places import TESTS

from gopy.desk.review.looks import Question
from gopy.desk.review.turns import query_of
from gopy.desk.terminal.go_file import go_text, read_go
from gopy.desk.web.go_view import table_view
from gopy.desk.web.wire import game_values, played_game
from gopy.go.geometry import BLACK, WHITE, vertex_text
from gopy.go.record.values import move_of
from gopy.go.rules import CHINESE, NAMED_RULES, parse_rules
from gopy.go.sgf import load_game, read_game, save_game
from gopy.go.sgf_tree import load_tree
from gopy.lab.learn.records import LeftOut, read_records
from gopy.lab.match.given import load_openings

FOLDER = TESTS / "records"

#: {case: (size, komi if the record says one, moves, what else holds)}
CASES = {
    "komi_fox_375": (19, 7.5, "B Q16 W D4"), "komi_650_no_program": (19, 6.5, "B R16 W D16"), "komi_325_9x9": (9, 6.5, "B E5 W C7"),
    "komi_wide_stop": (19, 5.5, "B Q16"), "komi_comma": (19, 6.5, "B Q16"), "komi_words": (19, 6.5, "B Q16"),
    "text_gb2312_with_gbk": (9, None, "B E5 W C7"), "text_shift_jis_with_cp932": (9, None, "B E5 W C7"),
    "text_windows_31j": (9, None, "B E5 W C7"), "text_undeclared_gbk": (9, None, "B E5 W C7"),
    "text_undeclared_big5": (9, None, "B E5 W C7"), "text_undeclared_shift_jis": (9, None, "B E5 W C7"),
    "text_undeclared_cp1252": (9, None, "B E5"), "text_utf16_bom": (9, None, "B E5 W C7 B G3"),
    "structure_no_closing": (9, None, "B E5 W C7 B G3"), "structure_no_first_semicolon": (9, None, "B E5 W C7"),
    "structure_like_nihon_kiin": (19, 6.5, "B Q16 W D4 B C3"), "structure_variation_without_node": (9, None, "B A8 W E5"),
    "structure_words_first": (9, 6.5, "B E5 W C7"), "point_parted_by_commas": (9, None, "W E5"), "point_as_people_name_it": (19, None, "B R16 W D4"),
    "to_play_after_a_move": (9, None, "B E5 W pass"), "point_line_break": (19, None, "B D16"), "pass_blanks": (9, None, "B E5 W pass B C7 W pass"),
    "move_on_stone": (9, None, "B E5 W E5 B C7"), "move_on_stone_in_variation": (9, None, "B E5 W C7 B G3"),
    "move_off_board": (9, None, "B E5 B C7"), "size_19_19": (19, None, "B Q16"), "to_play_word": (9, None, "W C7"),
    "node_with_both_moves": (19, None, "B Q16 W D4 B Q4 W D16"), "handicap_without_stones_fox": (19, 0.0, "W Q16 B D16"),
    "rules_japanese_rules": (9, 0.5, "B E5"), "rules_katago_compact": (9, 6.5, "B E5"), "rules_nz": (9, 7.0, "B E5"),
    "marks_and_names": (9, 6.5, "B E5 W C7 B G3 W G7")}

TO_PLAY = {"to_play_after_a_move": WHITE}

#: Black's and White's stones before the first move.
STONES = {"to_play_word": "E5", "point_parted_by_commas": "G3 C7 G7 A1", "point_line_break": "N3 R2 A18", "structure_variation_without_node": "A9",
          "handicap_without_stones_fox": "D4 Q16"}

#: The names of White's, where there is one.
WHITES = {"text_utf16_bom": "白", "text_undeclared_cp1252": "näxt"}

RULES = {"rules_japanese_rules": NAMED_RULES["japanese"], "rules_nz": NAMED_RULES["new-zealand"],
         "rules_katago_compact": parse_rules("koPOSITIONALscoreTERRITORYtaxSEKIsui0")}

NAMES = {"text_gb2312_with_gbk": "黑方鋐", "text_shift_jis_with_cp932": "髙段の棋士", "text_windows_31j": "黒番の棋士",
         "text_undeclared_gbk": "黑方先手白方后手", "text_undeclared_big5": "黑方先手", "text_undeclared_shift_jis": "黒番と白番の対局",
         "text_undeclared_cp1252": "the “first” player", "text_utf16_bom": "黑", "structure_words_first": "first", "marks_and_names": "first"}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_reads_every_case(case, door):
    size, komi, moves = CASES[case]
    game = DOORS[door](FOLDER / f"{case}.sgf")
    assert (game.size, game.komi, moves_text(game)) == (size, 7.5 if komi is None else komi, moves)
    assert game.to_play == TO_PLAY.get(case, WHITE if moves.split()[-2] == "B" else BLACK)
    assert " ".join(vertex_text(point, size) for point in (*game.initial.stones(BLACK), *game.initial.stones(WHITE))) == STONES.get(case, "")
    assert game.rules == RULES.get(case, CHINESE)
    assert len(game.handicap_points) == (2 if case == "handicap_without_stones_fox" else 0) or case == "move_off_board"


def test_every_case_has_its_value():
    assert {path.stem for path in FOLDER.glob("*.sgf")} == set(CASES)


@pytest.mark.parametrize("case", NAMES)
def test_names_are_read_and_saved(case):
    path = FOLDER / f"{case}.sgf"
    for text in (path.read_bytes(), *(save(path) for name, save in SAVES.items() if name != "gtp")):     # GTP has no names
        black, white = read_game(text).names()
        assert black == NAMES[case] and white == WHITES.get(case, white)


def test_the_page_loads_variations_too():
    tree = room_with(FOLDER / "move_on_stone_in_variation.sgf").go.played.tree
    lines = {}
    for node in tree:
        if not node.children:
            tree.go(node.number)
            lines[moves_text(tree.game)] = len(tree.game.board.stones(BLACK)), len(tree.game.board.stones(WHITE))
    assert lines == {"B E5 W C7 B G3": (2, 1), "B E5 W E5 B C7": (1, 1)}


#: Why a case is no game to learn from, and why it is no opening.
SET_UP, TWICE = "with stones set up before the first move", "in which a colour moves twice running"
NO_GAME_TO_LEARN = {**dict.fromkeys(STONES, SET_UP), "move_off_board": TWICE}
NO_OPENING = {**dict.fromkeys(STONES, "the empty board"), "move_off_board": "take turns", "move_on_stone": "occupied"}


@pytest.mark.parametrize("case", CASES)
def test_games_to_learn_from(case):
    size, _, moves = CASES[case]
    left_out = LeftOut()
    records = list(read_records([FOLDER / f"{case}.sgf"], [size], left_out=left_out))
    assert [[vertex_text(move, size) for move in record.moves] for record in records] == (
        [] if case in NO_GAME_TO_LEARN else [moves.split()[1::2]])
    assert dict(left_out.unsuitable) == ({NO_GAME_TO_LEARN[case]: 1} if case in NO_GAME_TO_LEARN else {})
    assert all(record.first == "BW".index(moves[0]) for record in records) and not left_out.unreadable


@pytest.mark.parametrize("case", CASES)
def test_openings(case):
    size, _, moves = CASES[case]
    path = str(FOLDER / f"{case}.sgf")
    if case in NO_OPENING:
        with pytest.raises(ValueError, match=NO_OPENING[case]):
            load_openings(path, size, CHINESE)
    else:
        opening, = load_openings(path, size, CHINESE)
        assert [vertex_text(move, size) for move in opening] == moves.split()[1::2]


def test_capital_letters_make_no_other_file(tmp_path):
    (tmp_path / "A.SGF").write_text("(;SZ[9];B[ee];W[cc])")
    assert len(load_openings(str(tmp_path), 9, CHINESE)) == 1
    assert len(list(read_records([tmp_path], [9]))) == len(list(read_records([tmp_path / "A.SGF"], [9]))) == 1


def test_the_page_keeps_and_shows_everything():
    path = FOLDER / "marks_and_names.sgf"
    room = room_with(path)
    assert room.told == []
    room.go.handle("go", {"node": 0})
    assert table_view(room.go)["marks"] == [[20, "label", "A"], [60, "label", "1"], [40, "triangle", ""], [24, "square", ""],
                                            [56, "circle", ""]]
    room.go.handle("comment", {"node": 1, "text": "because]"})
    before, after = path.read_text(), room.go.handle("save", {})["text"]
    for name, values in re.findall(r"([A-Z]+)((?:\[[^]]*\])+)", before):
        assert f"{name}{values}" in after or (name, values) == ("C", "[why]")
    assert "C[because\\]]" in after and len(list(load_tree(after).tree)) == 6


def test_the_page_tells_what_is_corrected():
    room = page_room()
    asyncio.run(room.load(b"(;SZ[9]KM[650]RU[House];B[ee];W[jj])"))
    assert [kind for kind, _ in room.told] == ["note"] * 3 and "read as 6.5" in room.told[0][1]["text"]


#: Records after whose last move PL says who is to move, and who that is.
TURNS = {";B[aa];PL[B]": BLACK, ";B[aa]PL[B]": BLACK, "B[aa]PL[B]": BLACK, ";B[aa];W[tt]PL[W]": WHITE, ";B[aa];C[x];PL[1];C[y]": BLACK,
         ";B[aa];PL[B]N[x](;C[y])(;W[bb])": BLACK, ";B[aa]PL[B]W[bb]PL[W]": WHITE, ";B[aa];PL[W]": WHITE, ";W[tt];PL[B];PL[W]": WHITE,
         ";PL[W]W[tt]": BLACK, ";B[aa];PL[B];W[bb]": BLACK, ";B[aa]PL[W];W[bb]": BLACK, ";B[jj]PL[W]": WHITE, ";B[aa];PL[Blue]": WHITE,
         ";B[aa];PL[W];PL[B];B[cc];PL[B]": BLACK, ";B[aa];AW[cc]PL[B]": BLACK}


@pytest.mark.parametrize("line", TURNS)
def test_who_is_to_play_after_a_move(line, tmp_path):
    """And no move is lost by it; that of whoever moves in the record is taken, whatever PL says."""
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[9]{line})")
    moves = "" if "AW" in line else " ".join(f"{colour} {'pass' if point == 'tt' else vertex_text(move_of(point, 9), 9)}"
                                              for colour, point in re.findall(r"\b([BW])\[(..)\]", line.partition("(")[0]) if point != "jj")
    for door, load in DOORS.items():
        game = load(path)
        assert (moves_text(game), game.to_play) == (moves, TURNS[line]), door
        for copy in (game.copy(), load_game(save_game(game)), played_game(json.loads(json.dumps(game_values(game))))):
            assert (copy.moves, copy.to_play, copy.turns) == (game.moves, TURNS[line], game.turns)
        assert query_of(game, Question(len(game.moves)), 1, None).game(len(game.moves)).to_play == TURNS[line]


def test_who_is_to_play_before_a_move_of_a_record():
    text = "(;SZ[9];B[aa];PL[B];B[bb];PL[B];W[cc])"
    assert [load_game(text, before_move=number).to_play for number in (1, 2, 3, 4)] == [BLACK, BLACK, BLACK, BLACK]
    assert load_game("(;SZ[9];W[aa];B[bb])", before_move=1).to_play == WHITE


def test_the_turn_comes_and_goes_with_its_node():
    tree = load_tree("(;SZ[9];B[aa]C[one](;PL[B]C[two];C[three])(;W[bb];B[cc]))").tree
    colours = {1: WHITE, 2: BLACK, 3: BLACK, 4: BLACK, 5: WHITE}
    for number in [*colours, 2, 4, 3, 1, 3, 5, 1, 2, 1, 4, 2]:
        tree.go(number)
        assert tree.game.to_play == tree.to_play(number) == colours[number]
        assert tree.game.turns == ({1: BLACK} if number in (2, 3) else {})
    tree.play(BLACK, 30)
    tree.go(2)
    assert tree.game.to_play == BLACK


def test_a_game_that_is_taken_back_to_a_turn_keeps_it(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9];B[aa];PL[B];B[bb];W[cc])")
    saved = read_go(path, 7.5, CHINESE)
    saved.game.undo(), saved.game.undo()
    assert saved.game.to_play == BLACK
    game = load_game(go_text(saved.game, saved.person, None, saved.data))
    assert (moves_text(game), game.to_play) == ("B A9", BLACK)


def test_a_record_is_kept_as_it_goes_on(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]PB[A]RE[B+R]XX[y];B[ee]C[x];W[cc](;B[gg];W[gc])(;B[gc]))(;SZ[9]PB[second])")
    for played, line in (([(BLACK, 12)], "B E5 W C7 B G3 W G7 B C2"), ([], "B E5 W C7 B G3 W G7"), (2, "B E5 W C7"),
                         ([(BLACK, 12), (WHITE, 13)], "B E5 W C7 B G3 W G7 B C2 W D2")):
        saved = read_go(path, 7.5, CHINESE)
        if played == 2:
            saved.game.undo(), saved.game.undo()
        else:
            for move in played:
                saved.game.play(*move)
        text = go_text(saved.game, saved.person, None, saved.data)
        assert moves_text(load_game(text)) == line
        for part in ("PB[A]", "XX[y]", "C[x]", "B[gc]", "W[gc]", "PB[second]"):
            assert part in text
        assert ("RE[B+R]" in text) == (line == "B E5 W C7 B G3 W G7")
