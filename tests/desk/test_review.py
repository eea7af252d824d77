"""`gopy review`: what it writes about a game, and that it can be interrupted."""
import json
import re
from html.parser import HTMLParser

import pytest
from fakes.fake_looks import look, reviewed
from fakes.fake_search import FakeSearch
from sgfmill import sgf

from gopy.base.errors import UserError
from gopy.desk.review.findings import change_text, costs, document, lead_text, mistakes
from gopy.desk.review.looks import Question, look_of_answer, looked_at
from gopy.desk.review.page import page
from gopy.desk.review.plan import Plan
from gopy.desk.review.record import annotated
from gopy.desk.review.turns import KeptAnswers, analyse, query_of
from gopy.engine.options import Options
from gopy.go.board_picture import board_picture
from gopy.go.geometry import BLACK, WHITE, parse_vertex, vertex_text
from gopy.go.history import Game
from gopy.go.sgf import load_game, player_names, read_game

RECORD = "(;FF[4]SZ[9]KM[6.5]RU[Chinese]PB[A & <b>]PW[Wei]C[A game.];B[ee];W[ce]C[Here?](;B[gg];W[tt])(;B[cg]))"

#: Black's four stones are in atari, and the game turns on them. Black plays elsewhere, and White takes them.
OVERLOOKED = ("(;SZ[9]KM[0.5]PB[Ann]BR[12k]DT[2026-01-02]RE[W+R]AB[da:di][fe:gf]AW[ea:ed][ef:ei][fd:gd][fg:gg][he:hf]PL[B];"
              "B[be];W[ee];B[])")


def told(question):
    """Black's E5 is as the analysis wants it, White's C5 costs 20 %, Black's G3 30 %, White's pass nothing."""
    if question.instead:
        rate, lead = {0: (0.5, 0.4), 1: (0.5, 0.4), 2: (0.7, 4.0)}.get(question.turn, (0.4, -3.0))
        return look(rate, "D4 pass", lead=lead)
    rate, lead, best = [(0.5, 0.0, "E5"), (0.5, 0.4, "G7"), (0.7, 4.0, "C3"), (0.4, -3.0, "C3"), (0.4, -3.0, "")][question.turn]
    return look(rate, *([f"{best} D4 pass"] if best else []), lead=lead)


def judged(game, count=10, tell=told, turns=None):
    """(the Plan of a game of which all was asked, its mistakes)."""
    plan = Plan(game, turns)
    reviewed(plan, tell)
    return plan, mistakes(plan, count)


@pytest.fixture
def game():
    return load_game(RECORD)


def test_what_moves_cost_their_player(game):
    plan, found = judged(game)
    assert [round(plan.loss(turn), 3) for turn in range(4)] == [0.0, 0.2, 0.3, 0.0]
    assert [round(plan.points_lost(turn), 3) for turn in (1, 2)] == [3.6, 7.0]
    assert [(mistake.number, mistake.colour, vertex_text(mistake.better, 9)) for mistake in found] == [(3, BLACK, "C3"), (2, WHITE, "G7")]
    assert [mistake.number for mistake in judged(game, 1)[1]] == [3]
    assert [change_text(mistake) for mistake in found] == [
        "Black's chance fell from 70\u00a0% to 40\u00a0%, 7 points", "White's chance fell from 50\u00a0% to 30\u00a0%, 4 points"]
    assert [lead_text(points) for points in (3.54, -12, 0.01)] == ["B+3.5", "W+12.0", "even"]


def test_a_review_as_a_document(game):
    plan, found = judged(game)
    written = json.loads(json.dumps(document(plan, found)))
    assert written["turns"] == [0, 1, 2, 3, 4] and written["chances"] == [0.5, 0.5, 0.7, 0.4, 0.4]
    assert written["losses"] == [0.0, 0.2, 0.3, 0.0] and len(written["ownership"][0]) == 81
    heaviest = written["mistakes"][0]
    assert [heaviest[key] for key in ("number", "colour", "move", "better", "betterLine", "replyLine")] == [
        3, "B", "G3", "C3", ["C3", "D4", "pass"], ["C3", "D4", "pass"]]
    assert heaviest["answers"] == {"G3": {"loss": 0.3, "line": ["G3", "C3", "D4", "pass"]}, "C3": {"loss": 0.0, "line": ["C3", "D4", "pass"]}}
    assert heaviest["lostHere"] and not written["mistakes"][1]["lostHere"], "White was ahead again at the end"
    assert heaviest["reasons"] == ["C3 is a point that both sides want: White may play there next."]


def test_the_record_keeps_what_it_had_and_gets_comments_and_variations(game):
    plan, found = judged(game)
    text = annotated(read_game(RECORD), plan, found)
    record = sgf.Sgf_game.from_string(text)
    nodes = record.get_main_sequence()
    assert load_game(text).moves == game.moves and record.get_root().get("PB") == "A & <b>"
    assert nodes[0].get("C").startswith("A game.\nBlack wins 50\u00a0%, B+0.4, 100 visits\nBest: E5 D4 pass")
    assert nodes[2].get("C").startswith("Here?\nBlack wins 70\u00a0%, B+4.0")
    comment = nodes[2].get("C")
    assert "A mistake: White's chance fell from 50\u00a0% to 30\u00a0%, 4 points. " in comment and comment.endswith("Better was G7.")
    assert "Here the game was lost." in nodes[3].get("C") and "Here the game was lost." not in comment
    assert [node.get("SBKV") for node in nodes] == ["50.00", "50.00", "70.00", "40.00", "40.00"]
    assert nodes[2].get("TR") == {(2, 2)}, "C3 would have been better than the third move"
    better = nodes[2][2]
    assert [better.get_move(), better[0].get_move(), better[0][0].get_move()] == [("b", (2, 2)), ("w", (3, 3)), ("b", None)]
    assert nodes[2][1].get_move() == ("b", (2, 2)), "the variation that was there stays"


def test_a_record_in_another_encoding_stays_readable():
    data = RECORD.replace("FF[4]", "FF[4]CA[gb18030]").replace("A & <b>", "黑").encode("gb18030")
    found = read_game(data)
    text = annotated(found, *judged(found.game, turns=[0]))
    assert sgf.Sgf_game.from_string(text).get_root().get("PB") == "黑" and "CA[UTF-8]" in text


def test_stones_set_up_in_the_middle_start_the_game_anew():
    data = b"(;SZ[9];B[ee];W[cc];AB[gg];W[gc])"
    game = load_game(data)
    assert len(game.moves) == 1
    text = annotated(read_game(data), *judged(game))
    nodes = sgf.Sgf_game.from_string(text).get_main_sequence()
    assert [node.has_property("C") for node in nodes] == [False, False, False, True, True]


def annotated_nodes(data, tell=told):
    found = read_game(data)
    return sgf.Sgf_game.from_string(annotated(found, *judged(found.game, tell=tell))).get_main_sequence()


def test_what_a_record_writes_badly_does_not_hinder_its_review():
    data = "(;SZ[9]PB[A]PB[B]C[x]C[y];B[ee];W[ce]TR[tt]TR[aa]C[z];B[gg];W[])"
    nodes = annotated_nodes(data)
    assert nodes[0].get("C").startswith("x\ny\nBlack wins 50\u00a0%")
    assert nodes[2].get_raw_list("TR") == [b"tt", b"aa", b"cg"] and player_names(data) == ["A", ""]


def test_a_move_in_the_root_gets_a_node_of_its_own():
    def both_costly(question):
        return told(Question(question.turn + 1, question.instead))
    nodes = annotated_nodes("(;SZ[9]W[aa];B[bb])", both_costly)
    assert [node.get_move()[0] for node in nodes] == [None, "w", "b"]
    assert "Black wins" in nodes[0].get("C") and "A mistake: White's chance fell" in nodes[1].get("C")
    assert [node.get_move()[0] for node in nodes[1]] == ["b", "b"], "the second is the better one for Black's move"


def test_both_moves_of_one_node_are_reviewed():
    nodes = annotated_nodes("(;SZ[9]XX[kept];B[ee]W[ce]N[both];B[gg])")
    assert [node.get_move()[0] for node in nodes] == [None, "b", "w", "b"]
    assert all("Black wins" in node.get("C") for node in nodes)
    assert nodes[0].get_raw("XX") == b"kept" and nodes[2].get("N") == "both"


def test_stones_set_up_at_the_end_are_the_game():
    assert [node.has_property("C") for node in annotated_nodes("(;SZ[9];B[ee];AB[gg])")] == [False, False, True]


class Checked(HTMLParser):
    """Holds that every element is closed in order, and that nothing is loaded from elsewhere."""
    VOID = {"meta", "br", "input"}

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


def test_what_moves_cost_in_each_phase(game):
    """By the share of the points with stones: on 2x2 the second move is one of the middle game, and the third of the end."""
    plan, _ = judged(game)
    assert [(row.colour, row.phase, row.moves, row.counts, round(row.mean, 3)) for row in costs(plan)] == [
        (BLACK, "game", 2, (1, 0, 0), 0.15), (BLACK, "opening", 2, (1, 0, 0), 0.15),
        (WHITE, "game", 2, (1, 0, 0), 0.1), (WHITE, "opening", 2, (1, 0, 0), 0.1)]
    for colour, row in ((BLACK, costs(plan)[0]), (WHITE, costs(plan)[2])):
        lost = [plan.points_lost(turn) for turn in plan.turns[:-1] if plan.mover(turn) == colour]
        assert row.points == pytest.approx(sum(lost) / len(lost))
    assert document(plan, [])["points"] == [round(plan.points_lost(turn), 1) for turn in plan.turns[:-1]]
    small = Plan(load_game("(;SZ[2];B[aa];W[bb];B[ab];W[])"))
    reviewed(small, lambda question: look(0.5, "B1", size=2))
    assert [(row.colour, row.phase, row.moves) for row in costs(small)] == [
        (BLACK, "game", 2), (BLACK, "opening", 1), (BLACK, "end", 1), (WHITE, "game", 2), (WHITE, "middle", 1), (WHITE, "end", 1)]


def test_the_page_stands_alone_and_shows_the_swings(game):
    plan, found = judged(game)
    text = page("a <game>.sgf", ["A & <b> – White", "result W+R"], plan, found, "Reviewed & done.")
    read = Checked(text)
    assert "link" not in read.tags and read.tags.count("circle") >= 2 and "http" not in text
    for part in ("a <game>.sgf", "A & <b> – White · result W+R", "Reviewed & done.", "Move 3: Black\nG3. Black's chance fell from 70\u00a0% to 40\u00a0%",
                 "Move 2: White\nC5. White's chance fell", "Better: C3 D4 pass", "Try again"):
        assert part in read.text, part
    assert read.text.index("Move 3: Black") < read.text.index("Move 2: White"), "the heaviest first"
    assert "b>" not in read.tags and "figure" in read.tags
    kept = json.loads(re.search(r'id="review">(.*?)</script>', text)[1])
    assert kept["start"] == ["." * 9] * 9 and kept["moves"] == [["B", "E5"], ["W", "C5"], ["B", "G3"], ["W", "pass"]]
    assert "</script" not in kept["mistakes"][0]["text"] and kept["mistakes"][0]["text"].startswith("Black&#x27;s chance fell")
    Checked(page("x", [], *judged(game, turns=[0]), "Nothing."))


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
    """(the answers about a game, the progress that was shown, the Plan) of a review by a search that is made up."""
    options = Options(size=9, threads=1, **options)
    plan, found, shown = Plan(game, turns), KeptAnswers(path, game, visits, None, options), []
    analyse(plan, found, visits, None, options, 2, lambda *progress: shown.append(progress[:2]), make)
    return found, shown, plan


def test_a_review_is_resumed_where_it_was_interrupted(game, tmp_path):
    whole, shown, plan = review(game, tmp_path / "whole.jsonl")
    assert {"0 x1", "1 x1", "2 x1", "3 x1", "4 x1"} <= set(whole.of) and shown[:6] == [(done, 5) for done in range(6)]
    path = tmp_path / "again.jsonl"
    review(game, path, turns=[1, 2])
    path.write_bytes(path.read_bytes() + b'{"id": "review", "turnNu')      # killed in the middle of a line
    again, shown, same = review(game, path)
    assert shown[0] == (2, 5) and shown[-1][0] == shown[-1][1]
    same.judge()
    assert again.of.items() >= whole.of.items() and (same.chances, same.leads) == (plan.chances, plan.leads)
    assert review(game, path)[1][-1] == shown[-1] and review(game, path)[0].of == again.of


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
    whole = review(game, path)[0]
    assert review(game, path)[0].of == whole.of and len(whole.of) >= 5


@pytest.mark.parametrize("record, komi", [
    ("HA[0]AB[cc][gg]PL[W]", 7.5), ("HA[2]AB[cc][gg]", 9.5), ("AB[cc][gg];B[cg]", 7.5), (";B[cc];B[gg];W[cg]", 9.5),
    ("HA[12]AB[aa][ba][ca][da][ea][fa][ga][ha][ia][ac][bc][cc]", 19.5)])
def test_the_komi_of_a_review_is_that_of_the_record(record, komi):
    game = load_game(f"(;SZ[9]{record})")
    last = len(game.moves)
    assert (game.effective_komi, query_of(game, Question(last), 64, None).game(last).effective_komi) == (komi, komi)


def test_the_handicap_and_the_first_player_belong_to_the_game(tmp_path):
    path, records = tmp_path / "x.jsonl", ("HA[0]AB[cc][gg]PL[W]", "HA[2]AB[cc][gg]PL[W]", "HA[0]AB[cc][gg]PL[B]")
    review(load_game(f"(;SZ[9]{records[0]})"), path)
    for record in records[1:]:
        with pytest.raises(UserError, match="another game"):
            review(load_game(f"(;SZ[9]{record})"), path)


def test_a_search_answers_a_question_as_the_analysis_does(game, tmp_path):
    def make(size, options, seed):
        search = FakeSearch(size, options, seed)
        search.preference, search.ownership = (lambda game, colour, move: -move), [0.25] * 90
        return search
    answers, _, plan = review(game, tmp_path / "x.jsonl", make=make)
    for question in (Question(1), Question(1, (parse_vertex("G7", 9),), 4)):
        look = looked_at(make(9, Options(size=9), 0), game, question, 64)
        if question.effort == 1:
            assert look == look_of_answer(answers.of[question.key(9)], 9)
        assert (look.visits, len(look.ownership)) == (64 * question.effort, 81)
    assert look.candidates[0].move != parse_vertex("G7", 9)


def test_a_question_about_another_move_is_asked_with_it(game):
    asked = query_of(game, Question(2, (parse_vertex("C3", 9), parse_vertex("G7", 9)), 4), 64, 0.5)
    assert [vertex_text(move, 9) for _, move in asked.moves] == ["E5", "C5", "C3", "G7"] and asked.moves[2][0] == BLACK
    assert (asked.id, asked.priorities, asked.settings.visits, asked.settings.seconds) == ("2 C3 G7 x4", {4: 0}, 256, 2.0)
    assert asked.game(4).to_play == BLACK


def test_the_help_says_what_limits_a_position(run_gopy):
    text = " ".join(run_gopy("review", "--help").stdout.split())
    assert "simulations of each position in the first pass" in text and "4 times as long at the costliest moves" in text
    assert "2000 up to 9x9, 3000 up to 13x13, 1500 up to 25x25" in text and "--seconds X seconds for each position" in text and "no clock" not in text


def test_the_command(run_gopy, tmp_path):
    (tmp_path / "a game.sgf").write_text(OVERLOOKED)
    done = run_gopy("review", tmp_path / "a game.sgf", "--sims", 150, "--threads", 1, "--memory", 16)
    assert done.returncode == 0 and "a game.sgf: 4/4 positions" in done.stderr
    record, html = done.stdout.splitlines()
    text = (tmp_path / "a game.review.sgf").read_text()
    assert load_game(text).moves == load_game(OVERLOOKED).moves
    assert "Black's four stones at F4 were in atari, and White takes them at E5." in text
    assert record.endswith("a game.review.sgf") and html.endswith("a game.review.html")
    assert "Ann (12k) – White · 2026-01-02 · result W+R" in Checked((tmp_path / "a game.review.html").read_text()).text
    lines = (tmp_path / "a game.review.jsonl").read_text().splitlines()
    assert {(line["id"][-1], line["rootInfo"]["visits"]) for line in map(json.loads, lines[1:])} == {("1", 150), ("4", 600)}
    again = run_gopy("review", tmp_path / "a game.sgf", "--sims", 150, "--threads", 1, "--memory", 16)
    assert again.returncode == 0 and (tmp_path / "a game.review.jsonl").read_text().splitlines() == lines


@pytest.mark.parametrize("words, sentence", [
    (["nothing.sgf"], "cannot read"), (["a.sgf", "--moves", "x"], "not of the form"), (["a.sgf", "--moves", "9-"], "has only 4 moves"),
    (["a.sgf", "--moves", "3-2"], "no range"), (["a.sgf", "a.sgf"], "same results"), (["bad.sgf"], "not an SGF record")])
def test_what_cannot_be_reviewed_is_told_in_one_sentence(run_gopy, tmp_path, words, sentence):
    (tmp_path / "a.sgf").write_text(RECORD)
    (tmp_path / "bad.sgf").write_text("hello")
    done = run_gopy("review", *(tmp_path / word if word.endswith(".sgf") else word for word in words))
    assert done.returncode == 2 and sentence in done.stderr and done.stdout == "" and "Traceback" not in done.stderr
    assert len(list(tmp_path.iterdir())) == 2
