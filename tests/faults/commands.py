"""The commands that write files, each with work so small that it can be done again for every call that may fail.

Games of matches are made up, problems are those there are, engines are stubs and searches are fakes; what writes is the commands' own code.
"""
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fakes.fake_search import FakeSearch
from fakes.stub_engine import StubEngine
from study_lines import record

import gopy.lab.study
from gopy.lab.match.results.pairs import engine_seed
from gopy.lab.problems.problem import read_problems

STUDY = """
question = "Is every game recorded once?"
rule = "By the lines."
[players]
one = "gopy:sims=1"
two = "gopy:sims=2"
[defaults]
games = 2
size = 5
komi = 0.5
referee = "count"
[[match]]
name = "first"
a = "one"
b = "two"
[[match]]
name = "second"
a = "two"
b = "one"
"""

TUNE = """
player = "gopy:sims=20"
method = "spsa"
budget = 4
games = 2
[opponents]
before = "gopy:sims=20"
[match]
game = "tictactoe"
[parameters.exploration]
low = 0.01
high = 10
scale = "log"
start = 0.05
"""

GAME = "(;FF[4]GM[1]SZ[5]KM[7.5];B[cc];W[bb];B[cb];W[bc])"

#: An engine for regression files.
ECHO = """import sys
for line in sys.stdin:
    print(f"={line.split()[0]} C3\\n", flush=True)
    if "quit" in line:
        break
"""

#: The letters of a move on 7x7 are between these.
_LETTERS = "abcdefg"


def made_up(settings, game_ids, jobs=None, asked=None):
    """Games without players in place of real ones: (record, SGF text or None). `asked` gets their ids."""
    go = hasattr(settings, "referee")
    for game_id in game_ids:
        if asked is not None:
            asked.append(game_id)
        names = [settings.names[player] for player in settings.order(game_id)]
        winner = names[engine_seed(settings.seed, game_id, 0) % 2]
        line = record(game_id, winner, settings.names, black=names[0], white=names[1],
                      result="B+1" if winner == names[0] else "W+1", **({} if go else {"moves": 0, "played": ""}))
        del line["match"]
        yield line, GAME if go else None


def stand_in(monkeypatch, asked=None) -> None:
    """Put the stubs and fakes in the place of what plays and searches; nothing is drawn, as if matplotlib were missing."""
    monkeypatch.setitem(sys.modules, "gopy.lab.study.plots", None)
    monkeypatch.delattr(gopy.lab.study, "plots", raising=False)
    monkeypatch.setattr("gopy.lab.match.schedule.scheduler", lambda ray=None: partial(made_up, asked=asked))
    for user in ("gopy.lab.match.run", "gopy.lab.study.measured"):
        monkeypatch.setattr(f"{user}.origin", lambda: {"version": "0.1.0", "commit": "0123456"})
    monkeypatch.setattr("gopy.engine.engine.Engine", lambda options: StubEngine(["C3", "pass", "pass"] * 2))
    monkeypatch.setattr("gopy.engine.go_search.GoSearch", FakeSearch)
    monkeypatch.setattr("gopy.lab.problems.make.make_problems", lambda seed, told: read_problems()[:2])
    monkeypatch.setattr("gopy.lab.learn.show.move_probabilities", lambda game, path: {0: 0.5, 1: 0.25})


def _table(folder):
    """A table of twelve games on 7x7, of ten moves each, all of them legal."""
    lines = []
    for number in range(12):
        moves = "".join(_LETTERS[(3 * k + number) % 7] + _LETTERS[(k // 7 * 2 + k) % 7] for k in range(10))
        lines.append("\t".join([f"game {number}", "7", "7.5", "0", "cn", "B+R", "1d", "1d", "-", "B", moves, "x"]))
    (folder / "games.tsv").write_text("\n".join(["# id size ...", *lines]) + "\n")


@dataclass
class Command:
    """A command line that writes into a folder.

    before    puts there what must be there already
    resumes   whether the same command completes what another run has begun
    """
    words: Callable[[Path], list]
    before: Callable[[Path], None] = lambda folder: None
    resumes: bool = True


def _write(name, text):
    def write(folder):
        (folder / name).write_text(text)
    return write


def _played(folder):
    """A study whose games are played."""
    from gopy.__main__ import main
    (folder / "study.toml").write_text(STUDY)
    assert main(["study", "run", str(folder)]) == 0


def _regression(folder):
    (folder / "engine.py").write_text(ECHO)
    (folder / "some.tst").write_text("1 genmove b\n#? [C3]\n2 genmove w\n#? [D4]\n")


def _words(*words):
    """The words, with every one that begins with "@" taken as a name in the folder."""
    def of(folder):
        return [str(folder / word[1:]) if word.startswith("@") else word for word in words]
    return of


def _judged(folder):
    teacher = f"{sys.executable} -I -S {Path(__file__).parent.parent / 'fakes' / 'fake_teacher.py'} {os.devnull}"
    return ["learn", "positions", str(folder / "games.tsv"), "--size", "7", "--positions", "5", "--visits", "4", "--teacher", teacher,
            "--out", str(folder / "judged")]


COMMANDS = {
    "match": Command(_words("match", "gopy:sims=1", "gopy:sims=2", "--games", "4", "--size", "5", "--komi", "0.5", "--referee",
                            "count", "--out", "@match")),
    "study run": Command(_words("study", "run", "@"), _write("study.toml", STUDY)),
    "study report": Command(_words("study", "report", "@"), _played),
    "study export": Command(_words("study", "export", "@", "--out", "@lines.csv"), _played),
    "study pack": Command(_words("study", "pack", "@"), _played),
    "tune": Command(_words("tune", "@tune.toml"), _write("tune.toml", TUNE)),
    "selfplay": Command(_words("selfplay", "--games", "2", "--size", "5", "--sgf", "@games"), resumes=False),
    "review": Command(_words("review", "@game.sgf", "--sims", "32", "--threads", "1"), _write("game.sgf", GAME)),
    "problems": Command(_words("problems", "--make", "@problems.jsonl"), resumes=False),
    "regress": Command(lambda folder: ["regress", str(folder / "some.tst"), "--engine",
                                       f"{sys.executable} -I -S {folder / 'engine.py'}", "--baseline", str(folder / "base.json")], _regression),
    "learn moves": Command(_words("learn", "moves", "@games.tsv", "--size", "7", "--passes", "2", "--fewest", "2", "--out",
                                  "@moves.npz"), _table),
    "learn moves by mm": Command(_words("learn", "moves", "@games.tsv", "--size", "7", "--method", "mm", "--passes", "2", "--fewest",
                                        "2", "--memory", "1", "--out", "@moves.npz"), _table),
    "learn show": Command(_words("learn", "show", "@game.sgf", "--picture", "@board.svg"),
                          _write("game.sgf", GAME)),
    "learn balance": Command(_words("learn", "balance", "@games.tsv", "--size", "7", "--method", "likelihood", "--games", "3",
                                    "--out", "@weights.txt"), _table),
    "learn positions": Command(_judged, _table),
    "learn local-shape": Command(_words("learn", "local-shape", "--size", "5", "--games", "3", "--out", "@shapes.npz")),
}
