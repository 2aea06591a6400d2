"""What a request tells of who makes it."""

from types import SimpleNamespace

import discord
import pytest

from tests.discord.fake_interaction import FakeInteraction


@pytest.mark.parametrize(
    ("rights", "manages"), [({}, False), ({"manage_guild": True}, True), ({"administrator": True}, True)]
)
async def test_who_may_manage_a_server_manages_it(rights: dict[str, bool], *, manages: bool) -> None:
    interaction = FakeInteraction(permissions=discord.Permissions(**rights))
    interaction.user.roles = [SimpleNamespace(id=7)]
    asked = (await interaction.identified()).membership
    assert (asked.manages, asked.roles, asked.parent_id) == (manages, frozenset({7}), None)
