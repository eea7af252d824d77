"""GoGui's analyze commands: what the engine thinks of the position, drawn on the board."""
from gopy.games.players.presets import build
from gopy.go.geometry import vertex_text
from gopy.go.knowledge.pattern_points import matching_points
from gopy.protocols.gtp import gogui_text
from gopy.protocols.gtp.commands.record import save
from gopy.protocols.gtp.protocol import refusals
from gopy.protocols.gtp.registry import command

#: Type, label and command of each entry in GoGui's analyze window.
_ENTRIES = (
    ("param", "Parameters", "gopy-param"),
    ("param", "Rules", "gopy-param_rules"),
    ("param", "Search Parameters", "gopy-param_search"),
    ("gfx", "Best Moves", "gopy-best_moves"),
    ("pspairs", "Visit Counts", "gopy-visits"),
    ("pspairs", "Win Rates", "gopy-winrates"),
    ("pspairs", "RAVE Values", "gopy-rave_values"),
    ("pspairs", "Priors", "gopy-priors"),
    ("dboard", "Territory", "gopy-territory"),
    ("dboard", "Criticality", "gopy-criticality"),
    ("plist", "Patterns", "gopy-patterns %c"),
    ("hstring", "Policy", "gopy-policy"),
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
    ("none", "Save Tree", "gopy-save_tree %w"),
    ("none", "Set Random Seed", "set_random_seed %s"),
    ("string", "Random Seed", "get_random_seed"),
)


@command("gogui-analyze_commands")
def gogui_analyze_commands(session, arguments) -> str:
    return "\n".join("/".join(entry) for entry in _ENTRIES)


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
_of_report("gopy-criticality", gogui_text.criticality_dboard, lambda engine: engine.consider(owners=True))


@command("gopy-policy")
def gopy_policy(session, arguments) -> str:
    return gogui_text.policy_text(session.engine.game, session.engine.priors())


@command("gopy-patterns")
def gopy_patterns(session, arguments) -> str:
    from gopy.go.knowledge.rules_of import rules_of  # loads the compiler
    game = session.engine.game
    colour = arguments.colour(0) if len(arguments) else game.to_play
    options = session.engine.options
    _, _, game_params = build(options.preset, game.size, options.parameters, options.policy, move_model=options.move_model,
                              network=options.network)
    return " ".join(vertex_text(point, game.size) for point in matching_points(game, colour, rules_of(game_params)))


#: Moves with fewer visits are not saved, if the command names no number.
_SAVED_VISITS = 10


@command("gopy-save_tree")
def gopy_save_tree(session, arguments) -> None:
    from gopy.go.sgf_search import tree_record  # not needed to answer the first commands
    name, least = arguments.file_name_and_integer()
    with refusals():
        nodes = session.engine.tree(_SAVED_VISITS if least is None else least)
    save(name, tree_record(session.engine.game, nodes))
