"""Discord's rules for the definition of application commands."""

import re
from typing import Final

from sandbox import limits
from sandbox.encoding import Json
from sandbox.errors import ApiError, FormErrors, Path

SUBCOMMAND: Final = 1
GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
CHANNEL: Final = 7
ROLE: Final = 8
NUMBER: Final = 10
FILE: Final = 11

CHAT_INPUT: Final = 1
"""The one type of command that the sandbox knows: slash commands."""
_KINDS: Final = (SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER, FILE)
_WITH_CHOICES: Final = (STRING, INTEGER, NUMBER)
_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(value: object, errors: FormErrors) -> list[Json]:
    """The commands of a bulk overwrite. Raises ApiError 50035, or 30032 if there are too many."""
    given = errors.objects((), value)
    if len(given) > limits.COMMANDS:
        raise ApiError(400, 30032, f"Maximum number of application commands reached ({limits.COMMANDS}).")
    names: set[object] = set()
    for index, command in enumerate(given):
        _check_command(command, (index,), errors)
        if command.get("name") in names:
            errors.add(
                (index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        names.add(command.get("name"))
    errors.check()
    return given


def _check_command(command: Json, path: Path, errors: FormErrors) -> None:
    errors.choice((*path, "type"), command.get("type") or CHAT_INPUT, (CHAT_INPUT,))
    _check_name(command, path, errors)
    errors.text((*path, "description"), command.get("description"), limits.COMMAND_DESCRIPTION)
    _check_options(command, path, errors, depth=0)
    if _characters(command) > limits.COMMAND_CHARACTERS:
        errors.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({limits.COMMAND_CHARACTERS})",
        )


def _check_name(thing: Json, path: Path, errors: FormErrors) -> None:
    name = errors.text((*path, "name"), thing.get("name"), limits.COMMAND_NAME)
    if name and (not _NAME.fullmatch(name) or name != name.lower()):
        errors.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(parent: Json, path: Path, errors: FormErrors, depth: int) -> None:
    options = errors.objects((*path, "options"), parent.get("options"))
    errors.length((*path, "options"), len(options), 0, limits.COMMAND_OPTIONS)
    nested = [option for option in options if option.get("type") in (SUBCOMMAND, GROUP)]
    if nested and len(nested) != len(options):
        errors.add(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    names: set[object] = set()
    optional_before = False
    for index, option in enumerate(options):
        place = (*path, "options", index)
        _check_option(option, place, errors, depth)
        if option.get("name") in names:
            errors.add(place, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
        names.add(option.get("name"))
        if option.get("required") and optional_before:
            errors.add(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_before |= not option.get("required")


def _check_option(option: Json, path: Path, errors: FormErrors, depth: int) -> None:
    kind = option.get("type")
    errors.choice((*path, "type"), kind, _KINDS)
    _check_name(option, path, errors)
    errors.text((*path, "description"), option.get("description"), limits.COMMAND_DESCRIPTION)
    if kind in (SUBCOMMAND, GROUP):
        # A command holds groups and subcommands, a group only subcommands, a subcommand only values.
        if (kind, depth) not in ((SUBCOMMAND, 0), (SUBCOMMAND, 1), (GROUP, 0)):
            errors.add(
                path, "APPLICATION_COMMAND_OPTIONS_NESTING_INVALID", "This option cannot stand at this depth"
            )
            return
        if kind == GROUP and any(child.get("type") != SUBCOMMAND for child in option.get("options") or ()):
            errors.add(path, "APPLICATION_COMMAND_OPTIONS_NESTING_INVALID", "A group holds subcommands alone")
        _check_options(option, path, errors, depth + (1 if kind == GROUP else 2))
        return
    _check_value_option(option, path, errors)


def _check_value_option(option: Json, path: Path, errors: FormErrors) -> None:
    kind = option.get("type")
    if option.get("options"):
        errors.add((*path, "options"), "BASE_TYPE_CHOICES", "This option cannot have options")
    choices = errors.objects((*path, "choices"), option.get("choices"))
    errors.length((*path, "choices"), len(choices), 0, limits.COMMAND_CHOICES)
    if (choices or option.get("autocomplete")) and kind not in _WITH_CHOICES:
        errors.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Only text and numbers have choices or autocomplete",
        )
    if choices and option.get("autocomplete"):
        errors.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE",
            "Choices and autocomplete are mutually exclusive",
        )
    check_choices(choices, kind, (*path, "choices"), errors)
    errors.number((*path, "min_length"), option.get("min_length"), 0, limits.STRING_OPTION)
    errors.number((*path, "max_length"), option.get("max_length"), 1, limits.STRING_OPTION)


def check_choices(choices: list[Json], kind: object, path: Path, errors: FormErrors) -> None:
    """The choices of an option, or those that autocomplete offers. Faults are noted in `errors`."""
    names: set[object] = set()
    for index, choice in enumerate(choices):
        place = (*path, index)
        name = errors.text((*place, "name"), choice.get("name"), limits.CHOICE_TEXT)
        if name in names:
            errors.add(
                place, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice name already exists"
            )
        names.add(name)
        value = choice.get("value")
        if kind == STRING:
            errors.text((*place, "value"), value, limits.CHOICE_TEXT)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            errors.add((*place, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif kind == INTEGER and (not isinstance(value, int) or abs(value) > limits.WHOLE_NUMBER):
            errors.add((*place, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')


def _characters(thing: Json) -> int:
    """Characters that count towards a command's size: names, descriptions and values, all the way down."""
    texts = [thing.get(field) for field in ("name", "description", "value")]
    inner = (*(thing.get("choices") or ()), *(thing.get("options") or ()))
    return sum(len(text) for text in texts if isinstance(text, str)) + sum(map(_characters, inner))
