"""A watch tells the time. What keeps to a time is handed one, so that a test can hand over its own."""
import time
from collections.abc import Callable

#: Returns the time in seconds since some moment. A deadline is a time by the watch of the search that keeps it.
Watch = Callable[[], float]

#: The watch of all that is not handed another.
WATCH: Watch = time.perf_counter
