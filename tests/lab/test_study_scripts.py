"""The scripts of the studies that measure: each loads, and each report is what its script makes from the committed lines."""
import re
import runpy
import shutil
import sys

import pytest
from places import ROOT

SCRIPTS = sorted((ROOT / "scripts" / "studies").glob("*/*/measure.py"))


def name(script):
    return script.parent.name


def remakes_its_report(script):
    """Whether the study has been measured and its script offers --report, itself or by `record_or_try`."""
    return (script.parent / "report.md").exists() and re.search(r'"--report"|record_or_try\(', script.read_text())


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_a_script_loads(script, monkeypatch):
    monkeypatch.syspath_prepend(script.parent)      # where Python looks for a script's neighbours
    loaded = runpy.run_path(str(script), run_name="loaded")
    assert loaded["__doc__"]


@pytest.mark.parametrize("script", [each for each in SCRIPTS if remakes_its_report(each)], ids=name)
def test_the_report_is_made_from_the_lines(script, tmp_path, monkeypatch):
    folder = tmp_path / "scripts" / "studies" / script.parts[-3] / script.parts[-2]
    shutil.copytree(script.parent, folder)
    (folder / "report.md").unlink()
    monkeypatch.setattr(sys, "argv", ["measure.py", "--report"])
    monkeypatch.syspath_prepend(script.parent)
    runpy.run_path(str(script), run_name="loaded")      # some neighbours are found from the script's own place alone
    runpy.run_path(str(folder / "measure.py"), run_name="__main__")
    assert (folder / "report.md").read_text() == (script.parent / "report.md").read_text()


def test_the_policies_of_tictactoe_are_made():
    script = ROOT / "scripts" / "studies" / "aoap" / "aoap_pcs" / "measure.py"
    loaded = runpy.run_path(str(script), run_name="loaded")
    settings = loaded["read_document"](script.parent)["measurement"]
    for policy in settings["policies"]:
        assert loaded["new_policy"](policy, settings, "random", "maximum")
