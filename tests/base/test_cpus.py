"""How many processors this process may use."""
import os

import pytest

from gopy.base.cpus import _quota, usable_cpus


@pytest.mark.parametrize("text, processors", [("200000 100000", 2), ("150000 100000", 1), ("10000 100000", 1)])
def test_quota_of_a_control_group(tmp_path, text, processors):
    (tmp_path / "cpu.max").write_text(text + "\n")
    assert _quota(tmp_path) == processors


@pytest.mark.parametrize("text", ["max 100000", "", "nonsense"])
def test_no_quota_is_no_limit(tmp_path, text):
    (tmp_path / "cpu.max").write_text(text)
    assert _quota(tmp_path) > 1000
    assert _quota(tmp_path / "missing") > 1000


def test_the_older_control_groups(tmp_path):
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("300000\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert _quota(tmp_path) == 3
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("-1\n")
    assert _quota(tmp_path) > 1000


def test_at_least_one_and_no_more_than_there_are():
    assert 1 <= usable_cpus() <= os.cpu_count()
