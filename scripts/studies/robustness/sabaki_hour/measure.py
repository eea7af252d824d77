"""Lets Sabaki's own module for engines, @sabaki/gtp, play and analyse with gopy for an hour, and reads each line as Sabaki does.

    python scripts/studies/robustness/sabaki_hour/measure.py [--report]

Needs Node and the module, which `scripts/test --full` installs. results.jsonl gets a line for each game as it ends, and games
that have one are not played again: stop it at any moment. report.md is written anew. --report plays nothing.
"""
import argparse
import subprocess
import sys
from pathlib import Path

from gopy.base.files import write_whole
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.document import read_document, read_notes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
RESULTS = ResultsFile(HERE / "results.jsonl")
BAR = 0.03

sys.path.append(str(ROOT / "tests"))

from clients import sabaki_client  # noqa: E402


def engine_of(settings, seed, size):
    """The words that start this checkout's gopy."""
    return [sys.executable, "-m", *settings["engine"].split(), "--size", str(size), "--seed", str(seed)]


def game(settings, number):
    """The line of results.jsonl about one batch of `turns` positions."""
    size = settings["sizes"][number % len(settings["sizes"])]
    counts = dict.fromkeys(("lines", "rejected", "refused", "moves"), 0)
    differences, ended, reasons, latest = [], [], [], None
    for name, line in sabaki_client.responses(engine_of(settings, number + 1, size), size, settings["turns"],
                                              settings["seconds"], settings["interval"]):
        if line.startswith("?"):
            counts["refused"] += 1
            reasons.append(f"{name}: {line}"[:500])
        elif sabaki_client.is_analysis(name, line):
            counts["lines"] += 1
            try:
                drawn, own = sabaki_client.graph(name, line)
            except (AssertionError, KeyError, ValueError, IndexError) as error:
                counts["rejected"] += 1
                reasons.append(f"{name}: {error!r}"[:500])
                continue
            if own is not None:
                latest = abs(drawn - own)
                differences.append(latest)
        elif line.startswith("play "):
            counts["moves"] += 1
        elif name == "kata-analyze" and line == "" and latest is not None:
            ended.append(latest)
            latest = None
    return {"id": number, "commit": _commit(), "size": size, **counts, "analyses": len(ended),
            "seconds": len(ended) * settings["seconds"], "compared": len(differences),
            "beyond": sum(each > BAR for each in differences), "largest": round(max(differences), 5),
            "largest_at_end": round(max(ended), 5), "mean_at_end": round(sum(ended) / len(ended), 5), "reasons": reasons}


def _commit():
    """The commit of the checkout, with a + if files differ from it."""
    def git(*words):
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()
    return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain", "gopy", "tests") else "")


def report(study, lines):
    """The report in Markdown."""
    total = {name: sum(line[name] for line in lines)
             for name in ("lines", "rejected", "refused", "moves", "analyses", "seconds", "compared", "beyond")}
    at_end = max(line["largest_at_end"] for line in lines)
    met = not total["rejected"] and not total["refused"] and at_end <= BAR and total["seconds"] >= 3600
    rows = "\n".join(f"| {line['id']} | {line['size']} | {line['commit']} | {line['analyses']} | {line['moves']} | {line['lines']} | "
                     f"{line['rejected']} | {line['refused']} | {100 * line['mean_at_end']:.2f} | {100 * line['largest_at_end']:.2f} | "
                     f"{100 * line['largest']:.2f} | {line['beyond']} |" for line in sorted(lines, key=lambda line: line["id"]))
    reasons = "".join(f"\n- game {line['id']}: {reason}" for line in lines for reason in line["reasons"])
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

{len(lines)} games of {study["sabaki"]["games"]}: {total["seconds"] / 60:.0f} minutes of analysis of {total["analyses"]} positions,
{total["lines"]} lines of analysis, {total["rejected"]} of them rejected; {total["moves"]} moves chosen; {total["refused"]} commands refused.{reasons}

When an analysis ended, the graph was at most {100 * at_end:.2f} points from gopy's own win rate. Of the {total["compared"]} lines that tell both,
{total["beyond"]} were more than {100 * BAR:.0f} points apart; the largest difference was {100 * max(line["largest"] for line in lines):.2f} points.

{read_notes(HERE).strip()}

| game | board | commit | positions | moves | lines | rejected | refused | mean difference at the end | largest at the end | largest | lines beyond {100 * BAR:.0f} points |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

The rule is {"met" if met else "NOT met"}.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--report", action="store_true", help="play nothing: remake the report from the lines")
    study = read_document(HERE)
    if not parser.parse_args().report:
        if sabaki_client.missing():
            raise SystemExit(sabaki_client.missing() + ": run scripts/test --full once")
        done = {line["id"] for line in RESULTS.read()}
        for number in range(study["sabaki"]["games"]):
            if number not in done:
                line = game(study["sabaki"], number)
                print(line, file=sys.stderr)
                RESULTS.append(line)
    write_whole(HERE / "report.md", report(study, RESULTS.read()))


if __name__ == "__main__":
    main()
