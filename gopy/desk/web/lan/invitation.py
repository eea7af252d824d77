"""Where the visitors' server listens, and how the terminal tells visitors the way."""
import io
import ipaddress
import socket
import sys
from contextlib import suppress

from gopy.base.errors import UserError

#: An address of nobody's (RFC 5737). Which of our own addresses leads there is asked; nothing is sent.
_ELSEWHERE = ("192.0.2.1", 9)

_LARGEST_PORT = 65535


def parse_place(text: str) -> tuple[str, int]:
    """(address, port) from "", ADDRESS, ADDRESS:PORT or :PORT. Without an address that of this machine in its network, without a port 0.

    UserError if it is no address of a local network.
    """
    given, colon, number = text.partition(":")
    if colon and not (number.isascii() and number.isdigit() and int(number) <= _LARGEST_PORT):
        raise UserError(f"--lan {text}: a port is a number up to {_LARGEST_PORT}")
    address = given or _own_address()
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        raise UserError(f"--lan {text}: wants an IPv4 address of this machine, such as 192.168.1.5, and perhaps :PORT") from None
    if not parsed.is_private or parsed.is_unspecified:
        raise UserError(f"--lan {text}: {address} is not an address in a local network, and gopy listens at no other")
    return str(parsed), int(number or 0)


def _own_address():
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            return probe.getsockname()[0]
    except OSError:
        raise UserError("this machine is in no network that gopy can find; name its address: --lan ADDRESS") from None


def invite(address: str, word: str) -> None:
    """Tell the teacher, in the terminal, what visitors need; with a QR code where there is a terminal to show it."""
    print(f"gopy: visitors open {address} and type the word {word}", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        try:
            picture = _qr_code(address)
        except ImportError:
            picture = 'gopy: without segno there is no QR code; pip install ".[web]" in the clone of gopy'
        with suppress(UnicodeEncodeError):      # a terminal without the signs
            print(picture, file=sys.stderr, flush=True)


def _qr_code(address):
    """A QR code as lines for a terminal, light on dark whatever its colours are. ImportError without the library."""
    import segno

    lines = io.StringIO()
    segno.make(address, micro=False).terminal(lines, border=2, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines.getvalue().splitlines())
