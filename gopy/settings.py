"""Where an engine's options come from: command line, then environment, then a TOML file, then the defaults.

A key has one name everywhere: `--gtp-name`, `GOPY_GTP_NAME` and `gtp_name = "..."` are the same.
"""
import argparse
import dataclasses
import os
from difflib import get_close_matches

from gopy.documents import read_toml
from gopy.errors import UserError
from gopy.number_text import number, parse_integer, parse_number, shown, whole_number
from gopy.options import Options
from gopy.ray_session import check_address

#: Help by option; the flags are in this order.
HELP = {
    "size": "board size, 2 to 25 (19)",
    "komi": "points White gets, -1000 to 1000 (7.5)",
    "rules": "chinese, japanese, tromp-taylor, aga, new-zealand, cgos, chinese-ogs ... or a JSON object (chinese)",
    "preset": "which engine plays: default, handcrafted, mogo2007, mogo2007_rave, mogo2007_uct, uct, rave, "
              "hand_selected, minimum_mse",
    "set": "change parameters of search, playout and priors: NAME=NUMBER,...",
    "sims": "simulations a move, whatever the clock says",
    "seconds": "seconds a move when no clock runs (3)",
    "level": "playing strength, 1 to 10",
    "threads": "threads that search (all processors; in a cluster shared out)",
    "memory": "MiB for the search tree (256)",
    "cluster": "processes that search together, each with its own tree, --threads and --memory",
    "cluster_merge": "what these merge: tree (all that is much visited near the root) or root (tree)",
    "ray": "run these on the Ray cluster at this address, or local",
    "seed": "seed of the random numbers; with one thread and --sims the same moves every time",
    "ponder": "think on the opponent's time",
    "lag": "seconds lost to the network at each move (0.1)",
    "resign": "resign lost games",
    "resign_threshold": "winning probability below which a game counts as lost (0.1)",
    "resign_turns": "for so many turns in a row (3)",
    "gtp_name": "name given to GTP clients",
    "gtp_version": "version given to GTP clients",
    "log": "log searches and commands to FILE, or to stderr with -",
}

#: Keys whose name differs from the field of Options.
_FIELD_OF = {"memory": "memory_mb"}
_TYPES = {field.name: field.type if isinstance(field.type, type) else field.type.__args__[0]
          for field in dataclasses.fields(Options)}


#: What makes a value of a text, and what tells argparse so.
_READERS = {int: parse_integer, float: parse_number, str: str}
_FLAG_TYPES = {int: whole_number(), float: number(), str: str}


def _type_of(key):
    return _TYPES[_FIELD_OF.get(key, key)]


def add_flags(parser, leave_out=()):
    """Give an argparse parser the flags of every option, and `--config`."""
    for key, text in HELP.items():
        if key in leave_out:
            continue
        flag = "--" + key.replace("_", "-")
        if _type_of(key) is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=text)
        else:
            parser.add_argument(flag, type=_FLAG_TYPES[_type_of(key)], metavar=_metavar(key), help=text)
    parser.add_argument("--config", metavar="FILE", help="TOML file with any of these options as `key = value`")


def _metavar(key):
    if key == "log":
        return "FILE"
    return {int: "N", float: "X", str: "TEXT"}[_type_of(key)]


def read_options(arguments, environ=os.environ, **defaults):
    """The `Options` that parsed `arguments`, `environ` and the file ask for; UserError.

    `defaults` replace those of Options, by field name.
    """
    chosen = dict(defaults)
    config = arguments.config or environ.get("GOPY_CONFIG")
    for settings in (_from_file(config) if config else {}, _from_environment(environ), _from_flags(arguments)):
        # sims and level say the same thing: the more special source overrules whichever was set before.
        for one, other in (("sims", "level"), ("level", "sims")):
            if one in settings and other not in settings:
                chosen.pop(other, None)
        chosen.update({_FIELD_OF.get(key, key): value for key, value in settings.items()})
    try:
        options = Options(**chosen)
    except ValueError as error:
        raise UserError(str(error)) from None
    check_address(options.ray)
    return options


def options_from_text(text, **defaults):
    """The `Options` of a text like "sims=1000,preset=rave,prior_move=60": options by name, and parameters of search,
    playout and priors, which `set` would change. `defaults` by field name. ValueError.
    """
    found, parameters = {}, []
    for item in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = item.partition("=")
        key = key.strip().replace("-", "_")
        if key not in HELP:
            parameters.append(item)
            continue
        try:
            found[_FIELD_OF.get(key, key)] = _parsed(value.strip(), _type_of(key))
        except (ValueError, KeyError):
            raise ValueError(f"{key}: cannot use {shown(value)}") from None
    if parameters:
        found["set"] = ",".join(filter(None, [found.get("set"), *parameters]))
    return Options(**{**defaults, **found})


def _from_flags(arguments):
    return {key: getattr(arguments, key) for key in HELP if getattr(arguments, key, None) is not None}


def _from_environment(environ):
    found = {}
    for key in HELP:
        variable = "GOPY_" + key.upper()
        text = environ.get(variable)
        if text:
            try:
                found[key] = _parsed(text, _type_of(key))
            except (ValueError, KeyError):
                raise UserError(f"{variable}: cannot use {shown(text)}") from None
    return found


def _parsed(text, kind):
    if kind is bool:
        return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
    return _READERS[kind](text)


def _from_file(path):
    try:
        settings = read_toml(path)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path} is not TOML: {error}") from None
    found = {}
    for written, value in settings.items():
        key = written.replace("-", "_")
        if key not in HELP:
            close = get_close_matches(key, HELP, 1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; known: {', '.join(HELP)}"
            raise UserError(f"{path}: unknown key {written!r}{hint}")
        if isinstance(value, (dict, list)):
            raise UserError(f"{path}: {written!r} wants a single value")
        found[key] = value
    return found
