import os
import random
import re
import time
from collections import Counter
from contextlib import suppress

import pytest

import gopy
from gopy.go.board import Position
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move, points, vertex_text
from gopy.go.history import Game
from gopy.go.rules import CHINESE, JAPANESE, NAMED_RULES, parse_rules
from gopy.go.sgf import (
    MAX_BYTES,
    MAX_MOVES,
    MAX_NODES,
    MAX_PARTS,
    MAX_SETUP_NODES,
    SgfError,
    load_file,
    load_game,
    player_names,
    read_game,
    save_game,
)
from gopy.go.sgf_tree import load_tree, save_tree


def vertices(game):
    return [("bw"[colour], vertex_text(move, game.size)) for colour, move in game.moves]


def stones(game, colour):
    return {vertex_text(point, game.size) for point in game.board.stones(colour)}


def test_main_line_up_to_before_a_move():
    text = "(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc](;B[cg];W[])(;B[aa]))"
    game = load_game(text)
    assert (game.size, game.komi, game.rules) == (9, 6.5, JAPANESE)
    assert vertices(game) == [("b", "E5"), ("w", "G7"), ("b", "C3"), ("w", "pass")]
    for number, length in ((1, 0), (2, 1), (4, 3), (5, 4), (99, 4), (None, 4)):
        assert len(load_game(text, before_move=number).moves) == length
    assert load_game(text, before_move=2).to_play == WHITE


def test_defaults_when_the_record_does_not_say():
    game = load_game("(;GM[1];B[pd])", komi=5.5, rules=JAPANESE)
    assert (game.size, game.komi, game.rules) == (19, 5.5, JAPANESE)
    game = load_game("(;SZ[9]KM[six]RU[House rules]RE[B+R])", komi=5.5)
    assert (game.komi, game.rules) == (5.5, CHINESE)
    assert load_game("(;SZ[9]RU[NZ])").rules == parse_rules("new-zealand")
    assert load_game("(;SZ[9]RU[GOE])").rules == parse_rules("ing")
    assert load_game("(;SZ[9]CA[UTF-8]RU[日本ルール])").rules == JAPANESE
    assert load_game("(;SZ[9]RU[koPOSITIONALscoreTERRITORYtaxSEKIsui0])").rules == JAPANESE.with_value("ko", "POSITIONAL")


def test_handicap():
    game = load_game("(;SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[cc])")
    assert game.handicap == 2 and stones(game, BLACK) == {"G7", "C3", "C7"}
    assert load_game("(;SZ[9]HA[2]AB[gc][cg])").to_play == WHITE


def test_black_stones_are_a_handicap_if_ha_or_their_number_says_so():
    ten = "".join(f"[{letter}e]" for letter in "abcdefghi") + "[ac]"
    nine = ten.removesuffix("[ac]")
    for properties, handicap in ((f"AB{nine}", 9), (f"AB{ten}", 0), (f"HA[10]AB{ten}", 10), ("HA[0]AB[gc][cg]", 0),
                                 ("AB[gc][cg]PL[B]", 0), ("AB[gc][cg]PL[W]", 2), ("HA[2];AB[gc][cg]", 2),
                                 ("AB[gc][cg]AW[cc]", 0)):
        assert load_game(f"(;SZ[9]{properties})").handicap == handicap, properties


@pytest.mark.parametrize("record", ["AB[cc][gg];B[cg]", ";AB[cc][gg]C[x];;B[cg];W[hh]", "HA[2]AB[cc][gg];B[cg]"])
def test_stones_before_a_move_of_blacks_are_no_handicap(record):
    game, tree = load_game(f"(;SZ[9]{record})"), load_tree(f"(;SZ[9]{record})").tree
    for found in (game, tree.game, load_game(save_game(game)), load_tree(save_tree(tree)).tree.game):
        assert (found.handicap, found.effective_komi, found.initial.to_play) == (0, 7.5, BLACK)


def test_black_stones_that_are_no_handicap_are_saved_as_none():
    game = Game(9)
    game.setup([1, 2, 3], to_play=WHITE)
    loaded = load_game(save_game(game))
    assert loaded.handicap == game.handicap == 0 and loaded.to_play == WHITE


@pytest.mark.parametrize("command", [f"kata-set-rules {name}" for name in NAMED_RULES] + [
    "kgs-rules chinese", "kgs-rules japanese", "kgs-rules aga", "kgs-rules new_zealand", "kata-set-rule suicide true",
    'kata-set-rules {"ko":"POSITIONAL","scoring":"AREA","suicide":false}', "kata-set-rule ko POSITIONAL"])
def test_ru_names_the_rules_that_were_set(command):
    from clients.gtp_client import answers
    from fakes.gtp_fake_engine import FakeEngine
    engine = FakeEngine()
    got = answers(command + "\nprintsgf\n", engine)
    assert got[0] == "="
    name = command.split(" ", 1)[1]
    expected = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "new-zealand": "NZ", "new_zealand": "NZ", "ing": "GOE"}
    ru = re.search(r"RU\[(.*?)\](?=[\sA-Z(;)])", got[1])[1]
    if command == "kgs-rules chinese":
        assert ru == "chinese-kgs"
    elif command.startswith("kgs") or name in NAMED_RULES:
        assert ru == expected.get(name, name)
    assert load_game(got[1].removeprefix("= ")).rules == engine.game.rules


def test_setup_of_both_colours_and_side_to_move():
    game = load_game("(;SZ[9]AB[aa:bb]AW[hh][ii]PL[W])")
    assert stones(game, BLACK) == {"A9", "B9", "A8", "B8"} and stones(game, WHITE) == {"H2", "J1"}
    assert game.to_play == WHITE and game.handicap == 0
    assert load_game("(;SZ[9]AB[aa]AW[ii])").to_play == BLACK
    assert load_game("(;SZ[9];W[aa])", before_move=1).to_play == WHITE


def test_setup_in_the_middle_starts_anew_from_there():
    game = load_game("(;SZ[9];B[ee];W[gc];AE[gc]AW[aa]PL[B];B[cc])")
    assert stones(game, BLACK) == {"E5", "C7"} and stones(game, WHITE) == {"A9"}
    assert vertices(game) == [("b", "C7")]


def test_pass_of_old_records():
    assert vertices(load_game("(;SZ[19];B[tt];W[])")) == [("b", "pass"), ("w", "pass")]


def test_moves_against_the_rules_are_replayed():
    # A suicide of two stones, and a ko retaken at once.
    game = load_game("(;SZ[5]RU[Chinese]AW[ba][bb][ac]AB[aa]PL[B];B[ab];W[ee])")
    assert "A5" not in stones(game, BLACK) and stones(game, WHITE) == {"B5", "B4", "A3", "E1"}
    game = load_game("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc];W[bb];B[cb];W[bb];B[cb])")
    assert stones(game, BLACK) == {"B4", "A3", "B2", "C3"}


@pytest.mark.parametrize("data", [
    "", "hello", "(", "()", "print(data[0], x(y[1]))", "(;SZ[1])", "(;SZ[26])", "(;SZ[9:13])", "(;SZ[x])", "(;GM[2]SZ[8];B[aa])",
    b"\xff\xfe\x00", b"\x00" * 50])
def test_what_is_no_record_is_an_sgf_error(data):
    with pytest.raises(SgfError):
        load_game(data)


@pytest.mark.parametrize("record, words", [
    (";B[jj]", "the move B 'jj' names no point of a 9x9 board and is left out"), (";W[abc]", "W 'abc' names no point of a 9x9 board"),
    ("AB[aa][zz]", "AB 'zz' names no point"), ("AW[tt]", "AW 'tt' names no point"), ("AE[aa:jj]", "AE 'aa:jj' names no point"),
    ("PL[Blue]", "PL 'Blue' is no colour"), (f";B[{'x' * 99}]", f"B '{'x' * 60}...' names no point"),
    ("AB[aa]AW[aa]", "two colours on one point"), ("AB[aa]AW[ab][ba]", "without a liberty"), (";B[ee][cc]", "B has 2 values"),
    ("KM[six]", "the komi 'six' is no number"), ("KM[999]", "'999' cannot be meant"), ("RU[House]", "unknown rules 'House'"),
    ("HA[many]", "'many' is no number"), (";B[ee]) (;SZ[9]", "more than one game"), ("junk;B[ee]", "belongs to no property"),
    (";B[jj];W[kk];B[ll]", r"left out \(3 times\)")])
def test_what_a_property_gets_wrong_is_told_and_costs_nothing_else(record, words):
    text = f"(;SZ[9]PB[A]{record};W[gg])"
    for remarks in (read_game(text).remarks, load_tree(text).remarks):
        assert len(remarks) == 1 and re.search(words, remarks[0])
    if "(;" not in record:
        assert vertices(load_game(text))[-1] == ("w", "G3") and player_names(text) == ["A", ""]


def test_what_a_record_should_say_once_is_taken_as_it_stands_first():
    text = "(;SZ[9]PB[A]PB[B]PW[C]PW[D]RE[B+R]RE[W+R]C[x]C[y]PL[W]PL[B])"
    assert player_names(text) == ["A", "C"] and load_game(text).to_play == WHITE
    found = load_tree(text)
    assert (found.black, found.white, found.result, found.tree.root.comment) == ("A", "C", "B+R", "x\ny")


def test_missing_file(tmp_path):
    with pytest.raises(SgfError, match="cannot read"):
        load_file(tmp_path / "none.sgf")
    with pytest.raises(SgfError):
        load_file(tmp_path)


@pytest.mark.parametrize("charset", ["utf-8", "shift_jis", "gb2312", "gb18030", "big5", "euc_kr", "iso-8859-1",
                                     "nonsense", "utf-16", ""])
@pytest.mark.parametrize("declared", [True, False])
def test_legacy_charsets(charset, declared):
    # The second byte of each of these is a backslash in Shift-JIS or Big5: it must not escape the bracket.
    name = {"shift_jis": "表ソ", "big5": "功許", "gb2312": "棋圣", "gb18030": "棋圣", "euc_kr": "바둑",
            "iso-8859-1": "Fran\xe7ois"}.get(charset, "bad \udcff bytes")
    codec = charset if charset not in ("", "nonsense", "utf-16") else "utf-8"
    property_text = f"CA[{charset}]" if declared and charset else ""
    data = f"(;SZ[9]{property_text}PB[{name}]C[{name}];B[ee];W[gc])".encode(codec, "surrogateescape")
    assert vertices(load_game(data)) == [("b", "E5"), ("w", "G7")]


def test_byte_order_mark():
    assert load_game(b"\xef\xbb\xbf(;SZ[9];B[ee])").moves


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_saved_games_load_as_they_were(size):
    choose = random.Random(size)
    for setup in ("none", "handicap", "both colours"):
        game = Game(size, komi=-3.5, rules=parse_rules("aga"))
        if setup == "handicap" and size > 2:
            game.place_handicap(points(size)[5:size * 5:size + 2])
        elif setup == "both colours" and size > 2:
            game.setup([1, 2], [size + 3], to_play=WHITE)
        for _ in range(60):
            legal = game.legal_moves()
            game.play(game.to_play, choose.choice(legal))
        loaded = load_game(save_game(game, black="a]b\\c", white="ÄÖ 棋", result="B+R"))
        assert loaded.moves == game.moves and loaded.board.colours == game.board.colours
        assert (loaded.komi, loaded.rules, loaded.handicap) == (game.komi, game.rules, game.handicap)
        assert loaded.initial.colours == game.initial.colours and loaded.to_play == game.to_play


def test_names_result_comments_and_winrates_are_written():
    game = Game(9)
    game.play(BLACK, parse_vertex("E5", 9))
    game.play(WHITE, pass_move(9))
    text = save_game(game, black="gopy", white="GNU Go 3.8", result="B+3.5", comments={0: "start", 1: "good [move]"},
                     winrates={1: 0.5321})
    for part in ("PB[gopy]", "PW[GNU Go 3.8]", "RE[B+3.5]", "KM[7.5]", "SZ[9]", "C[start]", "SBKV[53.21]",
                 "RU[Chinese]", f"AP[gopy:{gopy.__version__}]", "B[ee]"):
        assert part in text
    assert "C[good [move\\]\nBlack wins 53.2 %]" in text


def test_a_thousand_moves_and_deep_variations():
    game = Game(19)
    choose = random.Random(1)
    while len(game.moves) < 1000:
        move = choose.choice(points(19) + [game.pass_move])
        if game.legal(game.to_play, move):
            game.play(game.to_play, move)
    assert load_game(save_game(game)).moves == game.moves
    nested = "(;SZ[19]" + "(;B[aa];W[])" * 3 + "(;B[bb]" * 3000 + ")" * 3001
    assert load_game(nested).moves


def setup_nodes(count):
    return "(;SZ[19]" + "".join(f";AB[{'abcdefghijklmnopqrs'[i % 19]}{'abcdefghijklmnopqr'[i // 19 % 18]}]"
                                for i in range(count)) + ")"


def test_a_setup_looks_at_each_chain_once(monkeypatch):
    looks = Counter()
    monkeypatch.setattr(Position, "chain", lambda board, point, chain=Position.chain: looks.update("c") or chain(board, point))
    assert len(load_game(setup_nodes(342)).board.stones(BLACK)) == 342
    assert looks["c"] <= 2 * 342


@pytest.mark.parametrize("text, words", [
    (setup_nodes(MAX_SETUP_NODES + 1), "set-up stones"), ("(;SZ[9]" + ";B[]" * (MAX_MOVES + 1) + ")", "moves"),
    ("(;SZ[" + "9" * 10**6 + "])", "size"),
])
def test_what_would_take_long_is_refused(text, words):
    with pytest.raises(SgfError, match=words):
        load_game(text)


MANY = 10**6

TOO_MANY = {
    "nodes": b"(;GM[1]SZ[9]" + b";" * (4 * MANY) + b")", "records within records": b"(;" * MANY, "variations": b"(;SZ[9]" + b"(;B[aa])" * 500_000 + b")",
    "brackets": b"(;" + b"(" * MANY, "pairs of brackets": b"(;" + b"()" * MANY, "values": b"(;SZ[9]AB" + b"[aa]" * MANY + b")",
    "properties": b"(;SZ[9]" + b"AB[]" * MANY + b")", "names": b"(;SZ[9]A" + b" A" * MANY,
    "nodes, and text that is not UTF-8": b"(;PB[\xb0\xa1\\x]" + b";" * MANY + b")"}


@pytest.mark.parametrize("name", TOO_MANY)
def test_a_record_of_too_many_parts_is_refused(name):
    assert len(TOO_MANY[name]) <= MAX_BYTES
    with pytest.raises(SgfError, match=f"more than ({MAX_NODES} nodes|{MAX_PARTS} )"):
        load_game(TOO_MANY[name])


def test_as_many_parts_as_a_record_may_have():
    nodes, values = "(;SZ[9]" + ";" * (MAX_NODES - 1) + ")", "(;SZ[9]C" + "[x]" * (MAX_PARTS - 4) + ")"
    assert load_game(nodes).size == load_game(values).size == 9
    for text, words in ((nodes.replace(";;", ";;;", 1), f"{MAX_NODES} nodes"), (values.replace("[x]", "[x][x]", 1), f"{MAX_PARTS} nodes")):
        with pytest.raises(SgfError, match=f"more than {words}"):
            load_game(text)


HOSTILE = {
    "deep nesting": "(;" * 99_000, "backslashes": "(;SZ[9]C[" + "\\" * (3 * MANY), "escapes": "(;SZ[9]C[" + "\\]" * (2 * MANY - 9),
    "values without an end": "(;C" + "[\\" * MANY, "labels of encodings": "(;" + "CA[" * MANY, "one name": "(;" + "A" * (4 * MANY),
    "blanks": "(;SZ[9]A" + " " * (4 * MANY) + "x", "names and blanks": "(;" + ("A" + " " * 99) * 30_000,
    "text with brackets": "see a[1] " * 400_000 + "(;SZ[9])", "openings": "(" * (4 * MANY),
    "rectangles": "(;SZ[25]AB" + "[aa:yy]" * 200_000 + ")", "a long number": "(;SZ[9]KM[" + "9" * (4 * MANY) + "])",
    "branches of notes": "(;SZ[9]" + "(;N[a];B[aa])" * 12_000 + ")", "notes that branch": "(;SZ[9]" + "(;N[a](;B[aa])" * 16_000}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records_cost_little_time(name):
    """Processor time of this process; a quadratic way through any of them takes minutes."""
    data = HOSTILE[name].encode("utf-8")
    assert len(data) <= MAX_BYTES
    for load in (load_game, load_tree):
        began = time.process_time()
        with suppress(SgfError):
            load(data)
        assert time.process_time() - began < 20


def test_only_the_parts_of_the_first_record_count_and_none_within_values():
    text = "(;SZ[9]C[" + ";(" * MAX_PARTS + "];B[aa])" + "(;)" * MAX_PARTS
    assert vertices(load_game("junk )" + text)) == [("b", "A9")]


def test_blanks_cost_nothing():
    blanks = " " * 10**5
    assert load_game(f"{blanks}({blanks};{blanks}SZ{blanks}[9]{blanks}RU[{blanks}chinese{blanks}];B[aa])").moves


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_regular_files_of_a_bounded_size_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b" " * (MAX_BYTES + 1))
    for name, words in (("pipe", "regular"), ("/dev/zero", "regular"), ("large", "more than"), ("", "directory"),
                        ("missing", "No such"), ("x" * 5000, "too long"), ("a\0b", "null")):
        with pytest.raises(SgfError, match=words):
            load_file(tmp_path / name)


def test_names_that_utf8_cannot_express_are_escaped():
    text = save_game(Game(9), black="\udcff", white="\ud800", comments={0: "a\udc80"})
    text.encode("utf-8")
    assert "udcff" in text and "ud800" in text and "udc80" in text
    assert load_game(text).size == 9
