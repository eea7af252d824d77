"""`gopy review`: what it writes about a game, and that it can be interrupted."""
import json
import re
from html.parser import HTMLParser

import pytest
from fakes.fake_search import FakeSearch
from sgfmill import sgf

from gopy.base.errors import UserError
from gopy.desk.review.findings import lead_text, moves_of, swings
from gopy.desk.review.page import page
from gopy.desk.review.record import annotated
from gopy.desk.review.turns import Turns, analyse, query_of
from gopy.engine.options import Options
from gopy.go.board_picture import board_picture
from gopy.go.geometry import BLACK, WHITE, parse_vertex
from gopy.go.history import Game
from gopy.go.sgf import load_game, player_names, read_game

RECORD = "(;FF[4]SZ[9]KM[6.5]RU[Chinese]PB[A & <b>]PW[Wei]C[A game.];B[ee];W[ce]C[Here?](;B[gg];W[tt])(;B[cg]))"


def answer(turn, rate, lead, best):
    info = {"move": best, "pv": [best, "D4", "pass"], "winrate": rate, "scoreLead": lead, "visits": 90}
    return {"id": "review", "turnNumber": turn, "moveInfos": [info] if best else [], "ownership": [0.5] * 40 + [-0.5] * 41,
            "rootInfo": {"winrate": rate, "scoreLead": lead, "visits": 100}}


@pytest.fixture
def game():
    return load_game(RECORD)


@pytest.fixture
def turns():
    """Black's E5 is as the analysis wants it, White's C5 costs 20 %, Black's G3 30 %, White's pass nothing."""
    return {0: answer(0, 0.5, 0.0, "E5"), 1: answer(1, 0.5, 0.4, "G7"), 2: answer(2, 0.7, 4.0, "C3"), 3: answer(3, 0.4, -3.0, "C3"),
            4: answer(4, 0.4, -3.0, None)}


def test_what_moves_cost_their_player(game, turns):
    moves = moves_of(game, turns)
    assert [(move.number, move.colour, move.text) for move in moves] == [
        (1, BLACK, "E5"), (2, WHITE, "C5"), (3, BLACK, "G3"), (4, WHITE, "pass")]
    assert [round(move.loss, 3) for move in moves] == [0.0, 0.2, 0.3, 0.0]
    assert [round(move.points_lost, 3) for move in moves] == [-0.4, 3.6, 7.0, 0.0]
    assert moves[0].better is None and moves[1].better["move"] == "G7"
    assert [move.number for move in swings(moves, 10)] == [2, 3] and [move.number for move in swings(moves, 1)] == [3]
    assert moves_of(game, {0: turns[0], 2: turns[2], 3: turns[3]})[0].number == 3, "both positions must be known"
    assert [lead_text(points) for points in (3.54, -12, 0.01)] == ["B+3.5", "W+12.0", "even"]


def test_the_record_keeps_what_it_had_and_gets_comments_and_variations(game, turns):
    moves = moves_of(game, turns)
    text = annotated(read_game(RECORD), turns, moves, swings(moves, 10))
    record = sgf.Sgf_game.from_string(text)
    nodes = record.get_main_sequence()
    assert load_game(text).moves == game.moves and record.get_root().get("PB") == "A & <b>"
    assert nodes[0].get("C").startswith("A game.\nBlack wins 50.0 %, even, 100 visits\nBest: E5 D4 pass")
    assert nodes[2].get("C").startswith("Here?\nBlack wins 70.0 %, B+4.0") and "This move: -20.0 %, -3.6 points; better was G7" in \
        nodes[2].get("C")
    assert [node.get("SBKV") for node in nodes] == ["50.00", "50.00", "70.00", "40.00", "40.00"]
    assert nodes[2].get("TR") == {(2, 2)}, "C3 would have been better than the third move"
    better = nodes[2][2]
    assert [better.get_move(), better[0].get_move(), better[0][0].get_move()] == [("b", (2, 2)), ("w", (3, 3)), ("b", None)]
    assert nodes[2][1].get_move() == ("b", (2, 2)), "the variation that was there stays"


def test_a_record_in_another_encoding_stays_readable(turns):
    data = RECORD.replace("FF[4]", "FF[4]CA[gb18030]").replace("A & <b>", "黑").encode("gb18030")
    text = annotated(read_game(data), {0: turns[0]}, [], [])
    assert sgf.Sgf_game.from_string(text).get_root().get("PB") == "黑" and "CA[UTF-8]" in text


def test_stones_set_up_in_the_middle_start_the_game_anew(turns):
    data = b"(;SZ[9];B[ee];W[cc];AB[gg];W[gc])"
    game = load_game(data)
    assert len(game.moves) == 1
    text = annotated(read_game(data), {0: turns[0], 1: turns[1]}, moves_of(game, turns), [])
    nodes = sgf.Sgf_game.from_string(text).get_main_sequence()
    assert [node.has_property("C") for node in nodes] == [False, False, False, True, True]


def annotated_nodes(data, turns):
    found = read_game(data)
    moves = moves_of(found.game, turns)
    return sgf.Sgf_game.from_string(annotated(found, turns, moves, swings(moves, 10))).get_main_sequence()


def test_what_a_record_writes_badly_does_not_hinder_its_review(turns):
    data = "(;SZ[9]PB[A]PB[B]C[x]C[y];B[ee];W[ce]TR[tt]TR[aa]C[z];B[gg];W[])"
    nodes = annotated_nodes(data, turns)
    assert nodes[0].get("C").startswith("x\ny\nBlack wins 50.0 %")
    assert nodes[2].get_raw_list("TR") == [b"tt", b"aa", b"cg"] and player_names(data) == ["A", ""]


def test_a_move_in_the_root_gets_a_node_of_its_own(turns):
    found = {0: turns[1], 1: turns[2], 2: turns[3]}     # both moves are costly
    nodes = annotated_nodes("(;SZ[9]W[aa];B[bb])", found)
    assert [node.get_move()[0] for node in nodes] == [None, "w", "b"]
    assert "Black wins" in nodes[0].get("C") and "This move: -20.0 %" in nodes[1].get("C")
    assert [node.get_move()[0] for node in nodes[1]] == ["b", "b"], "the second is the better one for Black's move"


def test_both_moves_of_one_node_are_reviewed(turns):
    nodes = annotated_nodes("(;SZ[9]XX[kept];B[ee]W[ce]N[both];B[gg])", {number: turns[number] for number in range(4)})
    assert [node.get_move()[0] for node in nodes] == [None, "b", "w", "b"]
    assert all("Black wins" in node.get("C") for node in nodes)
    assert nodes[0].get_raw("XX") == b"kept" and nodes[2].get("N") == "both"


def test_stones_set_up_at_the_end_are_the_game(turns):
    assert [node.has_property("C") for node in annotated_nodes("(;SZ[9];B[ee];AB[gg])", {0: turns[0]})] == [False, False, True]


class Checked(HTMLParser):
    """Holds that every element is closed in order, and that nothing is loaded from elsewhere."""
    VOID = {"meta", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        assert not {"src", "srcset"} & dict(attributes).keys() and dict(attributes).get("href", "#").startswith("#")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_the_page_stands_alone_and_shows_the_swings(game, turns):
    moves = moves_of(game, turns)
    found = Checked(page("a <game>.sgf", ["A & <b>", ""], game, turns, moves, swings(moves, 10), "Reviewed & done."))
    assert "script" not in found.tags and "link" not in found.tags and found.tags.count("svg") == 1 + 2 * 2 + 1
    for text in ("a <game>.sgf", "A & <b> – White", "Reviewed & done.", "Move 2: White C5", "rises from 50.0\u00a0% to 70.0\u00a0%",
                 "Move 3: Black G3", "falls from 70.0\u00a0% to 40.0\u00a0%", "the score goes from\nB+4.0 to W+3.0", "goes on C3 D4 pass"):
        assert text in found.text, text
    assert "b>" not in found.tags
    Checked(page("x", ["", ""], game, {0: turns[0]}, [], [], "Nothing."))


def test_a_board_picture():
    game = Game(9)
    game.play(BLACK, parse_vertex("E5", 9))
    line = [parse_vertex(vertex, 9) for vertex in ("C3", "pass", "G7", "C3", "E5")]
    picture = board_picture(game.board.colours, 9, line=line, first_colour=WHITE, cross=parse_vertex("A9", 9), ownership=[1.0] + [0.0] * 79 + [-1.0],
                            title="x")
    Checked(picture)
    assert re.findall(r">(\d)</text>", picture.partition("edge")[2].rpartition('class="edge"')[2])[-2:] == ["1", "3"]
    assert picture.count("<rect") == 3 and 'class="ob" x="10" y="10"' in picture and 'class="ow" x="170" y="170"' in picture
    assert 'd="M15 15L25 25' in picture and '<circle class="b" cx="100" cy="100"' in picture
    assert '<circle class="line w" cx="60" cy="140"' in picture and '<circle class="line w" cx="140" cy="60"' in picture


def review(game, path, turns=None, make=FakeSearch, visits=64, **options):
    query = query_of(game, range(len(game.moves) + 1) if turns is None else turns, visits, None)
    options = Options(size=9, threads=1, **options)
    found, shown = Turns(path, query, options), []
    analyse(query, found, options, 2, lambda *progress: shown.append(progress[:2]), make)
    return found, shown


def test_a_review_is_resumed_where_it_was_interrupted(game, tmp_path):
    whole, shown = review(game, tmp_path / "whole.jsonl")
    assert sorted(whole.of) == [0, 1, 2, 3, 4] and shown == [(done, 5) for done in range(6)]
    path = tmp_path / "again.jsonl"
    review(game, path, turns=[1, 3])
    path.write_bytes(path.read_bytes() + b'{"id": "review", "turnNu')      # killed in the middle of a line
    again, shown = review(game, path)
    assert shown[0] == (2, 5) and shown[-1] == (5, 5) and again.of == whole.of
    assert review(game, path)[1] == [(5, 5)]


def test_a_review_of_another_game_or_with_other_limits_is_refused(game, tmp_path):
    path = tmp_path / "x.jsonl"
    review(game, path)
    with pytest.raises(UserError, match="another game"):
        review(game.after(2), path)
    with pytest.raises(UserError, match="another game"):
        review(game, path, visits=65)
    with pytest.raises(UserError, match="another engine"):
        review(game, path, preset="mogo2007")
    path.write_text("{}\nrubbish\n")
    with pytest.raises(UserError, match="line 2"):
        review(game, path)


@pytest.mark.parametrize("written", [b"", b'{"game": "cut off'])
def test_a_file_that_holds_nothing_yet_gets_its_head(game, tmp_path, written):
    path = tmp_path / "x.jsonl"
    path.write_bytes(written)
    whole, _ = review(game, path)
    assert review(game, path)[1] == [(5, 5)] and len(whole.of) == 5


@pytest.mark.parametrize("record, komi", [
    ("HA[0]AB[cc][gg]PL[W]", 7.5), ("HA[2]AB[cc][gg]", 9.5), ("AB[cc][gg];B[cg]", 7.5), (";B[cc];B[gg];W[cg]", 9.5),
    ("HA[12]AB[aa][ba][ca][da][ea][fa][ga][ha][ia][ac][bc][cc]", 19.5)])
def test_the_komi_of_a_review_is_that_of_the_record(record, komi):
    game = load_game(f"(;SZ[9]{record})")
    last = len(game.moves)
    assert (game.effective_komi, query_of(game, [last], 64, None).game(last).effective_komi) == (komi, komi)


def test_the_handicap_and_the_first_player_belong_to_the_game(tmp_path):
    path, records = tmp_path / "x.jsonl", ("HA[0]AB[cc][gg]PL[W]", "HA[2]AB[cc][gg]PL[W]", "HA[0]AB[cc][gg]PL[B]")
    review(load_game(f"(;SZ[9]{records[0]})"), path)
    for record in records[1:]:
        with pytest.raises(UserError, match="another game"):
            review(load_game(f"(;SZ[9]{record})"), path)


def test_the_help_says_what_limits_a_position(run_gopy):
    text = " ".join(run_gopy("review", "--help").stdout.split())
    assert "simulations of each position (1000 if neither --level nor --seconds is given)" in text
    assert "--seconds X seconds for each position" in text and "no clock" not in text


def test_the_command(run_gopy, tmp_path):
    (tmp_path / "a game.sgf").write_text(RECORD)
    done = run_gopy("review", tmp_path / "a game.sgf", "--sims", 50, "--threads", 1, "--memory", 16)
    assert done.returncode == 0 and "a game.sgf: 5/5 positions" in done.stderr
    record, html = done.stdout.splitlines()
    assert load_game((tmp_path / "a game.review.sgf").read_text()).moves == load_game(RECORD).moves
    assert record.endswith("a game.review.sgf") and html.endswith("a game.review.html")
    Checked((tmp_path / "a game.review.html").read_text())
    lines = (tmp_path / "a game.review.jsonl").read_text().splitlines()
    assert len(lines) == 6 and all(json.loads(line)["rootInfo"]["visits"] == 50 for line in lines[1:])
    again = run_gopy("review", tmp_path / "a game.sgf", "--sims", 50, "--threads", 1, "--memory", 16, "--moves", "2-3")
    assert again.returncode == 0 and len((tmp_path / "a game.review.jsonl").read_text().splitlines()) == 6


@pytest.mark.parametrize("words, sentence", [
    (["nothing.sgf"], "cannot read"), (["a.sgf", "--moves", "x"], "not of the form"), (["a.sgf", "--moves", "9-"], "has only 4 moves"),
    (["a.sgf", "--moves", "3-2"], "no range"), (["a.sgf", "a.sgf"], "same results"), (["bad.sgf"], "not an SGF record")])
def test_what_cannot_be_reviewed_is_told_in_one_sentence(run_gopy, tmp_path, words, sentence):
    (tmp_path / "a.sgf").write_text(RECORD)
    (tmp_path / "bad.sgf").write_text("hello")
    done = run_gopy("review", *(tmp_path / word if word.endswith(".sgf") else word for word in words))
    assert done.returncode == 2 and sentence in done.stderr and done.stdout == "" and "Traceback" not in done.stderr
    assert len(list(tmp_path.iterdir())) == 2
