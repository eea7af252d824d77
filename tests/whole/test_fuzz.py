"""The GTP fuzzer: that it finds what is planted, that it repeats itself, and a short run against gopy itself."""
import json
import os
import random
import subprocess
import sys

import pytest
from fuzz import gtp, memory
from fuzz.framing import Wrong, read_answer, read_request
from fuzz.hostile_records import hostile_record
from fuzz.judge import JUDGEMENTS, Judge
from fuzz.records import Record, read_record, write_record
from places import ROOT, TESTS

from gopy.go.sgf import MAX_BYTES, MAX_NODES, MAX_PARTS, load_game, save_game
from gopy.protocols.gtp.registry import COMMANDS
from gopy.protocols.gtp.session import Session  # noqa: F401  it registers the commands

#: A hang is reported after two or three seconds.
PATIENCE = 0.01


def engine(fault):
    return [sys.executable, str(TESTS / "fakes" / "faulty_engine.py"), fault]


def fuzz(fault, lines=1500, **how):
    return gtp.fuzz(engine(fault), lines, seed=3, sizes=(2, 2, 3, 5), say=lambda text: None, **how)


def test_a_sound_engine_has_no_findings_and_every_command_is_answered():
    tally = fuzz("none", lines=4000)
    assert [(finding.kind, finding.text) for finding in tally.findings] == []
    assert tally.lines >= 4000 and tally.missing == [] and tally.sessions > 1


@pytest.mark.parametrize("fault, kind", [
    ("stray", "stray line"), ("id", "stray line"), ("death", "death"), ("hang", "hang"), ("spin", "hang"), ("undo", "illegal move"),
    ("komi", "wrong state"), ("capture", "wrong state"), ("illegal", "illegal move"), ("superko", "illegal move"),
    ("internal", "internal error"), ("traceback", "traceback"), ("status", "death"),
])
def test_a_planted_fault_is_found(fault, kind):
    tally = fuzz(fault, lines=6000, most_findings=1, patience=PATIENCE if kind == "hang" else 1.0)
    assert [finding.kind for finding in tally.findings] == [kind]


def test_a_session_with_a_finding_can_be_replayed(tmp_path, capsys):
    words = ["--lines", "300", "--seed", "3", "--out", str(tmp_path), "--engine", *engine("stray")]
    assert gtp.run(parse(words)) == 1
    (path, *_) = sorted(tmp_path.iterdir())
    shown = capsys.readouterr().out
    assert f"--replay {path}" in shown and "stray line" in shown and "seed 3, session 1" in shown
    assert gtp.run(parse(["--replay", str(path), "--engine", *engine("stray")])) == 1
    assert gtp.run(parse(["--replay", str(path), "--engine", *engine("none")])) == 0
    assert "findings: none" in capsys.readouterr().out
    assert [json.loads(line)[0] for line in path.read_text().splitlines()][0] == "start"


def parse(words):
    import argparse
    parser = argparse.ArgumentParser()
    gtp.add_arguments(parser)
    return parser.parse_args(words)


def test_every_command_of_gopy_has_a_judgement():
    assert set(COMMANDS) - set(JUDGEMENTS) == set()


@pytest.mark.parametrize("line, request_", [
    (b"name", ("", "name", "")), (b"12 play b  A1 # x", ("12", "play", "b  A1")), (b"\t 7\tname\r", ("7", "name", "")),
    (b"\xef\xbb\xbf1 na\x00me", ("1", "name", "")), (b"", None), (b"  ", None), (b"# name", None), (b"12", None), (b"12 # x", None),
    (b"1name", ("", "1name", "")), (b"echo \xff", ("", "echo", "\udcff")),
])
def test_lines_are_read_as_the_specification_says(line, request_):
    assert read_request(line) == request_


def test_lines_that_are_too_long():
    assert read_request(b"7 echo " + b"x" * 70_000) == ("7", "", "") and read_request(b" " * 70_000) == ("", "", "")
    assert read_request(b"7 name #" + b"x" * 70_000) == ("7", "name", "") and read_request(b"#" * 70_000) is None


@pytest.mark.parametrize("answer", [b"", b"x", b"=", b"=71 a", b"=7x", b"?7", b"?7 internal error: x", b"=7 a\x07"])
def test_answers_that_are_none(answer):
    with pytest.raises(Wrong):
        read_answer(answer, read_request(b"7 name"))


def test_answers():
    assert read_answer(b"=7 gopy", read_request(b"7 name")) == (True, "gopy")
    assert read_answer(b"=\ninfo move A1", read_request(b"lz-analyze")) == (True, "info move A1")
    assert read_answer(b"? no", read_request(b"name")) == (False, "no")


def test_records_are_read_as_gopy_reads_them():
    record = Record(5, 6.5, frozenset({(0, 0), (4, 2)}), frozenset({(1, 3)}), "w", (("w", (2, 2)), ("b", "pass"), ("w", (0, 4))), "aga")
    text = write_record(record)
    assert read_record(text) == record
    again = read_record(save_game(load_game(text)))
    assert again == record._replace(rules="AGA")
    for text in ("(;SZ[5];B[aa](;W[bb])(;W[cc]))", "(;SZ[5]C[\\]])", "(;SZ[5]", "(;SZ[x])", "(;SZ[5];B[zz])", "(;SZ[5];AB[aa])"):
        assert read_record(text) is None


def test_hostile_records_have_too_many_of_everything():
    rng = random.Random(1)
    records = [hostile_record(rng, (5, 9)) for _ in range(600)]
    assert max(map(len, records)) <= MAX_BYTES
    for part, most in ((b";", MAX_NODES), (b"(", MAX_PARTS), (b"[", MAX_PARTS), (b"\\", MAX_PARTS)):
        assert any(record.count(part) > most for record in records)


def test_a_state_is_taken_over_only_where_the_engine_had_a_choice(tmp_path):
    judge = Judge(tmp_path, size=5)

    def answer(line, text, ok=True):
        judge.judge(read_request(line), ok, text)

    answer(b"kata-get-rules", '{"ko":"SIMPLE","suicide":false}')
    answer(b"printsgf", "(;SZ[5]KM[7.5];B[aa])")
    assert judge.game.stones == {(4, 0): "b"} and not judge.unsure
    with pytest.raises(Wrong, match="wrong answer"):
        answer(b"play w A5", "")
    with pytest.raises(Wrong, match="wrong answer"):
        answer(b"play w A4", "illegal move", ok=False)
    answer(b"komi 1e155", "")
    assert judge.unsure
    answer(b"printsgf", "(;SZ[5]KM[1e155];B[aa])")
    assert not judge.unsure and judge.game.komi == 1e155
    with pytest.raises(Wrong, match="wrong state"):
        answer(b"printsgf", "(;SZ[5]KM[1e155];B[aa];W[bb])")


@pytest.mark.slow
@pytest.mark.rare
def test_four_thousand_lines_answer_every_command_and_find_nothing_in_gopy():
    words = [sys.executable, "-m", "fuzz", "gtp", "--lines", "4000", "--seed", "1"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=1800,
                          env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"})
    assert done.returncode == 0, done.stdout[-6000:]
    assert "findings: none" in done.stdout and "never answered: none" in done.stdout


# Long runs ---------------------------------------------------------------------------------------------------

def test_a_journal_goes_on_and_instances_play_the_same_sessions(tmp_path):
    journal = tmp_path / "journal.jsonl"
    part = fuzz("none", lines=400, journal=journal)
    sessions = [json.loads(line)["session"] for line in journal.read_text().splitlines()]
    assert part.lines >= 400 and sessions == list(range(1, part.sessions + 1))
    tally = fuzz("none", lines=1200, journal=journal, instances=2)
    assert tally.lines >= 1200 and tally.findings == [] and tally.sessions > part.sessions
    again = fuzz("none", lines=1200, journal=journal)
    assert vars(again) == vars(tally), "nothing is left to play"


def test_a_finding_is_kept_in_the_journal(tmp_path):
    journal = tmp_path / "journal.jsonl"
    found = fuzz("stray", lines=300, most_findings=1, journal=journal)
    again = fuzz("stray", lines=300, most_findings=1, journal=journal)
    assert [finding.kind for finding in again.findings] == ["stray line"] and again.findings == found.findings


@pytest.mark.parametrize("grows, expected", [(0.0, 0.0), (0.02, 0.02), (-0.05, -0.05)])
def test_the_growth_of_memory(grows, expected):
    """A mean of 100 over the second half, by a line from 100 (1 - g / 2) to 100 (1 + g / 2); what comes before does not count."""
    samples = [(t, 5 * t) for t in range(0, 100, 10)] + [(t, 100 * (1 + grows * ((t - 100) / 100 - 0.5))) for t in range(100, 201, 10)]
    growth, mean = memory.growth_of(samples)
    assert growth == pytest.approx(expected) and mean == pytest.approx(100)
