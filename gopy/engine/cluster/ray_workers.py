"""Workers that are actors of a Ray cluster. They have the methods of gopy.engine.cluster.local.LocalWorker."""
from gopy.base.errors import UserError, sentence
from gopy.engine.cluster.child import DONE, FAILED, READY
from gopy.engine.cluster.ray_session import connect
from gopy.engine.cluster.worker import Worker


class RayWorker:
    """An actor of the Ray cluster at `address`; `answers` and `arguments` are as for a LocalWorker."""

    def __init__(self, answers, arguments, address, threads) -> None:
        self._answers = answers
        self._ray = ray = connect(address)
        # One call is carried out at a time; the second place is for `stop`. Workers that die are replaced by us, not by Ray.
        options = {"num_cpus": threads, "max_concurrency": 2, "max_restarts": 0, "max_task_retries": 0,
                   "scheduling_strategy": "SPREAD"}
        self._actor = ray.remote(Worker).options(**options).remote(*arguments)
        self._failed = False
        self._tell(READY, self._actor.carry_out.remote([]))

    def send(self, calls) -> None:
        """Have the worker carry out calls, a list of (method name, arguments)."""
        self._tell(DONE, self._actor.carry_out.remote(calls))

    def stop(self, number) -> None:
        """End the step with this number."""
        self._actor.stop.remote(number)

    def kill(self) -> None:
        """End the actor at once."""
        self._ray.kill(self._actor)

    def _tell(self, kind, reference):
        """Put the result of a call into the queue of answers when it is there."""
        def arrived(future):
            try:
                self._answers.put((self, kind, future.result()))
            except Exception as error:      # of the actor, its node or Ray: the worker cannot be used any more
                if not self._failed:
                    self._failed = True
                    self._answers.put((self, FAILED, sentence(error)))
        reference.future().add_done_callback(arrived)


def ray_threads(workers, threads, address) -> int:
    """Number of threads of each worker: the one asked for or, with None, an equal share of the cluster's processors.

    UserError if there are too few processors, because the workers would wait for them for ever.
    """
    processors = int(connect(address).cluster_resources().get("CPU", 0))
    found = threads or max(1, processors // workers)
    if found * workers > processors:
        raise UserError(f"{workers} workers with {found} threads need more than the Ray cluster's "
                        f"{processors} processors")
    return found
