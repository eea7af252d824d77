"""The error that a command line shows as one sentence, and what people are told of any error."""


class UserError(Exception):
    """An error in what a user wrote; its text is one sentence that says what is wrong."""


def sentence(error) -> str:
    """What people are told of an error, in one line: a UserError's own sentence; of a file, its name and the reason. Any other error is
    named by its type, too."""
    if isinstance(error, OSError) and error.strerror:       # str(error) has the number of the error, too
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    text = " ".join(str(error).split())
    if isinstance(error, UserError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
