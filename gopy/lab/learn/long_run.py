"""A long run of learning: progress with the time left, and a checkpoint from which the same command goes on after a stop."""
import signal
import sys
import time
from contextlib import contextmanager

from gopy.base.arrays import read_arrays
from gopy.base.errors import UserError
from gopy.base.numbers import duration
from gopy.base.outputs import sole_use_of

#: Seconds between two lines of progress, and between two checkpoints.
_PROGRESS_SECONDS = 2.0
_CHECKPOINT_SECONDS = 60.0

#: Seconds of learning, roughly, between two looks at the clock and at Ctrl-C.
_SLICE_SECONDS = 0.3

#: The most bytes that the arrays of a checkpoint may have.
MOST_BYTES = 1 << 32


def go_on(learner, games, out, checkpoint) -> int:
    """Learn until the learner has learnt from `games` games, and write what was learnt; returns the exit status.

    UserError, before any work, for a file that cannot be written or that another process writes, or a checkpoint that does
    not fit.

    learner      has `games`, and may have `unit`, a word for what it counts in place of games, and `has_enough`, which it sets
                 where going on would bring nothing;
                 `learn(count)`, which goes on for so many of them and returns a text about these;
                 `summary()`, a text about all; `write_weights(path)`; `write_checkpoint(path)` and `read_checkpoint(path)`
    out          Path of the file of weights
    checkpoint   Path of the file that holds the state of the run. If it is there, the run goes on from it; it is written
                 every minute, after Ctrl-C and at the end.
    """
    if not out.parent.is_dir():
        raise UserError(f"there is no folder {out.parent}")
    if out.exists() and not out.is_file():
        raise UserError(f"{out} is a folder" if out.is_dir() else f"{out} is not a regular file")
    with sole_use_of(out, checkpoint):
        return _go_on(learner, games, out, checkpoint)


def _go_on(learner, games, out, checkpoint):
    if checkpoint.exists():
        learner.read_checkpoint(checkpoint)
        if learner.games > games:
            raise UserError(f"{checkpoint} has learnt from {learner.games} {_unit(learner)}, more than {games}: name another "
                            "checkpoint")
        print(f"{checkpoint}: going on after {learner.games} {_unit(learner)}", file=sys.stderr)
    learner.write_checkpoint(checkpoint)        # a place that cannot be written is told before the work, not after it
    with _stop_asked() as asked:
        _learn(learner, games, checkpoint, asked)
    learner.write_checkpoint(checkpoint)
    learner.write_weights(out)
    print(f"{out}: {learner.summary()}", file=sys.stderr)
    if learner.games < games and not _has_enough(learner):
        print(f"stopped; the same command goes on from {checkpoint}", file=sys.stderr)
        return 130
    return 0


def checkpoint_arrays(path) -> dict:
    """The arrays of a checkpoint, by name. UserError if they cannot be read or have more than MOST_BYTES."""
    try:
        return read_arrays(path, MOST_BYTES)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path} is no checkpoint of this command: {error}") from None


def _learn(learner, games, checkpoint, asked):
    """Learn in slices until there are enough games or a stop is asked for."""
    if learner.games < games:
        learner.learn(1)                        # compiles; the pace is that of the games after it
    first, started = learner.games, time.monotonic()
    told = saved = started
    count = 1
    while learner.games < games and not asked and not _has_enough(learner):
        before = time.monotonic()
        about = learner.learn(min(count, games - learner.games))
        now = time.monotonic()
        if now - before < _SLICE_SECONDS / 2:
            count *= 2
        elif now - before > 2 * _SLICE_SECONDS:
            count = max(1, count // 2)
        if now - told >= _PROGRESS_SECONDS:
            told = now
            pace = (learner.games - first) / (now - started)
            print(f"{learner.games} of {games} {_unit(learner)}, {pace:.0f} a second, "
                  f"{duration((games - learner.games) / pace)} left; {about}",
                  file=sys.stderr, flush=True)
        if now - saved >= _CHECKPOINT_SECONDS:
            saved = now
            learner.write_checkpoint(checkpoint)


def _has_enough(learner):
    return getattr(learner, "has_enough", False)


def _unit(learner):
    return getattr(learner, "unit", "games")


@contextmanager
def _stop_asked():
    """A list that gets an item when Ctrl-C is pressed, or the process is told to end: the slice under way is finished."""
    asked = []
    before = {name: signal.signal(name, lambda *_: asked.append(True)) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
