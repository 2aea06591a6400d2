"""The commands registered with Discord, a line each, written by ``python -m tests.discord.registered``.

``<cell~>`` is a required option, ``[cell~]`` an optional one; ``~`` marks options with autocompletion.
After a colon come the type, if it is not a string, and the choices or bounds. The descriptions of all
commands and options come at the end.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from discord import AppCommandOptionType as Kind

from bot.discord.client import TurnpostClient
from engines.registry import ENGINES

FILE: Final = Path(__file__).with_name("registered.txt")
_GROUPS: Final = (Kind.subcommand.value, Kind.subcommand_group.value)


def registered() -> str:
    """All commands of the bot, as they are registered with Discord."""
    tree = TurnpostClient(ENGINES).tree
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    lines = [line for payload in payloads for line in _command(payload)]
    helps = {line for payload in payloads for line in _helps(payload)}
    return "\n".join([*lines, *sorted(helps)]) + "\n"


def _helps(payload: Mapping[str, Any]) -> Iterator[str]:
    """The descriptions of a command, a group or an option, and of everything within."""
    yield f"{payload['name']}: {payload['description']}"
    for option in payload.get("options", []):
        yield from _helps(option)


def _command(payload: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a command or of a group, with who sees it and where."""
    known = ("contexts", "integration_types", "default_member_permissions", "dm_permission", "nsfw")
    yield " ".join((f"/{payload['name']}", *(f"{name}={payload.get(name)}" for name in known)))
    options = payload.get("options", [])
    if any(option["type"] in _GROUPS for option in options):
        for option in options:
            yield from _lines(f"{payload['name']} {option['name']}", option)
    else:
        yield from _lines(payload["name"], payload)


def _lines(name: str, payload: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a command, or of the commands of a group within a group."""
    options = payload.get("options", [])
    if payload.get("type") == Kind.subcommand_group.value:
        for option in options:
            yield from _lines(f"{name} {option['name']}", option)
    else:
        yield " ".join((f"  {name}", *map(_option, options)))


def _option(option: Mapping[str, Any]) -> str:
    kind = Kind(option["type"])
    found = [] if kind is Kind.string else [kind.name]
    if choices := option.get("choices"):
        found.append("|".join(str(choice["value"]) for choice in choices))
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        if low in option or high in option:
            found.append(f"{option.get(low, '')}..{option.get(high, '')}")
    text = option["name"] + "~" * bool(option.get("autocomplete")) + ":" * bool(found) + " ".join(found)
    return f"<{text}>" if option.get("required") else f"[{text}]"


if __name__ == "__main__":
    FILE.write_text(registered())
