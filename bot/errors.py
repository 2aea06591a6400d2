"""The faults that every layer knows."""


class DatabaseUnavailable(Exception):  # noqa: N818 -- a state of affairs, which passes
    """The database cannot be reached, or takes nothing now; the text is its reason, without any data in it.

    What was under way has been rolled back, or else, if the connection was lost at the very moment of the
    commit, may have been done: whoever tries again with the same interaction finds out.
    """


class DatabaseDamaged(Exception):  # noqa: N818 -- a state of affairs, which does not pass
    """The file of the database is torn, or is no database; the text is the reason, without any data in it.

    What was under way has been rolled back.
    """


class CannotStart(Exception):  # noqa: N818 -- an answer for the operator, in one sentence
    """The service cannot start; the text says why and what to do."""
