"""Slash commands: filling them in, autocomplete, who finds them, and what Discord refuses to register."""

from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from sandbox.driver import Sandbox
from sandbox.errors import Refusal
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import SampleBot, running
from sandbox.world import permissions

pytestmark = pytest.mark.wire


def rich_client() -> SampleBot:
    client = SampleBot()
    group = app_commands.Group(name="roses", description="A game")
    inner = app_commands.Group(name="deep", description="Deeper", parent=group)

    @group.command(description="Place a soldier")
    @app_commands.describe(cell="Where", count="How many")
    async def drop(  # noqa: PLR0917 -- the client library passes options by name
        interaction: discord.Interaction,
        cell: str,
        count: app_commands.Range[int, 1, 5] = 1,
        side: Literal["white", "red"] = "white",
        ratio: float = 0.5,
        friend: discord.Member | discord.User | None = None,
        room: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        picture: discord.Attachment | None = None,
    ) -> None:
        found = [cell, count, side, ratio]
        found += [thing and type(thing).__name__ + " " + str(thing) for thing in (friend, room, role)]
        if picture:
            found.append(f"{picture.filename} {len(await picture.read())}")
        await interaction.response.send_message(" | ".join(map(str, found)))

    @drop.autocomplete("cell")
    async def cells(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        count = interaction.namespace.count
        return [
            app_commands.Choice(name=f"{cell} x{count}", value=cell)
            for cell in ("a1", "a2", "b1")
            if cell.startswith(typed)
        ]

    @inner.command(description="Far down")
    async def well(interaction: discord.Interaction) -> None:
        assert interaction.command is not None
        await interaction.response.send_message(interaction.command.qualified_name)

    client.tree.add_command(group)

    @client.tree.command(description="For managers")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def manage(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(str(interaction.permissions.manage_guild), ephemeral=True)

    return client


async def test_options_of_all_types_arrive_resolved(sandbox: Sandbox) -> None:
    async with running(sandbox, rich_client()):
        ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
        role = next(iter(sandbox.guild("games").roles.values()))
        answer = await ann.slash(
            "roses drop",
            {
                "cell": "a1",
                "count": 3,
                "side": "red",
                "ratio": 2,
                "friend": bob,
                "room": sandbox.channel("general"),
                "role": str(role.id),
                "picture": b"12345",
            },
        )
        text = answer.reply.content
        assert (
            text == f"a1 | 3 | red | 2.0 | Member bob | TextChannel general | Role {role.name} | file.bin 5"
        )
        assert (await ann.slash("roses deep well")).reply.content == "roses deep well"


async def test_the_line_above_a_reply_names_command_and_person(sandbox: Sandbox) -> None:
    async with running(sandbox, rich_client()):
        reply = (await sandbox.person("Cleo").slash("roses drop", {"cell": "a1"})).reply
        assert reply.raw.source is not None
        assert reply.raw.source.command == "roses drop"
        assert reply.raw.source.user_id == sandbox.person("Cleo").id


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"cell": "a1", "colour": "red"}, "unknown_option"),
        ({}, "missing_option"),
        ({"cell": 5}, "wrong_type"),
        ({"cell": "a1", "count": "two"}, "wrong_type"),
        ({"cell": "a1", "count": True}, "wrong_type"),
        ({"cell": "a1", "count": 6}, "out_of_range"),
        ({"cell": "a1", "side": "blue"}, "not_a_choice"),
        ({"cell": "a1", "friend": "nobody"}, "wrong_type"),
        ({"cell": "a1", "friend": 5}, "wrong_type"),
        ({"cell": "a1", "role": "5"}, "wrong_type"),
        ({"cell": "x" * 6001}, "out_of_range"),
    ],
)
async def test_the_client_refuses_what_does_not_fit(
    sandbox: Sandbox, options: dict[str, Any], code: str
) -> None:
    async with running(sandbox, rich_client()):
        with pytest.raises(Refusal) as refused:
            await sandbox.person("Ann").slash("roses drop", options)
        assert refused.value.code == code


@pytest.mark.parametrize("command", ["nothing", "roses", "roses fly", "roses deep", "roses deep sea"])
async def test_unknown_commands_are_refused(sandbox: Sandbox, command: str) -> None:
    async with running(sandbox, rich_client()):
        with pytest.raises(Refusal) as refused:
            await sandbox.person("Ann").slash(command)
        assert refused.value.code == "unknown_command"


async def test_autocomplete_sees_the_text_and_the_other_options(sandbox: Sandbox) -> None:
    async with running(sandbox, rich_client()):
        ann = sandbox.person("Ann")
        offered = await ann.autocomplete("roses drop", {"cell": "a", "count": 2}, focused="cell")
        assert offered == [{"name": "a1 x2", "value": "a1"}, {"name": "a2 x2", "value": "a2"}]
        # An option that is not valid yet is left out, as Discord does.
        offered = await ann.autocomplete("roses drop", {"cell": "b", "count": 99}, focused="cell")
        assert offered == [{"name": "b1 xNone", "value": "b1"}]
        with pytest.raises(Refusal):
            await ann.autocomplete("roses drop", {"count": 2}, focused="count")


async def test_too_many_choices_are_refused(sandbox: Sandbox) -> None:
    client = SampleBot()

    @client.tree.command(description="x")
    async def pick(interaction: discord.Interaction, what: str) -> None:
        raise NotImplementedError

    refused: list[discord.HTTPException] = []

    @pick.autocomplete("what")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        choices = [app_commands.Choice(name=str(number), value=str(number)) for number in range(26)]
        try:
            await interaction.response.autocomplete(choices)
        except discord.HTTPException as error:
            refused.append(error)
        return choices[:25]

    async with running(sandbox, client):
        offered = await sandbox.person("Ann").autocomplete("pick", {"what": ""}, focused="what")
        assert len(offered) == 25
        assert [error.code for error in refused] == [50035]


async def test_commands_for_managers_are_found_by_managers_alone(sandbox: Sandbox) -> None:
    async with running(sandbox, rich_client()):
        answer = await sandbox.person("Ann").slash("manage")
        assert answer.reply.content == "True"
        assert answer.reply.ephemeral
        with pytest.raises(Refusal):
            await sandbox.person("Bob").slash("manage")
        sandbox.promote(sandbox.person("Bob"), permissions.MANAGE_GUILD)
        assert (await sandbox.person("Bob").slash("manage")).reply.content == "True"
        # Bob owns the second server, and no such command is found in DMs.
        await sandbox.person("Bob").slash("manage", channel="table")
        with pytest.raises(Refusal):
            await sandbox.person("Ann").slash("manage", channel=sandbox.person("Ann").dm_channel)


def option(kind: int = 3, name: str = "one", **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "d", **more}


def command(*options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "one", "description": "d", "options": list(options), **more}


REFUSED: dict[str, list[dict[str, Any]]] = {
    "upper case": [command(name="One")],
    "a blank": [command(name="one two")],
    "33 letters": [command(name="a" * 33)],
    "a line feed": [command(name="one\n")],
    "no description": [command(description="")],
    "long description": [command(description="d" * 101)],
    "two of a name": [command(), command()],
    "26 options": [command(*(option(name=f"o{number}") for number in range(26)))],
    "26 subcommands": [command(*(option(1, f"o{number}") for number in range(26)))],
    "26 choices": [command(option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)]))],
    "long choice": [command(option(choices=[{"name": "n" * 101, "value": "v"}]))],
    "choice of a wrong type": [command(option(4, choices=[{"name": "n", "value": "v"}]))],
    "choices twice": [command(option(choices=[{"name": "n", "value": "1"}, {"name": "n", "value": "2"}]))],
    "choices and autocomplete": [command(option(autocomplete=True, choices=[{"name": "n", "value": "v"}]))],
    "autocomplete of a boolean": [command(option(5, autocomplete=True))],
    "two options of a name": [command(option(), option())],
    "required after optional": [command(option(name="a"), option(name="b", required=True))],
    "subcommand beside option": [command(option(1, "a"), option(3, "b"))],
    "group in a group": [command(option(2, "a", options=[option(2, "b", options=[option(1, "c")])]))],
    "subcommand in a subcommand": [command(option(1, "a", options=[option(1, "b")]))],
    "value in a group": [command(option(2, "a", options=[option(3, "b")]))],
    "unknown type": [command(option(12))],
    "a name that is no text": [command(name=["one"])],
    "options that are no list": [command(option(1, "a", options=5))],
    "an option that is no object": [command(option(2, "a", options=[5]))],
    "a choice that is no object": [command(option(choices=[5]))],
    "more than 8,000 characters": [
        command(
            *(
                option(
                    1,
                    f"s{number:02}",
                    options=[option(name=f"o{inner}", description="d" * 100) for inner in range(5)],
                )
                for number in range(16)
            )
        )
    ],
}


@pytest.mark.parametrize("name", REFUSED)
async def test_what_discord_does_not_register(sandbox: Sandbox, call_rest: RestCaller, name: str) -> None:
    path = f"/applications/{sandbox.world.application.id}/commands"
    status, error = await call_rest("PUT", path, REFUSED[name])
    assert (status, error["code"]) == (400, 50035)
    assert error["errors"]
    assert sandbox.world.commands == {}


async def test_a_hundred_commands_and_no_more(sandbox: Sandbox, call_rest: RestCaller) -> None:
    path = f"/applications/{sandbox.world.application.id}/commands"
    hundred = [command(name=f"c{number}") for number in range(100)]
    assert (await call_rest("PUT", path, hundred))[0] == 200
    status, error = await call_rest("PUT", path, [*hundred, command()])
    assert (status, error["code"]) == (400, 30032)
    assert [known["name"] for known in sandbox.world.commands.values()][99] == "c99"
    status, error = await call_rest("PUT", "/applications/5/commands", hundred)
    assert (status, error["code"]) == (404, 10002)


async def test_an_unchanged_command_keeps_its_id(sandbox: Sandbox, call_rest: RestCaller) -> None:
    path = f"/applications/{sandbox.world.application.id}/commands"
    _, first = await call_rest("PUT", path, [command()])
    _, second = await call_rest("PUT", path, [command(), command(name="two")])
    assert second[0]["id"] == first[0]["id"]


async def test_a_refused_sync_names_the_place(sandbox: Sandbox) -> None:
    client = SampleBot()
    group = app_commands.Group(name="big", description="Too big")
    client.tree.add_command(group)

    async def callback(interaction: discord.Interaction) -> None:
        raise NotImplementedError

    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="fine", description="d" * 100, callback=callback
    )
    made.description = "d" * 101
    group.add_command(made)
    with pytest.raises(app_commands.CommandSyncFailure, match="100"):
        async with running(sandbox, client):
            pass
