"""Where an engine's options come from: command line, then environment, then a TOML file, then the defaults.

An option has one name everywhere: `--gtp-name`, `GOPY_GTP_NAME` and `gtp_name = "..."` are the same.
"""
import argparse
import os

from gopy.inputs.documents import read_toml
from gopy.errors import UserError
from gopy.engine.options import PARAMETERS, Options, read_option
from gopy.inputs.parameters import name_values, unknown_name
from gopy.engine.cluster.ray_session import check_address


def add_flags(parser, leave_out=()) -> None:
    """Give an argparse parser the flags of every option, and `--config`."""
    for key, parameter in PARAMETERS.items():
        if key in leave_out:
            continue
        flag = "--" + key.replace("_", "-")
        if parameter.kind is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=parameter.full_help())
        else:
            parser.add_argument(flag, metavar=_metavar(key, parameter), help=parameter.full_help().replace("%", "%%"))
    parser.add_argument("--config", metavar="FILE", help="TOML file with any of these options as `key = value`")


def _metavar(key, parameter):
    return "FILE" if key == "log" else {int: "N", float: "X", str: "NAME" if parameter.words else "TEXT"}[parameter.kind]


def read_options(arguments, environ=os.environ, **defaults) -> Options:
    """The `Options` that the parsed `arguments`, `environ` and the TOML file ask for. UserError if they are impossible.

    `defaults` replace the defaults of Options, by field name.
    """
    chosen = dict(defaults)
    config = arguments.config or environ.get("GOPY_CONFIG")
    for settings in (_from_file(config) if config else {}, _from_environment(environ), options_of_flags(arguments)):
        # sims and level both fix the simulations: a source with one of them overrules whichever an earlier source set.
        for one, other in (("sims", "level"), ("level", "sims")):
            if one in settings and other not in settings:
                chosen.pop(other, None)
        chosen.update(settings)
    try:
        options = Options(**chosen)
    except ValueError as error:
        raise UserError(str(error)) from None
    check_address(options.ray)
    return options


def options_from_text(text, **defaults) -> Options:
    """The `Options` of a text like "sims=1000,preset=rave,prior_move=60". ValueError if it is impossible.

    The text holds options by name, and parameters of search, playout and priors, which the option `set` would change.
    `defaults` replace the defaults of Options, by field name.
    """
    found, parameters = {}, {}
    for name, value in name_values(text).items():
        key = name.replace("-", "_")
        if key in PARAMETERS:
            found[key] = read_option(key, value)
        else:
            parameters[name] = value
    if parameters:
        changes = ",".join(f"{name}={value}" for name, value in parameters.items())
        found["set"] = ",".join(filter(None, [found.get("set"), changes]))
    return Options(**{**defaults, **found})


def options_of_flags(arguments) -> dict:
    """{option: value} of the options that parsed flags give. UserError."""
    try:
        return {key: read_option(key, getattr(arguments, key)) for key in PARAMETERS
                if getattr(arguments, key, None) is not None}
    except ValueError as error:
        raise UserError(str(error)) from None


def _from_environment(environ):
    variables = {key: "GOPY_" + key.upper() for key in PARAMETERS}
    found = {}
    for key, variable in variables.items():
        if environ.get(variable):
            try:
                found[key] = read_option(key, environ[variable])
            except ValueError as error:
                raise UserError(f"{variable}: {error}") from None
    return found


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
        if key not in PARAMETERS:
            raise UserError(f"{path}: {unknown_name('key', written, PARAMETERS)}")
        if isinstance(value, (dict, list)):
            raise UserError(f"{path}: {written!r} wants a single value")
        found[key] = value
    return found
