"""The doors at which a person is reached, and which of them carries what goes to that person alone."""

from typing import Final

MAIL: Final = "mail"
"""The kind of identity that is a mail address."""
