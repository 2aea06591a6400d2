"""Error codes in the words of section 14 of docs/rules/tae.md."""

from engines.contract import ErrorCode


def rules_code(code: str) -> str:
    """The rules' code."""
    return "UNKNOWN_ACTION" if code == ErrorCode.BAD_ACTION else code.upper()
