"""JSON and TOML from outside, read with a bound; JSON to outside, without NaN or infinity, which JSON does not have."""
import json
import math

from gopy.files import read_bounded

#: No TOML file with options or a study is nearly as long.
MAX_TOML_BYTES = 1 << 20

_TOO_DEEP = "it is nested too deeply"


def parse_json(text):
    """The value that a JSON text (str or bytes) holds. ValueError says what is wrong with it."""
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


def _finite(text):
    number = float(text)        # reads 1e999 as infinity, and the NaN and Infinity that json lets through
    if not math.isfinite(number):
        raise ValueError("a number is not finite")
    return number


def json_text(value):
    """A value as one short line of JSON. ValueError for a number that is not finite."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def read_toml(path):
    """The dict that a TOML file holds. OSError if it cannot be read, ValueError if it is no TOML."""
    # a slow import that few starts need
    try:
        import tomllib
    except ImportError:     # Python 3.10
        import tomli as tomllib
    try:
        return tomllib.loads(read_bounded(path, MAX_TOML_BYTES).decode("utf-8"))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
