"""The one fault of the database that every layer knows: it cannot be used at this moment."""

from __future__ import annotations


class DatabaseUnavailable(Exception):  # noqa: N818 -- a state of affairs, which passes
    """The database cannot be reached, or takes nothing now; the text is its reason, without any data in it.

    What was under way has been rolled back, or else, if the connection was lost at the very moment of the
    commit, may have been done: whoever tries again with the same interaction finds out.
    """
