"""`gopy parameters`: lists presets, tree policies and methods, or the parameters of one of them."""
from gopy.errors import UserError
from gopy.inputs.parameters import unknown_name
from gopy.engine.presets import PRESETS
from gopy.search.catalogue import POLICIES, policy_drafts


def add_arguments(parser) -> None:
    """Add the arguments of `gopy parameters`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a preset, policy or method: list its parameters")
    parser.add_argument("--size", type=int, default=9, metavar="N", help="board size whose values are shown (9)")


def run(arguments) -> None:
    """Print all names, or the parameters of the one that is given."""
    if arguments.name is None:
        print(_names())
        return
    try:
        drafts = _drafts(arguments.name, arguments.size)
    except ValueError as error:
        raise UserError(str(error)) from None
    for draft in drafts:
        print("\n".join([draft.constructor.help, *_lines(draft), ""]))


def _names():
    from gopy.search.simultaneous.methods import METHODS

    groups = (
        ("Presets, for Go: --preset NAME, or preset=NAME in the text of a player",
         {name: preset.summary for name, preset in PRESETS.items()}),
        ("Tree policies, for the other games: policy=NAME in the text of a player",
         {name: policy.summary for name, policy in POLICIES.items()}),
        ("Methods, for games whose players move at the same time: method=NAME",
         {name: constructor.help for name, constructor in METHODS.items()}))
    lines = []
    for title, names in groups:
        width = max(map(len, names))
        lines += [title, *(f"  {name:<{width}}  {summary.rstrip('.')}" for name, summary in names.items()), ""]
    return "\n".join([*lines, "`gopy parameters NAME` lists the parameters that one of them has."])


def _drafts(name, size):
    from gopy.search.simultaneous.methods import METHODS

    if name in PRESETS:
        from gopy.engine.presets import preset_drafts
        return preset_drafts(name, size)
    if name in POLICIES:
        return policy_drafts(name, {})
    if name in METHODS:
        return [METHODS[name].draft()]
    raise unknown_name("preset, policy or method", name, [*PRESETS, *POLICIES, *METHODS])


def _lines(draft):
    """A line for each parameter: its name, its value, the values that it may have, and its meaning."""
    rows = []
    for name, parameter in draft.constructor.parameters.items():
        value = parameter.value(name, draft.values.get(name, parameter.value_text(parameter.default)))
        rows.append((name, parameter.value_text(value), parameter.range_text(), parameter.help))
    widths = [max(len(row[i]) for row in rows) for i in range(3)] if rows else ()
    return ["  " + "  ".join([*(f"{cell:<{width}}" for cell, width in zip(row, widths)), row[3]]) for row in rows]
