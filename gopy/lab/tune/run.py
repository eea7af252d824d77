"""Plays the trials of a tune. Trials and games that are already in its folder are not played again."""
from dataclasses import dataclass

from gopy.base.shape import TEXT, Each, Table, number, whole
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.origin import origin
from gopy.lab.match.results.recorded import games_of, read_games
from gopy.lab.match.results.tally import tally
from gopy.lab.match.run import run_match
from gopy.lab.match.schedule import play_here

_LINE = Table({"trial": whole(0), "setup": TEXT, "version": TEXT, "commit": TEXT.or_none(), "values": Each(number()),
               "share": number(0, 1), "shares": Each(number(0, 1)), "games": whole(0)},
              ("trial", "setup", "values", "share", "shares", "games"))


@dataclass(frozen=True)
class Trial:
    """A finished trial: the values tried, the share of the points won (the mean over the opponents), and that won from each."""
    values: dict
    share: float
    shares: dict
    games: int


class Journal:
    """The finished trials of a tune in a folder, a line each in trials.jsonl; the games are in games.jsonl."""

    def __init__(self, folder, setup) -> None:
        self.folder, self._setup = folder, setup
        self.games = ResultsFile(folder / "games.jsonl")
        self._lines = ResultsFile(folder / "trials.jsonl")

    def read(self) -> list[Trial]:
        """The finished trials. ValueError, which names the file and the line, for a line that is no trial of this tune."""
        trials = []
        for line, record in self._lines.numbered():
            try:
                _LINE.check(record)
                if record["setup"] != self._setup:
                    raise ValueError("a trial under other conditions: the tune is not what it was; name another folder "
                                     "with --out")
                if record["trial"] != len(trials):
                    raise ValueError(f"trial {record['trial']}, where trial {len(trials)} should be")
            except ValueError as error:
                raise ValueError(f"{self._lines.place}, line {line}: {error}") from None
            trials.append(Trial(record["values"], record["share"], record["shares"], record["games"]))
        return trials

    def append(self, number, trial) -> None:
        """Add a finished trial; it is on the disk when this method returns."""
        self._lines.append({"trial": number, "setup": self._setup, **origin(), **vars(trial)})


def run_tune(tune, journal, jobs=None, play=play_here, on_game=lambda trial, record: None,
             on_trial=lambda trials: None) -> list[Trial]:
    """Play the trials that are missing; returns all.

    play        the function that plays games: see gopy.lab.match.schedule
    on_game     called with the number of the trial and the record of each new game
    on_trial    called with all finished trials after each new one

    ValueError if lines were recorded under other conditions, or if a trial has no game that counts. UserError if the
    method is not installed.
    """
    method = tune.new_method()
    trials, recorded = journal.read(), read_games(journal.games, in_study=True)
    while len(trials) < tune.trials:
        number = len(trials)
        values = tune.values(method.propose([trial.share for trial in trials]))
        trials.append(_play(tune, journal, number, number // method.together, values, recorded, jobs, play, on_game))
        journal.append(number, trials[-1])
        on_trial(trials)
    return trials


def _play(tune, journal, number, block, values, recorded, jobs, play, on_game):
    """Play the missing games of one trial against all opponents; returns the Trial."""
    shares, games = {}, 0
    for opponent in tune.opponents:
        tune.files.check()
        settings, name = tune.settings(opponent, values, block), f"{number}_{opponent}"
        before = games_of(recorded.get(name, []), journal.games.place, settings, tune.setup)
        records = run_match(settings, journal.games, journal.folder / "sgf" / name, jobs, {"match": name, "setup": tune.setup},
                            lambda record: on_game(number, record), play, records=before)
        total = tally(records, settings.names, settings.games)
        if not total.games:
            raise ValueError(f"every game of trial {number} against {opponent} is void: {journal.games.place} says why")
        shares[opponent], games = total.share, games + total.games
    return Trial(values, sum(shares.values()) / len(shares), shares, games)
