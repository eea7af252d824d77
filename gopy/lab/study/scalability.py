"""`gopy study new scalability`: writes a study of how the strength of an engine grows with what it is given.

The study has up to four figures, and one picture that shows them side by side:

    simulations     Elo by doublings of the simulations: each player against those with half and with a quarter as many, or against every
                    other, and again against each peer, whose strength does not change: self-play may exaggerate what a doubling is worth
    time            Elo by doublings of the seconds a move, against the peers
    parallel        Elo of several threads, and of several cluster workers, less that of one with as many simulations in all
    interval        the same of cluster workers, by the seconds between two of their merges

An engine whose text has {value} is asked for simulations alone.
"""
from dataclasses import dataclass, field

from gopy.lab.study.forms import value_text

#: Random plies at the beginning of a game by the board size from which on they count.
_OPENINGS = {0: "random:2", 13: "random:4"}


@dataclass(frozen=True)
class Scalability:
    """What the study is of.

    engine      the text of the player, without a limit, or with {value} where its simulations stand
    sizes       board sizes of Go; () if `game` names another game
    first, last simulations from and to which they are doubled; last / first is a power of two
    seconds     (from, to) seconds a move, () for none
    threads, workers    the largest numbers, powers of two; 0 for none
    shared      simulations a move of the threads of the figure `parallel`
    worker_shared   simulations a move of the workers there and of the figure `interval`: enough that they merge several times a move
    interval    seconds between two merges of the workers in the figure `parallel`
    intervals   those of the figure `interval`, () for none
    interval_workers    the number of its workers, at most `workers`
    peers       texts of players of constant strength
    each        whether each player meets every other, not only the next two
    """
    engine: str = "gopy:"
    sizes: tuple = (9,)
    game: str = ""
    first: int = 250
    last: int = 64000
    seconds: tuple = ()
    threads: int = 16
    workers: int = 16
    shared: int = 4000
    worker_shared: int = 16000
    interval: float = 0.02
    intervals: tuple = (0.01, 0.02, 0.05, 0.1, 0.2)
    interval_workers: int = 4
    peers: tuple = field(default=())
    games: int = 100
    each: bool = False


def scalability_toml(wanted) -> str:
    """The text of the study.toml for a Scalability. ValueError, one sentence, if it cannot be."""
    _check(wanted)
    boards = [(f"{size}x{size}", f"_{size}", f"size = {size}\nopenings = {_quoted(_openings(size))}\n") for size in wanted.sizes]
    if wanted.game:
        boards = [(wanted.game, "", f"game = {_quoted(wanted.game)}\n")]
    own = "{value}" not in wanted.engine
    workers = wanted.workers if own else 0
    threads = wanted.threads if own else 0
    figures = {"simulations": "simulations a move"}
    parts = []
    for label, ending, keys in boards:
        parts += _simulations(wanted, own, label, ending, keys)
    if wanted.seconds and own and wanted.peers:
        figures["time"] = "seconds a move"
        for label, ending, keys in boards:
            parts += _time(wanted, label, ending, keys)
    if threads or workers:
        figures["parallel"] = "threads or workers"
        for label, ending, keys in boards:
            parts += _parallel(wanted, threads, workers, label, ending, keys)
    if workers and wanted.intervals:
        figures["interval"] = "seconds between two merges of workers"
        for label, ending, keys in boards:
            parts += _intervals(wanted, min(workers, wanted.interval_workers), label, ending, keys)
    return _head(wanted, boards, threads, workers) + "\n".join(parts) + _foot(figures)


def _check(wanted):
    for name, most in (("threads", wanted.threads), ("workers", wanted.workers)):
        if most and (most < 2 or most & (most - 1)):
            raise ValueError(f"{name}: {most} is no power of two")
    if bool(wanted.sizes) == bool(wanted.game):
        raise ValueError("a scalability study has board sizes of Go or another game")
    for what, ends in (("simulations", (wanted.first, wanted.last)), ("seconds", wanted.seconds)):
        if ends and not _doubles(*ends):
            raise ValueError(f"{what}: doubling {value_text(ends[0])} does not come to {value_text(ends[1])}")


def _doubles(first, last):
    while 0 < first < last:
        first *= 2
    return first == last


def _quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _openings(size):
    return _OPENINGS[max(least for least in _OPENINGS if least <= size)]


def _with(engine, given):
    """The engine's text with more parameters."""
    return engine + ("" if engine.endswith(":") else ",") + given


def _head(wanted, boards, threads, workers):
    peers = "".join(f"peer_{number} = {_quoted(peer)}\n" for number, peer in enumerate(wanted.peers, 1))
    ones = "".join(f"{name}{ending} = {_quoted(_with(wanted.engine, f'sims={shared},threads=1'))}\n" for _, ending, _ in boards
                   for name, shared, most in (("one", wanted.shared, threads), ("one_worker", wanted.worker_shared, workers)) if most)
    players = f"[players]\n{peers}{ones}\n" if peers or ones else ""
    where = "" if wanted.game else 'komi = 7.5\nreferee = "count"\n'
    return f'''question = """
How does the strength of {wanted.engine.replace('"', "'")} grow with what it is given: by doublings of its simulations against itself and
against players that stay as they are, by time, by threads and cluster workers that share the same number of simulations, and by
how often such workers merge what they have learnt?"""
rule = """
No bar: Elo with 95 % intervals, and what a doubling is worth if each is worth the same. Of threads and workers: how many Elo they
lose against one, or that the interval holds 0. The numbers of games were fixed before play; a run may be stopped and gone on with."""

{players}[defaults]
games = {wanted.games}
{where}seed = 1

'''


def _foot(figures):
    described = "".join(f'\n[figure.{name}]\naxis = {_quoted(axis)}\ny = "elo"\nscale = "log"\n' for name, axis in figures.items())
    listed = ", ".join(map(_quoted, figures))
    return f"{described}\n[picture.scalability]\npanels = [{listed}]\n"


def _curve(form, name, label, figure, player, rest, keys):
    return (f"[[{form}]]\nname = {_quoted(name)}\nlabel = {_quoted(label)}\nfigure = {_quoted(figure)}\nplayer = {_quoted(player)}\n"
            f"{rest}\n{keys}")


def _simulations(wanted, own, label, ending, keys):
    player = _with(wanted.engine, "sims={value}") if own else wanted.engine
    ends = f"from = {value_text(wanted.first)}\nto = {value_text(wanted.last)}"
    against = f'\nagainst = "{"all" if wanted.each else "next"}"'
    yield _curve("doublings", f"sims{ending}", label, "simulations", player, ends + against, keys)
    for number, peer in enumerate(wanted.peers, 1):
        yield _curve("doublings", f"sims{ending}_peer_{number}", f"{label}, against {peer}", "simulations", player,
                     f'{ends}\nagainst = "peer_{number}"', keys)


def _time(wanted, label, ending, keys):
    first, last = wanted.seconds
    for number, peer in enumerate(wanted.peers, 1):
        yield _curve("doublings", f"seconds{ending}_peer_{number}", f"{label}, against {peer}", "time",
                     _with(wanted.engine, "seconds={value}"),
                     f'from = {value_text(first)}\nto = {value_text(last)}\nagainst = "peer_{number}"', keys)


def _parallel(wanted, threads, workers, label, ending, keys):
    for kind, one, most, given in (
            ("threads", "one", threads, f"sims={wanted.shared},threads={{value}}"),
            ("workers", "one_worker", workers,
             f"sims={wanted.worker_shared},threads=1,cluster={{value}},cluster_seconds={value_text(wanted.interval)}")):
        values = [2 ** power for power in range(1, most.bit_length()) if most]
        if values:
            yield _curve("sweep", f"{kind}{ending}", f"{kind}, {label}", "parallel", _with(wanted.engine, given),
                         f'values = {values}\nagainst = "{one}{ending}"', keys)


def _intervals(wanted, workers, label, ending, keys):
    given = f"sims={wanted.worker_shared},threads=1,cluster={workers},cluster_seconds={{value}}"
    yield _curve("sweep", f"interval{ending}", f"{workers} workers, {label}", "interval", _with(wanted.engine, given),
                 f'values = {list(wanted.intervals)}\nagainst = "one_worker{ending}"', keys)
