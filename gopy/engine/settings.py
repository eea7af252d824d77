"""Where an engine's options come from: command line, then environment, then a TOML file, then the defaults.

An option has one name everywhere: `--gtp-name`, `GOPY_GTP_NAME` and `gtp_name = "..."` are the same.
"""
import argparse
import os
from collections.abc import Collection, Mapping
from typing import Any

from gopy.base import fields
from gopy.base.documents import read_toml
from gopy.base.errors import UserError
from gopy.base.parameters import name_values, unknown_name
from gopy.engine.cluster.ray_session import check_address
from gopy.engine.options import PARAMETERS, Options, read_option
from gopy.games.players.presets import check


def add_flags(parser: argparse.ArgumentParser, leave_out: Collection[str] = ()) -> None:
    """Give an argparse parser the flags of every option, and `--config`."""
    fields.add_flags(parser, PARAMETERS, leave_out)
    parser.add_argument("--config", metavar="FILE", help="TOML file with any of these options as `key = value`")


def read_options(arguments: argparse.Namespace, environ: Mapping[str, str] = os.environ, **defaults: Any) -> Options:
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


def options_from_text(text: str, **defaults: Any) -> Options:
    """The `Options` of a text like "sims=1000,preset=rave,prior_move=60". ValueError if it is impossible.

    The text holds options by name, and parameters of search, playout and priors, which the option `set` would change.
    `defaults` replace the defaults of Options, by field name.
    """
    found: dict[str, Any] = dict(defaults)
    parameters = {}
    for name, value in name_values(text).items():
        key = name.replace("-", "_")
        if key in PARAMETERS:
            found[key] = read_option(key, value)
        else:
            parameters[name] = value
    if parameters:
        # The text may have meant an option, which `set` does not know.
        check(found.get("preset", "default"), found.get("size", 9), parameters, found.get("policy"), PARAMETERS,
              found.get("move_model"), found.get("network"))
        changes = ",".join(f"{name}={value}" for name, value in parameters.items())
        found["set"] = ",".join(filter(None, [found.get("set"), changes]))
    return Options(**found)


def options_of_flags(arguments: argparse.Namespace) -> dict[str, Any]:
    """{option: value} of the options that parsed flags give. UserError."""
    try:
        return fields.values_of_flags(arguments, PARAMETERS)
    except ValueError as error:
        raise UserError(str(error)) from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    variables = {key: "GOPY_" + key.upper() for key in PARAMETERS}
    found = {}
    for key, variable in variables.items():
        if environ.get(variable):
            try:
                found[key] = read_option(key, environ[variable])
            except ValueError as error:
                raise UserError(f"{variable}: {error}") from None
    return found


def _from_file(path: str) -> dict[str, Any]:
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
