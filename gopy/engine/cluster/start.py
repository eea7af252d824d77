"""Starts the workers of a cluster search where its options say: on this machine or on a Ray cluster."""
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from gopy.base.cpus import usable_cpus
from gopy.engine.cluster.local import LocalWorker, local_threads
from gopy.engine.cluster.ray_session import uses_ray
from gopy.engine.cluster.ray_workers import RayWorker, ray_threads


def worker_starter(size, options, answers) -> Callable[[int], LocalWorker | RayWorker]:
    """A function that takes a seed and starts a worker, whose answers go to the queue `answers`.

    UserError if the options ask for a Ray cluster that is not there or too small.
    """
    if uses_ray(options.ray):
        threads = ray_threads(options.cluster, options.threads, options.ray)
        start: Any = partial(RayWorker, address=options.ray, threads=threads)
    else:
        threads, start = options.threads or local_threads(options.cluster, usable_cpus()), LocalWorker
    own = replace(options, cluster=None, ray=None, threads=threads, log=None)
    return lambda seed: start(answers, (size, own, seed, options.cluster_merge))
