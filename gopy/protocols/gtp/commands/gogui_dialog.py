"""GoGui's dialogs of parameters: those of the engine, of the rules, and of search, playouts and priors.

Without arguments a command lists the parameters, each with its kind, so that GoGui shows a check box, a choice or a field;
with a name and a value it sets one.
"""
from gopy.base.numbers import shown
from gopy.base.parameters import check_all, name_values, unknown_name
from gopy.engine.options import PARAMETERS as OPTIONS
from gopy.games.players.presets import preset_drafts
from gopy.go.rules import HANDICAP_BONUSES, NAMED_RULES, Ko, Scoring, name_of, parse_rules
from gopy.protocols.gtp.commands.kata import PARAMETERS, set_parameters
from gopy.protocols.gtp.gogui_live import LIVE_MODES
from gopy.protocols.gtp.protocol import GtpError, refusals
from gopy.protocols.gtp.registry import command

#: A parameter of the session, not of the engine, and its value when nothing is drawn.
_LIVE_GRAPHICS, _OFF = "live_graphics", "off"


def _dialog(name, lines_of, set_one):
    """Define a dialog: lines_of(session) lists its parameters, set_one(session, name, text) sets one."""
    @command(name)
    def run(session, arguments):
        if len(arguments) == 0:
            return "\n".join(lines_of(session))
        parameter = arguments.word(0)
        set_one(session, parameter, arguments.text[len(parameter):].strip() or "none")
        return None


def _line(kind, name, value):
    return f"[{kind}] {name} {value}"


def _choice(words, name, value):
    return _line("/".join(["list", *words]), name, value)


def _typed(parameter, name, value):
    """The line of a gopy.base.parameters.Parameter."""
    text = "none" if value is None else parameter.value_text(value)
    if parameter.words:
        return _choice(parameter.words, name, text)
    return _line("bool" if parameter.kind is bool else "string", name, text)


# The engine ----------------------------------------------------------------------------------------------

def _engine_lines(session):
    options = session.engine.options
    return [*(_typed(OPTIONS[name], name, getattr(options, name)) for name in PARAMETERS),
            _choice([_OFF, *LIVE_MODES], _LIVE_GRAPHICS, session.live_graphics or _OFF)]


def _set_engine(session, name, text):
    if name != _LIVE_GRAPHICS:
        set_parameters(session, {name: text})
    elif text in (_OFF, *LIVE_MODES):
        session.live_graphics = "" if text == _OFF else text
    else:
        raise GtpError(f"{name}: {shown(text)} is not one of {', '.join([_OFF, *LIVE_MODES])}")


_dialog("gopy-param", _engine_lines, _set_engine)


# The rules -----------------------------------------------------------------------------------------------

#: {name in the dialog: KataGo's key of the rule}.
_KEYS = {"ko": "ko", "scoring": "scoring", "suicide": "suicide", "handicap_bonus": "whiteHandicapBonus",
         "friendly_pass": "friendlyPassOk"}

#: Shown for rules that have no name.
_OTHER = "other"


def _rules_lines(session):
    game = session.engine.game
    rules, values = game.rules, game.rules.to_json()
    name = name_of(rules) or _OTHER
    values = {key: values[katago] for key, katago in _KEYS.items()}
    return [_choice([*NAMED_RULES, *([_OTHER] if name == _OTHER else ())], "rules", name),
            _line("string", "komi", f"{game.komi:g}"),
            _choice([ko.name for ko in Ko], "ko", values["ko"]),
            _choice([scoring.name for scoring in Scoring], "scoring", values["scoring"]),
            _choice(HANDICAP_BONUSES, "handicap_bonus", values["handicap_bonus"]),
            *(_line("bool", key, int(values[key])) for key in ("suicide", "friendly_pass"))]


def _set_rules(session, name, text):
    engine = session.engine
    with refusals():
        if name == "komi":
            engine.set_komi(OPTIONS["komi"].value("komi", text))
        elif name == "rules":
            if text != _OTHER:
                engine.set_rules(parse_rules(text))
        elif name in _KEYS:
            if name in ("suicide", "friendly_pass"):
                text = {"1": "true", "0": "false"}.get(text, text)
            engine.set_rules(engine.game.rules.with_value(_KEYS[name], text))
        else:
            raise unknown_name("rule", name, ["rules", "komi", *_KEYS])


_dialog("gopy-param_rules", _rules_lines, _set_rules)


# Search, playouts and priors -----------------------------------------------------------------------------

def _search_parameters(session):
    """{name: (Parameter, value)} of all that `--set` can change for the preset and the board size."""
    options, size, found = session.engine.options, session.engine.game.size, {}
    changes = options.parameters_on(size)
    drafts = preset_drafts(options.preset, size, changes, options.policy, options.move_model, options.network)
    for draft in check_all(drafts, changes):
        for name, parameter in draft.constructor.parameters.items():
            found.setdefault(name, (parameter, draft.values[name]))
    return found


def _search_lines(session):
    return [_typed(parameter, name, value) for name, (parameter, value) in _search_parameters(session).items()]


def _set_search(session, name, text):
    known = _search_parameters(session)
    with refusals():
        if name not in known:
            raise unknown_name("parameter", name, known)
        parameter = known[name][0]
        value = parameter.value_text(parameter.value(name, "" if text == "none" else text))
        changes = {**name_values(session.engine.options.set), name: value}
        if not value:
            del changes[name]
        session.engine.configure(set=",".join(f"{key}={each}" for key, each in changes.items()) or None)


_dialog("gopy-param_search", _search_lines, _set_search)
