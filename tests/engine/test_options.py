"""Options: types, ranges, and texts that say what is wrong."""
import dataclasses
import math

import pytest
from refusals import outside, too_large

from gopy.engine.levels import LEVELS, level_of
from gopy.engine.options import Options


def test_defaults_are_valid_and_play_nothing_special():
    options = Options()
    assert options.simulations() is None
    assert (options.size, options.komi, options.ponder) == (19, 7.5, False)


@pytest.mark.parametrize("changes, word", [
    ({"size": 1}, "size"), ({"size": 26}, "size"), ({"komi": math.nan}, "komi"), ({"komi": math.inf}, "komi"), ({"komi": 10**400}, "komi"),
    ({"seconds": -10**5000}, too_large("seconds")), ({"seed": 10**5000}, "seed"), ({"sims": 10**4000}, "sims"),
    ({"komi": 1000.5}, outside("komi", 1000.5, -1000, 1000)), ({"komi": 1e155}, "komi"),
    ({"rules": "agabutton"}, "rules"), ({"preset": "strong"}, "preset"), ({"sims": 0}, "sims"),
    ({"seconds": -1.0}, "seconds"), ({"level": 0}, "level"), ({"level": 13}, "level"), ({"threads": 0}, "threads"),
    ({"memory": 0}, "memory"), ({"seed": -1}, "seed"), ({"lag": -0.1}, "lag"),
    ({"resign_threshold": 1.5}, "resign_threshold"), ({"resign_turns": 0}, "resign_turns"),
    ({"size": "9"}, "size"), ({"size": 9.0}, "size"), ({"ponder": 1}, "ponder"), ({"komi": "six"}, "komi"),
    ({"sims": True}, "sims"), ({"size": None}, "size"),
])
def test_what_cannot_be_is_refused_by_name(changes, word):
    with pytest.raises(ValueError, match=word):
        Options(**changes)


def test_sims_and_level_exclude_each_other():
    with pytest.raises(ValueError, match="give one"):
        Options(sims=100, level=3)


def test_the_numbers_of_the_levels():
    # The levels' Elo in docs/measured.md and the studies behind it are of these numbers: whoever changes one measures anew.
    assert LEVELS == {1: 25, 2: 50, 3: 100, 4: 200, 5: 400, 6: 800, 7: 1600, 8: 3200, 9: 6400, 10: 12800, 11: 25600, 12: 51200}
    assert [level_of(level, 9) for level in LEVELS] == [
        (50, 2.0, 0.0), (50, 1.5, 0.0), (50, 1.0, 0.0), (100, 1.0, 8.0), (100, 1.0, 15.0), (100, 1.0, 30.0), (150, 1.0, 40.0),
        (300, 1.0, 50.0), (600, 1.0, 60.0), (1000, 1.0, 80.0), (1600, 0.0, 0.0), (3000, 0.0, 0.0)]
    sizes = {2: 9, 5: 9, 11: 9, 12: 13, 16: 13, 17: 19, 25: 19}
    assert {size: level_of(1, size) for size in sizes} == {size: level_of(1, nearest) for size, nearest in sizes.items()}


def test_a_whole_number_serves_as_seconds_and_komi():
    options = Options(komi=7, seconds=2)
    assert (options.komi, options.seconds) == (7.0, 2.0)
    assert type(options.komi) is type(options.seconds) is float


def test_changed_checks_and_suggests():
    options = Options()
    assert options.changed(sims=50).sims == 50 and options.sims is None
    with pytest.raises(ValueError, match="did you mean 'threads'"):
        options.changed(thread=2)
    with pytest.raises(ValueError, match="size"):
        options.changed(size=1)


def test_options_cannot_be_changed_in_place():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().size = 9
