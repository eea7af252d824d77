"""Commands for KataGo's rules and parameters, which stand for gopy's rules and options."""
from gopy.base.documents import json_text, parse_json
from gopy.base.parameters import unknown_name
from gopy.engine.options import PARAMETERS as OPTIONS
from gopy.engine.options import read_option
from gopy.go.geometry import WHITE
from gopy.go.rules import parse_rules
from gopy.protocols.gtp import gogui_text
from gopy.protocols.gtp.arguments import read_number, syntax_error
from gopy.protocols.gtp.protocol import GtpError, refusals
from gopy.protocols.gtp.registry import command

#: {KataGo's name of a parameter: gopy's option}.
_ALIASES = {"maxVisits": "sims", "maxPlayouts": "sims", "maxTime": "seconds", "numSearchThreads": "threads"}

#: The options that can be changed while a session runs.
PARAMETERS = ("sims", "seconds", "level", "threads", "memory", "seed", "ponder", "lag", "preset", "resign",
              "resign_threshold", "resign_turns", "temperature", "as_needed", "for_points")

#: KataGo's parameters that clients set or read at the start. gopy has nothing like them: each stands at 0.
_ALWAYS_ZERO = ("analysisWideRootNoise", "playoutDoublingAdvantage")

_NAMES = (*_ALIASES, *_ALWAYS_ZERO, *PARAMETERS)


@command("kata-get-rules")
def kata_get_rules(session, arguments) -> str:
    return str(session.engine.game.rules)


@command("kata-set-rules")
def kata_set_rules(session, arguments) -> None:
    if not arguments.text:
        raise syntax_error()
    with refusals():
        session.engine.set_rules(parse_rules(arguments.text))


@command("kata-set-rule")
def kata_set_rule(session, arguments) -> None:
    with refusals():
        session.engine.set_rules(session.engine.game.rules.with_value(arguments.word(0), arguments.word(1)))


#: KataGo's word for the mean over all eight turns and mirrors of the board, and how many there are.
_ALL, _TURNS = "all", 8


@command("kata-raw-nn")
def kata_raw_nn(session, arguments) -> str:
    """What the network says by itself, from White's side as KataGo tells it. What it does not judge is 0, or left out."""
    game = session.engine.game
    turns = range(_TURNS) if arguments.word(0) == _ALL else [arguments.integer(0)]
    if not all(0 <= turn < _TURNS for turn in turns):
        raise GtpError(f"a symmetry is {_ALL} or a number from 0 to {_TURNS - 1}")
    with refusals():
        found = session.engine.raw_judgement(turns)
    side = 1 if game.to_play == WHITE else -1
    winning = found.winning if game.to_play == WHITE else 1 - found.winning
    score, legal = side * found.score, game.legal_moves(game.to_play)
    lines = [f"symmetry {arguments.word(0)}", f"whiteWin {winning:.6f}", f"whiteLoss {1 - winning:.6f}", "noResult 0.000000",
             f"whiteLead {score:.3f}", f"whiteScoreSelfplay {score:.3f}",
             f"whiteScoreSelfplaySq {score ** 2 + found.deviation ** 2:.3f}",
             gogui_text.policy_text(game, {move: float(found.policy[move]) for move in legal}),
             "whiteOwnership", gogui_text.ownership_rows(-side * found.ownership, game.size)]
    return "\n".join(lines)


@command("kata-list-params")
def kata_list_params(session, arguments) -> str:
    return " ".join(_NAMES)


@command("kata-get-param")
def kata_get_param(session, arguments) -> str:
    return _text(_value(session, arguments.word(0)))


@command("kata-set-param")
def kata_set_param(session, arguments) -> None:
    set_parameters(session, {arguments.word(0): arguments.word(1)})


@command("kata-get-params")
def kata_get_params(session, arguments) -> str:
    return json_text({name: _value(session, name) for name in _NAMES})


@command("kata-set-params")
def kata_set_params(session, arguments) -> None:
    try:
        values = parse_json(arguments.text)
    except ValueError:
        raise syntax_error() from None
    if not isinstance(values, dict):
        raise syntax_error()
    set_parameters(session, {name: _text(value) for name, value in values.items()})


def set_parameters(session, texts) -> None:
    """Change options, given as {name: text of the value}: all of them or, if one is refused, none."""
    changes = {}
    for name, text in texts.items():
        if name in _ALWAYS_ZERO:
            if read_number(text) != 0:
                raise GtpError(f"{name} is always 0")
            continue
        option = _option(name)
        with refusals():
            changes[option] = _read(option, text)
    # These are two ways to fix the number of simulations: the one that is set last counts.
    for option, other in (("sims", "level"), ("level", "sims")):
        if changes.get(option) is not None:
            changes.setdefault(other, None)
    with refusals():
        session.engine.configure(**changes)


def _option(name):
    option = _ALIASES.get(name, name)
    if option not in PARAMETERS:
        raise GtpError(str(unknown_name("parameter", name, _NAMES)))
    return option


def _value(session, name):
    if name in _ALWAYS_ZERO:
        return 0
    return getattr(session.engine.options, _option(name))


def _text(value):
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list)):
        raise syntax_error()
    return "none" if value is None else json_text(value)


def _read(option, text):
    """The value that `text` gives an option; "none" unsets what need not be set."""
    return None if text.lower() == "none" and OPTIONS[option].default is None else read_option(option, text)
