"""Takes the progress of a run of `gopy learn generations`, and lets some of its networks play other programs.

    python scripts/studies/learning/from_zero/measure.py RUN [--generations N ...] [--only OPPONENT]

RUN            the folder of the run; study.toml has its command
--generations  the generations whose networks play; a generation that was not taken has none (none)
--only         an opponent of study.toml (all)
--report       take nothing, play nothing: make report.md from the lines of results.jsonl

Matches that have a line are not played again.
"""
import argparse
import json
from pathlib import Path

HERE = Path(__file__).parent


def played(study, folder, network, opponent):
    """{"points": of the network, "games": how many} of a match against an opponent, whose files lie in `folder`."""
    from gopy.lab.match.run import play_in_folder
    from gopy.lab.match.schedule import scheduler
    from gopy.lab.match.settings import Settings

    settings = study["settings"]
    match = Settings(a=settings["player"].replace("%NETWORK", str(network.resolve())), b=settings["opponents"][opponent],
                     names=("network", opponent), games=settings["games"], size=9, openings="random:4", referee="count", seed=1)
    match.check()
    play_in_folder(match, folder, 1, scheduler(None))
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    return {"points": result["points"], "games": result["games"]}


def report(study, lines):
    """The text of report.md."""
    from gopy.lab.match.results.statistics import wilson
    from gopy.lab.study.document import read_notes

    opponents = list(study["settings"]["opponents"])
    matches = {(line["generation"], line["opponent"]): line for line in lines if "opponent" in line}
    rows = ["| generation | hours of one core | Elo by its matches | taken | best move of the search first | " + " | ".join(opponents) + " |",
            "|---" * (5 + len(opponents)) + "|"]
    for line in lines:
        if "opponent" in line:
            continue
        cells = []
        for opponent in opponents:
            match = matches.get((line["generation"], opponent))
            low, high = wilson(match["points"], match["games"]) if match else (0, 0)
            cells.append(f"{match['points']:g} of {match['games']}, {100 * low:.0f}-{100 * high:.0f} %" if match else "")
        rows.append(f"| {line['generation']} | {line['processor_hours']:.2f} | {line['elo']:+.0f} | {'yes' if line['taken'] else 'no'} | "
                    f"{100 * line['figures']['best_first_9']:.1f} % | " + " | ".join(cells) + " |")
    return (f"# {HERE.name}\n\n{study['question'].strip()}\n\nDecided by: {study['rule'].strip()}\n\n{read_notes(HERE).strip()}\n\n"
            "## What was found\n\n" + "\n".join(rows) + "\n")


def main():
    from gopy.lab.match.results.file import ResultsFile
    from gopy.lab.study.document import read_document

    study, results = read_document(HERE), ResultsFile(HERE / "results.jsonl")
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("run", nargs="?", type=Path, help="the folder of the run")
    parser.add_argument("--generations", type=int, nargs="*", default=[], help="the generations whose networks play")
    parser.add_argument("--only", choices=list(study["settings"]["opponents"]), help="the opponent (all)")
    parser.add_argument("--report", action="store_true", help="only remake the report")
    given = parser.parse_args()
    lines = results.read() if results.place.exists() else []
    known = {line["id"] for line in lines}

    def add(line):
        if line["id"] not in known:
            lines.append(line)
            results.append(line)
    if not given.report:
        for line in map(json.loads, (given.run / "progress.jsonl").read_text(encoding="utf-8").splitlines()):
            add({"id": f"generation {line['generation']}", **line})
        for generation in given.generations:
            progress = next(line for line in lines if line["id"] == f"generation {generation}")
            for opponent in [given.only] if given.only else study["settings"]["opponents"]:
                name = f"generation {generation} {opponent}"
                if name not in known:
                    found = played(study, given.run / f"generation{generation}" / opponent, given.run / f"generation{generation}" / "network.npz",
                                   opponent)
                    add({"id": name, "generation": generation, "processor_hours": progress["processor_hours"], "opponent": opponent, **found})
                    print(f"{name}: {found['points']:g} of {found['games']}", flush=True)
    (HERE / "report.md").write_text(report(study, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
