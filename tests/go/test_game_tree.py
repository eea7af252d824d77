"""The tree of variations, and its records in SGF."""
import random

import pytest

from gopy.go.game_tree import MOST_NODES, ROOT, new_tree
from gopy.go.geometry import parse_vertex, vertex_text
from gopy.go.history import Game, IllegalMove
from gopy.go.rules import CHINESE
from gopy.go.sgf import SgfError, save_game
from gopy.go.sgf_tree import load_tree, save_tree


def grown(size=5, moves=60, seed=1):
    """A tree of random moves, grown from random nodes, with the Game of each node as it was when it was added."""
    generator, tree = random.Random(seed), new_tree(size, 6.5, CHINESE)
    games = {ROOT: tree.game.copy()}
    for _ in range(moves):
        node = tree.go(generator.choice([each.number for each in tree]))
        colour = tree.game.to_play
        node = tree.play(colour, generator.choice(tree.game.legal_moves(colour)))
        games[node.number] = tree.game.copy()
    return tree, games


def same(one, other):
    return (one.moves, one.board.colours, one.board.to_play, one.board.hash, one.repetition_hashes()) == (
        other.moves, other.board.colours, other.board.to_play, other.board.hash, other.repetition_hashes())


def test_the_game_is_that_of_the_current_node():
    tree, games = grown()
    numbers = list(games) * 3
    random.Random(2).shuffle(numbers)
    for number in numbers:
        assert tree.go(number).number == number
        assert same(tree.game, games[number])


def test_a_move_that_is_there_is_taken_and_not_added():
    tree = new_tree(5, 7.5, CHINESE)
    first = tree.play(0, 3)
    tree.go(ROOT)
    assert tree.play(0, 3) is first and len(tree) == 2
    tree.go(ROOT)
    assert tree.play(0, 4).number != first.number
    assert tree.root.children == [first.number, tree.current.number]


def test_an_illegal_move_changes_nothing():
    tree = new_tree(5, 7.5, CHINESE)
    tree.play(0, 3)
    with pytest.raises(IllegalMove):
        tree.play(1, 3)
    assert len(tree) == 2 and len(tree.game.moves) == 1


def test_what_is_removed_takes_its_variations_along():
    tree, _ = grown()
    victim = tree[tree.root.children[0]]
    inside = victim.number
    while tree[inside].children:
        inside = tree[inside].children[-1]
    tree.go(inside)
    tree.remove(victim.number)
    assert tree.current is tree.root and victim.number not in tree and inside not in tree
    assert tree.game.moves == []
    with pytest.raises(ValueError):
        tree.remove(ROOT)


def test_a_tree_is_bounded(monkeypatch):
    monkeypatch.setattr("gopy.go.game_tree.MOST_NODES", 3)
    tree = new_tree(5, 7.5, CHINESE)
    tree.play(0, 1)
    tree.play(1, 2)
    with pytest.raises(ValueError, match="full"):
        tree.play(0, 3)
    assert MOST_NODES > 1000


@pytest.mark.parametrize("seed", range(5))
def test_records_bring_back_the_tree(seed):
    tree, games = grown(seed=seed)
    for node in tree:
        node.comment, node.winrate = f"node {node.number}", node.number / 100
    record = load_tree(save_tree(tree, black="b", white="w]\\", result="B+R"))
    assert (record.black, record.white, record.result) == ("b", "w]\\", "B+R")
    assert (record.tree.game.komi, record.tree.game.rules) == (6.5, CHINESE)
    old = {node.comment: node for node in tree}
    assert len(record.tree) == len(tree)
    for node in record.tree:
        before = old[node.comment]
        assert node.move == before.move and node.winrate == pytest.approx(before.winrate)
        assert [record.tree[each].comment for each in node.children] == [tree[each].comment for each in before.children]
        record.tree.go(node.number)
        assert same(record.tree.game, games[before.number])


def test_handicap_and_stones_set_up_later():
    tree = new_tree(9, 0.5, CHINESE, [parse_vertex(text, 9) for text in ("C3", "G7")])
    assert tree.game.to_play == 1
    again = load_tree(save_tree(tree)).tree
    assert again.game.handicap == 2 and again.game.to_play == 1
    record = "(;SZ[5]AB[cc]PL[W];W[dd];AW[aa]AE[cc]PL[B]C[set up];B[bb](;W[ab])(;W[ba]))"
    tree = load_tree(record).tree
    texts = {number: vertex_text(tree[number].move[1], 5) for number in (1, 3, 4, 5)}
    assert texts == {1: "D2", 3: "B4", 4: "A4", 5: "B5"}
    assert tree[2].comment == "set up" and tree[2].start.board.colours[parse_vertex("C3", 5)] == 2
    again = load_tree(save_tree(tree)).tree
    for number in range(6):
        tree.go(number), again.go(number)
        assert same(tree.game, again.game), number


def test_records_that_cannot_be_loaded():
    for text in ("", "no record", "(;SZ[99])", "(;SZ[9:13];B[aa])"):
        with pytest.raises(SgfError):
            load_tree(text)


def test_the_main_line_is_that_of_a_game():
    game = Game(9)
    for number in range(40):
        game.play(number % 2, game.legal_moves()[7])
    tree = load_tree(save_game(game)).tree
    assert same(tree.game, game) and tree.moves_before(tree.current.number) == 40
