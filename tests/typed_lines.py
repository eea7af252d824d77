"""What a person types, for tests of the terminal."""


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
