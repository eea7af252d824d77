"""The window of keys tells all keys of the page, and no other."""
import re

from places import ROOT

SOURCE = ROOT / "gopy" / "desk" / "web" / "source" / "src"

#: What the window calls a key of the program; those of which it tells in words stand for others.
SHOWN = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Shift+ArrowLeft": "Shift ← →", "Shift+ArrowRight": "Shift ← →", "PageUp": "Page Up",
         "Escape": "Esc", "Ctrl+s": "Ctrl+S", "Ctrl+o": "Ctrl+O"}


def keys_of(name):
    """The keys of the calls of useKeys in a file."""
    text = (SOURCE / name).read_text()
    calls = re.findall(r"useKeys\(\{(.*?)(?:\n  \}\);| \}\);\n)", text, re.DOTALL)
    calls = [re.sub(r"\{ ?[^{}]*\}", "", call) for call in calls]            # what is sent has names too
    return {first or second for call in calls for first, second in re.findall(r'(?:^|[{,])\s*(?:"([^"]+)"|(\w+)):', call)}


def shown(key):
    return SHOWN.get(key, key.upper() if len(key) == 1 else key)


def told():
    """{part of the window: its keys}."""
    text = (SOURCE / "help.jsx").read_text()
    return {part: re.findall(r'\["([^"]+)", "\w+"(?:, true)?\]', keys) for part, keys in re.findall(r"(\w+): \[(\[.*?\])\],?\n", text, re.DOTALL)}


def test_every_key_of_the_page_is_told():
    parts = told()
    game = {word for part in ("game", "way", "study", "board") for key in parts[part] for word in key.split()}
    keys = keys_of("go.jsx")
    assert len(keys) > 30 and [key for key in keys if not set(shown(key).split()) <= game] == []
    assert {"tools", "wheel", "?"} <= game and "board" in parts["board"]
    problems = {word for key in parts["problems"] for word in key.split()}
    assert len(keys_of("problems.jsx")) == 5 and [key for key in keys_of("problems.jsx") if shown(key) not in problems] == []


def test_no_key_is_told_that_the_page_does_not_know():
    parts = told()
    known = {shown(key) for name in ("go.jsx", "problems.jsx") for key in keys_of(name)}
    single = [key for part in parts.values() for key in part if re.fullmatch(r"[A-Z]", key)]
    assert len(single) > 15 and [key for key in single if key not in known] == []
