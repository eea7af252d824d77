"""Numbers as users write them."""
import argparse
import re

import pytest
from refusals import no_number, no_whole_number, outside

from gopy.base import numbers as number_text
from gopy.base.numbers import number, parameter_sentence, parse_count, parse_integer, parse_number, shown, whole_number


@pytest.mark.parametrize("text", ["", "1_000", "٣", "1.5", "0x10", "1e3", "--1", "9" * 30])
def test_strange_integers_are_refused(text):
    with pytest.raises(ValueError):
        parse_integer(text)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1_0", "1e999", "", ".", "e5", "٣", "1,5"])
def test_strange_numbers_are_refused(text):
    with pytest.raises(ValueError):
        parse_number(text)


@pytest.mark.parametrize(
    "text, value", [("7", 7.0), ("-0.5", -0.5), ("6.5", 6.5), (".5", 0.5), ("1e2", 100.0), ("+3.", 3.0)]
)
def test_numbers(text, value):
    assert parse_number(text) == value


def test_the_largest_seed_is_a_number():
    assert parse_integer(str(2**63 - 1)) == 2**63 - 1


def test_counts():
    assert parse_count("007") == 7
    for text in ("", "-1", "+1", "²", "1" * 10):
        with pytest.raises(ValueError):
            parse_count(text)


@pytest.mark.parametrize("parse", [parse_integer, parse_number, parse_count])
def test_long_texts_are_refused_at_once(parse):
    for text in ("1" * 10**7 + "x", "." + "1" * 10**7, "1e" + "1" * 10**7, "-" * 10**7):
        with pytest.raises(ValueError) as caught:
            parse(text)
        assert len(str(caught.value)) < 100


def test_no_digit_can_be_read_in_two_ways():
    """Otherwise a pattern tries every way to part a row of digits: quadratic time."""
    assert "\\d+\\.?\\d*" not in number_text._NUMBER.pattern
    assert not re.search(r"\\d[+*]\W?\?\\d[+*]", number_text._NUMBER.pattern)


def test_flags_say_what_fits():
    """In the words of a parameter."""
    assert whole_number(1, 9)("9") == 9 and number(0)("0.5") == 0.5
    for read, text, words in (
            (whole_number(1), "-3", outside("x_y", -3, 1, None)), (whole_number(1, 9), "10", outside("x_y", 10, 1, 9)),
            (number(0.01, 60), "0", outside("x_y", 0, 0.01, 60)), (number(-1000, 1000), "1e155", outside("x_y", 1e155, -1000, 1000)),
            (whole_number(), "1.5", no_whole_number("x_y", "1.5")), (number(0), "nan", no_number("x_y", "nan"))):
        with pytest.raises(argparse.ArgumentTypeError) as caught:
            read(text)
        for flag in ("--x-y", "-x-y", "-x/--x-y", "X-Y"):
            assert parameter_sentence(f"argument {flag}: {caught.value}") == words
    for message in ("argument --x-y: expected one argument", "unrecognized arguments: --x-y",
                    "argument --sizes: invalid choice: 99 (choose from 9, 13, 19)"):
        assert parameter_sentence(message) is None


def test_what_a_message_repeats_is_short():
    assert shown("abc") == "'abc'" and len(shown("x" * 10**6)) < 80
