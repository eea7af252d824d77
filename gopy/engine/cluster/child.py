"""The process of a worker on this machine: `python -m gopy.engine.cluster.child`. gopy.engine.cluster.local starts it.

It reads pickles from standard input: first the worker's arguments, then lists of calls, which are answered in turn, and
numbers of steps to stop, which are obeyed at once. It writes its answers, (kind, value), to standard output. The process
ends when its input ends, so it does not outlive the process that started it.
"""
import os
import pickle
import queue
import signal
import sys
import threading

from gopy.base.errors import sentence

READY, DONE, FAILED = "ready", "done", "failed"


def main() -> None:
    """Serve until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl-C is for the process that started us
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)               # what is printed goes to standard error
    todo = queue.SimpleQueue()
    worker = None

    def read():
        try:
            while True:
                message = pickle.load(sys.stdin.buffer)
                if isinstance(message, int):
                    worker.stop(message)
                else:
                    todo.put(message)
        finally:
            os._exit(0)             # at once, although the search may be at work

    def answer(kind, value):
        data = memoryview(pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL))
        while data:
            data = data[out.write(data):]

    arguments = pickle.load(sys.stdin.buffer)
    try:
        from gopy.engine.cluster.worker import Worker
        worker = Worker(*arguments)
        threading.Thread(target=read, daemon=True).start()
        answer(READY, None)
        while True:
            answer(DONE, worker.carry_out(todo.get()))
    except Exception as error:
        answer(FAILED, sentence(error))


if __name__ == "__main__":
    main()
