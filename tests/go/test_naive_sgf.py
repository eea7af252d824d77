"""The slow reading of SGF records against small records that were worked out by hand."""
import pytest
from oracles.naive_sgf import NotARecord, komi_meant, meaning, read


def points(record, colour):
    """The stones of a colour as SGF writes points, in alphabetical order."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join(sorted(letters[column] + letters[row] for (column, row), each in record.stones.items() if each == colour))


@pytest.mark.parametrize("text, black, white", [
    ("(;SZ[9];B[ee];W[cc])", "ee", "cc"),
    # a stone in the corner and two on the edge are captured
    ("(;SZ[9]AB[ba]AW[aa];B[ab])", "ab ba", ""),
    ("(;SZ[9]AW[da][ea]AB[ca][db][eb];B[fa])", "ca db eb fa", ""),
    # the capture comes before the suicide
    ("(;SZ[9]AB[ab][bb]AW[ba][ac][bc][cb];W[aa])", "", "aa ac ba bc cb"),
    ("(;SZ[9]AW[ab][ba]AB[ac][bb][ca];B[aa])", "aa ac bb ca", ""),
    # suicide of one stone and of two is taken off
    ("(;SZ[9]AW[ab][ba];B[aa])", "", "ab ba"),
    ("(;SZ[9]AW[ab][bb][ca]AB[ba];B[aa])", "", "ab bb ca"),
    # the stone is placed whatever was there before
    ("(;SZ[9];B[ee];W[ee];B[cc])", "cc", "ee"),
    # set-up: rectangles, stones taken away, white space, one replaces another
    ("(;SZ[9]AB[aa:cb][ii]AE[ba])", "aa ab bb ca cb ii", ""),
    ("(;SZ[9]AB[a\na]AW[b b];AW[aa])", "", "aa bb"),
    # set-up captures nothing
    ("(;SZ[9]AW[aa]AB[ab][ba])", "ab ba", "aa"),
    # points parted by commas, and named as people name them
    ("(;SZ[9]AB[aa,cc];W[D4])", "aa cc", "df"), ("(;SZ[9]AB[aa，cc、ee];W[d4])", "aa cc ee", "df"), ("(;SZ[9]AB[aa cc][D4:E5];W[ＩＩ])", "aa cc de df ee ef", "ii"),
    # words before the first property
    ("(;some words FF[4]SZ[9]AB[aa];W[cc])", "aa", "cc"), ("(words SZ[9]AB[aa];W[cc])", "aa", "cc"), (";words SZ[9]AB[aa];W[cc])", "aa", "cc"),
    # what is set up stands in the order of the record
    ("(;SZ[9]AB[ee]AE[ee]AB[dd];W[cc])", "dd", "cc"),
    # off the board
    ("(;SZ[9];B[ee];W[jj];B[zz];W[cc])", "ee", "cc"),
    # names in full, both moves in one node, no first semicolon, nothing closed
    ("(;SiZe[9];Black[ee];White[cc])", "ee", "cc"),
    ("(;SZ[9];B[ee]W[cc])", "ee", "cc"),
    ("(SZ[9];B[ee];W[cc]", "ee", "cc"),
    # the first branch, also where it has no semicolon of its own
    ("(;SZ[9];B[ee](;W[cc];B[gg])(;W[dd]))", "ee gg", "cc"),
    ("(;SZ[9]AW[aa](B[ab];W[ee])(;B[cc]))", "ab", "aa ee"),
    # brackets and parentheses within texts
    (r"(;SZ[9]C[a \] ) (;B[aa\]];B[ee])", "ee", ""),
    ("(;SZ[9]DT[2013 [21:49]]PB[x];B[ee])", "ee", ""),
    ("some words (before) (;SZ[9];B[ee])(;SZ[9];B[aa])", "ee", ""),
])
def test_the_position(text, black, white):
    record = read(text.encode())
    assert (points(record, "B"), points(record, "W")) == (black, white)


def test_a_ko_is_taken_and_retaken():
    before = b"(;SZ[9]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb]"
    assert points(read(before), "W") == "ca cc db"
    assert points(read(before + b";W[bb])"), "B") == "ab ba bc"


@pytest.mark.parametrize("text, to_play", [
    ("(;SZ[9])", None), ("(;SZ[9]AB[cc])", None), ("(;SZ[9]HA[2])", None), ("(;SZ[9];B[tt]W[tt])", "B"),
    ("(;SZ[9];B[ee])", "W"), ("(;SZ[9];B[ee];W[])", "B"), ("(;SZ[9]HA[2]AB[cc][gg])", "W"),
    ("(;SZ[9]AB[cc]PL[white])", "W"), ("(;SZ[9];B[ee];PL[B])", "B"), ("(;SZ[9]PL[2])", "W"),
    ("(;SZ[9];W[tt]PL[W])", "W"), ("(;SZ[9];PL[W]W[tt])", "B"), ("(;SZ[9];B[ee];PL[B];W[cc])", "B"),
])
def test_who_is_to_play(text, to_play):
    assert read(text.encode()).to_play == to_play


def test_moves_passes_size_and_komi():
    record = read(b"(;SZ[9:13]KM[6,5];B[ee];W[];B[tt];W[ii];B[ij])")
    assert record.size == (9, 13) and record.komi == "6,5"
    assert record.moves == [("B", (4, 4)), ("W", None), ("B", None), ("W", (8, 8)), ("B", (8, 9))]
    assert read(b"(;B[pd])").size == (19, 19)
    assert read(b"(;SZ[25];B[tt])").moves == [("B", (19, 19))]
    assert read(b"(;SZ[9];B[jj];W[cc])").dropped == ["jj"]


@pytest.mark.parametrize("text, komi", [
    ("KM[6.5]", 6.5), ("KM[6,5]", 6.5), ("KM[6.5 moku]", 6.5), ("KM[375]", 7.5), ("KM[325]", 6.5), ("KM[650]", 6.5), ("KM[0]", 0),
    ("KM[-5.5]", -5.5), ("KO[5.5]", 5.5), ("", None), ("KM[]", None), ("KM[none]", None), ("AP[foxwq]KM[50]", 0.5), ("KM[50]", 50),
    ("KM[5。5]", 5.5), ("KM[５．５]", 5.5), ("KM[５，５]", 5.5), (";KM[5.5]", 5.5), ("KM[黒6目半]", 6.5), ("KM[7.5][7.5]", 7.5),
])
def test_the_komi_that_is_meant(text, komi):
    assert komi_meant(read(f"(;SZ[19]{text};B[dd])".encode())) == komi


def test_the_fixed_handicap_of_a_server_that_writes_no_stones():
    assert points(read(b"(;SZ[19]AP[foxwq]HA[3];W[dd])"), "B") == "dp pd pp"
    assert points(read(b"(;SZ[19]HA[3];W[dd])"), "B") == ""


@pytest.mark.parametrize("encoding, label, name", [
    ("utf-8", "", "黒番の棋士"), ("utf-8", "CA[big5]", "黒番の棋士"), ("utf-8-sig", "", "黒番"), ("utf-16", "", "黒番"),
    ("utf-16-be", "", "黒番"), ("cp1252", "", "créé par No° 3"),
    ("cp932", "CA[Shift_JIS]", "髙段の棋士"), ("gbk", "CA[gb2312]", "黑方鋐"), ("cp949", "CA[EUC-KR]", "한국기원 똠"),
    ("gbk", "", "黑方先手，白方后手。第三届棋王战"), ("cp932", "", "黒番と白番の対局、ソ連の棋士"), ("big5", "", "黑方先手，白方後手。許功蓋"),
    ("cp949", "", "한국기원에서 둔 바둑입니다"), ("cp1252", "", "the “first” player, näxt"), ("cp1252", "CA[ISO-8859-1]", "Gérard"),
    ("gbk", "CA[UTF-8]", "黑方先手，白方后手。第三届棋王战"), ("iso-2022-jp", "CA[ISO-2022-JP]", "日本"),
])
def test_encodings(encoding, label, name):
    record = read(f"(;SZ[9]{label}PB[{name}];B[ee])".encode(encoding))
    assert meaning(record.root.properties["PB"][0]) == name
    assert record.moves == [("B", (4, 4))]


def test_a_name_that_is_cut_within_a_character():
    record = read("(;SZ[9]PB[时空奇点先手白方后手]PW[你若有".encode() + b"\xe5\x9b];B[ee])")
    assert record.root.properties["PB"] == ["时空奇点先手白方后手"] and record.moves == [("B", (4, 4))]


def test_what_texts_mean():
    assert meaning("a\\]b\\\\c\\\r\nd\r\ne\tf") == "a]b\\cd\ne f"


@pytest.mark.parametrize("data", [b"", b"no record", b"(;GM[2]SZ[8])", b"(;SZ[0])"])
def test_what_is_no_record(data):
    with pytest.raises(NotARecord):
        read(data)
