"""Dataclasses whose fields are parameters, and their flags on a command line.

Each field has its default, range and meaning from one Parameter, which also checks and refuses its values: the same mistake
gets the same sentence from a flag, a file, a study and a program.
"""
import argparse
from dataclasses import field, fields
from typing import Any

from gopy.base.parameters import Parameter, unknown_name


def option(parameter) -> Any:
    """The dataclass field of a Parameter with its default. None is a possible value where it is the default."""
    return field(default=parameter.default, metadata={"parameter": parameter})


def needed(parameter) -> Any:
    """The dataclass field of a Parameter that has no default: its value has to be given."""
    return field(metadata={"parameter": parameter, "needed": True})


def parameters_of(kind) -> dict[str, Parameter]:
    """{name: Parameter} of the fields of a dataclass that are parameters, in the order in which they are shown."""
    return {each.name: each.metadata["parameter"] for each in fields(kind) if "parameter" in each.metadata}


def needed_of(kind) -> set[str]:
    """The names of the parameters of a dataclass that have no default."""
    return {each.name for each in fields(kind) if each.metadata.get("needed")}


def check_fields(record) -> None:
    """Put the checked values into a new record. ValueError names the field whose value is wrong.

    A value must have the type of its parameter already; only a whole number may stand for a number.
    """
    for each in fields(record):
        if "parameter" in each.metadata:
            value = _checked(each, getattr(record, each.name))
            object.__setattr__(record, each.name, value)


def _checked(each, value):
    parameter = each.metadata["parameter"]
    if value is None and parameter.default is None and not each.metadata.get("needed"):
        return None
    kinds = {float: (int, float)}.get(parameter.kind, (parameter.kind,))
    if type(value) not in kinds or isinstance(value, str) and "\0" in value:      # no system passes on a text with NUL
        raise parameter.wrong_kind(each.name, value)
    return parameter.value(each.name, value)


def read_value(parameters, name, given) -> Any:
    """The value that a text or a plain value gives to the parameter `name`. ValueError for a wrong name or value."""
    if name not in parameters:
        raise unknown_name("option", name, parameters)
    return parameters[name].value(name, given)


def add_flags(parser, parameters, leave_out=()) -> None:
    """Give an argparse parser a flag for each of the `parameters`, whose help is made from them."""
    for name, parameter in parameters.items():
        if name in leave_out:
            continue
        flag, text = "--" + name.replace("_", "-"), parameter.full_help().replace("%", "%%")
        if parameter.kind is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=text)
        else:
            parser.add_argument(flag, metavar=_metavar(name, parameter), help=text)


def values_of_flags(arguments, parameters) -> dict[str, Any]:
    """{name: checked value} of the parameters that parsed flags give. ValueError for a wrong value."""
    return {name: read_value(parameters, name, getattr(arguments, name)) for name in parameters
            if getattr(arguments, name, None) is not None}


def _metavar(name, parameter):
    return "FILE" if name == "log" else {int: "N", float: "X", str: "NAME" if parameter.words else "TEXT"}[parameter.kind]
