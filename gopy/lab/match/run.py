"""Matches: games between two players, several at a time, either a fixed number or until a sequential test decides.

`gopy match A B --games N --size S --out DIR` writes DIR/games.jsonl (one line per game) and DIR/sgf/ID.sgf. The same
command on the same folder plays the games that are missing. If the runner or an engine is killed, at most the games in
flight are lost. With `--game NAME` the match is one of that game between searches of this program, without SGF.
"""
import json
import sys
from contextlib import closing
from pathlib import Path

from gopy.base.documents import parse_json
from gopy.base.files import make_folder, read_bounded, write_whole
from gopy.base.numbers import shown
from gopy.base.outputs import sole_use
from gopy.base.shape import ANYTHING, Table
from gopy.lab.match import schedule
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.origin import origin
from gopy.lab.match.results.progress import Progress
from gopy.lab.match.results.recorded import recorded
from gopy.lab.match.results.sprt import counted
from gopy.lab.match.results.summary import cpu_warning, summary_json, summary_text
from gopy.lab.match.results.tally import tally

#: The largest match.json that is read, in bytes.
_MOST_BYTES = 1 << 20


def run_match(settings, results, sgf_folder, jobs=None, tags=None, on_record=None, play=schedule.play_here, test=None,
              records=None) -> list[dict]:
    """Play the games that `results` (a ResultsFile) does not hold, `jobs` at a time; returns all records of the match.

    tags        dict whose items are added to each line; the item "match" tells several matches in one file apart
    on_record   called with each new record once it is on the disk
    play        generator function that yields (record, SGF text or None), like gopy.lab.match.schedule.play_here
    test        SequentialTest of the recorded games: new games are added to it, and its decision ends the match
    records     the recorded games, if the caller has read and checked them with gopy.lab.match.results.recorded

    Raises SetupFailed, OSError or ValueError if no game can be played under these conditions.
    """
    settings.check()
    records = _recorded(results, settings, tags) if records is None else list(records)
    if test is None:
        test, _ = counted(records, settings)
    done = {record["id"] for record in records}
    missing = [game_id for game_id in range(settings.games) if game_id not in done]
    if test and test.decision:
        missing = []
    with closing(play(settings, missing, jobs)) as games:
        for record, sgf in games:
            # Only the record makes a game count, so it is written last: after a kill between the two writes the game is
            # played again.
            if sgf is not None:
                make_folder(sgf_folder)
                write_whole(Path(sgf_folder) / f"{record['id']}.sgf", sgf)
            line = {"id": record.pop("id"), **(tags or {}), **origin(), **record}
            results.append(line)
            records.append(line)
            if test:
                test.add(line)
            if on_record:
                on_record(line)
            if test and test.decision:
                break
    return records


def _recorded(results, settings, tags):
    tags = tags or {}
    return recorded(results, settings, tags.get("match"), tags.get("setup"))


def play_with_progress(settings, results, sgf_folder, jobs=None, tags=None, play=schedule.play_here, records=None) -> dict:
    """Call `run_match`, show progress on stderr and the summary on stdout; returns the dict that summary_json makes."""
    if records is None:
        records = _recorded(results, settings, tags)
    test, _ = counted(records, settings)
    progress = Progress(settings, records, test)
    try:
        records = run_match(settings, results, sgf_folder, jobs, tags, progress.show, play, test, records)
    finally:
        progress.close()
    _, records_counted = counted(records, settings)
    total = tally(records_counted, settings.names, settings.games)
    print(summary_text(total, test))
    if len(records_counted) < len(records):
        print(f"games after the deciding pair, not counted: {len(records) - len(records_counted)}")
    warning = cpu_warning(total) if settings.equal_cpu else None
    if warning:
        print(f"warning: {warning}", file=sys.stderr)
    return summary_json(total, test)


def play_in_folder(settings, folder, jobs=None, play=schedule.play_here) -> None:
    """Play a match whose settings, games, SGF files and result are in a folder; games that are there are not played again.

    ValueError if the folder holds another match; else as `run_match`.
    """
    with sole_use(folder, f"another match is being played in {folder}"):
        results = ResultsFile(folder / "games.jsonl")
        _fix_settings(folder / "match.json", settings, anew=not results.read())
        found = play_with_progress(settings, results, folder / "sgf", jobs, play=play)
        write_whole(folder / "result.json", json.dumps(found, indent=1) + "\n")


def _fix_settings(path, settings, anew):
    """Write the settings of a new match; ValueError if the folder holds games of a match with other settings."""
    wanted = settings.to_json()
    if anew:
        write_whole(path, json.dumps(wanted, indent=1) + "\n")
    try:
        found = parse_json(read_bounded(path, _MOST_BYTES))
        Table(dict.fromkeys(wanted, ANYTHING), tuple(wanted)).check(found)
    except FileNotFoundError:
        raise ValueError(f"{path.parent} holds games but not their settings: {path} is missing") from None
    except ValueError as error:
        raise ValueError(f"{path.parent} holds games but not their settings: {path} is damaged: {error}") from None
    changed = [_difference(key, found[key], value) for key, value in wanted.items() if found[key] != value]
    if changed:
        raise ValueError(f"{path.parent} holds another match ({'; '.join(changed)}): name another folder")


def _difference(key, found, wanted):
    if isinstance(found, str) and isinstance(wanted, str) and found.partition(", digest ")[0] == wanted.partition(", digest ")[0]:
        return f"the file of {key} {shown(wanted.partition(', digest ')[0])} has changed"
    return f"{key} {shown(found)}, not {shown(wanted)}"
