"""Error codes as the text of the rules calls them (section 12)."""

from engines.contract import ErrorCode

_UNKNOWN_TO_THE_RULES = {
    ErrorCode.SYNTAX,
    ErrorCode.NOT_LATE,
    ErrorCode.NOT_HERE,
    ErrorCode.NOT_SEATED,
    ErrorCode.UNKNOWN_QUESTION,
}


def rules_code(code: str) -> str:
    """The code in the upper case of the rules, which also has those that all games share."""
    return code if code in _UNKNOWN_TO_THE_RULES else code.upper()
