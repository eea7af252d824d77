"""The error that a command line shows as one sentence."""


class UserError(Exception):
    """Something a user wrote is wrong; the text is one sentence that says what."""
