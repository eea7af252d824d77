"""A second opinion: GNU Go, over GTP, on legality, captures, repetition and the score of random games."""
import random
import subprocess

import pytest

from gopy.go.geometry import neighbours, pass_move, points, vertex_text
from gopy.go.history import Game
from gopy.go.rules import Ko, Rules
from gopy.go.score import final_score, result_text

_KO_OPTIONS = {Ko.SIMPLE: "--simple-ko", Ko.POSITIONAL: "--positional-superko", Ko.SITUATIONAL: "--situational-superko"}
_COLOURS = ("black", "white")


def ask(gnugo, commands, *options):
    """List of GNU Go's answers ("" for an empty one) to a list of commands, none of which may fail."""
    done = subprocess.run([gnugo, "--mode", "gtp", *options], input="\n".join(commands) + "\nquit\n", text=True,
                          capture_output=True, timeout=300, check=True)
    answers = done.stdout.split("\n\n")[:len(commands)]
    for command, answer in zip(commands, answers, strict=True):
        assert answer.startswith("="), (command, answer)
    return [answer[1:].strip() for answer in answers]


def what_gnugo_should_say(game):
    """Pairs of a command and the set of words in its answer."""
    mover = _COLOURS[game.to_play]
    pairs = [(f"all_legal {mover}", game.legal_moves()[:-1])]
    pairs += [(f"list_stones {name}", game.board.stones(colour)) for colour, name in enumerate(_COLOURS)]
    pairs = [(command, {vertex_text(point, game.size) for point in found}) for command, found in pairs]
    return pairs + [(f"captures {name}", {str(game.board.captures[colour])}) for colour, name in enumerate(_COLOURS)]


@pytest.mark.parametrize("ko", list(Ko))
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [5, 7, 9, 19])
def test_legality_and_captures(gnugo, ko, suicide, size):
    choose = random.Random(size)
    commands, expected = [], []
    for _ in range(30 // size):
        game = Game(size, rules=Rules(ko, suicide=suicide))
        commands += [f"boardsize {size}", "clear_board"]
        expected += [None, None]
        for number in range(4 * size * size):
            # Far fewer passes than chance would have: the boards must fill up and kos be fought.
            legal = game.legal_moves()
            move = choose.choice(legal[:-1] or legal)
            commands.append(f"play {_COLOURS[game.to_play]} {vertex_text(move, size)}")
            expected.append(None)
            game.play(game.to_play, move)
            if number % 7 == 0 or number > 3 * size * size:
                for command, words in what_gnugo_should_say(game):
                    commands.append(command)
                    expected.append(words)
    options = [_KO_OPTIONS[ko], "--allow-suicide" if suicide else "--forbid-suicide"]
    for command, answer, words in zip(commands, ask(gnugo, commands, *options), expected, strict=True):
        if words is not None:
            assert set(answer.split()) == words, command


def fills_own_eye(game, move):
    """Whether all neighbours are the mover's and all belong to one chain, or are safe on the diagonals."""
    board = game.board
    if any(board.colours[near] != game.to_play for near in neighbours(move, game.size)):
        return False
    row_length = game.size + 1
    corners = [move + down + across for down in (-row_length, row_length) for across in (-1, 1)]
    on_board = [point for point in corners if point in set(points(game.size))]
    lost = sum(board.colours[point] == 1 - game.to_play for point in on_board)
    return lost <= (1 if len(on_board) == 4 else 0)


def finished_random_game(size, choose):
    """A random game without eye filling, played until both pass; None if it goes on for too long."""
    game = Game(size, komi=0.5, rules=Rules())
    while not game.is_over:
        if len(game.moves) > 6 * size * size:
            return None
        moves = [move for move in game.legal_moves()[:-1] if not fills_own_eye(game, move)]
        game.play(game.to_play, choose.choice(moves) if moves else pass_move(size))
    return game


@pytest.mark.parametrize("size, games", [(7, 20), (9, 20), (13, 6)])
def test_score_of_finished_games(gnugo, size, games):
    choose = random.Random(size)
    commands, expected = [], []
    for _ in range(games):
        game = finished_random_game(size, choose)
        if game is None:
            continue
        commands += [f"boardsize {size}", "clear_board", "komi 0.5"]
        commands += [f"play {_COLOURS[colour]} {vertex_text(move, size)}" for colour, move in game.moves]
        commands.append("final_score")
        expected.append(result_text(final_score(game)))
    answers = ask(gnugo, commands, "--chinese-rules")
    found = [answer for command, answer in zip(commands, answers, strict=True) if command == "final_score"]
    assert found == expected
