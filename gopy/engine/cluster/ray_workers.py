"""Workers as actors of a Ray cluster, with the calls of gopy.engine.cluster.local.LocalWorker."""
from gopy.engine.cluster.child import DONE, FAILED, READY
from gopy.engine.cluster.worker import Worker
from gopy.errors import UserError
from gopy.engine.cluster.ray_session import connect


class RayWorker:
    """An actor of the cluster at `address`; answers and arguments as for a LocalWorker."""

    def __init__(self, answers, arguments, address, threads):
        self._answers = answers
        self._ray = ray = connect(address)
        # One call at a time is at work; the second place is for `stop`. We replace what dies ourselves.
        options = {"num_cpus": threads, "max_concurrency": 2, "max_restarts": 0, "max_task_retries": 0,
                   "scheduling_strategy": "SPREAD"}
        self._actor = ray.remote(Worker).options(**options).remote(*arguments)
        self._failed = False
        self._tell(READY, self._actor.carry_out.remote([]))

    def send(self, calls):
        """Have calls carried out: a list of (method name, arguments)."""
        self._tell(DONE, self._actor.carry_out.remote(calls))

    def stop(self, number):
        """End the step of this number."""
        self._actor.stop.remote(number)

    def kill(self):
        """End the actor at once."""
        self._ray.kill(self._actor)

    def _tell(self, kind, reference):
        """Put what a call comes to into the queue of answers."""
        def arrived(future):
            try:
                self._answers.put((self, kind, future.result()))
            except Exception as error:      # the actor's, its node's or Ray's: it is of no more use
                if not self._failed:
                    self._failed = True
                    self._answers.put((self, FAILED, str(error).strip().splitlines()[-1]))
        reference.future().add_done_callback(arrived)


def ray_threads(workers, threads, address):
    """Threads of each worker: those asked for or, with None, the cluster's processors shared out.

    UserError if there are too few processors: the workers would wait for them for ever.
    """
    processors = int(connect(address).cluster_resources().get("CPU", 0))
    found = threads or max(1, processors // workers)
    if found * workers > processors:
        raise UserError(f"{workers} workers with {found} threads need more than the Ray cluster's "
                        f"{processors} processors")
    return found
