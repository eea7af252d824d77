"""Ranks as numbers."""
import pytest

from gopy.go.rank import STRONGEST, rank_number


@pytest.mark.parametrize("text, number", [
    ("30k", 1), ("18k", 13), ("1k", 30), ("0k", 31), ("1d", 31), ("9d", 39), ("12d", STRONGEST), ("3p", STRONGEST), (" 5 Kyu", 26),
    ("99k", 1), ("2d?", 32), ("?", None), ("", None), ("k", None), ("dan", None), ("5", None)])
def test_ranks_as_numbers(text, number):
    assert rank_number(text) == number
