"""Matches: games between two players, several at a time, either a fixed number or until a sequential test decides.

`gopy match A B --games N --size S --out DIR` writes DIR/games.jsonl (one line per game) and DIR/sgf/ID.sgf. The same
command on the same folder plays the games that are missing. If the runner or an engine is killed, at most the games in
flight are lost. With `--game NAME` the match is one of that game between searches of this program, without SGF.
"""
import argparse
import json
import sys
from contextlib import closing
from pathlib import Path

from gopy.inputs.documents import parse_json
from gopy.errors import UserError
from gopy.inputs.files import read_bounded, write_whole
from gopy.inputs.numbers import number, whole_number
from gopy.match import schedule
from gopy.match.contract_settings import ContractSettings
from gopy.match.game import SetupFailed
from gopy.match.results.folder import sole_use
from gopy.match.results.progress import Progress
from gopy.match.results.recorded import recorded
from gopy.match.results.file import ResultsFile
from gopy.match.settings import Settings
from gopy.inputs.shape import ANYTHING, Table, shown
from gopy.match.results.sprt import counted
from gopy.match.results.summary import cpu_warning, summary_json, summary_text
from gopy.match.results.tally import tally

#: The largest match.json that is read, in bytes.
_MOST_BYTES = 1 << 20


def run_match(settings, results, sgf_folder, jobs=None, tags=None, on_record=None, play=schedule.play_here, test=None,
              records=None) -> list[dict]:
    """Play the games that `results` (a ResultsFile) does not hold, `jobs` at a time; returns all records of the match.

    tags        dict whose items are added to each line; the item "match" tells several matches in one file apart
    on_record   called with each new record once it is on the disk
    play        generator function that yields (record, SGF text or None), like gopy.match.schedule.play_here
    test        SequentialTest of the recorded games: new games are added to it, and its decision ends the match
    records     the recorded games, if the caller has read and checked them with gopy.match.results.recorded

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
                Path(sgf_folder).mkdir(parents=True, exist_ok=True)
                write_whole(Path(sgf_folder) / f"{record['id']}.sgf", sgf)
            line = {"id": record.pop("id"), **(tags or {}), **record}
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


def add_arguments(parser) -> None:
    """Add the arguments of `gopy match`. An option that is not given is not in the namespace: Settings has the defaults."""
    parser.argument_default = argparse.SUPPRESS
    add = parser.add_argument
    add("a", help='a player: "gnugo:level=1", "pachi:sims=5000", "gopy:sims=1000,preset=rave" (in this process), or a '
                  'GTP command line such as "gopy gtp --size 9 --sims 3000 --seed %%SEED"; with --game '
                  '"gopy:sims=1000,policy=uct"')
    add("b", help="the other player")
    add("--game", metavar="NAME", help="not Go between programs but a game of `gopy games` (or of a Python file) "
                                       "between searches of gopy: lines_of_action, lines_of_action:size=7")
    add("--games", type=whole_number(1, 10**9), required=True,
        help="number of games (with --sprt: at most); two make a pair, colours swapped")
    add("--size", type=whole_number(), help="the board's, needed without --game")
    add("--komi", type=number(), help="(7.5)")
    add("--rules", help="(chinese)")
    add("--sims", type=whole_number(1, 10**9), help="simulations a move, for gopy, Pachi and Fuego where unsaid")
    add("--seconds", type=number(0), help="seconds a move, for both players; more than half a second over (and more than "
                                          "a tenth) loses, but not with --game")
    add("--time", help="clock of each player: 5m, 20s, 0+3x2, 5+1 (Fischer), 0+5/10 (Canadian)")
    add("--time-b", help='another clock for B, or "none"')
    add("--sprt", metavar="ELO0,ELO1", help="end as soon as the pairs decide between two Elo differences, A's over B, "
                                            "with 5 %% of errors: 0,20")
    add("--openings", help="random, random:PLIES, none, or a file: lines of vertices or SGF, or a folder of SGF; "
                           "PATH:PLIES takes the first moves (random; with --game none)")
    add("--referee", help='a player, or "count": agreed dead stones are taken off and areas counted (gnugo)')
    add("--seed", type=whole_number(0), help="of openings and engines (1)")
    add("--move-limit", type=whole_number(1, 10**9), help="a longer game is void (3 * SIZE * SIZE)")
    add("--equal-cpu", action="store_true", help="warn unless both players took the same CPU time a move, within 10 %%")
    add("--out", type=Path, required=True, help="folder of the results")
    parser.argument_default = None
    schedule.add_arguments(parser)


def settings_of(args) -> Settings | ContractSettings:
    """The Settings of parsed arguments, or with --game the ContractSettings. ValueError for an impossible combination."""
    kind = ContractSettings if "game" in args else Settings
    given = {name: value for name, value in vars(args).items()
             if name in Settings.__dataclass_fields__ or name in ContractSettings.__dataclass_fields__}
    for name in given.keys() - kind.__dataclass_fields__.keys():
        raise ValueError(f"--{name.replace('_', '-')} does not go with --game; a game's options are written with it, "
                         "as in --game lines_of_action:size=7")
    if kind is Settings and "size" not in args:
        raise ValueError("--size or --game is needed")
    return kind(**given)


def run(args) -> int:
    """Run `gopy match` with parsed arguments; returns the exit status. UserError says what is wrong."""
    try:
        settings = settings_of(args)
        settings.check()
        play = schedule.scheduler(args.ray)
        with sole_use(args.out, f"another match is being played in {args.out}"):
            results = ResultsFile(args.out / "games.jsonl")
            _fix_settings(args.out / "match.json", settings, anew=not results.read())
            found = play_with_progress(settings, results, args.out / "sgf", args.jobs, play=play)
            write_whole(args.out / "result.json", json.dumps(found, indent=1) + "\n")
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except OSError as error:
        if error.errno is None:         # no file is to blame: an engine or the cluster that plays the games is gone
            raise UserError(str(error)) from error
        where = f" {error.filename}" if error.filename else ""
        raise UserError(f"cannot write or read{where}: {error.strerror}") from error
    except (ValueError, SetupFailed) as error:
        raise UserError(str(error)) from error
    return 0


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
    changed = [f"{key} {shown(found[key])}, not {shown(value)}" for key, value in wanted.items() if found[key] != value]
    if changed:
        raise ValueError(f"{path.parent} holds another match ({'; '.join(changed)}): name another folder")
