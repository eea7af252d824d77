"""Plays the matches of a study. Games that are already in its results.jsonl are not played again."""
import subprocess
from dataclasses import replace
from pathlib import Path

import gopy
from gopy.match.command import play_with_progress
from gopy.study.report import write_report
from gopy.match.schedule import play_here


def run_study(study, jobs=None, only=None, games=None, play=play_here) -> None:
    """Play the missing games of each match and write the report after each match.

    only    name of the matches to play, or a pattern, as Study.named describes it
    games   number of games of each match instead of the study's number; it must be even, since two games make a pair. The
            lines of these games have it as `asked`.
    play    the function that plays the games: see gopy.match.schedule

    Raises ValueError if the study is closed, if no match has that name, or if games were recorded under other conditions.
    """
    if study.closed:
        raise ValueError(f"study {study.folder.name} is closed: {study.closed}")
    matches = study.named(only)
    if games is not None and (games < 2 or games % 2):
        raise ValueError(f"games: {games} is no even number; two games make a pair")
    recorded = study.records()
    commit = _commit()
    for match in matches:
        settings = match.settings if games is None else replace(match.settings, games=games)
        tags = {"match": match.name, "commit": commit, "setup": match.setup}
        if games is not None:
            tags["asked"] = games
        print(f"{study.folder.name}, {match.name}: ", end="", flush=True)
        play_with_progress(settings, study.results, study.folder / "sgf" / match.name, jobs, tags, play,
                           recorded[match.name])
        write_report(study)


def _commit():
    """The commit of this source code, with "+" if files differ from it; None outside a checkout."""
    here = Path(gopy.__file__).parent
    try:
        commit = subprocess.run(["git", "-C", here, "rev-parse", "--short", "HEAD"], check=True,
                                capture_output=True, text=True).stdout.strip()
        changed = subprocess.run(["git", "-C", here, "status", "--porcelain", "--untracked-files=no", "."],
                                 check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    return commit + ("+" if changed else "")
