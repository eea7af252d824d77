"""Records as real programs write them: encodings, komi, structure, points, and that nothing is lost in saving."""
import re
import time

import pytest
from clients.record_doors import moves_text, saved_by_page, saved_by_terminal
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import naive_sgf
from sgfmill import sgf

from gopy.go.geometry import BLACK
from gopy.go.history import Game
from gopy.go.record.encoding import decoded
from gopy.go.record.komi import read_komi
from gopy.go.record.nodes import Node, Record
from gopy.go.record.parse import parse_record
from gopy.go.record.source import Remarks
from gopy.go.record.values import escaped, point_text, text_of
from gopy.go.record.write import record_bytes, written
from gopy.go.sgf import load_game, read_game, save_game
from gopy.go.sgf_tree import dimmed_of, lines_of, load_tree, marks_of, save_tree

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
        assert read_game(data).names() == ["黑\ufffd", "白方"], "the bracket after half a character closes the value"


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


@pytest.mark.parametrize("text", ["1e999", "-1e999", "1e999 1/2", "9" * 30, "6e30"])
@pytest.mark.parametrize("program", ["", "foxwq", "gopy:1"])
def test_a_komi_without_bounds_cannot_be_meant(text, program):
    with pytest.raises(ValueError, match="cannot be meant on a board of 9x9"):
        read_komi(text, 9, program)


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
    ("(;SZ[9];;;B[ee];C[x];W[cc])", "B E5 W C7"), ("(;SZ[9];B[ee](;)(;W[cc]))", "B E5"), ("(;SZ[19x19];B[ee])", "B E15"), ("(;SZ[９×９];B[ee])", "B E5"),
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


def test_lines_between_points_are_read_and_what_is_none_is_passed_over():
    tree = load_tree("(;SZ[9]AR[aa:ba][ai:ii][aa]LN[ca:cc][aa:bb:cc][zz:aa][aa:])").tree
    assert lines_of(tree.root, 9) == [[0, 1, "arrow"], [72, 80, "arrow"], [2, 20, "line"]] and "AR[aa:ba][ai:ii][aa]" in save_tree(tree)


def test_a_point_in_a_value_of_many_costs_little():
    text = "(;SZ[25]AB[" + "aa:yy," * 600_000 + "]TR[" + "aa:yy," * 90_000 + "]LB" + "[aa:yy]" * 90_000 + ")"
    began = time.process_time()
    tree = load_tree(text[:4 << 20]).tree
    assert len(marks_of(tree.root, 25)) <= 625 and time.process_time() - began < 10


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


def test_points_are_dimmed_until_a_record_says_otherwise():
    """DD holds for what follows; an empty one ends it."""
    tree = load_tree("(;SZ[9]DD[aa:ba][ii];B[ee];W[cc]DD[];B[gg](;W[gc]DD[zz][ab])(;W[dd]))").tree
    dimmed = [dimmed_of(tree, node, 9) for node in tree]
    assert dimmed == [[0, 1, 80], [0, 1, 80], [], [], [9], []]
