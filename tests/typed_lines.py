"""What a person types and is told, for tests of the terminal."""


def lines_reader(lines, out):
    """A function `read` for Console that takes lines from the iterable `lines` and writes the prompts to `out`."""
    lines = iter(lines)

    def read(prompt):
        print(prompt, end="", file=out, flush=True)
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line
    return read


def widest(text):
    """The columns of the longest line. What is typed at a prompt ends its line, and is not in the text."""
    return max(map(len, text.replace("> ", ">\n").splitlines()))


def in_one_line(text):
    """A text without the ends of its lines: sentences are broken where the terminal's line ends."""
    return " ".join(text.split())
