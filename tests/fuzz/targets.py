"""Runs that are killed: for each command, real work in a folder, what of it is kept, and what must be there at the end."""
import json
import random
import re
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from gopy.go.geometry import BLACK
from gopy.go.history import Game
from gopy.go.sgf import save_game

ENGINE = f"{sys.executable} -I -S {Path(__file__).with_name('quick_engine.py')} %SEED"

#: Games of a match, and of each match of the study.
GAMES = 30

STUDY = f"""
question = "Is every game recorded once?"
rule = "By the lines."
[players]
one = '{ENGINE}'
two = '{ENGINE} two'
three = '{ENGINE} three'
[defaults]
games = {GAMES}
size = 9
komi = 0.5
referee = "count"
[round_robin]
"""

TUNE = """
player = "gopy:sims=300"
method = "spsa"
budget = 160
games = 10
[opponents]
before = "gopy:sims=300"
[match]
game = "tictactoe"
[parameters.exploration]
low = 0.01
high = 10
scale = "log"
start = 0.05
"""

#: gopy, with a checkpoint of learning every few slices in place of every minute: the run is to go on from many.
_OFTEN = "import sys, gopy.lab.learn.long_run as run; run._CHECKPOINT_SECONDS = 0.5; from gopy.__main__ import main; sys.exit(main())"


class Target:
    """Work of one kind in a new folder.

    words   what follows `gopy`
    sound   a Target of the same kind that was never killed, if NEEDS_SOUND
    """
    NEEDS_SOUND = True
    PROGRAM = ("-m", "gopy")

    def __init__(self, folder, sound=None) -> None:
        folder.mkdir()
        self.folder, self.sound = folder, sound
        self.words = self.prepare()

    def prepare(self) -> list[str]:
        """Put what is needed into the folder; returns the words of the command."""
        raise NotImplementedError

    def start(self):
        """A process that does what is missing."""
        self._out, self._err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        return subprocess.Popen([sys.executable, *self.PROGRAM, *self.words], stdout=self._out, stderr=self._err,
                                stdin=subprocess.DEVNULL)

    def said(self) -> tuple[bytes, bytes]:
        """What the last process wrote to stdout and stderr."""
        found = []
        for file in (self._out, self._err):
            file.seek(0)
            found.append(file.read())
            file.close()
        return tuple(found)

    def recorded(self) -> bytes | int | dict:
        """What is kept: lines as bytes, or a number that only grows, or a dict that only gets more items."""
        raise NotImplementedError

    def broken(self, said):
        """Yield what is wrong after any run; `said` is what it had written to stdout."""
        return ()

    def faults(self):
        """Yield what is wrong with a run that says that it is done."""
        raise NotImplementedError


def whole_lines(path) -> bytes:
    """The bytes of a file up to the end of the last whole line."""
    data = path.read_bytes() if path.exists() else b""
    return data[:data.rfind(b"\n") + 1]


def lost(before, after) -> bool:
    """Whether something of what was kept `before` is no longer there."""
    if isinstance(before, bytes):
        return not after.startswith(before)
    return not before.items() <= after.items() if isinstance(before, dict) else after < before


class MatchTarget(Target):
    """A match of quick engines."""
    NEEDS_SOUND = False
    kind = "match"
    matches, lines_name = (None,), "games.jsonl"

    def prepare(self):
        return ["match", ENGINE, f"{ENGINE} two", "--games", str(GAMES), "--size", "9", "--komi", "0.5", "--referee", "count",
                "--jobs", "2", "--out", str(self.folder)]

    @property
    def lines(self):
        """The file of lines."""
        return self.folder / self.lines_name

    def recorded(self):
        return whole_lines(self.lines)

    def ids(self):
        """{match: list of the ids that its lines have}."""
        found = {match: [] for match in self.matches}
        for line in self.recorded().splitlines():
            record = json.loads(line)
            found[record.get("match")].append(record["id"])
        return found

    def broken(self, said):
        if any(len(set(ids)) != len(ids) for ids in self.ids().values()):
            yield f"{self.folder}: an id comes twice: {self.ids()}"

    def faults(self):
        for match, ids in self.ids().items():
            if sorted(ids) != list(range(GAMES)):
                yield f"{self.folder}: ids of {match} are {sorted(ids)}"
            sgf = self.folder / "sgf" / (match or "")
            missing = [number for number in range(GAMES) if not (sgf / f"{number}.sgf").read_text().rstrip().endswith(")")]
            if missing:
                yield f"{self.folder}: games without SGF: {missing}"


class StudyTarget(MatchTarget):
    """A study of three matches of quick engines."""
    kind = "study"
    matches, lines_name = ("one_v_two", "one_v_three", "two_v_three"), "results.jsonl"

    def prepare(self):
        (self.folder / "study.toml").write_text(STUDY)
        return ["study", "run", str(self.folder), "--jobs", "2"]

    def faults(self):
        yield from super().faults()
        before = (self.folder / "report.md").read_text()
        subprocess.run([sys.executable, "-m", "gopy", "study", "report", str(self.folder)], check=True, stdout=subprocess.DEVNULL)
        if (self.folder / "report.md").read_text() != before:
            yield f"{self.folder}: the report is not that of the lines"


class TuneTarget(Target):
    """A tune of gopy's own search in tic-tac-toe."""

    def prepare(self):
        (self.folder / "tune.toml").write_text(TUNE)
        return ["tune", str(self.folder / "tune.toml")]

    def recorded(self):
        return whole_lines(self.folder / "tune" / "games.jsonl")

    def _found(self):
        """({(match, id): what was played}, what the trials found)."""
        games = [json.loads(line) for line in self.recorded().splitlines()]
        trials = whole_lines(self.folder / "tune" / "trials.jsonl")
        return {(game["match"], game["id"]): game["played"] for game in games}, trials

    def broken(self, said):
        games = self.recorded().splitlines()
        if len(self._found()[0]) != len(games):
            yield f"{self.folder}: a game comes twice"

    def faults(self):
        if self._found() != self.sound._found():
            yield f"{self.folder}: other games or trials than without kills"


class LearnTarget(Target):
    """Learning the strengths of move features from games at random."""
    PROGRAM = ("-c", _OFTEN)

    def prepare(self):
        (self.folder / "games.tsv").write_text(_table(60))
        return ["learn", "moves", str(self.folder / "games.tsv"), "--size", "9", "--passes", "40", "--fewest", "2",
                "--out", str(self.folder / "moves.npz")]

    def recorded(self):
        import numpy as np
        path = self.folder / "moves.npz.checkpoint"
        return int(np.load(BytesIO(path.read_bytes()))["games"]) if path.exists() else 0

    def faults(self):
        for name in ("moves.npz", "moves.npz.checkpoint"):
            if (self.folder / name).read_bytes() != (self.sound.folder / name).read_bytes():
                yield f"{self.folder}: another {name} than without kills"


class ReviewTarget(Target):
    """The review of a game on 9x9."""

    def prepare(self):
        (self.folder / "game.sgf").write_text(save_game(_random_game(random.Random(1), 50)))
        return ["review", str(self.folder / "game.sgf"), "--sims", "1500", "--threads", "1"]

    def recorded(self):
        return whole_lines(self.folder / "game.review.jsonl")

    def broken(self, said):
        turns = [json.loads(line).get("turnNumber") for line in self.recorded().splitlines()]
        if len(set(turns)) != len(turns):
            yield f"{self.folder}: a position comes twice: {turns}"

    def faults(self):
        for name in ("sgf", "html"):
            ours, sound = ((target.folder / f"game.review.{name}").read_bytes() for target in (self, self.sound))
            if ours != sound:
                yield f"{self.folder}: another game.review.{name} than without kills"


class SelfplayTarget(Target):
    """Games of gopy against itself on 5x5. A run does not complete another, it adds its games."""
    NEEDS_SOUND = False

    def prepare(self):
        return ["selfplay", "--games", "12", "--size", "5", "--sims", "100", "--threads", "1", "--sgf", str(self.folder / "sgf")]

    def recorded(self):
        return {path.name: path.read_bytes() for path in self.folder.glob("sgf/*.sgf")}

    def broken(self, said):
        there = self.recorded()
        cut = [name for name, data in there.items() if not data.rstrip().endswith(b")")]
        untold = [number for number in re.findall(rb"^(\d+) .* moves$", said, re.M) if f"{int(number):04d}.sgf" not in there]
        if cut or untold:
            yield f"{self.folder}: games that are cut off {cut}, that were told and are not there {untold}"

    def faults(self):
        names = sorted(self.recorded())
        if len(names) < 12 or names != [f"{number:04d}.sgf" for number in range(1, len(names) + 1)]:
            yield f"{self.folder}: there are {names}"


#: The kinds by name.
TARGETS = {"match": MatchTarget, "study": StudyTarget, "tune": TuneTarget, "learn": LearnTarget, "review": ReviewTarget,
           "selfplay": SelfplayTarget}


def _random_game(rng, moves):
    """A Game on 9x9 of legal moves at random."""
    game = Game(9)
    while len(game.moves) < moves:
        point = rng.randrange(9) * 10 + rng.randrange(9)
        if game.illegality(game.to_play, point) is None:
            game.play(game.to_play, point)
    return game


def _table(games):
    """The text of a table of games at random."""
    rng, lines = random.Random(2), ["# id size ..."]
    for number in range(games):
        game = _random_game(rng, 40)
        assert game.moves[0][0] == BLACK
        letters = "".join(chr(ord("a") + move % 10) + chr(ord("a") + 8 - move // 10) for _, move in game.moves)
        lines.append("\t".join([f"game {number}", "9", "7.5", "0", "cn", "B+R", "1d", "1d", "-", "B", letters, "x"]))
    return "\n".join(lines) + "\n"
