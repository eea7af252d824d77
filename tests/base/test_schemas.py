"""Schemas are data: what declares, reads and checks parameters loads neither the compiler nor a kernel."""
import importlib.util
import re
from pathlib import Path

import pytest
from loaded import loaded_by
from places import ROOT

#: How a module declares parameters: in the annotations of a record, in the fields of a dataclass, or by a record's Constructor.
_DECLARES = re.compile(r"^    \w+: Annotated\[|= (?:option|needed)\(|^[\w ]*= Constructor\(", re.M)

#: Modules that declare nothing themselves, and pass on or show what others declare.
_READERS = ("gopy.games.players.presets", "gopy.search.catalogue", "gopy.engine.settings", "gopy.protocols.gtp.session", "gopy.engine.engine",
            "gopy.desk.parameters.cli", "gopy.lab.tune.scales")


def schema_modules():
    """The names of the modules that declare parameters."""
    found = []
    for path in sorted(ROOT.glob("gopy/**/*.py")):
        if _DECLARES.search(path.read_text()) and path.parent.name != "base":
            found.append(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return found


def defines_kernels(name):
    """Whether a module of gopy has a kernel or a verb."""
    source = importlib.util.find_spec(name).origin
    return re.search(r"^@(kernel|verb|\w+\.register)\b", Path(source).read_text(), re.M) is not None


def compiling(modules):
    """Those of some loaded modules that belong to the compiler, or that have kernels."""
    return [name for name in modules if name.split(".")[0] in ("numba", "llvmlite", "numpy")
            or name.split(".")[0] == "gopy" and defines_kernels(name)]


def test_the_modules_that_declare_parameters_are_found():
    """So that the tests below cannot pass because nothing is looked at."""
    assert {"gopy.engine.options", "gopy.go.knowledge.params", "gopy.lab.match.settings", "gopy.search.params",
            "gopy.search.policy_params", "gopy.search.sampling.params",
            "gopy.search.simultaneous.methods"} <= set(schema_modules())
    assert defines_kernels("gopy.search.uct") and defines_kernels("gopy.game") and not defines_kernels("gopy.search.params")


@pytest.mark.parametrize("modules", [schema_modules(), _READERS], ids=["declare", "read"])
def test_schemas_load_neither_the_compiler_nor_a_kernel(modules):
    assert compiling(loaded_by("import " + ", ".join(modules))) == []


@pytest.mark.parametrize("options, checked", [
    ("set='prior_move=60,exploration=0.2'", {"prior_move": 60.0, "exploration": 0.2}),
    ("preset='mogo2007', set='nakade=0.5,proofs=FxU'", {"nakade": 0.5, "proofs": 11}),
    ("policy='aoap', set='n0=7,expansion_threshold=3'", {"n0": 7, "expansion_threshold": 3})])
def test_what_is_set_is_checked_without_the_compiler(options, checked):
    program = f"from gopy.engine.options import Options\nassert Options(size=9, {options}).parameters == {checked!r}"
    assert compiling(loaded_by(program)) == []


@pytest.mark.parametrize("wrong", ["set='nakade=2'", "set='nakad=1'", "policy='ucb'", "set='prior_local_shape=50'",
                                   "policy='aoap', set='n0=1'"])
def test_what_is_wrong_is_refused_without_the_compiler(wrong):
    program = (f"from gopy.engine.options import Options\ntry:\n    Options(size=19, {wrong})\nexcept ValueError:\n    pass\n"
               "else:\n    raise SystemExit('accepted')")
    assert compiling(loaded_by(program)) == []


def test_a_record_brings_its_kernels():
    """The schema names the module of the kernels; a record that is made can be searched with."""
    made = loaded_by("from gopy.search.policy_params import new_uct\nnew_uct()")
    assert "gopy.search.uct" in made and "gopy.search.rave" not in made
