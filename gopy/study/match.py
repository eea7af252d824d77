"""Matches: a fixed number of games between two players, several at a time, that go on where they stopped.

`gopy match A B --games N --size S --out DIR` writes DIR/games.jsonl (a line a game) and DIR/sgf/ID.sgf. The same
command on the same folder plays what is missing; a runner or an engine killed at any moment costs at most the
games in flight.
"""
import json
import os
import queue
import sys
import threading
from pathlib import Path

from gopy.errors import UserError
from gopy.filelock import locked
from gopy.ray_session import uses_ray
from gopy.study.game import SetupFailed, play_game
from gopy.study.players import check_player, open_player
from gopy.study.ray_games import play_on_ray
from gopy.study.record import game_record, sgf_text
from gopy.study.referee import COUNT, judge
from gopy.study.results import ResultsFile
from gopy.study.settings import DEFAULT_REFEREE, Settings
from gopy.study.tally import tally


def play_one(settings, game_id):
    """Play and judge game `game_id`, each player in a process of its own: (record, SGF text)."""
    black = settings.black(game_id)
    order = (black, 1 - black)
    clients = []
    try:
        for player in order:
            seed = settings.engine_seed(game_id, player)
            clients.append(open_player(settings.players()[player], seed, settings.sims, settings.size))
        played = play_game(clients, settings.conditions(game_id), settings.opening(game_id))
        verdict = judge(played, settings.referee) if played.end == "passes" else None
    finally:
        for client in clients:
            client.close()
    record = game_record(game_id, played, [settings.names[player] for player in order], verdict)
    return record, sgf_text(played, record)


def run_match(settings, results, sgf_folder, jobs=None, tags=None, on_record=None, ray=None):
    """Play the games that `results` (a ResultsFile) does not hold, `jobs` at a time; returns the match's records.

    ray         where: the address of a Ray cluster, "local", or None for this process
    jobs        None: one, or with Ray as many as there are processors
    tags        dict put into each line; its "match" keeps several matches in one file apart
    on_record   called with each new record, after it is on the disk

    Raises SetupFailed, OSError or ValueError if no game can be played as things are.
    """
    # What is missing is not to be found out after a game.
    for player in {*settings.players(), settings.referee} - {COUNT}:
        check_player(player, settings.sims, settings.size)
    records = recorded(results, tags)
    done = {record["id"] for record in records}
    missing = [game_id for game_id in range(settings.games) if game_id not in done]
    for record, sgf in _play_all(settings, missing, jobs, ray):
        # The record counts, so it comes last: a kill between the two leaves a game to be played again.
        _write_whole(Path(sgf_folder) / f"{record['id']}.sgf", sgf)
        line = {"id": record.pop("id"), **(tags or {}), **record}
        results.append(line)
        records.append(line)
        if on_record:
            on_record(line)
    return records


def recorded(results, tags=None):
    """The records of the match that `tags` name."""
    name = (tags or {}).get("match")
    return [record for record in results.read() if record.get("match") == name]


def _play_all(settings, game_ids, jobs, ray):
    """Yield (record, SGF text) of each game as it ends; an error of a game is raised here and ends the match."""
    if game_ids and uses_ray(ray):
        yield from play_on_ray(play_one, settings, game_ids, ray, jobs)
        return
    todo, finished = queue.SimpleQueue(), queue.SimpleQueue()
    for game_id in game_ids:
        todo.put(game_id)

    def work():
        while True:
            try:
                game_id = todo.get_nowait()
            except queue.Empty:
                return
            try:
                finished.put(play_one(settings, game_id))
            except BaseException as error:   # whatever it is, the match must not wait for this game
                finished.put(error)
                return

    # Daemons: an interrupted match ends at once, and its engines with their closed pipes.
    for _ in range(min(jobs or 1, len(game_ids))):
        threading.Thread(target=work, daemon=True).start()
    for _ in game_ids:
        outcome = finished.get()
        if isinstance(outcome, BaseException):
            raise outcome
        yield outcome


def _write_whole(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, path)


def add_arguments(parser):
    """The command line of `gopy match`."""
    parser.add_argument("a", help='a player: "gnugo:level=1", "pachi:sims=5000", "gopy:sims=1000,preset=rave" (in this process), or a GTP command line such as '
                                  '"gopy gtp --size 9 --sims 3000 --seed %%SEED"')
    parser.add_argument("b", help="the other player")
    parser.add_argument("--games", type=int, required=True, help="number of games; two make a pair, colours swapped")
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--rules", default="chinese")
    parser.add_argument("--sims", type=int, help="simulations a move, for gopy, Pachi and Fuego where unsaid")
    parser.add_argument("--time", help="clock of each player: 5m, 20s, 0+3x2, 5+1 (Fischer), 0+5/10 (Canadian)")
    parser.add_argument("--time-b", help='another clock for B, or "none"')
    parser.add_argument("--openings", default="random", help="random, random:PLIES or none")
    parser.add_argument("--referee", default=DEFAULT_REFEREE, help='a player, or "count": agreed dead stones are '
                                                                   'taken off and areas counted')
    parser.add_argument("--seed", type=int, default=1, help="of openings and engines")
    parser.add_argument("--move-limit", type=int, help="a longer game is void (default 3 * SIZE * SIZE)")
    parser.add_argument("--jobs", type=int, help="games at a time (1; with --ray as many as there are processors)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at this address, or local")
    parser.add_argument("--out", type=Path, required=True, help="folder of the results")


def run(args):
    """Run `gopy match` with parsed arguments; returns the exit status. UserError says what cannot be."""
    try:
        settings = Settings(args.a, args.b, args.games, args.size, args.komi, rules=args.rules, sims=args.sims,
                            time=args.time, time_b=args.time_b, openings=args.openings, referee=args.referee,
                            seed=args.seed, move_limit=args.move_limit)
        args.out.mkdir(parents=True, exist_ok=True)
        with locked(args.out / "lock", timeout=0):
            results = ResultsFile(args.out / "games.jsonl")
            _fix_settings(args.out / "match.json", settings, anew=not results.read())
            play_with_progress(settings, results, args.out / "sgf", args.jobs, ray=args.ray)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except (OSError, ValueError, SetupFailed) as error:
        raise UserError(str(error)) from error
    return 0


def play_with_progress(settings, results, sgf_folder, jobs=None, tags=None, ray=None):
    """`run_match` with a line on stderr after each game and the result on stdout."""
    records = recorded(results, tags)

    def show(record):
        records.append(record)
        print(f"{len(records)}/{settings.games} game {record['id']}: {record['result']} ({record['end']}), "
              f"{record['moves']} moves; {tally(records, settings.names, settings.games).summary()}",
              file=sys.stderr, flush=True)

    records = run_match(settings, results, sgf_folder, jobs, tags, show, ray)
    total = tally(records, settings.names, settings.games)
    failures = ", ".join(f"{name} {end} {count}" for (name, end), count in sorted(total.failures.items()))
    print(f"{total.summary()}; void {len(total.void)}, disputed {len(total.disputed)}"
          f"{', failures: ' + failures if failures else ''}")


def _fix_settings(path, settings, anew):
    """Write down a new match's settings; ValueError if the folder holds the games of one with others."""
    wanted = settings.to_json()
    if anew:
        _write_whole(path, json.dumps(wanted, indent=1) + "\n")
    found = json.loads(path.read_text(encoding="utf-8"))
    changed = [key for key in wanted if found.get(key) != wanted[key]]
    if changed:
        raise ValueError(f"{path.parent} holds another match: {', '.join(changed)} differ")
