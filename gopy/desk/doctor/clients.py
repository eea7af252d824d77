"""What to enter in each client, with the absolute path of this gopy."""
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).resolve().parents[3]       # of the checkout, if gopy runs from one


class Client(NamedTuple):
    """A GUI or a bridge to a server."""
    name: str
    where: str      #: where its settings take a program
    line: str       #: what to enter there; {gopy} stands for the program, in quotation marks if its path has blanks


#: Each has a page in docs/, which tells more. Those that take the path alone, in a field of its own, want it without quotation marks.
CLIENTS = (
    Client("GoGui", "Program > New Program..., Command", "{gopy} gtp"),
    Client("Sabaki", "Engines > Show Engines Sidebar > the arrow > Manage Engines... > Add, path", "{path}"),
    Client("", "and arguments", "{arguments}gtp"),
    Client("Lizzie", "Settings > Engine", "{gopy} gtp --size 19 --gtp-name KataGo-gopy"),
    Client("LizzieYzy", "Engine > Settings > Add", "{gopy} gtp --size 19 --gtp-name KataGo-gopy"),
    Client("KaTrain", "General & Engine Settings (F8) > Custom command", "{gopy} analysis --positions 1"),
    Client("Ogatak", "Setup > Locate KataGo...; for its config and network any file", "{path}"),
    Client("q5Go", "Preferences > Computer Go > New..., Executable", "{path}"),
    Client("", "and Arguments", "{arguments}gtp"),
    Client("gtp2ogs (OGS)", "a shell", "gtp2ogs --apikey KEY --config gopy.json5 -- {gopy} gtp --rules chinese-ogs --lag 1 --log -"),
    Client("CGOS", "CommandLine in the client's configuration", "{gopy} gtp --size 9 --rules cgos --ponder --lag 0.5"),
    Client("kgsGtp (KGS)", "engine in its configuration", "engine={gopy} gtp --rules chinese-kgs --ponder --lag 1"),
)


def executable() -> list[str]:
    """The command that starts this gopy: the absolute path of one program, or of Python with its arguments where there is none.

    A checkout has scripts/gopy, which sets itself up; an installed gopy has a program beside its Python.
    """
    if os.name == "nt":
        candidates = [Path(sys.executable).with_name("gopy.exe")]
    else:
        candidates = [_ROOT / "scripts" / "gopy", Path(sys.executable).with_name("gopy")]
    found = shutil.which("gopy")
    for path in [*candidates, *([] if found is None else [Path(found)])]:
        if os.access(path, os.X_OK):
            return [os.path.abspath(path)]
    return [sys.executable, "-m", "gopy"]


def lines(command) -> Iterator[str]:
    """Yield a line for each entry of each client."""
    path, *arguments = command
    quoted = f'"{path}"' if " " in path else path
    values = {"path": path, "gopy": " ".join([quoted, *arguments]), "arguments": "".join(word + " " for word in arguments)}
    widths = [max(len(client[column]) for client in CLIENTS) for column in (0, 1)]
    for client in CLIENTS:
        yield f"{client.name:{widths[0]}}  {client.where:{widths[1]}}  {client.line.format(**values)}"
