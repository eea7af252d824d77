"""The measurements of `gopy bench`: speeds per second of processor time, and a signature of searches."""
import hashlib
import time

import gopy.go.contract  # noqa: F401  (what the playouts ask of a position)
from gopy.compiled.rng import new_rng
from gopy.engine.go_search import GoSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.game import new_trace
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import num_points, parse_vertex
from gopy.go.history import Game
from gopy.go.knowledge.params import new_go_params
from gopy.lab.bench.kernels import play_outs
from gopy.lab.bench.positions import MIDDLE_GAMES

SEED = 1
SIGNATURE_SIMULATIONS = 1000


def playouts_per_second(size, preset, seconds) -> float:
    """The number of playouts from the empty board per second of one thread's processor time."""
    start, state = new_position(size), new_position(size)
    game_params, rng, trace = new_go_params(size, preset), new_rng(SEED), new_trace(4 * num_points(size))
    play_outs(start, state, rng, game_params, trace, 1)
    batch, done = 200, 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        play_outs(start, state, rng, game_params, trace, batch)
        done += batch
    return done / (time.thread_time() - began)


def middle_games(size) -> list[Game]:
    """The fixed middle-game positions for a board size, as a list of `Game`s."""
    games = []
    for moves in MIDDLE_GAMES[size]:
        game = Game(size)
        for vertex in moves.split():
            game.play(game.to_play, parse_vertex(vertex, size))
        games.append(game)
    return games


def new_search(size, threads, preset="default", changes=None) -> GoSearch:
    """A search with the options of a preset, and parameters changed as by `--set`, loaded and ready."""
    return GoSearch(size, Options(size=size, threads=threads, preset=preset, set=changes), SEED)


def simulations_per_second(search, games, seconds, network=True) -> tuple[float, float]:
    """Search each game for an equal share of `seconds`. network: whether one judges, if the search has one.

    Returns simulations per second of processor time of all threads, and per second of wall time.
    """
    simulations, cpu, wall = 0, 0.0, 0.0
    for game in games:
        search.restart(SEED)
        search.set_root(Root(game, game.to_play, network=network))
        began = time.process_time(), time.perf_counter()
        simulations += search.run(deadline=began[1] + seconds / len(games)).simulations
        cpu += time.process_time() - began[0]
        wall += time.perf_counter() - began[1]
    return simulations / cpu, simulations / wall


def signature(sizes, preset="default", changes=None) -> str:
    """16 hexadecimal digits that change if a search of a preset with one thread and a fixed seed has other results than before.

    changes   changed parameters as by `--set`; without any, a network does without matrix registers, so that it says the same on
              every processor
    """
    if changes is None and preset != "classical":
        changes = "amx=0"
    digest = hashlib.sha256()
    for size in sizes:
        search = new_search(size, 1, preset, changes)
        for game in [Game(size), *middle_games(size)]:
            search.restart(SEED)
            search.set_root(Root(game, game.to_play))
            report = search.run(simulations=SIGNATURE_SIMULATIONS)
            seen = [(child.move, child.visits, round(child.winrate * child.visits * 4)) for child in report.children]
            digest.update(repr((size, report.children[0].move, sorted(seen))).encode())
    return digest.hexdigest()[:16]
