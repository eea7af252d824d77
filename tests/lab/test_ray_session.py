"""How gopy asks Ray for a cluster, held against a stand-in for Ray: which settings it starts with, what is too old."""
import importlib.machinery
import os
import sys
import types

import pytest

from gopy.base.errors import UserError
from gopy.engine.cluster.ray_session import connect

NAMES = "RAY_AUTH_MODE RAY_AUTH_TOKEN RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER RAY_USAGE_STATS_ENABLED".split()


class _Finder:
    """Finds `module` when ray is imported."""

    def __init__(self, module):
        self._module = module

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec("ray", self) if name == "ray" else None

    def create_module(self, spec):
        return self._module

    def exec_module(self, module):
        pass


@pytest.fixture
def stand_in(monkeypatch):
    """A module in the place of ray, imported by `connect`, that notes the environment it was started in, `seen`."""
    ray = types.ModuleType("ray")
    ray.__version__, ray.seen = "2.60.0", []
    ray.is_initialized = lambda: bool(ray.seen)
    ray.init = lambda address, **options: ray.seen.append((address, options, {name: os.environ.get(name) for name in NAMES}))
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_Finder(ray), *sys.meta_path])
    for name in NAMES:      # set first, so that it is put back afterwards
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    return ray


def test_a_cluster_of_ours_keeps_to_loopback_and_has_a_token_of_its_own(stand_in):
    tokens = set()
    for _ in range(2):
        sys.modules.pop("ray", None)
        assert connect("local") is stand_in
        address, options, environment = stand_in.seen.pop()
        assert address == "local" and options["include_dashboard"] is False
        assert environment["RAY_AUTH_MODE"] == "token" and len(environment["RAY_AUTH_TOKEN"]) == 64
        assert environment["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] == "0" and environment["RAY_USAGE_STATS_ENABLED"] == "0"
        tokens.add(environment["RAY_AUTH_TOKEN"])
        del os.environ["RAY_AUTH_TOKEN"]
    assert len(tokens) == 2


def test_a_token_of_the_user_is_used(stand_in, monkeypatch):
    monkeypatch.setenv("RAY_AUTH_TOKEN", "the user's")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    connect("local")
    assert (os.environ["RAY_AUTH_MODE"], os.environ["RAY_AUTH_TOKEN"]) == ("token", "the user's")


def test_a_cluster_of_others_is_joined_as_the_user_says(stand_in):
    connect("auto")
    address, _, environment = stand_in.seen.pop()
    assert address == "auto" and environment == {**dict.fromkeys(NAMES), "RAY_USAGE_STATS_ENABLED": "0"}


@pytest.mark.parametrize("version", ["2.9.0", "2.51.2", "1.13.0"])
def test_a_ray_without_tokens_is_refused(stand_in, version):
    stand_in.__version__ = version
    with pytest.raises(UserError, match=rf"Ray {version} cannot ask for a token, which Ray 2\.52 and newer can"):
        connect("local")
    assert stand_in.seen == []


@pytest.mark.parametrize("version", ["2.52.0", "2.100.0", "3.0.0rc1"])
def test_newer_ones_are_taken(stand_in, version):
    stand_in.__version__ = version
    connect("local")
    assert len(stand_in.seen) == 1


def test_a_ray_that_can_no_longer_be_told_is_not_started(stand_in, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    with pytest.raises(UserError, match="Ray was imported before gopy could keep its cluster to this machine"):
        connect("local")
    assert stand_in.seen == []
    stand_in.seen.append("the user's own cluster")
    assert connect("local") is stand_in and len(stand_in.seen) == 1
