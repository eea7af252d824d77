"""The parameters that are tuned: their ranges, and coordinates from 0 to 1 in which methods move them."""
import math
from dataclasses import dataclass
from typing import Any

from gopy.base.numbers import number_text, range_text, shown
from gopy.base.parameters import Parameter, check_all, unknown_name
from gopy.games.catalogue import game_kind
from gopy.games.players.player_text import PREFIX, parse_player
from gopy.games.players.presets import game_drafts, preset_drafts
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.programs.inprocess import in_process_options
from gopy.search.simultaneous.methods import METHODS

LINEAR, LOG = "linear", "log"


@dataclass(frozen=True)
class Scale:
    """A parameter that is tuned between `low` and `high`, on a linear or a logarithmic scale, from `start`.

    whole   whether its values are whole numbers
    """
    name: str
    low: float
    high: float
    start: float
    log: bool = False
    whole: bool = False

    def value(self, coordinate) -> float:
        """The value at a coordinate from 0 (`low`) to 1 (`high`); coordinates beyond are moved to the nearest end.

        >>> [Scale("c", 100, 10_000, 1000, log=True).value(u) for u in (0.0, 0.5, 1.0)]
        [100.0, 1000.0, 10000.0]
        >>> Scale("c", 1, 4, 2, whole=True).value(0.4)
        2
        """
        u = min(1.0, max(0.0, coordinate))
        if self.log:
            found = self.low * (self.high / self.low) ** u
        else:
            found = self.low + u * (self.high - self.low)
        found = min(self.high, max(self.low, found))
        return round(found) if self.whole else float(f"{found:.6g}")

    def coordinate(self, value) -> float:
        """The coordinate, from 0 to 1, of a value."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def read_scales(tables, player, match) -> tuple[Scale, ...]:
    """The Scales of a file's tables {name: {low, high, scale, start}} for a player of a match.

    `match` is the Settings or AnyGameSettings of a match in which the player is a. Without `start` a parameter starts at
    the value that it has in the player. ValueError, in the words of all parameters, for a wrong name or value.
    """
    if not tables:
        raise ValueError("no parameter: [parameters.NAME] has its low and its high")
    known = _known(player, match)
    scales = []
    for name, table in tables.items():
        if name not in known:
            raise unknown_name("parameter", name, known)
        scales.append(_scale(name, table, *known[name]))
    return tuple(scales)


def _scale(name, table, parameter, present):
    if parameter.kind not in (int, float) or parameter.words:
        raise ValueError(f"{name} is no number: a study with a match for each of its values compares these")
    low, high = (parameter.value(name, table[key]) for key in ("low", "high"))
    start = parameter.value(name, table.get("start", present))
    log = table.get("scale", LINEAR) == LOG
    if not low < high:
        raise ValueError(f"{name}: low = {low:g} is not below high = {high:g}")
    if log and low <= 0:
        raise ValueError(f"{name}: a logarithmic scale begins above 0, not at {low:g}")
    if not low <= start <= high:
        raise ValueError(f"{name}: start = {number_text(start)} is not {range_text(low, high)}")
    return Scale(name, low, high, start, log, parameter.kind is int)


def _known(player, match) -> dict[str, tuple[Parameter, Any]]:
    """{name: (Parameter, its value in the player)} of the parameters of the player's policy, search, playouts and priors."""
    drafts, changes = _drafts_of_game(player, match) if isinstance(match, AnyGameSettings) else _drafts_of_go(player, match)
    known = {}
    for draft in check_all(drafts, changes):
        for name, parameter in draft.constructor.parameters.items():
            known.setdefault(name, (parameter, draft.values[name]))
    return known


def _drafts_of_go(player, match):
    options = in_process_options(player, None, match.sims, match.size, match.seconds)
    changes = options.parameters_on(options.size)
    return preset_drafts(options.preset, options.size, changes, options.policy, options.move_model, options.network), changes


def _drafts_of_game(player, match):
    written = parse_player(player, match.sims, match.seconds)
    if written.method is not None:
        if written.method not in METHODS:
            raise unknown_name("method", written.method, METHODS)
        return [METHODS[written.method].draft()], written.options
    return game_drafts(written.preset, written.policy, written.options, game_kind(match.game).params_draft()), written.options


def checked_player(player) -> str:
    """A player's text, if parameters can be added to it; ValueError for another program."""
    if not player.startswith(PREFIX):
        raise ValueError(f"player {shown(player)}: what is tuned is written {PREFIX}sims=1000")
    return player
