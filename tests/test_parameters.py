"""Parameters by name: one parser, one table, and the same sentence for the same mistake wherever it is made."""
import math

import pytest

from gopy.go.knowledge.params import GO_PARAMETERS
from gopy.inputs.parameters import Constructor, Draft, Parameter, choice, make_all, name_values, number, truth, whole
from gopy.engine.presets import PRESETS, build
from gopy.search.catalogue import POLICIES, constructor_of
from gopy.search.simultaneous.methods import METHODS
from gopy.search.params import SearchParams, new_search_params, proof_bits, proof_letters
from gopy.search.rave import new_uct_rave
from gopy.search.uct import new_uct
from gopy.engine.settings import options_from_text

CONSTRUCTORS = {
    "search": new_search_params, "go": GO_PARAMETERS,
    **{name: constructor_of(policy) for name, policy in POLICIES.items()},
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
    (whole(1, 0, 9, ""), "1_0", "x wants a whole number, not '1_0'"),
    (whole(1, 0, 9, ""), None, "x wants a whole number, not None"),
    (whole(1, 0, 9, ""), "1" * 10**6, "x wants a whole number, not '" + "1" * 60 + "...'"),
    (number(1, 0, 9, ""), "nan", "x wants a number, not 'nan'"),
    (number(1, 0, 9, ""), math.inf, "x wants a number, not inf"),
    (number(1, 0, 9, ""), "much", "x wants a number, not 'much'"),
    (number(1, 0, 9, ""), [1], "x wants a number, not [1]"),
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
    make = CONSTRUCTORS[owner].draft().make if owner != "go" else Draft(GO_PARAMETERS, {}, dict.fromkeys(
        ("table", "shape_class", "shape_strength", "plain_strength", "shape_weights"))).make
    for wrong in ("nan", "inf", "word", "", "-1e300", "1e300", math.nan, None, (), "0x1"):
        if wrong == "" and name == "proofs":       # none of its letters
            continue
        with pytest.raises(ValueError, match=name):
            make(**{name: wrong})


def test_a_constructor_keeps_the_types_that_kernels_are_compiled_for():
    for constructor in (new_search_params, new_uct_rave):
        for change in ({}, {name: parameter.value_text(parameter.default)
                            for name, parameter in constructor.parameters.items()}):
            record = constructor(**change)
            assert [type(value) for value in record] == list(constructor.record.__annotations__.values())
            assert record == constructor()
    assert set(new_search_params.parameters) == set(SearchParams._fields)


def test_a_constructor_refuses_names_and_too_many_values():
    with pytest.raises(ValueError, match="unknown parameter 'equivalance'; did you mean 'equivalence'"):
        new_uct_rave(equivalance=1)
    with pytest.raises(TypeError, match="4 parameters, not 5"):
        new_uct_rave(2, 3000, 0, 1, 1)


def test_each_change_goes_to_every_record_that_has_the_name():
    drafts = [new_uct.draft(), new_uct_rave.draft(schedule=0)]
    uct, rave = make_all(drafts, {"exploration": "0.25"})
    assert uct.exploration == rave.exploration == 0.25 and rave.schedule == 0
    with pytest.raises(ValueError, match="unknown parameter 'schedul'; did you mean 'schedule'"):
        make_all(drafts, {"schedul": 1})


def test_proofs_are_letters():
    for text in ("", "xxx", "FSU", "FxU", "xSx"):
        assert proof_letters(proof_bits(text)) == text
        assert new_search_params(proofs=text).proofs == proof_bits(text)


MISTAKES = {
    "schedule=9": "schedule: 9 is not one of rave_only, hand_selected, minimum_mse",
    "equivalence=-5": "equivalence: -5 is not between 1e-06 and 1000000000",
    "exploration=nan": "exploration wants a number, not 'nan'",
    "prior_move=-50": "prior_move: -50 is not between 0 and 8191",
    "nakad=1": "unknown parameter 'nakad'; did you mean 'nakade'?",
    "proofs=FZ": "proofs: 'FZ' is not made of F, S, U and x",
    "expansion_threshold=1.5": "expansion_threshold wants a whole number, not '1.5'",
}


@pytest.mark.parametrize("change, message", MISTAKES.items())
def test_the_same_words_from_every_side(change, message, run_gopy, tmp_path):
    """The same mistake in a preset's change, a player's text, a flag, the environment, a file and a study."""
    from gopy.games.catalogue import load_game
    from gopy.players.game_player import check_player
    from gopy.match.programs.players import check_player as check_go_player

    for refuse in (lambda: build("default", 9, name_values(change)), lambda: options_from_text("sims=10," + change),
                   lambda: check_go_player("gopy:sims=10," + change),
                   lambda: check_player("gopy:policy=uct_rave," + change, *load_game("go:size=5"))):
        with pytest.raises(ValueError) as error:
            refuse()
        assert str(error.value).endswith(message)
    config = tmp_path / "gopy.toml"
    config.write_text(f'set = "{change}"\n')
    for words, environment in ((("--set", change), {}), ((), {"GOPY_SET": change}), (("--config", config), {})):
        done = run_gopy("gtp", "--size", "9", *words, input="name\n", **environment)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.strip().endswith(message) and len(done.stderr.splitlines()) == 1


def test_the_table_is_what_gopy_parameters_prints(run_gopy):
    listed = run_gopy("parameters").stdout
    assert [name for name in (*PRESETS, *POLICIES, *METHODS) if f"  {name} " not in listed] == []
    shown = run_gopy("parameters", "default").stdout
    known = [name for name in (*new_search_params.parameters, *new_uct_rave.parameters, *GO_PARAMETERS.parameters)]
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
    made = Constructor(SearchParams, "", check=check, **new_search_params.parameters)
    assert made(layers=2, proofs="FSU").layers == 2
    with pytest.raises(ValueError, match="layers need proofs"):
        made(layers=2)
