"""Plays games on this machine, several at a time, each in a process, so that they do not share one Python interpreter."""
import multiprocessing
import signal
from collections.abc import Generator
from multiprocessing.connection import wait


def play_in_processes(play_one, settings, game_ids, jobs=None) -> Generator[tuple[dict, str | None], None, None]:
    """Yield play_one(settings, game_id), a (record, SGF text or None), for each game as it ends.

    jobs   number of processes, each of which plays one game after another; None or 1: this process plays the games

    An exception of a game ends all games, and so does a process that dies, with an OSError. Closing the generator ends the
    processes at once.
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
    """The outcome of the next game that ends. Its worker begins another of the games `waiting`, if there is one."""
    worker = next(worker for ready in wait([worker.pipe for worker in workers if worker.game_id is not None])
                  for worker in workers if worker.pipe is ready)
    outcome = worker.outcome()
    game_id = next(waiting, None)
    if game_id is not None:
        worker.begin(game_id)
    return outcome


class _Worker:
    """A process that plays the games it is told to. `game_id` is the game it is playing, or None."""

    def __init__(self, play_one, settings) -> None:
        context = multiprocessing.get_context("spawn")      # a forked child must never touch compiled threads
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, play_one, settings), daemon=True)
        self._process.start()
        theirs.close()
        self.game_id = None

    def begin(self, game_id) -> None:
        """Let the process play a game."""
        self.game_id = game_id
        self.pipe.send(game_id)

    def outcome(self) -> tuple[dict, str | None]:
        """The outcome of its game: what play_one returned, or the exception that it raised is raised here."""
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
    """Play the games whose ids arrive through the pipe, until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)            # Ctrl-C ends the runner, which ends us
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
