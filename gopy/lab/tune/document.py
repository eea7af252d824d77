"""A tune's file: which parameters of a player are sought, against whom, by which method and with how many games.

    player = "gopy:sims=400"            what is tuned; the parameters are added to its text
    method = "spsa"                     or "tpe", which needs optuna
    budget = 2000                       games in all
    games = 10                          of a trial against each opponent; even, for two make a pair
    seed = 1
    gain, perturbation                  of SPSA: its first step and its first distance, see gopy.lab.tune.spsa
    [opponents]                         name = player, written as gopy.lab.match.programs.players describes it
    [match]                             size and any other field of gopy.lab.match.settings.Settings, or game and any other
                                        field of gopy.lab.match.any_game_settings.AnyGameSettings
    [parameters.NAME]                   low, high; scale = "linear" or "log"; start (the player's present value)
"""
import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from gopy.base.documents import read_toml
from gopy.base.fields import parameters_of
from gopy.base.parameters import unknown_name
from gopy.base.shape import ANYTHING, TEXT, Each, Table, number, one_of, whole
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.match_values import contents_of_files
from gopy.lab.match.named_files import NamedFiles, files_of_game, files_of_player
from gopy.lab.match.results.names import LONGEST, PLAYER_NAME
from gopy.lab.match.settings import Settings
from gopy.lab.tune.scales import LINEAR, LOG, checked_player, read_scales
from gopy.lab.tune.spsa import Spsa
from gopy.lab.tune.tpe import Tpe

#: The name of the tuned player in records.
TUNED = "tuned"

#: SPSA's first step for a difference of the shares of 1, and its first distance, in coordinates from 0 to 1.
GAIN, PERTURBATION = 0.2, 0.15

_PARAMETER = Table({"low": number(), "high": number(), "scale": one_of(LINEAR, LOG), "start": number()}, ("low", "high"))
_TUNE = Table({"player": TEXT, "method": one_of("spsa", "tpe"), "budget": whole(2, 10**7), "games": whole(2, 10**4),
               "seed": whole(0, 2**31), "gain": number(1e-6, 100), "perturbation": number(1e-6, 0.5),
               "opponents": Each(TEXT, PLAYER_NAME), "match": Table({}, others=ANYTHING), "parameters": Each(_PARAMETER)},
              ("player", "method", "budget", "games", "opponents", "match", "parameters"))

#: The longest name of an opponent: with the number of a trial it is the name of a match.
_LONGEST_OPPONENT = LONGEST - 15

#: The settings of a match that a tune decides itself.
_OURS = ("a", "b", "games", "names", "seed", "sprt", "equal_cpu")


@dataclass(frozen=True)
class Tune:
    """The contents of a tune's file, all of it checked. `opponents` are {name: player}; `match` are settings by name."""
    player: str
    method: str
    budget: int
    games: int
    opponents: dict
    match: dict
    scales: tuple
    seed: int = 1
    gain: float = GAIN
    perturbation: float = PERTURBATION

    @property
    def trials(self) -> int:
        """The number of trials that the budget pays for: whole ones, and with SPSA whole pairs of them."""
        found = self.budget // (self.games * len(self.opponents))
        return found - found % 2 if self.method == "spsa" else found

    @cached_property
    def files(self) -> NamedFiles:
        """The files that the game and the players name."""
        players = (self.player, *self.opponents.values())
        return NamedFiles({"players": [file for text in players for file in files_of_player(text)],
                           "game": files_of_game(self.match.get("game", ""))})

    @cached_property
    def setup(self) -> str:
        """Eight hexadecimal digits: a digest of all that decides a trial's games. A larger budget continues a tune of TPE;
        SPSA's steps depend on it."""
        fixed = [self.player, self.method, self.games, self.opponents, self.match, repr(self.scales), self.seed]
        if self.method == "spsa":
            fixed += [self.gain, self.perturbation, self.trials]
        name, opponent = next(iter(self.opponents.items()))
        contents = contents_of_files(self.match, _settings(self.match, self.player, opponent, (TUNED, name), self.games, 0))
        fixed += [contents] if contents else []
        fixed += self.files.digests
        return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()[:8]

    def new_method(self) -> Spsa | Tpe:
        """The method, which proposes points. UserError if it is not installed."""
        start = tuple(scale.coordinate(scale.start) for scale in self.scales)
        if self.method == "tpe":
            return Tpe(start, self.seed)
        return Spsa(start, self.trials // 2, self.seed, self.gain, self.perturbation)

    def values(self, point) -> dict[str, float]:
        """{name: value} of the parameters at a point of coordinates from 0 to 1."""
        return {scale.name: scale.value(coordinate) for scale, coordinate in zip(self.scales, point)}

    def player_with(self, values) -> str:
        """The text of the tuned player with these values of its parameters."""
        added = ",".join(f"{name}={value:.10g}" for name, value in values.items())
        return self.player + ("" if self.player.endswith(":") else ",") + added

    def settings(self, opponent, values, block) -> Settings | AnyGameSettings:
        """The settings of a trial's match against an opponent. Trials with the same number `block` have the same openings."""
        return _settings(self.match, self.player_with(values), self.opponents[opponent], (TUNED, opponent), self.games,
                         self.seed + block)


def read_tune(path) -> Tune:
    """The Tune in a TOML file. OSError, or a ValueError that says what is wrong."""
    try:
        document = read_toml(path)
        _TUNE.check(document)
        return _tune(document)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _tune(document):
    player = checked_player(document["player"])
    opponents, match, games = document["opponents"], document["match"], document["games"]
    if not opponents:
        raise ValueError("no opponent: [opponents] has NAME = PLAYER")
    if TUNED in opponents:
        raise ValueError(f"opponents: {TUNED} is the name of the player that is tuned")
    for name in opponents:
        if len(name) > _LONGEST_OPPONENT:
            raise ValueError(f"opponents: {name[:20]}... has more than {_LONGEST_OPPONENT} characters")
    if games % 2:
        raise ValueError(f"games: {games} is no even number; two games make a pair")
    for key in match:
        if key in _OURS:
            raise ValueError(f"match: {key!r} is not set here")
    first = [_settings(match, player, opponent, (TUNED, name), games, 0) for name, opponent in opponents.items()]
    for settings in first:
        settings.check()
    scales = read_scales(document["parameters"], player, first[0])
    given = {key: document[key] for key in ("seed", "gain", "perturbation") if key in document}
    tune = Tune(player, document["method"], document["budget"], games, opponents, match, scales, **given)
    if tune.trials < 2:
        raise ValueError(f"budget: {tune.budget} games are fewer than two trials, {2 * games * len(opponents)} games")
    for end in (0.0, 1.0):      # values may be possible one by one and not together, or be given in the player's text
        replace(first[0], a=tune.player_with(tune.values([end] * len(scales)))).check()
    tune.new_method()
    return tune


def _settings(match, a, b, names, games, seed):
    kind = AnyGameSettings if "game" in match else Settings
    known = [name for name in parameters_of(kind) if name not in _OURS]
    for key in match:
        if key not in known:
            raise ValueError(f"match: {unknown_name('parameter', key, known)}")
    if kind is Settings and "size" not in match:
        raise ValueError("match: no 'size', and no 'game'")
    try:
        return kind(a=a, b=b, names=names, games=games, seed=seed, **match)
    except ValueError as error:
        raise ValueError(f"match: {error}") from None


def folder_of(path) -> Path:
    """The folder of a tune's results: NAME, beside its file NAME.toml."""
    path = Path(path)
    return path.with_suffix("") if path.suffix else path.with_name(path.name + "_results")
