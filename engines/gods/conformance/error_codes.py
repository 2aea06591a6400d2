"""Error codes in the words of section 7 of docs/rules/four-gods.md."""

from engines.contract import ErrorCode

_RULES_CODES: dict[str, str] = {ErrorCode.NOT_SEATED: "not_in_game", ErrorCode.NOT_HERE: "no_claims"}
"""The rules' code for each code of the engine that the rules call otherwise."""


def rules_code(code: str) -> str:
    """The rules' code."""
    return _RULES_CODES.get(code, code)
