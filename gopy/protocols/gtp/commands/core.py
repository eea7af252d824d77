"""Administrative commands of GTP 2."""
import gopy
from gopy.protocols.gtp.registry import COMMANDS, command


# protocol_version comes first in list_commands: LizzieYzy starts to listen at that line.
@command("protocol_version")
def protocol_version(session, arguments) -> str:
    return "2"


@command("name")
def name(session, arguments) -> str:
    return session.options.gtp_name


@command("version")
def version(session, arguments) -> str:
    return session.options.gtp_version or gopy.__version__


@command("known_command")
def known_command(session, arguments) -> str:
    return "true" if len(arguments) and arguments[0] in COMMANDS else "false"


@command("list_commands")
def list_commands(session, arguments) -> str:
    return "\n".join(entry.name for entry in COMMANDS.values() if entry.listed)


@command("quit")
def quit_(session, arguments) -> None:
    session.quitting = True
