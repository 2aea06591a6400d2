"""Every command says where it works, and is right about it."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from bot.discord.client import TurnpostClient
from bot.discord.interaction.options import ANYWHERE, INSTALLS, SERVER, build_command
from engines.registry import ENGINES
from tests.discord.fake_interaction import FakeInteraction

TREE = TurnpostClient(ENGINES).tree
Command = app_commands.Command[Any, Any, Any] | app_commands.Group


def everything() -> Iterator[Command]:
    """All groups and commands."""
    for top in TREE.get_commands():
        assert isinstance(top, app_commands.Command | app_commands.Group)
        yield top
        if isinstance(top, app_commands.Group):
            yield from top.walk_commands()


def test_every_command_names_its_contexts() -> None:
    for command in everything():
        assert command.allowed_contexts in (ANYWHERE, SERVER), command.qualified_name
        assert command.allowed_installs == INSTALLS, command.qualified_name
        # Nobody is let in by a group's contexts and shut out by all of its commands, or the other way round.
        if isinstance(command, app_commands.Group):
            inner = [one.allowed_contexts for one in command.commands]
            expected = ANYWHERE if ANYWHERE in inner else SERVER
            assert command.allowed_contexts == expected, command.qualified_name
            assert command.guild_only is (expected == SERVER), command.qualified_name


def test_what_is_opened_or_managed_in_a_server_is_for_servers_and_the_rest_works_in_direct_messages() -> None:
    for command in everything():
        if isinstance(command, app_commands.Command):
            root, _, _ = command.qualified_name.partition(" ")
            of_a_server = root in {"admin", "server"}
            assert command.allowed_contexts == (SERVER if of_a_server else ANYWHERE), command.qualified_name


def test_discord_is_told() -> None:
    for top in TREE.get_commands():
        result = top.to_dict(TREE)
        assert result["contexts"] == ([0, 1] if top.allowed_contexts == ANYWHERE else [0])
        assert result["integration_types"] == [0]


@pytest.mark.parametrize(("contexts", "direct", "works"), [(SERVER, True, False), (SERVER, False, True)])
async def test_a_command_for_servers_is_refused_in_direct_messages(
    contexts: app_commands.AppCommandContext, *, direct: bool, works: bool
) -> None:
    asked: list[object] = []

    async def handle(*given: object) -> None:
        asked.append(given)

    command = build_command("try", "Try it", [], handle, contexts=contexts)
    interaction = FakeInteraction(direct=direct, command=SimpleNamespace(qualified_name="try"))
    await command.callback(interaction)  # type: ignore[call-arg, arg-type]
    assert bool(asked) is works
    refused = [one for one in interaction.sent if "not in direct messages" in str(one.content)]
    assert bool(refused) is not works
