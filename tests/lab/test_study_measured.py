"""Studies that are no matches: measured, tried, and their report remade from the lines."""
import json
import sys

import pytest

from gopy.lab.study.measured import record_or_try


@pytest.fixture
def run(tmp_path, monkeypatch):
    (tmp_path / "study.toml").write_text("rounds = 3\n")
    measured = []

    def measure(study):
        for number in range(study["rounds"]):
            measured.append(number)
            yield {"round": number}

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["measure.py", *arguments])
        del measured[:]
        record_or_try(tmp_path, "Counts.", measure, lambda study, lines: f"{len(lines)} lines\n", count="rounds")
        return measured
    run.folder = tmp_path
    return run


def test_lines_and_report_are_written(run):
    assert run() == [0, 1, 2]
    lines = (run.folder / "results.jsonl").read_text().splitlines()
    assert [json.loads(line)["round"] for line in lines] == [0, 1, 2]
    assert (run.folder / "report.md").read_text() == "3 lines\n"


def test_a_trial_keeps_nothing(run, capsys):
    assert run("--rounds", "2") == [0, 1]
    assert "2 lines" in capsys.readouterr().out and not (run.folder / "report.md").exists()


def test_the_report_is_remade_from_the_lines_without_measuring(run):
    run()
    (run.folder / "report.md").unlink()
    kept = (run.folder / "results.jsonl").read_bytes()
    assert run("--report") == []
    assert (run.folder / "report.md").read_text() == "3 lines\n" and (run.folder / "results.jsonl").read_bytes() == kept
