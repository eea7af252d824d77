"""The error that a command line shows as one sentence."""


class UserError(Exception):
    """An error in what a user wrote; its text is one sentence that says what is wrong."""
