"""Plays the matches of a study. Games that are already in its results.jsonl are not played again."""
from dataclasses import replace

from gopy.lab.match.run import play_with_progress
from gopy.lab.match.schedule import play_here
from gopy.lab.study.report import write_report


def run_study(study, jobs=None, only=None, games=None, play=play_here) -> None:
    """Play the missing games of each match and write the report after each match.

    only    name of the matches to play, or a pattern, as Study.named describes it
    games   number of games of each match instead of the study's number; it must be even, since two games make a pair. The
            lines of these games have it as `asked`.
    play    the function that plays the games: see gopy.lab.match.schedule

    Raises ValueError if the study is closed, if no match has that name, or if games were recorded under other conditions.
    """
    if study.closed:
        raise ValueError(f"study {study.folder.name} is closed: {study.closed}")
    matches = study.named(only)
    if games is not None and (games < 2 or games % 2):
        raise ValueError(f"games: {games} is no even number; two games make a pair")
    recorded = study.records()
    for match in matches:
        settings = match.settings if games is None else replace(match.settings, games=games)
        tags = {"match": match.name, "setup": match.setup}
        if games is not None:
            tags["asked"] = games
        print(f"{study.folder.name}, {match.name}: ", end="", flush=True)
        play_with_progress(settings, study.results, study.folder / "sgf" / match.name, jobs, tags, play,
                           recorded[match.name])
        write_report(study)
