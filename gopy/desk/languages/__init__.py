"""What the page says, one table of phrases for each language: see say.js. Here are the English ones, and what the server tells in them.

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
def english_phrases() -> dict[str, str | dict[str, str]]:
    """The English phrases, by key."""
    return json.loads(file_text(f"{ENGLISH}.json"))


def english(key, **values) -> str:
    """The English phrase of a key, with values in its places."""
    phrase = english_phrases()[key]
    if isinstance(phrase, dict):
        phrase = phrase["one" if values["count"] == 1 else "other"]
    return phrase.format(**{name: english(("black", "white")[value]) if name in _SIDES else value for name, value in values.items()})


def told(key, **values) -> dict[str, Any]:
    """A sentence for the page: its English `text`, and the `key` and the `values` by which the page tells it in another language."""
    return {"text": english(key, **values), "key": key, "values": values}


class Refused(ValueError):
    """ValueError whose sentence the page can tell in its own language; `values` is what `told` says of it."""

    def __init__(self, key, **values) -> None:
        self.values = told(key, **values)
        super().__init__(self.values["text"])
