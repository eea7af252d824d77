"""The sentences of errors that many tests meet, made by the package itself.

tests/base owns their wording. A test of a place where a wrong value may come from asks only whether the right error came: that of this
name, this value and these bounds.
"""
from gopy.base.parameters import Parameter


def outside(name, value, low, high):
    """What is said of a number that is not from `low` to `high`."""
    return _refusal(Parameter(float, None, "", low, high), name, value)


def no_whole_number(name, given):
    """What is said of a value that is no whole number."""
    return _refusal(Parameter(int, None, ""), name, given)


def no_number(name, given):
    """What is said of a value that is no number."""
    return _refusal(Parameter(float, None, ""), name, given)


def too_large(name):
    """What is said of a number of so many digits that nothing holds it."""
    return _refusal(Parameter(float, None, ""), name, 10**400)


def _refusal(parameter, name, value):
    try:
        parameter.value(name, value)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{value!r} is not refused")
