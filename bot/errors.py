"""Errors that every layer may raise or handle."""


class DatabaseUnavailable(Exception):  # noqa: N818 -- a state of affairs, which passes
    """The database is unreachable, or accepts no writes now; the text is the reason, without any data.

    The transaction was rolled back or, if the connection was lost during the commit, may have been committed:
    a retry with the same cause finds out.
    """


class DatabaseDamaged(Exception):  # noqa: N818 -- a state of affairs, which does not pass
    """The database file is corrupt, or is no database; the text is the reason, without any data.

    The transaction was rolled back.
    """


class CannotStart(Exception):  # noqa: N818 -- an answer for the operator, in one sentence
    """The service cannot start; the text says why and what to do."""
