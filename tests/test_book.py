"""Books of openings: their file, what the engine does with them, and the command that makes them."""
from types import SimpleNamespace

import pytest
from fake_search import FakeSearch

from gopy.__main__ import main
from gopy.book.book import Book, BookLine, game_after, read_book
from gopy.book.builder import Builder
from gopy.engine.engine import Engine, Restriction
from gopy.engine.opening import KNOWN_SIMULATIONS
from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE, parse_vertex, vertex_text
from gopy.go.history import Game
from gopy.go.symmetry import board_symmetries, distinct_moves

TEXT = """# a small book
size 5 komi 7.5 simulations 100
: C3 0.6 90
C3 : C4 0.4 70

C3 B2 : D4 0.7 50
"""


@pytest.fixture
def path(tmp_path):
    def write(text):
        path = tmp_path / "book.txt"
        path.write_text(text)
        read_book.cache_clear()
        return str(path)
    return write


def game_of(text, size=5, **options):
    game = Game(size, **options)
    for word in text.split():
        game.play(game.to_play, parse_vertex(word, size))
    return game


# ---------------------------------------------------------------- the file

def test_a_book_is_read_and_written_alike(path):
    book, lines = read_book(path(TEXT))
    assert (book.size, book.komi, book.simulations, len(book)) == (5, 7.5, 100, 3)
    assert [line.text(5) for line in lines] == [": C3 0.600 90", "C3 : C4 0.400 70", "C3 B2 : D4 0.700 50"]


def test_every_form_of_a_position_is_found(path):
    book, _ = read_book(path(TEXT))
    moves = [parse_vertex(word, 5) for word in ("C3", "B2")]
    answers = set()
    for moved in board_symmetries(5):
        game = Game(5)
        for move in moves:
            game.play(game.to_play, moved[move])
        answers.add(book.move(game, BLACK))
    # the position is its own mirror image in one diagonal, and D4 lies on it
    assert answers == {parse_vertex(word, 5) for word in ("D4", "B4", "D2", "B2")}
    assert book.move(game_of("C3 A1"), BLACK) is None


def test_games_of_another_kind_are_not_in_the_book(path):
    book, _ = read_book(path(TEXT))
    assert book.move(game_of("", komi=6.5), BLACK) is not None
    assert book.move(game_of("", komi=0.5), BLACK) is None
    assert book.move(Game(7), BLACK) is None
    assert book.move(game_of(""), WHITE) is None
    handicap = Game(5)
    handicap.play(BLACK, parse_vertex("C3", 5))
    handicap.play(BLACK, parse_vertex("B2", 5))
    assert handicap.handicap == 2 and book.move(handicap, WHITE) is None


@pytest.mark.parametrize("text, message", [
    ("", "is no book of openings: it is empty"),
    ("# nothing\n", "is no book of openings: it is empty"),
    (": C3 0.6 90\n", "line 1: the first line is not like 'size 9 komi 7.5 simulations 100000'"),
    ("size 99 komi 7.5 simulations 1\n", "line 1: unacceptable size"),
    ("size 5 komi 1e9 simulations 1\n", "line 1: komi"),
    ("size 5 komi x simulations 1\n", "line 1: not a number: 'x'"),
    (TEXT + "C3 C3 : A1 0.5 1\n", "line 7: C3 is not legal there"),
    (TEXT + "C3 B2 : C3 0.5 1\n", "line 7: C3 is not legal there"),
    (TEXT + "C3 B4 : A1 0.5 1\n", "line 7: the position is there twice"),
    (TEXT + "C3 B4 A1 0.5 1\n", "line 7: a position is like"),
    (TEXT + "C3 Z9 : A1 0.5 1\n", "line 7: not on a 5x5 board|line 7: not a vertex"),
    (TEXT + "A1 : C3 nan 1\n", "line 7: not a number: 'nan'"),
    (TEXT + "A1 : C3 0.5 -1\n", "line 7: not a count: '-1'"),
])
def test_what_is_no_book_is_refused_with_its_line(path, text, message):
    with pytest.raises(ValueError, match=message):
        read_book(path(text))
    with pytest.raises(ValueError):
        Options(size=5, book=path(text))


def test_what_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name, message in (("none", "cannot read .*: No such file"), ("bytes", "is no text"), (".", "cannot read|is no")):
        with pytest.raises(ValueError, match=message):
            read_book(str(tmp_path / name))
    with pytest.raises(ValueError, match="not a regular file"):
        read_book("/dev/zero")


# ---------------------------------------------------------------- the engine

@pytest.fixture
def new_engine():
    engines = []

    def make(**options):
        engines.append(Engine(Options(**{"size": 5, "sims": 5000, "seed": 1, **options}), FakeSearch))
        return engines[-1]
    yield make
    for engine in engines:
        engine.close()


def is_short(decision):
    """Whether the search was that of a move of the book. A FakeSearch ends up to 31 simulations late."""
    return decision.report.simulations < KNOWN_SIMULATIONS + 32


def test_the_engine_plays_the_book_after_a_short_search(path, new_engine):
    engine = new_engine(book=path(TEXT))
    decision = engine.genmove(BLACK)
    assert vertex_text(decision.move, 5) == "C3" and is_short(decision)
    engine.play(WHITE, parse_vertex("B4", 5))
    assert vertex_text(engine.genmove(BLACK).move, 5) == "D2"
    engine.play(WHITE, parse_vertex("A1", 5))
    assert not is_short(engine.genmove(BLACK))


def test_fewer_simulations_than_the_book_takes_stay_fewer(path, new_engine):
    assert new_engine(book=path(TEXT), sims=7).genmove(BLACK).report.simulations < 10


@pytest.mark.parametrize("options, restrict", [
    ({"book": "none"}, None), ({"komi": 0.5}, None), ({"temperature": 0.5}, None), ({}, Restriction(avoid=frozenset({0})))])
def test_games_and_moves_without_a_book(path, new_engine, options, restrict):
    engine = new_engine(**{"book": path(TEXT), **options})
    assert not is_short(engine.genmove(BLACK, restrict=restrict))


def test_a_symmetric_position_is_searched_in_one_form(new_engine):
    engine = new_engine(book="none", sims=100)
    searched = {child.move for child in engine.genmove(BLACK, play=False).report.children}
    assert searched == distinct_moves(engine.game, BLACK) and len(searched) == 7
    for colour, vertex in ((BLACK, "B1"), (WHITE, "E3")):
        engine.play(colour, parse_vertex(vertex, 5))
    assert len(engine.genmove(BLACK).report.children) == 24


# ---------------------------------------------------------------- making one

def test_a_book_is_made_the_likeliest_positions_first(tmp_path, capsys):
    out = tmp_path / "made.txt"
    words = ["learn", "book", "--size", "5", "--sims", "300", "--out", str(out)]
    assert main([*words, "--positions", "12"]) in (None, 0)
    told = capsys.readouterr()
    assert not told.out and "12 of 12 positions" in told.err
    whole = out.read_text()
    read_book.cache_clear()
    book, lines = read_book(str(out))
    assert len(book) == 12 and lines[0].path == ()
    replies = {line.path for line in lines}
    for line in lines:      # each position is one move, of the other player, away from the book's own or from the beginning
        assert len(line.path) < 2 or any(other.path == line.path[:-2] and other.move == line.path[-2] for other in lines)
    assert len(replies) == 12

    # a run that was stopped, even within a line's search, and goes on writes the same
    for left in ("\n".join(whole.split("\n")[:6]) + "\n", whole[:whole.index("\n", 200) + 9], whole[:whole.index("\n") + 9],
                 whole[:50], whole[:9], ""):
        out.write_text(left)
        read_book.cache_clear()
        assert main([*words, "--positions", "12"]) in (None, 0)
        assert out.read_text() == whole

    assert main([*words, "--komi", "0.5"]) != 0
    assert "is a book of size 5 komi 7.5 simulations 300: name another file" in capsys.readouterr().err
    assert main(["learn", "book", "--size", "5", "--out", str(tmp_path / "no" / "book.txt")]) != 0
    assert capsys.readouterr().err.startswith("gopy: cannot write")


class Scripted:
    """Searches whose moves and shares a test says: {moves so far: [(move, visits, prior)]}."""

    def __init__(self, size, script):
        self.size, self.script, self.asked = size, script, []

    def restart(self, seed):
        pass

    def set_root(self, game, colour, **options):
        self.now = " ".join(vertex_text(move, self.size) for _, move in game.moves)

    def run(self, simulations):
        self.asked.append((self.now, simulations))
        children = [SimpleNamespace(move=parse_vertex(word, self.size), visits=visits, prior=prior, winrate=0.5)
                    for word, visits, prior in self.script.get(self.now, [])]
        return SimpleNamespace(children=children, best=children[0] if children else None)


def test_the_order_is_that_of_the_replies_probabilities():
    """A reply's probability is the mean of its share of visits and of its prior; a pass is no reply."""
    script = {"": [("C3", 90, 0.5), ("B2", 10, 0.5)], "C3": [("C4", 60, 0.8), ("B2", 20, 0.2)], "B2": [("D4", 10, 1.0)],
              "C3 C4": [("D4", 1, 0.5), ("A1", 1, 0.5)], "C3 B2": [("E5", 5, 1.0)],
              "C3 C4 D4": [("pass", 9, 1.0)], "C3 C4 A1": [("pass", 9, 1.0)]}
    builder = Builder(Book(5, 7.5, 1000), search := Scripted(5, script))
    made = [builder.step() for _ in range(7)]
    # With Black it plays C3 at the beginning, where White replies C4 (0.775) or B2 (0.225). With White it meets C3 (0.7) and
    # B2 (0.3), and after C3 C4 two replies of one half.
    assert [" ".join(vertex_text(move, 5) for move in line.path) for line in made] == [
        "", "C3 C4", "C3", "C3 C4 A1", "C3 C4 D4", "B2", "C3 B2"]
    assert made[2] == BookLine((parse_vertex("C3", 5),), parse_vertex("C4", 5), 0.5, 60)
    assert [(line, search.asked.count((line, 1000))) for line in ("", "C3", "B2 D4")] == [("", 1), ("C3", 1), ("B2 D4", 0)]
    with pytest.raises(IndexError):
        builder.step()


def test_game_after_refuses_what_is_not_legal():
    assert len(game_after((0, 1), 5, 7.5).moves) == 2
    with pytest.raises(ValueError, match="A1 is not legal"):
        game_after((0, 0), 5, 7.5)
