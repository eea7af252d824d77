"""Parameters by name: one parser, one table, and the same sentence for the same mistake wherever it is made."""
import math
from typing import get_type_hints

import numpy as np
import pytest
from places import ROOT

from gopy.__main__ import main as gopy
from gopy.base.fields import parameters_of
from gopy.base.parameters import Constructor, Draft, Parameter, choice, make_all, name_values, number, truth, whole
from gopy.engine.options import PARAMETERS as OPTIONS
from gopy.engine.options import Options
from gopy.engine.settings import options_from_text
from gopy.games.catalogue import game_kind
from gopy.games.players.game_player import check_player
from gopy.games.players.player_text import OWN, parse_player
from gopy.games.players.presets import PRESETS, build, game_drafts
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.programs.players import check_player as check_go_player
from gopy.lab.match.settings import Settings
from gopy.papers.params import PAPER_PARAMETERS, PaperParams
from gopy.search.catalogue import POLICIES
from gopy.search.params import SearchParams, new_search_params, proof_bits, proof_letters
from gopy.search.policy_params import new_uct, new_uct_rave
from gopy.search.simultaneous.methods import METHODS

CONSTRUCTORS = {
    "search": new_search_params, "go": PAPER_PARAMETERS,
    **{name: policy.constructor for name, policy in POLICIES.items()},
    **{f"method {name}": constructor for name, constructor in METHODS.items()},
}

#: Every parameter of every record: (record's name, parameter's name, Parameter).
ALL = [(owner, name, parameter) for owner, constructor in CONSTRUCTORS.items()
       for name, parameter in constructor.parameters.items()]


@pytest.mark.parametrize("text, found", [
    ("", {}), (None, {}), (" a = 1, b=0.5 ,", {"a": "1", "b": "0.5"}), ("proofs=FSU", {"proofs": "FSU"})])
def test_texts_of_names_and_values(text, found):
    assert name_values(text) == found


@pytest.mark.parametrize("text, message", [
    ("nakade", "'nakade' is not NAME=VALUE"), ("nakade=", "'nakade=' is not NAME=VALUE"),
    ("=1", "'=1' is not NAME=VALUE"), ("a=1,a=2", "'a' is given twice")])
def test_what_is_no_such_text(text, message):
    with pytest.raises(ValueError) as error:
        name_values(text)
    assert str(error.value) == message


@pytest.mark.parametrize("parameter, given, value", [
    (whole(1, 0, 9, ""), "3", 3), (whole(1, 0, 9, ""), 3.0, 3), (whole(1, 0, 9, ""), "3e0", 3),
    (whole(0, 0, 2**63 - 1, ""), "9" * 18, 10**18 - 1), (whole(0, 0, 2**63 - 1, ""), 2**63 - 1, 2**63 - 1),
    (number(1.0, -1.0, 1.0, ""), "-.5", -0.5), (number(1.0, 0.0, 9.0, ""), 3, 3.0),
    (truth(False, ""), "yes", True), (truth(False, ""), 0, False), (truth(False, ""), True, True),
    (choice("b", ("a", "b"), ""), "a", 0), (choice("b", ("a", "b"), ""), "1", 1), (choice("b", ("a", "b"), ""), 0, 0)])
def test_values_are_read_from_texts_and_numbers(parameter, given, value):
    found = parameter.value("x", given)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize("parameter, given, message", [
    (whole(1, 0, 9, ""), "1.5", "x wants a whole number, not '1.5'"),
    (whole(1, 0, 9, ""), "10", "x: 10 is not between 0 and 9"),
    (whole(1, 1, None, ""), "-3", "x: -3 is not at least 1"),
    (whole(1, 0, 9, ""), "1_0", "x wants a whole number, not '1_0'"),
    (whole(1, 0, 9, ""), None, "x wants a whole number, not null"),
    (whole(1, 0, 9, ""), "1" * 10**6, "x wants a whole number, not '" + "1" * 60 + "...'"),
    (number(1, 0, 9, ""), "nan", "x wants a number, not 'nan'"),
    (number(1, 0, 9, ""), math.inf, "x wants a number, not inf"),
    (number(1, 0, 9, ""), "much", "x wants a number, not 'much'"),
    (number(1, 0, 9, ""), [1], "x wants a number, not a list"),
    *((number(1, -9, 9, ""), huge, "x: 1e+155 is not between -9 and 9") for huge in ("1e155", 1e155, 10**155)),
    (number(1, -9, 9, ""), -10, "x: -10 is not between -9 and 9"), (number(1, -9, 9, ""), 10**400, "x: the number is too large"),
    *((whole(1, 0, 9, ""), huge, "x: the number is too large") for huge in ("1e155", 1e155, 10**155, "9" * 20)),
    *((whole(1, 0, 9, ""), large, "x: 1000000000000000000 is not between 0 and 9") for large in ("1e18", 1e18, 10**18, "1" + "0" * 18)),
    (truth(True, ""), "perhaps", "x wants 1 or 0, not 'perhaps'"),
    (truth(True, ""), 2, "x wants 1 or 0, not 2"),
    (choice("red", ("red", "blue"), ""), "bleu", "unknown x 'bleu'; did you mean 'blue'?"),
    (choice("red", ("red", "blue"), ""), "2", "x: 2 is not one of red, blue"),
    (choice("red", ("red", "blue"), ""), "", "unknown x ''; there are red, blue")])
def test_what_a_parameter_refuses(parameter, given, message):
    with pytest.raises(ValueError) as error:
        parameter.value("x", given)
    assert str(error.value) == message


@pytest.mark.parametrize("owner, name, parameter", ALL, ids=lambda value: value if isinstance(value, str) else "")
def test_every_parameter_has_a_range_a_meaning_and_a_default_within(owner, name, parameter):
    assert parameter.help and parameter.range_text()
    assert parameter.value(name, parameter.value_text(parameter.default)) == parameter.default
    make = CONSTRUCTORS[owner].draft().make if owner != "go" else Draft(PAPER_PARAMETERS, {}, dict.fromkeys(
        set(PaperParams._fields) - set(PAPER_PARAMETERS.parameters))).make
    for wrong in ("nan", "inf", "word", "", "-1e300", "1e300", math.nan, None, (), "0x1"):
        if wrong == "" and name == "proofs":       # none of its letters
            continue
        with pytest.raises(ValueError, match=name):
            make(**{name: wrong})


def test_no_parameter_has_the_name_of_an_option():
    """A player's text names both, so one of two equal names could not be set there, nor be tuned."""
    parameters = {name for _, name, _ in ALL}
    assert not parameters & set(OPTIONS) and not parameters & set(OWN)


def test_a_constructor_keeps_the_types_that_kernels_are_compiled_for():
    for constructor in (new_search_params, new_uct_rave):
        for change in ({}, {name: parameter.value_text(parameter.default)
                            for name, parameter in constructor.parameters.items()}):
            record = constructor(**change)
            assert [type(value) for value in record] == list(get_type_hints(constructor.record).values())
            assert record == constructor()
    assert set(new_search_params.parameters) == set(SearchParams._fields)


def test_a_constructor_refuses_names_and_too_many_values():
    with pytest.raises(ValueError, match="unknown parameter 'equivalance'; did you mean 'equivalence'"):
        new_uct_rave(equivalance=1)
    with pytest.raises(TypeError, match="5 parameters, not 6"):
        new_uct_rave(2, 3000, 0, 1, 0, 1)


def test_each_change_goes_to_every_record_that_has_the_name():
    drafts = [new_uct.draft(), new_uct_rave.draft(schedule=0)]
    uct, rave = make_all(drafts, {"exploration": "0.25"})
    assert uct.exploration == rave.exploration == 0.25 and rave.schedule == 0
    with pytest.raises(ValueError, match="unknown parameter 'schedul'; did you mean 'schedule'"):
        make_all(drafts, {"schedul": 1})


def test_proofs_are_letters():
    for text in ("", "xxx", "FSU", "FxU", "xSx", "xxUE"):
        assert proof_letters(proof_bits(text)) == text
        assert new_search_params(proofs=text).proofs == proof_bits(text)


MISTAKES = {
    "schedule=9": "schedule: 9 is not one of rave_only, hand_selected, minimum_mse",
    "equivalence=-5": "equivalence: -5 is not between 1e-06 and 1000000000",
    "exploration=nan": "exploration wants a number, not 'nan'",
    "prior_move=-50": "prior_move: -50 is not between 0 and 8191",
    "nakad=1": "unknown parameter 'nakad'; did you mean 'nakade'?",
    "proofs=FZ": "proofs: 'FZ' is not made of F, S, U, E and x",
    "expansion_threshold=1.5": "expansion_threshold wants a whole number, not '1.5'",
}


@pytest.mark.parametrize("change, message", MISTAKES.items())
def test_the_same_words_from_every_side(change, message, run_gopy, tmp_path):
    """The same mistake in a preset's change, a player's text, a flag, the environment, a file and a study."""
    for refuse in (lambda: build("default", 9, name_values(change)), lambda: options_from_text("sims=10," + change),
                   lambda: check_go_player("gopy:sims=10," + change),
                   lambda: check_player("gopy:policy=uct_rave," + change, game_kind("go:size=5"))):
        with pytest.raises(ValueError) as error:
            refuse()
        assert str(error.value).endswith(message)
    config = tmp_path / "gopy.toml"
    config.write_text(f'set = "{change}"\n')
    for words, environment in ((("--set", change), {}), ((), {"GOPY_SET": change}), (("--config", config), {})):
        done = run_gopy("gtp", "--size", "9", *words, input="name\n", **environment)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.strip().endswith(message) and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("text, message", [
    ("policy=ucb", "unknown policy 'ucb'; did you mean 'uct'?"),
    ("preset=defalt", "unknown preset 'defalt'; did you mean 'default'?"),
    ("polcy=uct", "unknown parameter 'polcy'; did you mean 'policy'?"),
    ("prest=uct", "unknown parameter 'prest'; did you mean 'preset'?"),
    ("policy=aoap,equivalence=9", "unknown parameter 'equivalence'; "),
    ("policy=nowhere.py", "there is no file nowhere.py"),
    ("policy=aoap,n0=1", "n0: 1 is not between 2 and 1000000"),
    ("sims=0", "sims: 0 is not between 1 and 1000000000"), ("sims=many", "sims wants a whole number, not 'many'"),
    ("sims=1,sims=2", "'sims' is given twice")])
def test_presets_and_policies_are_one_language(text, message):
    """The same text for a player of Go over GTP, of Go as a game of the catalogue, and of another game."""
    said = set()
    for refuse in (lambda: options_from_text(text), lambda: check_go_player("gopy:" + text),
                   *(lambda game=game: check_player("gopy:" + text, game_kind(game)) for game in ("go", "tictactoe"))):
        with pytest.raises(ValueError) as error:
            refuse()
        said.add(str(error.value).removeprefix(f"player {'gopy:' + text!r}: "))
    assert {words[:len(message)] for words in said} == {message}
    if "there are" not in message and "equivalence" not in text:
        assert len(said) == 1


@pytest.mark.parametrize("text", ["policy=aoap,n0=5", "policy=uct", "policy=uct_rave,equivalence=77,choice_bound=2,prior_move=3",
                                  "preset=uct", "preset=rave,exploration=0.5", "preset=aoap,policy=ocba", "policy=uct_max",
                                  f"policy={ROOT / 'docs' / 'examples' / 'ucb_tuned.py'}"])
def test_the_same_text_is_the_same_player_of_go(text):
    options, written = options_from_text(text, size=9), parse_player("gopy:" + text)
    through_gtp = build(options.preset, 9, options.parameters, options.policy)
    as_a_game = make_all(game_drafts(written.preset, written.policy, written.options, game_kind("go").params_draft()),
                         written.options)
    for one, other in zip(through_gtp, as_a_game):
        assert all(np.array_equal(a, b) for a, b in zip(one, other)) and type(one) is type(other)


#: (key and value in TOML, flag of `gopy match` or None, what both say); the first three are wrong for every kind of match.
SETTINGS = [
    ("games = 'four'", "--games=four", "games wants a whole number, not 'four'"),
    ("games = 0", "--games=0", "games: 0 is not between 1 and 1000000"),
    ("games = 2.5", "--games=2.5", "games wants a whole number, not"),
    ("games = true", None, "games wants a whole number, not true"),
    ("gmaes = 4", None, "unknown parameter 'gmaes'; did you mean 'games'?"),
    ("sims = 0", "--sims=0", "sims: 0 is not between 1 and 1000000000"),
    ("seconds = nan", "--seconds=nan", "seconds wants a number, not"),
    ("seconds = -1", "--seconds=-1", "seconds: -1 is not between 1e-06 and 1000000"),
    ("seed = -1", "--seed=-1", "seed: -1 is not between 0 and 9.22337203685478e+18"),
    ("openings = 5", None, "openings wants text, not 5"),
    ("equal_cpu = 5", None, "equal_cpu wants 1 or 0, not 5"),
    ("sprt = '20,0'", "--sprt=20,0", "not the bounds of a test: '20,0'"),
]
OF_GO = [
    ("size = 26", "--size=26", "size: 26 is not between 2 and 25"),
    ("size = 'nine'", "--size=nine", "size wants a whole number, not 'nine'"),
    ("komi = inf", "--komi=inf", "komi wants a number, not"), ("komi = nan", "--komi=nan", "komi wants a number, not"),
    ("komi = 1e9", "--komi=1e9", "komi: 1"), ("rules = 'chines'", "--rules=chines", "unknown rules"),
    ("move_limit = 0", "--move-limit=0", "move_limit: 0 is not between 1 and 1000000"), ("komy = 1", None, "did you mean 'komi'?"),
    ("time = 5", None, "time wants text, not 5"),
]


@pytest.mark.parametrize("game", [None, "tictactoe"])
@pytest.mark.parametrize("given, flag, message", [*SETTINGS, *OF_GO])
def test_settings_of_matches_are_refused_in_the_same_words(game, given, flag, message, tmp_path, capsys):
    if game and (given, flag, message) in OF_GO:
        return
    wrong = given.split()[0]
    values = {"games": "2", **({"game": f"'{game}'"} if game else {"size": "9"})}
    values.pop(wrong, None)
    (tmp_path / "study.toml").write_text(
        'question = "x"\nrule = "x"\n[players]\none = "gopy:sims=1"\ntwo = "gopy:sims=2"\n[[match]]\nname = "m"\na = "one"\n'
        'b = "two"\n' + "".join(f"{key} = {value}\n" for key, value in values.items()) + given + "\n")
    assert gopy(["study", "run", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "match 'm': " in told and message in told and told.count("\n") == 1
    if flag:
        flags = [f"--{key}={value.strip(chr(39))}" for key, value in values.items()]
        assert gopy(["match", "gopy:sims=1", "gopy:sims=2", *flags, flag, "--out", str(tmp_path / "out")]) == 2
        told = capsys.readouterr().err
        assert message in told and told.count("\n") == 1 and not (tmp_path / "out").exists()


def test_the_table_is_what_gopy_parameters_prints(run_gopy):
    listed = run_gopy("parameters").stdout
    assert [name for name in (*PRESETS, *POLICIES, *METHODS, "engine", "match") if f"  {name} " not in listed] == []
    for name, kind in (("match", Settings), ("match_of_game", AnyGameSettings), ("engine", Options)):
        lines = run_gopy("parameters", name).stdout.splitlines()[1:]
        assert [line.split()[0] for line in lines if line] == list(parameters_of(kind))
    shown = run_gopy("parameters", "classical").stdout
    known = [name for name in (*new_search_params.parameters, *new_uct_rave.parameters, *PAPER_PARAMETERS.parameters)]
    assert [name for name in known if f"  {name} " not in shown] == []
    done = run_gopy("parameters", "defalt")
    assert (done.returncode, done.stderr) == (2, "gopy: unknown preset, policy or method 'defalt'; did you mean "
                                                 "'default'?\n")


def test_help_names_every_preset(run_gopy):
    text = " ".join(run_gopy("gtp", "--help").stdout.split())
    assert [name for name in PRESETS if name not in text] == []


def test_a_parameter_without_bounds():
    assert Parameter(float, 0.0, "").range_text() == ""
    assert Parameter(int, 0, "", low=1).range_text() == "at least 1" and Parameter(int, 0, "", high=2).range_text() == "at most 2"


def test_a_constructor_checks_values_that_go_together():
    def check(record):
        if record.layers == 2 and not record.proofs:
            raise ValueError("layers need proofs")
    made = Constructor(SearchParams, "", check=check)
    assert made(layers=2, proofs="FSU").layers == 2
    with pytest.raises(ValueError, match="layers need proofs"):
        made(layers=2)
