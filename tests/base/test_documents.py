"""JSON and TOML from outside."""
import math
import os

import pytest

from gopy.base.documents import MAX_TOML_BYTES, json_text, parse_json, read_toml


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_nesting_is_an_error_like_any_other(text):
    with pytest.raises(ValueError):
        parse_json(text)


@pytest.mark.parametrize("text", ["", "{", "[1,]", '"\ud800', "NaN", "1e999", '{"a": [-1e999]}', "[Infinity]", '{"a": -Infinity}', "1" * 10_000, b"\xff"])
def test_what_is_no_json(text):
    with pytest.raises(ValueError) as refusal:
        parse_json(text)
    assert 0 < len(str(refusal.value)) < 100 and "\n" not in str(refusal.value) and "int_max" not in str(refusal.value)


def test_numbers_that_json_does_not_have_are_never_written():
    assert json_text({"a": [1, None, 0.5]}) == '{"a":[1,null,0.5]}'
    for value in (math.nan, [math.inf], {"a": -math.inf}):
        with pytest.raises(ValueError):
            json_text(value)


def test_toml_is_read_with_a_bound(tmp_path):
    path = tmp_path / "gopy.toml"
    path.write_text("size = 9\n")
    assert read_toml(path) == {"size": 9}
    for text in ("a = " + "[" * 100_000, "a = " + "9" * 10_000, "a", "\udcff"):
        path.write_text(text, errors="surrogateescape")
        with pytest.raises(ValueError):
            read_toml(path)
    path.write_text("#" * (MAX_TOML_BYTES + 1))
    with pytest.raises(OSError, match="more than"):
        read_toml(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="regular file"):
        read_toml(tmp_path / "pipe")
