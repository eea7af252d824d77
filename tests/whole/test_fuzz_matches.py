"""The fuzzer of matches and studies: it repeats itself, it finds what is planted, and a short run finds nothing."""
import random

import pytest
from fuzz import matches
from fuzz.damage import _count_fault, _sentence_fault, damage
from fuzz.targets import MatchTarget
from study_lines import record

from gopy.lab.match.results.file import ResultsFile

TEXT = b"".join(b'{"id": %d, "winner": "a", "moves": 5}\n' % number for number in range(20))


def test_damage_repeats_itself_and_changes_something():
    kinds = set()
    for seed in range(200):
        kind, bad, fault = damage(TEXT, random.Random(seed), toml=False)
        assert (kind, bad, fault) == damage(TEXT, random.Random(seed), toml=False)
        assert bad != TEXT or kind in ("moved", "flipped", "typed")
        kinds.add(kind)
    assert len(kinds) == 11


@pytest.fixture
def match(tmp_path):
    target = MatchTarget(tmp_path / "sound")
    results = ResultsFile(target.lines)
    for number in range(4):
        line = record(number, "a", ("a", "b"))
        del line["match"]
        results.append(line)
    return target


def test_a_wrong_count_is_found(match):
    assert _count_fault(match, match.folder, "games.jsonl", "a 4 of 4, 100 %") == ""
    assert "not 4 of 4" in _count_fault(match, match.folder, "games.jsonl", "a 5 of 5, 100 %")
    ResultsFile(match.lines).append(ResultsFile(match.lines).read()[0])
    assert "counted that are none" in _count_fault(match, match.folder, "games.jsonl", "a 4 of 4, 100 %")


@pytest.mark.parametrize("said, wrong", [
    ("gopy: {}/games.jsonl, line 3: it is not JSON\n", ""), ("gopy: {}/games.jsonl, line 4: it is not JSON\n", "line 4"),
    ("gopy: KeyError: 'id'\n", "not named"), ("gopy: {}/games.jsonl is damaged\n", "not named"),
    ("Traceback (most recent call last):\ngopy: {}/games.jsonl, line 3: x\n", "single sentence"),
])
def test_a_sentence_that_does_not_help_is_found(said, wrong, tmp_path):
    found = _sentence_fault(said.format(tmp_path), tmp_path, "games.jsonl", {3})
    assert found == "" if not wrong else wrong in found


def test_an_id_that_comes_twice_or_is_missing_is_found(match):
    first = next(match.faults())
    assert "ids of None are [0, 1, 2, 3]" in first


@pytest.mark.slow
@pytest.mark.rare
def test_a_short_run_finds_nothing(tmp_path):
    killed, damaged = matches.measure(kills=3, damaged=12, seed=random.SystemRandom().randrange(10**6), out=tmp_path)
    assert killed["wrong"] == [] and damaged["wrong"] == [], (killed, damaged)
    assert killed["kills"] == 3 and killed["finished"] >= 1 and damaged["files"] == 12
    assert damaged["refused"] + damaged["counted"] == 12
