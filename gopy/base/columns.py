"""How wide the texts are that people read in a terminal."""
import textwrap

#: Sentences are broken so that no line has more columns.
WIDTH = 80


def folded(line: str) -> str:
    """A line, broken between words if it is longer than WIDTH. A longer word, such as the name of a file, stays whole."""
    return line if len(line) <= WIDTH else textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False)
