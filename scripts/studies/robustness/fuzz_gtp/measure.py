"""Runs the GTP fuzzer (tests/fuzz) in batches, each from a seed of its own.

    python scripts/studies/robustness/fuzz_gtp/measure.py [--batches N]

results.jsonl (a line a batch) and report.md are written anew.
"""
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from gopy.lab.study.document import read_notes
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
ROOT = HERE.parents[3]

sys.path.append(str(ROOT / "tests"))


def batch(seed, lines):
    """The line of results.jsonl about one batch."""
    from fuzz.gtp import fuzz
    started = time.monotonic()
    tally = fuzz([sys.executable, "-m", "gopy", "gtp"], lines, seed, say=lambda text: None)
    return {"id": seed, "seed": seed, "commit": _commit(), "lines": tally.lines, "questions": tally.questions,
            "answers": tally.answers, "refused": sum(tally.refused.values()), "sessions": tally.sessions,
            "moves_chosen": tally.genmoves, "listed": len(tally.listed), "never_answered": tally.missing,
            "answered": sorted(tally.listed - set(tally.missing)), "seconds": round(time.monotonic() - started, 1),
            "findings": [{"kind": each.kind, "text": each.text, "session": each.session} for each in tally.findings]}


def _commit():
    """The commit of the checkout, with a + if files differ from it."""
    def git(*words):
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()
    return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain", "gopy", "tests") else "")


def measure(study):
    """Yield a dict a batch, as the batches end."""
    fuzz = study["fuzz"]
    with ProcessPoolExecutor(fuzz["jobs"]) as pool:
        running = [pool.submit(batch, fuzz["first_seed"] + number, fuzz["lines"]) for number in range(fuzz["batches"])]
        for done in as_completed(running):
            yield done.result()


def report(study, lines):
    """The report in Markdown."""
    kinds = Counter(finding["kind"] for line in lines for finding in line["findings"])
    listed = max(line["listed"] for line in lines)
    answered = set().union(*(line["answered"] for line in lines))
    never = set.intersection(*(set(line["never_answered"]) for line in lines)) - answered
    rows = "\n".join("| " + " | ".join(str(line[name]) for name in _COLUMNS) + f" | {len(line['findings'])} |"
                     for line in sorted(lines, key=lambda line: line["seed"]))
    total = {name: sum(line[name] for line in lines) for name in _COLUMNS[2:]}
    found = "".join(f"\n- seed {line['seed']}, session {each['session']}: {each['kind']}: {each['text'][:500]}"
                    for line in lines for each in line["findings"])
    notes = read_notes(HERE).strip()
    met = not kinds and not never and total["lines"] >= study["fuzz"]["batches"] * study["fuzz"]["lines"]
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{_spaced(total["lines"])} lines, {_spaced(total["questions"])} of them questions about the state; {_spaced(total["answers"])} answers,
{_spaced(total["refused"])} of them refusals; {_spaced(total["moves_chosen"])} moves chosen by the engine; {_spaced(total["sessions"])} engine processes.
Commands listed: {listed}; never answered: {" ".join(sorted(never)) or "none"}.
Findings: {", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none"}.{found}

{notes}

| seed | commit | lines | questions | answers | refused | sessions | moves chosen | findings |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

The rule is {"met" if met else "NOT met"}.
"""


_COLUMNS = ("seed", "commit", "lines", "questions", "answers", "refused", "sessions", "moves_chosen")


def _spaced(number):
    return f"{number:,}".replace(",", " ")


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="batches", section="fuzz")
