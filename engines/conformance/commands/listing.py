"""``list``: every game with its seats and options."""

import argparse
from collections.abc import Iterator
from typing import BinaryIO, TextIO

import msgspec

from engines.conformance.commands.arguments import Subparsers, add_command
from engines.contract import AnyEngine
from engines.registry import ENGINES


def add(subparsers: Subparsers) -> None:
    """Add the subcommand, which has no arguments."""
    add_command(subparsers, "list", "every game with its seats and options", run)


def run(_given: argparse.Namespace, _stdin: BinaryIO, stdout: TextIO) -> int:
    """Print the games."""
    for engine in ENGINES.values():
        info = engine.info
        players = str(len(info.seats))
        if info.min_seats < len(info.seats):
            players = f"{info.min_seats}-{players}"
        stdout.write(f"{info.key}: {info.title} ({info.designer}, {info.year}), {players} players, ")
        stdout.write(f"rules version {info.rules_version}\n")
        stdout.writelines(f"  {line}\n" for line in _options(engine))
    return 0


def _options(engine: AnyEngine) -> Iterator[str]:
    described = msgspec.json.schema(engine.options_type)["$defs"][engine.options_type.__name__]
    for name, field in described["properties"].items():
        kind = " | ".join(map(str, field["enum"])) if "enum" in field else field["type"]
        if "minimum" in field:
            kind += f" {field['minimum']}..{field['maximum']}"
        default = msgspec.json.encode(field["default"]).decode()
        yield f"{name} ({kind}; default {default}): {field.get('description', '')}"
