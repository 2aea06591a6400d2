"""Why a command failed."""

FAILED, WRONG_USE = 1, 2
"""Exit codes of commands."""


class Failure(Exception):  # noqa: N818 -- the text says what went wrong
    """A command could not be carried out; the text is one sentence for the operator."""

    exit_code = FAILED


class WrongUse(Failure):
    """A command makes no sense as it was given; the text is one sentence that says what to change."""

    exit_code = WRONG_USE
