"""`gopy learn book`: a book of openings by long searches."""
import sys
import time
from contextlib import suppress
from pathlib import Path

from gopy.errors import UserError
from gopy.go.rules import MAX_KOMI
from gopy.inputs.files import append_line, cut_unfinished_line, open_regular
from gopy.inputs.numbers import duration, number, whole_number
from gopy.outputs import sole_use_of

#: How the first line of a book begins that this command has made.
_FIRST_WORDS = "# Openings found by gopy learn book"

#: The two lines of its head are shorter than this.
_HEAD_BYTES = 1000


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn book`."""
    parser.add_argument("--size", type=whole_number(5, 25), default=9, metavar="N", help="board size (9)")
    parser.add_argument("--komi", type=number(-MAX_KOMI, MAX_KOMI), default=7.5, metavar="K", help="White's points (7.5)")
    parser.add_argument("--sims", type=whole_number(1, 10**9), default=100_000, metavar="N",
                        help="simulations of the search for each position (100000)")
    parser.add_argument("--positions", type=whole_number(1, 10**6), default=500, metavar="N",
                        help="positions that the book is to have, those that it has already included (500)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE",
                        help="the book; if it is there, it is gone on with. It gets a line as each search ends")


def run(arguments) -> None:
    """Add positions, with progress on stderr. UserError if the file is another book, or cannot be written or is just now."""
    with sole_use_of(arguments.out):
        _go_on(arguments)


def _go_on(arguments):
    from gopy.book.book import Book, head_text, read_book
    from gopy.book.builder import Builder
    from gopy.engine.go_search import GoSearch
    from gopy.engine.options import Options

    size, out = arguments.size, arguments.out
    head = head_text(size, arguments.komi, arguments.sims)
    _mend(out)
    lines, is_new = (), not out.exists() or out.stat().st_size == 0
    if not is_new:
        try:
            book, lines = read_book(out)
        except ValueError as error:
            raise UserError(str(error)) from None
        if head_text(book.size, book.komi, book.simulations) != head:
            raise UserError(f"{out} is a book of {head_text(book.size, book.komi, book.simulations)}: name another file")
    else:
        book = Book(size, arguments.komi, arguments.sims)
    try:
        if is_new:
            append_line(out, f"{_FIRST_WORDS} --size {size} --komi {arguments.komi:g} --sims {arguments.sims}\n{head}\n".encode())
        else:
            open(out, "ab").close()         # a place that cannot be written is told before the work
        options = Options(size=size, komi=arguments.komi, threads=1, memory=1024)
        _build(Builder(book, GoSearch(size, options, 1), lines), len(book), arguments.positions, book, out)
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror}") from None


def _mend(path):
    """Cut off the last line of a book of ours if a full disk or a power cut has left only a part of it.

    A book of which less than the two lines of its head is left is emptied.
    """
    with suppress(OSError):         # who reads or writes the book next tells what is wrong
        with open_regular(path) as file:
            begin = file.read(_HEAD_BYTES)
        if len(begin) < _HEAD_BYTES:
            begin = begin.rstrip(b"\0")     # which a power cut may have left in the place of the head
        words = _FIRST_WORDS.encode()
        if begin.startswith(words) or words.startswith(begin):
            with open(path, "ab+") as file:
                if begin.count(b"\n") < 2:
                    file.truncate(0)
                cut_unfinished_line(file)


def _build(builder, known, positions, book, out):
    """Add positions until there are enough, and write each at once."""
    started = time.monotonic()
    while len(book) < positions:
        try:
            line = builder.step()
        except IndexError:
            print(f"no further position is likely enough: the book has {len(book)}", file=sys.stderr)
            return
        if line is None:
            continue
        text = line.text(book.size)
        append_line(out, f"{text}\n".encode())
        left = (time.monotonic() - started) / (len(book) - known) * (positions - len(book))
        print(f"{len(book)} of {positions} positions, {duration(left)} left; {text}", file=sys.stderr, flush=True)
