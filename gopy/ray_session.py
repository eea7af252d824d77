"""Ray (the distributed engine of that name), for those who use it: found, connected to, kept quiet."""
import importlib.util
import logging
import os
import re
import socket

from gopy.errors import UserError

#: The address that means this machine alone; where Ray is not installed it is then done without.
LOCAL = "local"

#: Ray itself goes on trying for minutes where nobody listens; so we look first, for so many seconds.
LOOK_SECONDS = 10.0


def is_installed():
    """Whether Ray can be imported."""
    return importlib.util.find_spec("ray") is not None


def check_address(address):
    """UserError, with what to do, unless `address` (None: no Ray) can be used as far as one can tell at once."""
    if address not in (None, LOCAL) and not is_installed():
        raise UserError("Ray is not installed; pip install 'gopy[cluster]', or leave out --ray")


def uses_ray(address):
    """Whether work for `address` (a Ray cluster's, "local" or None) goes through Ray. UserError as check_address."""
    check_address(address)
    return address is not None and is_installed()


def connect(address):
    """The module ray, connected to the cluster at `address`; "local" starts one on this machine.

    Ray then writes nothing to our standard output and reports no usage. UserError if there is no such cluster.
    """
    if address != LOCAL:
        _look(address)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"     # read when ray is imported
    import ray

    if not ray.is_initialized():
        more = {"include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **more)
        except Exception as error:      # Ray has many ways of not getting through
            raise UserError(f"no Ray cluster at {address}: {_first_sentence(error)}") from None
    return ray


def _look(address):
    """UserError if nobody listens at the address."""
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
