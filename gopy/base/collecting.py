"""Python's collector of garbage in gopy's commands."""
import gc

#: New objects after which Python looks for garbage. With its own number, 700 or some more, a start looks through the modules that it
#: loads again and again, which takes a twelfth of its processor time.
_OBJECTS = 200_000


def collect_less() -> None:
    """Look for garbage less often from now on. For a process that is gopy's own; it needs no more memory until the first move."""
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])
