"""The arguments of GTP commands, read by the specification. `Bad`: the engine has to refuse them."""
import re

from oracles.naive import PASS

from fuzz.slow_game import COLUMNS

_COLOURS = {"b": "b", "black": "b", "w": "w", "white": "w"}


class Bad(Exception):
    """Arguments that no engine may accept."""


class Unsure(Exception):
    """Arguments that an engine may accept or refuse; what it made of them has to be asked."""


def word(words, index):
    if index >= len(words):
        raise Bad("a word is missing")
    return words[index]


def is_colour(text):
    return text.lower() in _COLOURS


def colour(words, index):
    """"b" or "w"."""
    text = word(words, index).lower()
    if text not in _COLOURS:
        raise Bad("no colour")
    return _COLOURS[text]


def move(words, index, size):
    """A point of the board, (row, column) from the bottom left, or "pass"."""
    text = word(words, index).upper()
    if text == "PASS":
        return PASS
    if not re.fullmatch("[A-HJ-Z][0-9]{1,2}", text):
        raise Bad("no vertex")
    row, column = int(text[1:]) - 1, COLUMNS.index(text[0])
    if not (0 <= row < size and column < size):
        raise Bad("off the board")
    return row, column


def integer(words, index):
    text = word(words, index)
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise Bad("no integer")
    if len(text) > 12:
        raise Unsure
    return int(text)


def number(words, index):
    """A float; Unsure about the very large and the very small, which an engine need not take."""
    text = word(words, index)
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
        raise Bad("no number")
    if len(text) > 20:
        raise Unsure
    value = float(text)
    if abs(value) > 1e3 or 0 < abs(value) < 1e-3:
        raise Unsure
    return value


def coloured_moves(words, size):
    """[(colour, move)] of words in pairs."""
    if len(words) % 2:
        raise Bad("an odd number of words")
    return [(colour(words, i), move(words, i + 1, size)) for i in range(0, len(words), 2)]
