"""Framing: every line gets the answer the protocol asks for, whatever bytes it is made of."""

import json
import re

import pytest
from clients.gtp_client import answers
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT

from gopy.base.lines import bounded_lines
from gopy.protocols.gtp.protocol import MAX_LINE_BYTES, Line, clean, decode, encode, parse, response
from gopy.protocols.gtp.registry import COMMANDS


@pytest.mark.parametrize(
    "raw, expected",
    [
        (b"name", Line("", "name", "")),
        (b"  12 name\r", Line("12", "name", "")),
        (b"7\tplay\tb\tD4 # comment", Line("7", "play", "b D4")),
        (b"pl\x00a\x07y b D4", Line("", "play", "b D4")),
        (b"\xef\xbb\xbfname", Line("", "name", "")),
        (b"loadsgf My Game.sgf 5", Line("", "loadsgf", "My Game.sgf 5")),
        (b"-3 name", Line("", "-3", "name")),
        (b"007 name", Line("007", "name", "")),
        (b"", None),
        (b" \t ", None),
        (b"# only a comment", None),
        (b"42", None),
        (b"42 # x", None),
    ],
)
def test_parse(raw, expected):
    assert parse(clean(decode(raw))) == expected


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (("3", "D4"), "=3 D4\n\n"),
        (("", ""), "=\n\n"),
        (("9", ""), "=9\n\n"),
        (("", "bad", False), "? bad\n\n"),
        (("", "a\n\nb \n\n"), "= a\n \nb\n\n"),
        (("", "\nboard"), "= \nboard\n\n"),
        (("", "a\tb\rc"), "= a bc\n\n"),
    ],
)
def test_response(arguments, expected):
    assert response(*arguments) == expected


@given(st.text())
def test_a_response_has_one_empty_line_at_its_end(text):
    answer = response("5", text)
    assert answer.startswith("=5") and answer.endswith("\n\n") and "\n\n" not in answer[:-1]


@given(st.binary())
def test_decoding_loses_no_byte(raw):
    assert decode(raw).encode("utf-8", "surrogateescape") in (raw, raw.removeprefix(b"\xef\xbb\xbf"))


def test_crlf_ids_comments_and_blank_lines():
    script = (
        b"\r\n1 name\r\n# nothing\r\n\r\n 2 protocol_version # two\r\n17\r\n"
        b"known_command name\r\n3 known_command\r\n4 known_command x\r\n"
    )
    assert answers(script) == ["=1 gopy", "=2 2", "= true", "=3 false", "=4 false"]


def test_last_line_without_line_end_is_answered():
    assert answers("1 name\n2 name") == ["=1 gopy", "=2 gopy"]


def test_nothing_after_quit_is_answered():
    assert answers("1 quit\n2 name\n") == ["=1"]


@pytest.mark.parametrize("line", ["foo", "\xff\xfe bar", "play! b D4", "-3 name", "NAME"])
def test_unknown_commands(line):
    assert answers(line.encode("latin-1") + b"\nname\n") == ["? unknown command", "= gopy"]


def test_protocol_version_is_listed_first_and_every_listed_command_is_known():
    listed = answers("list_commands\n")[0].removeprefix("= ").split("\n")
    assert listed[0] == "protocol_version" and len(set(listed)) == len(listed)
    for name in ("genmove", "quit", "kata-analyze", "lz-genmove_analyze", "gogui-interrupt"):
        assert name in listed
    for name in ("analyze", "genmove_analyze", "kgs-chat", "gogui-rules_game_id"):
        assert name not in listed
    known = answers("".join(f"known_command {name}\n" for name in listed))
    assert known == ["= true"] * len(listed)


def test_version_has_the_form_that_lizzie_parses():
    major, minor = answers("version\n")[0].removeprefix("= ").split(".")[:2]
    assert major.isdigit() and minor.isdigit()


def test_the_documentation_names_every_listed_command():
    text = (ROOT / "docs" / "gtp.md").read_text()
    words = set(re.findall(r"[a-z][a-z0-9_-]+", text))
    assert [name for name, entry in COMMANDS.items() if entry.listed and name not in words] == []


def test_a_long_line_is_refused_and_the_next_one_answered():
    long = "x" * (3 * MAX_LINE_BYTES)
    script = f"name {long}\n7 name {long}\n{long}\n8 {long}\n{'9' * len(long)} name\n10 name\n"
    assert answers(script) == ["? line too long", "?7 line too long", "? line too long", "?8 line too long",
                               "? line too long", "=10 gopy"]


def test_the_longest_line_is_taken_and_one_byte_more_is_not():
    fits = "echo " + "x" * (MAX_LINE_BYTES - 5)
    taken, *others = answers(f"{fits}\n{fits}x\necho a # {fits}\nname")
    assert len(taken) == len(fits) - 3 and others == ["? line too long", "= a", "= gopy"]


def test_a_long_comment_is_none_of_a_command():
    assert answers("#" + "x" * 10**6 + "\n5 name #" + "x" * 10**6 + "\nquit" + " " * 10**6 + "\nname\n") == [
        "=5 gopy", "? line too long", "= gopy"]


def test_of_a_long_line_only_the_beginning_is_kept():
    class Endless:
        """Gives a line of 200 MiB in chunks, and counts what stays alive of it by what the reader holds."""
        left = 200 << 20

        def read(self, size):
            self.left -= size
            return b"x" * size if self.left > 0 else b""
    kept, = bounded_lines(Endless(), MAX_LINE_BYTES)
    assert len(kept) == MAX_LINE_BYTES + 1


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udbff\udcff", "\ud800\udc00"])
def test_text_that_cannot_be_encoded_is_sent_escaped(text):
    assert encode(text).decode("utf-8", "surrogateescape").isprintable() or "\udcff" in text
    answer, name = answers(f'kata-set-params {{"{json.dumps(text)[1:-1]}":1}}\nname\n')
    assert answer.startswith("? unknown parameter") and name == "= gopy"


@given(st.text(st.characters(codec=None)))
def test_every_text_can_be_sent(text):
    encode(text)
