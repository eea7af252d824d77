"""`gopy parameters`: lists presets, tree policies, methods and settings, or the parameters of one of them."""
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from gopy.base.errors import UserError
from gopy.base.fields import parameters_of
from gopy.base.parameters import Draft, Parameter, unknown_name
from gopy.engine.options import PARAMETERS as ENGINE
from gopy.games.players.player_text import OWN
from gopy.games.players.presets import PRESETS, preset_drafts
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.settings import Settings
from gopy.search.catalogue import POLICIES, policy_drafts
from gopy.search.simultaneous.methods import METHODS

#: The parameters are shown as on this board, where no preset has a network unless its name says so; values are the same on all sizes.
_ANY_SIZE = 19

#: The widest column; a longer text of a column moves the rest of its line.
_WIDEST = 44


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `gopy parameters`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a preset, policy or method, or one of the settings "
                        "that the list without a name shows: its parameters are listed")


def run(arguments: Namespace) -> None:
    """Print all names, or the parameters of the one that is given."""
    if arguments.name is None:
        print(_names())
        return
    try:
        sections = _sections(arguments.name)
    except ValueError as error:
        raise UserError(str(error)) from None
    for title, parameters, values in sections:
        print("\n".join([title, *_lines(parameters, values), ""]))


#: {name: (what it is, {name: Parameter})} of the settings that belong to no preset, policy or method.
_SETTINGS: dict[str, tuple[str, Mapping[str, Parameter]]] = {
    "engine": ("the engine's options: flags of `gopy gtp`, keys of its TOML file, a player of Go", ENGINE),
    "player": ("a player of another game than Go, beside the parameters of its preset, policy or method", OWN),
    "match": ("a match of Go: flags of `gopy match`, keys of a match in a study", parameters_of(Settings)),
    "match_of_game": ("the same of another game than Go", parameters_of(AnyGameSettings))}


def _names() -> str:
    groups = (
        ("Presets: --preset NAME, or preset=NAME in the text of a player",
         {name: preset.summary for name, preset in PRESETS.items()}),
        ("Tree policies, in the place of a preset's: --policy NAME, or policy=NAME in the text of a player",
         {name: policy.summary for name, policy in POLICIES.items()}),
        ("Methods, for games whose players move at the same time: method=NAME",
         {name: constructor.help for name, constructor in METHODS.items()}),
        ("Settings", {name: about for name, (about, _) in _SETTINGS.items()}))
    lines = []
    for title, names in groups:
        width = max(map(len, names))
        lines += [title, *(f"  {name:<{width}}  {summary.rstrip('.')}" for name, summary in names.items()), ""]
    return "\n".join([*lines, "`gopy parameters NAME` lists the parameters that one of them has."])


def _sections(name: str) -> list[tuple[str, Mapping[str, Parameter], Mapping[str, Any]]]:
    """(title, {name: Parameter}, {name: value in the place of the default}) of each record that `name` stands for."""
    if name in _SETTINGS:
        about, parameters = _SETTINGS[name]
        return [(about[0].upper() + about[1:] + ".", parameters, {})]
    if name in PRESETS:
        drafts: Sequence[Draft] = preset_drafts(name, _ANY_SIZE)
    elif name in POLICIES:
        drafts = policy_drafts(name, {})
    elif name in METHODS:
        drafts = [METHODS[name].draft()]
    else:
        raise unknown_name("preset, policy or method", name, [*PRESETS, *POLICIES, *METHODS, *_SETTINGS])
    return [(draft.constructor.help, draft.constructor.parameters, draft.values) for draft in drafts]


def _lines(parameters: Mapping[str, Parameter], values: Mapping[str, Any]) -> list[str]:
    """A line for each parameter: its name, its value, the values that it may have, and its meaning."""
    rows = [(name, _value_text(parameter, values[name] if name in values else parameter.default), parameter.range_text(),
             parameter.help) for name, parameter in parameters.items()]
    widths = [min(_WIDEST, max(len(row[i]) for row in rows)) for i in range(3)] if rows else ()
    return ["  " + "  ".join([*(f"{cell:<{width}}" for cell, width in zip(row, widths)), row[3]]) for row in rows]


def _value_text(parameter: Parameter, value: Any) -> str:
    return "" if value is None else parameter.value_text(parameter.value("", value))
