"""Kills the runners of matches and studies and damages their files, as `scripts/fuzz matches` does, for each seed at once.

    python scripts/studies/robustness/killed_runners/measure.py [--kills N]

results.jsonl (two lines a seed) and report.md are written anew; with --kills it is a trial, which prints the report and
keeps nothing.
"""
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from fuzz.matches import measure as kill_and_damage  # noqa: E402


def measure(study):
    """Yield the lines of each seed."""
    fuzz = study["fuzz"]

    def of_seed(seed):
        return list(kill_and_damage(fuzz["kills"], fuzz["damaged"], seed))

    with ThreadPoolExecutor(len(fuzz["seeds"])) as threads:
        for lines in threads.map(of_seed, fuzz["seeds"]):
            yield from lines


def report(study, lines):
    """The report in Markdown."""
    killed, damaged = ([line for line in lines if line["id"] == name] for name in ("kills", "damaged"))
    rows = "\n".join(f"| {one['seed']} | {one['kills']} | {one['early']} | {one['finished']} | {one['games']} | "
                     f"{two['files']} | {two['refused']} | {two['counted']} | {len(one['wrong'] + two['wrong'])} |"
                     for one, two in zip(killed, damaged))
    kinds = sum((Counter(line["kinds"]) for line in damaged), Counter())
    wrong = [text for line in lines for text in line["wrong"]]
    met = not wrong and sum(line["kills"] for line in killed) >= 200 and sum(line["files"] for line in damaged) >= 100
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| seed | kills | before a new line | matches and studies played to the end | games | files damaged | refused | counted right | wrong |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

{sum(line["kills"] for line in killed)} kills, {sum(line["files"] for line in damaged)} damaged files
({", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))}). The rule is {"met" if met else "NOT met"}.
{"".join(f"{chr(10)}* {text}" for text in wrong)}"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, count="kills", section="fuzz")
