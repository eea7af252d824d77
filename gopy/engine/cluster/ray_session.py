"""The connection to Ray, a framework for distributed computing, which is optional here: finds it and keeps it quiet."""
import importlib.util
import logging
import os
import re
import secrets
import socket
import sys
from typing import TYPE_CHECKING, Any

from gopy.base.errors import UserError

if TYPE_CHECKING:
    from types import ModuleType

#: The address that stands for this machine alone. If Ray is not installed, the work is then done without it.
LOCAL = "local"

#: The oldest version of Ray whose services can ask for a token. Anyone who reached the ports of an older one could run
#: programs.
OLDEST = (2, 52)

#: Ray itself goes on trying for minutes if nobody listens at an address. So we look first, for at most so many seconds.
LOOK_SECONDS = 10.0


def is_installed() -> bool:
    """Whether Ray can be imported."""
    return importlib.util.find_spec("ray") is not None


def check_address(address) -> None:
    """Raise a UserError, which says what to do, if one can tell at once that `address` (None: no Ray) cannot be used."""
    if address not in (None, LOCAL) and not is_installed():
        raise UserError('Ray is not installed; pip install ".[cluster]" in the clone of gopy, or leave out --ray')


def uses_ray(address) -> bool:
    """Whether work for `address` (of a Ray cluster, "local" or None) is done by Ray. UserError as in check_address."""
    check_address(address)
    return address is not None and is_installed()


def connect(address) -> "ModuleType":
    """The module ray, connected to the cluster at `address`; "local" starts a cluster on this machine.

    A cluster that we start listens on the loopback interface alone and asks for a token that only our processes know. Ray
    writes nothing to our standard output and reports no usage. UserError if there is no such cluster, or Ray is too old.
    """
    if address != LOCAL:
        _look(address)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"     # read when ray is imported
    if address == LOCAL:
        _keep_private()
    import ray

    if tuple(map(int, re.findall(r"\d+", ray.__version__)[:2])) < OLDEST:
        raise UserError(f"Ray {ray.__version__} cannot ask for a token, which Ray {OLDEST[0]}.{OLDEST[1]} and newer can; "
                        "pip install --upgrade ray")
    if not ray.is_initialized():
        more: dict[str, Any] = {"include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **more)
        except Exception as error:      # Ray has many kinds of errors for a connection that fails
            raise UserError(f"no Ray cluster at {address}: {_first_sentence(error)}") from None
    return ray


# By default Ray listens on every interface if the machine has an address in a network. If clusters of several machines are
# switched off, as they are on Windows and macOS unless this variable says otherwise, it listens on loopback alone.
_PRIVATE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_AUTH_MODE": "token"}


def _keep_private():
    """Make sure that nobody else reaches a cluster that we start. UserError if Ray was imported too early for that."""
    present = {name: os.environ.get(name) for name in _PRIVATE}
    if present != _PRIVATE and "ray" in sys.modules and not sys.modules["ray"].is_initialized():
        raise UserError("Ray was imported before gopy could keep its cluster to this machine; "
                        f"set {', '.join(f'{name}={value}' for name, value in _PRIVATE.items())} before")
    os.environ.update(_PRIVATE)     # read when ray is imported
    os.environ["RAY_AUTH_TOKEN"] = os.environ.get("RAY_AUTH_TOKEN") or secrets.token_hex(32)


def _look(address):
    """Raise a UserError if nobody listens at the address."""
    if address == "auto":               # Ray finds the cluster of this machine
        return
    found = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+?)\]?:(\d{1,5})", address)
    if not found:
        raise UserError(f"not the address of a Ray cluster: {address!r} (HOST:PORT, auto or local)")
    try:
        socket.create_connection((found[1], int(found[2])), LOOK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise UserError(f"no Ray cluster at {address}: {_first_sentence(error)}") from None


def _first_sentence(error):
    return (str(error).strip() or type(error).__name__).splitlines()[0]
