"""JSON from outside, TOML from files of bounded length, and JSON to outside, without NaN and infinity, which JSON lacks."""
import json
import math
from typing import Any

from gopy.base.files import read_bounded

#: No TOML file with options or a study is nearly as long.
MAX_TOML_BYTES = 1 << 20


def parse_json(text) -> Any:
    """The value that a JSON text (str, or UTF-8 bytes) holds. ValueError says what is wrong with it, in one sentence."""
    return _parsed(lambda text: json.loads(text, parse_constant=_finite, parse_float=_finite), text, "JSON")


def _parsed(parse, text, language):
    """The value that `parse` reads from a text. ValueError, in words that are about the text and not about Python."""
    try:
        return parse(text.decode("utf-8") if isinstance(text, bytes) else text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not {language}: {error.msg} at character {error.pos + 1}") from None
    except ValueError as error:
        # Python's message about long integers gives advice to programmers: say it in other words.
        what = "a number of too many digits" if "int_max_str_digits" in str(error) else error
        raise ValueError(f"it is not {language}: {what}") from None


def _finite(text):
    number = float(text)        # reads 1e999 as infinity, and the NaN and Infinity that json lets through
    if not math.isfinite(number):
        raise ValueError("a number is not finite")
    return number


def json_text(value) -> str:
    """A value as one short line of JSON. ValueError for a number that is not finite."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def read_toml(path) -> dict[str, Any]:
    """The dict that a TOML file holds. OSError if the file cannot be read, ValueError if it is not TOML."""
    # a slow import that few starts need
    try:
        import tomllib
    except ImportError:     # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef]    # one of the two is there
    return _parsed(tomllib.loads, read_bounded(path, MAX_TOML_BYTES), "TOML")
