"""Games played on this machine, several at a time, each in a process: what Python does between moves takes no turns."""
import multiprocessing
import signal
from collections.abc import Generator
from multiprocessing.connection import wait


def play_in_processes(play_one, settings, game_ids, jobs=None) -> Generator[tuple[dict, str | None], None, None]:
    """Yield play_one(settings, game_id), a (record, SGF text or None), of each game as it ends.

    jobs: games at a time, each in a process of its own that plays one after another; None or 1: in this process.
    What a game raises ends all, and so does a process that dies: OSError. Closing the generator ends the processes,
    whatever they are at.
    """
    if (jobs or 1) == 1:
        for game_id in game_ids:
            yield play_one(settings, game_id)
        return
    workers = [_Worker(play_one, settings) for _ in range(min(jobs, len(game_ids)))]
    waiting = iter(game_ids)
    try:
        for worker in workers:
            worker.begin(next(waiting))
        for _ in game_ids:
            yield _next_ended(workers, waiting)
    finally:
        for worker in workers:
            worker.end()


def _next_ended(workers, waiting):
    """What the next game that ends came to; its worker gets another of the games `waiting`, if there is one."""
    worker = next(worker for ready in wait([worker.pipe for worker in workers if worker.game_id is not None])
                  for worker in workers if worker.pipe is ready)
    outcome = worker.outcome()
    game_id = next(waiting, None)
    if game_id is not None:
        worker.begin(game_id)
    return outcome


class _Worker:
    """A process that plays the games it is told; `game_id` is the one it is at, None without one."""

    def __init__(self, play_one, settings) -> None:
        context = multiprocessing.get_context("spawn")      # a forked child must never touch compiled threads
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, play_one, settings), daemon=True)
        self._process.start()
        theirs.close()
        self.game_id = None

    def begin(self, game_id) -> None:
        """Have it play a game."""
        self.game_id = game_id
        self.pipe.send(game_id)

    def outcome(self) -> tuple[dict, str | None]:
        """What its game came to; raises what the game raised."""
        try:
            outcome = self.pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise OSError(f"the process that played game {self.game_id} died (exit status {self._process.exitcode})"
                          ) from None
        self.game_id = None
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def end(self) -> None:
        """End the process."""
        self.pipe.close()
        self._process.terminate()
        self._process.join()


def _work(pipe, play_one, settings):
    """Play the games whose ids come by the pipe, until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)            # Ctrl-C is the runner's, which ends us
    while True:
        try:
            game_id = pipe.recv()
            try:
                outcome = play_one(settings, game_id)
            except Exception as error:
                outcome = error
            pipe.send(outcome)
        except (EOFError, ConnectionError):                 # the runner is gone
            return
