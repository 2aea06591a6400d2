"""Discord's rules for the definition of application commands."""

import re
from typing import Any, Final

from sandbox import limits
from sandbox.encoding import Json
from sandbox.errors import ApiError, FormNode

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


def check_commands(value: object) -> list[Json]:
    """The commands of a bulk overwrite. Raises ApiError 50035, or 30032 if there are too many."""
    body = FormNode({})
    given = body.nodes(value)
    if len(given) > limits.COMMANDS:
        raise ApiError(400, 30032, f"Maximum number of application commands reached ({limits.COMMANDS}).")
    names: set[str] = set()
    for command in given:
        name = _check_command(command)
        if name in names:
            command.add("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        names.add(name)
    body.check()
    return [command.json for command in given]


def _check_command(command: FormNode) -> str:
    """Its name, if it has one."""
    command.choice("type", (CHAT_INPUT,), CHAT_INPUT)
    name = _check_name(command)
    _check_options(command, depth=0)
    if _characters(command.json) > limits.COMMAND_CHARACTERS:
        size = limits.COMMAND_CHARACTERS
        command.add("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({size})")
    return name


def _check_name(thing: FormNode) -> str:
    """Check the name and the description, and return the name, if it has one."""
    name = thing.text("name", limits.COMMAND_NAME) or ""
    if name and (not _NAME.fullmatch(name) or name != name.lower()):
        thing.add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", "name")
    thing.text("description", limits.COMMAND_DESCRIPTION)
    return name


def _check_options(parent: FormNode, depth: int) -> list[FormNode]:
    options = parent.objects("options", 0, limits.COMMAND_OPTIONS)
    nested = [option for option in options if option.get("type") in (SUBCOMMAND, GROUP)]
    if nested and len(nested) != len(options):
        parent.add(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
            "options",
        )
    names: set[str] = set()
    optional_before = False
    for option in options:
        name = _check_option(option, depth)
        if name in names:
            option.add("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
        names.add(name)
        if option.get("required") and optional_before:
            option.add(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_before |= not option.get("required")
    return options


def _check_option(option: FormNode, depth: int) -> str:
    """Its name, if it has one."""
    option.choice("type", _KINDS)
    name = _check_name(option)
    if option.get("type") in (SUBCOMMAND, GROUP):
        _check_parent(option, depth)
    else:
        _check_value_option(option)
    return name


def _check_parent(option: FormNode, depth: int) -> None:
    kind = option.get("type")
    # A command holds groups and subcommands, a group only subcommands, a subcommand only values.
    if (kind, depth) not in ((SUBCOMMAND, 0), (SUBCOMMAND, 1), (GROUP, 0)):
        option.add("APPLICATION_COMMAND_OPTIONS_NESTING_INVALID", "This option cannot stand at this depth")
        return
    options = _check_options(option, depth + (1 if kind == GROUP else 2))
    if kind == GROUP and any(child.get("type") != SUBCOMMAND for child in options):
        option.add("APPLICATION_COMMAND_OPTIONS_NESTING_INVALID", "A group holds subcommands alone")


def _check_value_option(option: FormNode) -> None:
    kind, completed = option.get("type"), option.get("autocomplete")
    if option.get("options"):
        option.add("BASE_TYPE_CHOICES", "This option cannot have options", "options")
    choices = option.objects("choices", 0, limits.COMMAND_CHOICES)
    if (choices or completed) and kind not in _WITH_CHOICES:
        option.add(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Only text and numbers have choices or autocomplete",
        )
    if choices and completed:
        option.add(
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE",
            "Choices and autocomplete are mutually exclusive",
            "autocomplete",
        )
    check_choices(choices, kind)
    option.number("min_length", 0, limits.STRING_OPTION)
    option.number("max_length", 1, limits.STRING_OPTION)


def check_choices(choices: list[FormNode], kind: object) -> None:
    """The choices of an option, or those that autocomplete offers. Faults are noted."""
    names: set[object] = set()
    for choice in choices:
        name, value = choice.text("name", limits.CHOICE_TEXT), choice.get("value")
        if name in names:
            choice.add("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice name already exists")
        names.add(name)
        if kind == STRING:
            choice.text("value", limits.CHOICE_TEXT)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            choice.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.', "value")
        elif kind == INTEGER and (not isinstance(value, int) or abs(value) > limits.WHOLE_NUMBER):
            choice.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', "value")


def _characters(thing: Json) -> int:
    """The characters that count towards a command's size: of all names, descriptions and values in it."""
    texts = [thing.get(field) for field in ("name", "description", "value")]
    inner = [*_items(thing.get("choices")), *_items(thing.get("options"))]
    counted = sum(len(str(text)) for text in texts if text is not None)
    return counted + sum(_characters(one) for one in inner if isinstance(one, dict))


def _items(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
