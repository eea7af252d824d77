"""What the page says, one table of phrases for each language: see say.js. The server tells its own sentences in English by them.

A phrase is a text with places such as {move}, or one such text for each plural form of its {count}.
"""
import json
from functools import cache
from importlib import resources
from typing import Any

#: The language of the server's own sentences, of the terminal and of records.
ENGLISH = "en"

#: Those that the page loads when they are chosen.
OTHERS = ("de", "es", "fr", "ja", "ko", "zh")

#: Places that stand for a side, which is given by its number.
_SIDES = ("colour", "own", "foe")


def file_text(name) -> str:
    """The text of a file of this folder: say.js, or the table of a language, which is JSON: {key: phrase}."""
    return (resources.files(__name__) / name).read_text(encoding="utf-8")


@cache
def phrases(language) -> dict[str, str | dict[str, str]]:
    """The phrases of a language, by key."""
    return json.loads(file_text(f"{language}.json"))


def english(key, **values) -> str:
    """The English phrase of a key, with values in its places."""
    phrase = phrases(ENGLISH)[key]
    if isinstance(phrase, dict):
        phrase = phrase["one" if values["count"] == 1 else "other"]
    return phrase.format(**{name: _english(name, value) for name, value in values.items()})


def _english(name, value):
    """What stands in a place: a side, or a sentence that was `told`, or the value itself."""
    if name in _SIDES:
        return english(("black", "white")[value])
    return value["text"] if isinstance(value, dict) else value


def told(key, **values) -> dict[str, Any]:
    """A sentence for the page: its English `text`, and the `key` and the `values` by which the page tells it in another language.

    A value may be such a sentence itself.
    """
    return {"text": english(key, **values), "key": key, "values": values}


class Refused(ValueError):
    """ValueError whose sentence the page can tell in its own language; `values` is what `told` says of it."""

    def __init__(self, key, **values) -> None:
        self.values = told(key, **values)
        super().__init__(self.values["text"])
