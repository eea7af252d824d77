"""The progress bar of self-play."""
import time

_BAR_WIDTH = 30


class Progress:
    """A progress bar on a terminal; on another stream it shows nothing."""

    def __init__(self, total, stream) -> None:
        self._total = total
        self._stream = stream if stream.isatty() else None
        self._started = time.monotonic()
        self.show(0)

    def show(self, done) -> None:
        """Draw the bar with `done` games of the total finished, and the time that is left."""
        if self._stream is None or not self._total:
            return
        elapsed = time.monotonic() - self._started
        left = f", {elapsed / done * (self._total - done):.0f} s left" if 0 < done < self._total else ""
        filled = _BAR_WIDTH * done // self._total
        bar = "#" * filled + "." * (_BAR_WIDTH - filled)
        print(f"[{bar}] {done}/{self._total}{left}", end="", file=self._stream, flush=True)

    def clear(self) -> None:
        """Clear the line of the bar."""
        if self._stream is not None:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
