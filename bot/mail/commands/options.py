"""Parses parameters of a command in a mail: by name (``until: 3 Aug`` or ``until 3 Aug``), or in order."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec

from bot.service.commands import GAME, Parameter
from bot.service.seats.new_games import CODE_ALPHABET
from bot.service.values.refused import Refused
from bot.service.values.typed import quoted
from engines.wording import listed

_YES = frozenset({"yes", "true", "on", "y"})
_NO = frozenset({"no", "false", "off", "n"})
_CODE = re.compile(rf"[{CODE_ALPHABET}]{{4,8}}|(?=[a-z]*\d)[{CODE_ALPHABET.lower()}]{{4,8}}")
"""A game's code, in capitals as it is shown, or in small letters if a figure tells it from a word."""


def read_options(parameters: Sequence[Parameter], text: str) -> dict[str, Any]:
    """The values of parameters in a text, as their types. Raises Refused for a text that does not fit."""
    found: dict[str, str] = {}
    unnamed: list[str] = []
    into: str | None = None
    for word in text.split():
        name, value = _named_parameter(parameters, word)
        explicit = value is not None
        if name is not None and (explicit or (name not in found and not _takes_all(parameters, into))):
            into = name
            found[into] = value or ""
        elif into is None:
            unnamed.append(word)
        else:
            found[into] = f"{found[into]} {word}".strip()
    _assign_unnamed(parameters, unnamed, found)
    missing = next((one for one in parameters if one.required and one.name not in found), None)
    if missing is not None:
        raise Refused("syntax", f"Say “{missing.name}:” as well. {missing.help}.")
    return {one.name: _converted(one, found[one.name]) for one in parameters if one.name in found}


def line_of(command: str, options: Mapping[str, object]) -> str:
    """A command with these parameters, as `read_options` reads them."""
    return " ".join((command, *(f"{name}: {value}" for name, value in options.items())))


def _named_parameter(parameters: Sequence[Parameter], word: str) -> tuple[str | None, str | None]:
    """The parameter that a word names, if any, and the text after the word's colon; None without a colon."""
    written, colon, value = word.partition(":")
    plain = written.lower().replace("-", "_")
    name = next((one.name for one in parameters if one.name == plain), None)
    return (name, value) if colon else (name, None)


def _takes_all(parameters: Sequence[Parameter], into: str | None) -> bool:
    """Whether the parameter is free text, in which names of other parameters are ordinary words."""
    kind = next((one.kind for one in parameters if one.name == into), None)
    return getattr(kind, "__origin__", None) is str


def _assign_unnamed(parameters: Sequence[Parameter], words: list[str], found: dict[str, str]) -> None:
    """Assign the words without a name to parameters, in their order. Raises Refused."""
    free = [one for one in parameters if one.name not in found]
    texts = [one for one in free if one.name != GAME and not _is_closed(one)]
    # A word with a colon names no parameter here: do not take it for the value of the first free text.
    misnamed = len(texts) > 1 and words[:1] != [] and words[0].endswith(":")
    for one in () if misnamed else free:
        if not words:
            return
        if one.name == GAME:
            code = next((word for word in words if is_code(word)), None)
            if code is not None:
                words.remove(code)
                found[GAME] = code
        elif _is_closed(one):
            if taken := _length_of_value(one, words):
                found[one.name] = " ".join(words[:taken])
                del words[:taken]
        else:
            count = len(words) if one is texts[-1] else 1
            found[one.name] = " ".join(words[:count])
            del words[:count]
    if words:
        raise Refused("syntax", f"{quoted(' '.join(words))} was not understood here.{_expected(parameters)}")


def is_code(word: str) -> bool:
    """Whether a word has the form of a game's code."""
    return _CODE.fullmatch(word) is not None


def _is_closed(parameter: Parameter) -> bool:
    return parameter.kind is bool or get_origin(parameter.kind) is Literal


def _length_of_value(parameter: Parameter, words: Sequence[str]) -> int:
    """The number of first words that form one of a parameter's values; 0 if none do."""
    if parameter.kind is bool:
        return int(words[0].lower() in _YES | _NO)
    for value in sorted(map(str, get_args(parameter.kind)), key=len, reverse=True):
        parts = value.replace("_", " ").lower().split()
        if [word.lower() for word in words[: len(parts)]] == parts:
            return len(parts)
    return 0


def _converted(parameter: Parameter, text: str) -> Any:
    kind = parameter.kind
    if kind is bool:
        if text.lower() in _NO:
            return False
        if not text or text.lower() in _YES:
            return True
        raise Refused("syntax", f"“{parameter.name}:” is yes or no, not {quoted(text)}.")
    if get_origin(kind) is Literal:
        values = get_args(kind)
        plain = text.lower().replace("_", " ")
        for value in values:
            if str(value).lower().replace("_", " ") == plain:
                return value
        allowed = listed(map(str, values), "or")
        raise Refused("syntax", f"“{parameter.name}:” is {allowed}, not {quoted(text)}.")
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        raise Refused(
            "syntax", f"{quoted(text)} does not fit “{parameter.name}:”. {parameter.help}."
        ) from None


def _expected(parameters: Sequence[Parameter]) -> str:
    named = [f"“{one.name}:”" for one in parameters]
    return f" It takes {listed(named)}." if named else " Write the command alone."
