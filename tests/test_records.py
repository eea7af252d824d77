"""Records as real programs write them: each small case through every door, encodings, komi, and that nothing is lost in saving."""
import asyncio
import json
import re
import time
from pathlib import Path

import naive_sgf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf

from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE, vertex_text
from gopy.go.history import Game
from gopy.go.record.encoding import decoded
from gopy.go.record.komi import read_komi
from gopy.go.record.nodes import Node, Record
from gopy.go.record.parse import parse_record
from gopy.go.record.source import Remarks
from gopy.go.record.values import escaped, move_of, point_text, text_of
from gopy.go.record.write import record_bytes, written
from gopy.go.rules import NAMED_RULES, parse_rules
from gopy.go.sgf import load_game, read_file, read_game, save_game
from gopy.go.sgf_tree import load_tree, marks_of, save_tree
from gopy.learn.left_out import LeftOut
from gopy.learn.records import read_records
from gopy.match.given import load_openings
from gopy.review.record import annotated
from gopy.review.turns import query_of
from gopy.terminal.go_file import go_text, read_go
from gopy.web.room import Room
from gopy.web.wire import game_values, played_game

FOLDER = Path(__file__).parent / "records"

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

RULES = {"rules_japanese_rules": NAMED_RULES["japanese"], "rules_nz": NAMED_RULES["new-zealand"],
         "rules_katago_compact": parse_rules("koPOSITIONALscoreTERRITORYtaxSEKIsui0")}

NAMES = {"text_gb2312_with_gbk": "黑方鋐", "text_shift_jis_with_cp932": "髙段の棋士", "text_windows_31j": "黒番の棋士",
         "text_undeclared_gbk": "黑方先手白方后手", "text_undeclared_big5": "黑方先手", "text_undeclared_shift_jis": "黒番と白番の対局",
         "text_undeclared_cp1252": "the “first” player", "text_utf16_bom": "黑", "structure_words_first": "first", "marks_and_names": "first"}


def moves_text(game):
    return " ".join(f"{'BW'[colour]} {vertex_text(move, game.size)}" for colour, move in game.moves)


def loaded_by_gtp(path):
    from gtp_client import answers
    from gtp_fake_engine import FakeEngine
    engine = FakeEngine()
    assert answers(f"komi 7.5\nloadsgf {path}\n", engine)[1] == "="
    return engine.game


def page_room():
    room = Room.__new__(Room)
    from gopy.web.go_table import GoTable
    room.pages, room._options, room.told = set(), Options(size=5), []
    room.tell = lambda kind, values: room.told.append((kind, values))
    room.go = GoTable(room._options, lambda do, **request: 1, lambda: None, room.tell, lambda *what: None)
    return room


def loaded_by_page(path):
    room = page_room()
    assert asyncio.run(room.load(path.read_bytes())) is None
    return room.go.game


def loaded_by_terminal(path):
    return read_go(path, 7.5, NAMED_RULES["chinese"]).game


DOORS = {"gtp": loaded_by_gtp, "page": loaded_by_page, "terminal": loaded_by_terminal, "review": lambda path: read_file(path).game,
         "saved by the review": lambda path: load_game(record_bytes(annotated(read_file(path), {}, [], []))),
         "saved by the page": lambda path: load_game(record_bytes(saved_by_page(path))),
         "saved by the terminal": lambda path: load_game(record_bytes(saved_by_terminal(path)))}


def saved_by_page(path):
    room = page_room()
    assert asyncio.run(room.load(path.read_bytes())) is None
    return room.go.handle("save", {})["text"]


def saved_by_terminal(path):
    saved = read_go(path, 7.5, NAMED_RULES["chinese"])
    return go_text(saved.game, saved.person, None, saved.data)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_reads_every_case(case, door):
    size, komi, moves = CASES[case]
    game = DOORS[door](FOLDER / f"{case}.sgf")
    assert (game.size, game.komi, moves_text(game)) == (size, 7.5 if komi is None else komi, moves)
    assert game.to_play == TO_PLAY.get(case, WHITE if moves.split()[-2] == "B" else BLACK)
    assert " ".join(vertex_text(point, size) for point in (*game.initial.stones(BLACK), *game.initial.stones(WHITE))) == STONES.get(case, "")
    assert game.rules == RULES.get(case, game.rules)
    assert len(game.handicap_points) == (2 if case == "handicap_without_stones_fox" else 0) or case == "move_off_board"


def test_every_case_has_its_value():
    assert {path.stem for path in FOLDER.glob("*.sgf")} == set(CASES)


@pytest.mark.parametrize("case", NAMES)
def test_names_are_read_and_saved(case):
    path = FOLDER / f"{case}.sgf"
    for text in (path.read_bytes(), saved_by_page(path), saved_by_terminal(path), annotated(read_file(path), {}, [], [])):
        assert read_game(text).names()[0] == NAMES[case]


#: Why a case is no game to learn from, and why it is no opening.
SET_UP, TWICE = "with stones set up before the first move", "in which a colour moves twice running"
NO_GAME_TO_LEARN = {"point_line_break": SET_UP, "to_play_word": SET_UP, "point_parted_by_commas": SET_UP, "structure_variation_without_node": SET_UP, "handicap_without_stones_fox": SET_UP,
                    "move_off_board": TWICE}
NO_OPENING = {"point_line_break": "the empty board", "point_parted_by_commas": "the empty board", "structure_variation_without_node": "the empty board",
              "handicap_without_stones_fox": "the empty board", "move_off_board": "take turns", "to_play_word": "the empty board",
              "move_on_stone": "occupied"}


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
            load_openings(path, size, NAMED_RULES["chinese"])
    else:
        opening, = load_openings(path, size, NAMED_RULES["chinese"])
        assert [vertex_text(move, size) for move in opening] == moves.split()[1::2]


def test_capital_letters_make_no_other_file(tmp_path):
    (tmp_path / "A.SGF").write_text("(;SZ[9];B[ee];W[cc])")
    assert len(load_openings(str(tmp_path), 9, NAMED_RULES["chinese"])) == 1
    assert len(list(read_records([tmp_path], [9]))) == len(list(read_records([tmp_path / "A.SGF"], [9]))) == 1


def test_the_page_keeps_and_shows_everything():
    path = FOLDER / "marks_and_names.sgf"
    room = page_room()
    asyncio.run(room.load(path.read_bytes()))
    from gopy.web.go_view import table_view
    assert room.told == [] and table_view(room.go)["marks"] == []
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


# Encodings ----------------------------------------------------------------------------------------------------

TEXTS = {
    "gb18030": ["李昌镐", "柯洁 九段", "聂卫平", "中盘胜", "这手棋太缓了，应该在右下挂角。", "黑贴3又3/4子"],
    "big5": ["周俊勳", "王立誠", "白方中盤勝", "這手棋太緩，應在右下角掛角。"], "big5hkscs": ["碁聖戰"],
    "cp932": ["武宮正樹", "本因坊戦", "第５期名人戦", "この手は悪い。", "表ソ 一力遼"],
    "cp949": ["이창호", "박정환", "흑 불계승", "제10회 농심신라면배"],
    "euc_jp": ["武宮正樹", "黒番の棋士", "この手は悪い。"],
    "cp1252": ["Jürgen Müller", "It’s good", "François", "El Niño", "Göteborg – Zürich"],
    "cp1251": ["Иван Петров", "Чемпионат Европы"], "koi8_r": ["Иван Петров", "Чемпионат Европы"],
    "utf-8": ["李昌镐", "Jürgen", "é", "이창호"], "utf-16": ["黑", "é"], "utf-16-le": ["黑"], "utf-16-be": ["黑"]}


@pytest.mark.parametrize("codec, text", [(codec, text) for codec, texts in TEXTS.items() for text in texts])
def test_encodings_that_are_not_named_are_found_out(codec, text):
    data = f"(;GM[1]SZ[9]PB[{text}];B[ee])".encode(codec)
    assert read_game(data).names()[0] == text
    assert read_game(record_bytes(save_tree(load_tree(data).tree))).names()[0] == text


@pytest.mark.parametrize("label, codec, text", [
    ("gb2312", "gb18030", "鋐"), ("GBK", "gb18030", "鋐"), ("x-sjis", "cp932", "髙"), ("Shift-JIS", "cp932", "①"), ("ms932", "cp932", "髙"),
    ("euc-kr", "cp949", "똠방"), ("ks_c_5601-1987", "cp949", "똠"), ("Big5", "big5hkscs", "碁"), ("latin-1", "cp1252", "“x”"),
    ("ISO-8859-1", "cp1252", "€"), ("us-ascii", "cp1252", "é"), ("koi8-r", "koi8_r", "Я"), ("cp437", "cp437", "é"),
    ("hz-gb-2312", "hz", "黑"), ("ISO-2022-JP", "iso2022_jp", "黒")])
def test_a_label_means_what_everyone_means_by_it(label, codec, text):
    assert read_game(f"(;CA[{label}]SZ[9]PB[{text}];B[ee])".encode(codec)).names()[0] == text


@pytest.mark.parametrize("label, codec, text", [("UTF-8", "gb18030", "黑方先手"), ("gb2312", "utf-8", "黑方先手"), ("ISO-8859-1", "utf-8", "Jürgen"),
                                                ("utf-16", "utf-8", "Jürgen"), ("nonsense", "cp932", "黒番の棋士"), ("", "cp949", "이창호")])
def test_a_label_that_is_wrong_is_told(label, codec, text):
    found = read_game(f"(;CA[{label}]SZ[9]PB[{text}];B[ee])".encode(codec))
    assert found.names()[0] == text and (not label or "not in the encoding that it names" in found.remarks[0])


@pytest.mark.parametrize("label", ["punycode", "utf-16", "cp037", "zlib", "idna", "utf-7", "unicode_escape", "\x00"])
def test_an_encoding_that_is_not_built_on_ascii_is_not_tried(label):
    """To read 4 MiB of punycode takes a quarter of an hour."""
    assert read_game(f"(;CA[{label}]SZ[9]PB[\\xe9 \\u0041 +AGE- é];B[ee])".encode()).names()[0].endswith("+AGE- é")


@pytest.mark.parametrize("data", [
    b"(;CA[UTF-8]SZ[9]PB[\xe9\xbb\x91\xe7\x99]C[\xe9\xbb\x91\xe7\x99\xbd\xe5\x85\x88];B[ee])",      # a character cut in two
    b"(;CA[gb2312]SZ[9]PB[\xba\xda\xb7]PW[\xb0\xd7\xb7\xbd];B[ee])", b"(;SZ[9]PB[\x81\x8d\x8f\xff\xfe\x9d];B[ee])"])
def test_bytes_that_are_no_text_are_written_as_they_were(data):
    raw = re.findall(rb"PB\[(.*?)\]", data)[0]
    last = raw[-1:] if b"CA" in data else raw
    for text in (save_tree(load_tree(data).tree), written(parse_record(data))):
        assert last + b"]" in record_bytes(text)
        assert load_game(record_bytes(text)).moves
    if b"PW" in data:
        assert read_game(data).names()[1] == "白方", "the bracket after half a character closes the value"


@given(st.binary(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_and_none_is_lost(data):
    value = data.replace(b"]", b"").replace(b"\\", b"")
    text, encoding = decoded(b"(;SZ[9]XX[" + value + b"];B[ee])", Remarks())
    if encoding is None:
        assert record_bytes(text) == b"(;SZ[9]XX[" + value + b"];B[ee])"
    else:
        assert text.isprintable() or text


# Komi ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, size, program, komi", [
    ("375", 19, "foxwq", 7.5), ("750", 19, "", 7.5), ("325", 19, "", 6.5), ("650", 19, "", 6.5), ("275", 19, "", 5.5), ("550", 19, "", 5.5),
    ("350", 19, "", 7.0), ("700", 19, "", 7.0), ("50", 19, "foxwq", 0.5), ("50", 19, "", 50.0), ("0", 19, "foxwq", 0.0),
    ("6,5", 19, "", 6.5), ("6.5目", 19, "", 6.5), ("Komi 6.5", 19, "", 6.5), ("6目半", 19, "", 6.5), ("６．５", 19, "", 6.5), ("6½", 19, "", 6.5),
    ("5。5", 19, "", 5.5), ("５。５", 19, "", 5.5), ("５．５", 19, "", 5.5), ("５，５", 19, "", 5.5), ("5、5", 19, "", 5.5), ("6・5目", 19, "", 6.5),
    ("3。75子", 19, "", 7.5), ("６｡５", 19, "", 6.5), ("7·5", 19, "", 7.5), ("贴6目。", 19, "", 6.0), ("３７５", 19, "foxwq", 7.5), ("－5．5", 19, "", -5.5),
    ("6 1/2", 19, "", 6.5), ("黑贴3又3/4子", 19, "", 7.5), ("3.75子", 19, "", 7.5), ("6집 반", 19, "", 6.0), ("6집반", 19, "", 6.5),
    ("-5.5", 19, "", -5.5), ("none", 19, "", 0.0), ("7.25", 9, "", 7.25), ("1e-9", 9, "", 1e-9), ("375.5", 19, "gopy:1", 375.5),
    ("81", 9, "", 81.0)])
def test_komi(text, size, program, komi):
    assert read_komi(text, size, program) == komi


@pytest.mark.parametrize("text, value", [("KM[5。5]", "5.5"), ("KM[375]", "7.5"), ("KM[６．５]", "6.5"), ("KM[6.50]", "6.50"), ("KM[six]", "six"),
                                         ("KM[六目半]", "六目半"), ("KM[9999]", "9999"), ("", "7.5"), ("KM[]", "7.5")])
def test_a_komi_is_not_written_worse_than_it_was(text, value, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[19]{text};B[pd])", encoding="utf-8")
    for saved in (saved_by_page(path), saved_by_terminal(path)):
        assert parse_record(saved).root.values("KM") == [value]


@pytest.mark.parametrize("text, size", [("six", 19), ("375.5", 19), ("82", 9), ("1e99", 19), ("9" * 5000, 19), ("99999", 19), ("-999", 19)])
def test_a_komi_that_cannot_be_meant(text, size):
    with pytest.raises(ValueError, match="komi"):
        read_komi(text, size, "")


@given(st.floats(-1000, 1000))
@settings(max_examples=200, deadline=None)
def test_a_komi_of_ours_comes_back_exactly(komi):
    game = Game(9, komi=komi)
    found = read_game(save_game(game))
    assert found.game.komi == game.komi and found.remarks == []
    assert load_tree(save_tree(load_tree(save_game(game)).tree)).tree.game.komi == game.komi


# Structure ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, moves", [
    ("mail; see [1]\n(;GM[1]SZ[9];B[ee])\nbye", "B E5"), ("(;SZ[9];B[ee]) (;SZ[9];B[aa])", "B E5"), ("((;SZ[9];B[ee]))", "B E5"),
    ("(;SZ[9](;B[ee](;W[cc]))(;B[aa]))", "B E5 W C7"), (";SZ[9];B[ee];W[cc]", "B E5 W C7"), ("(;SZ[9];B[ee", "B E5"),
    ("(;SiZe[9];Black[ee];White[cc])", "B E5 W C7"), ("(;gm[1]sz[9];b[ee];w[cc])", "B E5 W C7"), ("(;SZ[9];B[tt];W[Pass];B[\n])",
                                                                                                "B pass W pass B pass"),
    ("(;SZ[9]B[ee]W[cc]B[gg])", "B E5 W C7 B G3"), ("(;SZ[9]AB[cc:aa]PL[2];W[ee])", "W E5"), ("(;SZ[9];B[EE];W[cc])", "B E5 W C7"),
    ("(;SZ[9];;;B[ee];C[x];W[cc])", "B E5 W C7"), ("(;SZ[9];B[ee](;)(;W[cc]))", "B E5"), ("(;SZ[19x19];B[ee])", "B E15"),
    ("\ufeff(;SZ[9];B[ee])", "B E5"), ("(;SZ[9]C[a\\]b\\\\];B[ee])", "B E5")])
def test_structure(text, moves):
    for game in (load_game(text), load_tree(text).tree.game):
        assert moves_text(game) == moves


@pytest.mark.parametrize("text", [
    "(;words FF[4]SZ[9]KM[6.5]C[one];C[two])", "(words FF[4]SZ[9]KM[6.5]C[one];C[two])", ";words FF[4]SZ[9]KM[6.5]C[one];C[two])",
    "(; a, b 1.5 XX[4]SZ[9]KM[6.5]C[one];C[two])", "( ;\n# SZ[9]KM[6.5]C[one];C[two])", "(;words;SZ[9]KM[6.5]C[one];C[two])",
    "(;see [text] SZ[9]KM[6.5]C[one];C[two])", "(; 12 [words] SZ[9]KM[6.5]C[one];C[two])", "((;x SZ[9]KM[6.5]C[one];C[two]))",
    "mail (see C [1]) (;SZ[9]KM[6.5]C[one];C[two])", "mail; see C 1 (;SZ[9]KM[6.5]C[one];C[two])", "(;- SiZe[9]KM[6.5]C[one](;C[two]))",
    "(;SZ[9]words KM[6.5]C[one];words C[two])", "(;SZ[9]KM[6.5]C[one]words;C[two])", "\ufeff(; \u9ed1 SZ[9]KM[6.5]C[one];C[two])"])
def test_words_that_belong_to_no_property_cost_nothing(text):
    for record in (text, save_tree(load_tree(text).tree)):
        tree = load_tree(record).tree
        assert (tree.game.size, tree.game.komi, [node.comment for node in tree]) == (9, 6.5, ["one", "two"])


@pytest.mark.parametrize("text", ["(;;SZ[9]KM[6.5]PB[x]RE[B+R];B[ee])", "(;C[a](;\n;SZ[9]KM[6.5]PB[x]RE[B+R];B[ee]))",
                                  "(;FF[4];SZ[9];KM[6.5]PB[x];RE[B+R]B[ee])"])
def test_what_is_said_of_the_game_may_stand_after_the_root(text):
    for record in (text, save_tree(load_tree(text).tree)):
        found = load_tree(record)
        assert (found.tree.game.size, found.tree.game.komi, found.black, found.result) == (9, 6.5, "x", "B+R")
        assert (moves_text(read_game(record).game), read_game(record).names()) == ("B E5", ["x", ""])


#: {set-up stones of Black's as records have them: their points, and whether something is told}
POINTS = {"[fc,pc,pd]": ("fc pc pd", 1), "[fc][pc , pd]": ("fc pc pd", 1), "[fc，pc、pd]": ("fc pc pd", 1), "[fc;pc;pd]": ("fc pc pd", 1),
          "[fc pc\npd]": ("fc pc pd", 1), "[aa:bb,pd]": ("aa ab ba bb pd", 1), "[aa : bb]": ("aa ab ba bb", 0), "[f\nc][p d]": ("fc pd", 0),
          "[fc,zz,pd]": ("fc pd", 2), "[fc,,pd,]": ("fc pd", 1), "[ｆｃ]": ("fc", 0), "[FC]": ("fc", 0), "[A9]": ("ak", 1), "[a9][T19]": ("ak sa", 1),
          "[B2:A1]": ("ar as br bs", 1), "[D4,Q16]": ("dp pd", 2), "[Q 16]": ("pd", 1), "[Q１６]": ("pd", 1), "[aa:B18]": ("aa ab ba bb", 1),
          "[I5]": ("", 1), "[A0]": ("", 1), "[A20]": ("", 1), "[U1]": ("", 1), "[A999]": ("", 1), "[fcpc]": ("", 1), "[,]": ("", 1)}


@pytest.mark.parametrize("values", POINTS)
def test_points_as_records_have_them(values):
    points, told = POINTS[values]
    data = f"(;SZ[19]AB{values}PL[W];W[ss])".encode()
    for record in (data, record_bytes(save_tree(load_tree(data).tree))):
        found = read_game(record)
        assert sorted(point_text(point, 19) for point in found.game.initial.stones(BLACK)) == points.split()
        assert len(found.remarks) == told and f"AB{values}" in record.decode()
    assert sorted(naive_sgf.read(data).stones) == sorted([*map(naive_sgf.point_of, points.split()), (18, 18)])
    marks = load_tree(data.replace(b"AB", b"TR")).tree.root
    assert sorted(number for number, *_ in marks_of(marks, 19)) == sorted(19 * row + column for column, row in map(naive_sgf.point_of, points.split()))


@pytest.mark.parametrize("value, vertex", [("R16", "R16"), ("r16", "R16"), ("a1", "A1"), ("T 19", "T19"), ("Ｄ４", "D4"), ("tt", "pass"), ("dd", "D16"),
                                           ("dp", "D4"), ("I5", None), ("A20", None), ("U1", None), ("16", None), ("R16,D4", None), ("5d", None)])
def test_moves_as_people_name_them(value, vertex):
    data = f"(;SZ[19];B[{value}];W[jj])".encode()
    found = read_game(data)
    assert moves_text(found.game) == (f"B {vertex} W K10" if vertex else "W K10")
    assert len(found.remarks) == (vertex is None or any(each.isdigit() for each in value))
    assert f"B[{value}]" in save_tree(load_tree(data).tree)
    assert [colour for colour, _ in naive_sgf.read(data).moves] == ["B", "W"][vertex is None:]


def test_a_point_in_a_value_of_many_costs_little():
    text = "(;SZ[25]AB[" + "aa:yy," * 600_000 + "]TR[" + "aa:yy," * 90_000 + "]LB" + "[aa:yy]" * 90_000 + ")"
    began = time.process_time()
    tree = load_tree(text[:4 << 20]).tree
    assert len(marks_of(tree.root, 25)) <= 625 and time.process_time() - began < 10


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
        if "saved" not in door:
            for copy in (game.copy(), load_game(save_game(game)), played_game(json.loads(json.dumps(game_values(game))))):
                assert (copy.moves, copy.to_play, copy.turns) == (game.moves, TURNS[line], game.turns)
            assert query_of(game, [len(game.moves)], 1, None).game(len(game.moves)).to_play == TURNS[line]


def test_whoever_moves_next_in_the_record_is_to_move():
    text = "(;SZ[9];B[aa];B[bb];PL[B];W[cc])"
    assert [load_game(text, before_move=number).to_play for number in (1, 2, 3)] == [BLACK, BLACK, WHITE]


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
    saved = read_go(path, 7.5, NAMED_RULES["chinese"])
    saved.game.undo(), saved.game.undo()
    assert saved.game.to_play == BLACK
    game = load_game(go_text(saved.game, saved.person, None, saved.data))
    assert (moves_text(game), game.to_play) == ("B A9", BLACK)


def test_a_record_is_kept_as_it_goes_on(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]PB[A]RE[B+R]XX[y];B[ee]C[x];W[cc](;B[gg];W[gc])(;B[gc]))(;SZ[9]PB[second])")
    for played, line in (([(BLACK, 12)], "B E5 W C7 B G3 W G7 B C2"), ([], "B E5 W C7 B G3 W G7"), (2, "B E5 W C7"),
                         ([(BLACK, 12), (WHITE, 13)], "B E5 W C7 B G3 W G7 B C2 W D2")):
        saved = read_go(path, 7.5, NAMED_RULES["chinese"])
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


names = st.from_regex(r"[A-Z]{1,3}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\x00"), max_size=20)


@given(st.recursive(st.lists(st.tuples(names, st.lists(texts, min_size=1, max_size=3)), max_size=4).map(lambda found: (found, [])),
                    lambda children: st.tuples(st.lists(st.tuples(names, st.lists(texts, min_size=1, max_size=3)), max_size=4),
                                               st.lists(children, max_size=3)), max_leaves=8))
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_again(tree):
    def node(found):
        made = Node()
        for name, values in found[0]:
            if name not in ("B", "W", "AB", "AW", "AE", "PL", "CA"):
                made.set(name, *map(escaped, values))
        made.children = [node(child) for child in found[1]]
        return made

    def plain(made):
        return [(each.name, [text_of(value) for value in each.values]) for each in made.properties], [plain(child) for child in made.children]

    root = node(tree)
    root.set("CA", "UTF-8")
    before = plain(root)
    text = written(Record(root))
    assert plain(parse_record(text.encode()).root) == before
    assert sgf.Sgf_game.from_string(text).get_root().get_raw("CA") == b"UTF-8", "an independent reader takes it for a record"
