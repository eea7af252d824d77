"""Line editing, history and completion of what a person types, by Python's readline module where it exists."""
import os

#: The characters at which a word ends for readline. The argument of a command is completed as a whole, blanks included.
_DELIMITERS = " \t\n"


def start_editing(first_words, file_commands) -> None:
    """Let Python's `input` edit and complete lines on a terminal. Without readline this does nothing.

    first_words()   returns the words that a line may begin with
    file_commands   the commands whose argument is the name of a file
    """
    try:
        import readline
    except ImportError:         # Windows, and Pythons built without it
        return
    readline.set_completer_delims(_DELIMITERS)
    # The module may be based on the library libedit, whose configuration is written in another way.
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def complete(_, number):
        found = completions(readline.get_line_buffer()[:readline.get_endidx()], readline.get_begidx(), first_words(),
                            file_commands)
        return found[number] if number < len(found) else None

    readline.set_completer(complete)


def completions(line, begin, first_words, file_commands) -> list[str]:
    """The sorted list of texts that may replace line[begin:]."""
    start = len(line) - len(line.lstrip())
    if begin <= start:
        return sorted(word + " " for word in first_words if word.lower().startswith(line[start:].lower()))
    command, _, rest = line[start:].partition(" ")
    if command.lower() not in file_commands:
        return []
    name = rest.lstrip()
    typed = begin - (len(line) - len(name))     # how much of the name stands before the word to complete
    return [file[typed:] for file in _files(name)] if typed >= 0 else []


def _files(name):
    """The sorted names of files that begin with `name`; folders end in a slash."""
    folder, last = os.path.split(name)
    try:
        found = os.listdir(os.path.expanduser(folder) or ".")
    except (OSError, ValueError):
        return []
    shown = [entry for entry in found if entry.startswith(last) and (last.startswith(".") or not entry.startswith("."))]
    paths = [os.path.join(folder, entry) for entry in sorted(shown)]
    return [path + "/" if os.path.isdir(os.path.expanduser(path)) else path for path in paths]
