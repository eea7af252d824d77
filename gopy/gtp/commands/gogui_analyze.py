"""GoGui's analyze commands: what the engine thinks of the position, drawn on the board."""
from gopy.gtp import gogui_text
from gopy.gtp.arguments import read_boolean
from gopy.gtp.commands.kata import PARAMETERS, set_parameters
from gopy.gtp.registry import command

#: Type, label and command of each entry in GoGui's analyze window.
_ENTRIES = (
    ("param", "Parameters", "gopy-param"),
    ("gfx", "Best Moves", "gopy-best_moves"),
    ("pspairs", "Visit Counts", "gopy-visits"),
    ("pspairs", "Win Rates", "gopy-winrates"),
    ("pspairs", "RAVE Values", "gopy-rave_values"),
    ("pspairs", "Priors", "gopy-priors"),
    ("dboard", "Territory", "gopy-territory"),
    ("var", "Principal Variation", "gopy-principal_variation"),
    ("hstring", "Tree Statistics", "gopy-tree_statistics"),
    ("string", "Estimate Score", "estimate_score"),
    ("string", "Final Score", "final_score"),
    ("plist", "Alive Stones", "final_status_list alive"),
    ("plist", "Dead Stones", "final_status_list dead"),
    ("plist", "Stones In Seki", "final_status_list seki"),
    ("plist", "Legal Moves", "all_legal %c"),
    ("string", "Liberties", "countlib %p"),
    ("varc", "Show Choice", "reg_genmove %c"),
    ("string", "Last Move", "last_move"),
    ("hstring", "Show Board", "showboard"),
    ("hstring", "Describe Engine", "gomill-describe_engine"),
    ("hstring", "Explain Last Move", "gomill-explain_last_move"),
    ("none", "Load SGF", "loadsgf %r"),
    ("none", "Save SGF", "savesgf %w"),
    ("none", "Set Random Seed", "set_random_seed %s"),
    ("string", "Random Seed", "get_random_seed"),
)


@command("gogui-analyze_commands")
def gogui_analyze_commands(session, arguments) -> str:
    return "\n".join("/".join(entry) for entry in _ENTRIES)


@command("gopy-param")
def gopy_param(session, arguments) -> str | None:
    if len(arguments) == 0:
        options = session.engine.options
        lines = [_parameter_line(name, getattr(options, name)) for name in PARAMETERS]
        return "\n".join([*lines, _parameter_line(_LIVE_GRAPHICS, session.live_graphics)])
    name = arguments.word(0)
    value = arguments.text[len(name):].strip() or "none"
    if name == _LIVE_GRAPHICS:
        session.live_graphics = read_boolean(value)
    else:
        set_parameters(session, {name: value})
    return None


#: A parameter of the session, not of the engine.
_LIVE_GRAPHICS = "live_graphics"


def _parameter_line(name, value):
    if isinstance(value, bool):
        return f"[bool] {name} {int(value)}"
    return f"[string] {name} {'none' if value is None else value}"


def _of_report(name, text_of, report_of):
    """Define a command that answers with text_of(report_of(engine), board size)."""
    @command(name)
    def show(session, arguments):
        return text_of(report_of(session.engine), session.engine.game.size)


def _of_search(name, text_of):
    """Define such a command for the report of the search that plays, so that it agrees with kata-analyze."""
    _of_report(name, text_of, lambda engine: engine.consider())


def _pairs(value_of):
    return lambda report, size: gogui_text.pairs_text(report, size, value_of)


_of_search("gopy-best_moves", gogui_text.best_moves_gfx)
_of_search("gopy-visits", _pairs(gogui_text.visits))
_of_search("gopy-winrates", _pairs(gogui_text.winrate))
_of_search("gopy-rave_values", _pairs(gogui_text.rave_mean))
_of_search("gopy-priors", _pairs(gogui_text.prior))
_of_search("gopy-principal_variation", gogui_text.variation_text)
_of_search("gopy-tree_statistics", gogui_text.statistics_text)
_of_report("gopy-territory", gogui_text.territory_dboard, lambda engine: engine.estimate())
