"""Buttons, selects and modals, in servers and DMs."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox.driver import Sandbox
from sandbox.errors import Refusal
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import Press, SampleBot, picture, running

pytestmark = pytest.mark.wire


class Asking(ui.Modal, title="Say it"):
    """A modal with a field that is required and one that is not."""

    word: ui.Label[Asking] = ui.Label(
        text="Word", component=ui.TextInput(custom_id="word", min_length=2, max_length=5)
    )
    long: ui.Label[Asking] = ui.Label(
        text="Story", component=ui.TextInput(custom_id="story", required=False, default="once")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        word, story = self.word.component, self.long.component
        assert isinstance(word, ui.TextInput)
        assert isinstance(story, ui.TextInput)
        text = f"{word.value} {story.value}"
        if interaction.message is not None:
            await interaction.response.edit_message(content=text, view=None)
        else:
            await interaction.response.send_message(text, ephemeral=True)


class Inviting(ui.View):
    """A select of at most two people, which shows whom it was told before."""

    def __init__(self, *invited: discord.User | discord.Member) -> None:
        super().__init__(timeout=None)
        self.people.default_values = list(invited)

    @ui.select(cls=ui.UserSelect, custom_id="people", placeholder="Whom?", min_values=0, max_values=2)
    async def people(self, interaction: discord.Interaction, select: ui.UserSelect[Inviting]) -> None:
        kinds = {type(one).__name__ for one in select.values}
        text = f"{[one.display_name for one in select.values]} {kinds}"
        await interaction.response.edit_message(content=text, view=Inviting(*select.values))


class Placing(ui.View):
    """A select of a channel, which shows the one it was told before."""

    def __init__(self, *chosen: app_commands.AppCommandChannel | app_commands.AppCommandThread) -> None:
        super().__init__(timeout=None)
        self.place.default_values = [discord.Object(one.id) for one in chosen]

    @ui.select(
        cls=ui.ChannelSelect,
        custom_id="place",
        placeholder="Where?",
        channel_types=[discord.ChannelType.text],
        min_values=0,
    )
    async def place(self, interaction: discord.Interaction, select: ui.ChannelSelect[Placing]) -> None:
        named = [(one.name, one.permissions.send_messages) for one in select.values]
        await interaction.response.edit_message(content=str(named), view=Placing(*select.values))


class Panel(ui.View):
    """One of each."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Button(label="Site", url="https://example.org"))
        self.add_item(ui.Button(label="Off", custom_id="off", disabled=True))

    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction: discord.Interaction, _: ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Asking())

    @ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _: ui.Button[Panel]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="done")
        await interaction.followup.send("and more", ephemeral=True)

    @ui.button(label="Silent", custom_id="silent")
    async def silent(self, interaction: discord.Interaction, _: ui.Button[Panel]) -> None:
        return

    @ui.select(
        placeholder="Pick two",
        custom_id="two",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=label, value=label[0]) for label in ("Alpha", "Beta", "Gamma")],
    )
    async def two(self, interaction: discord.Interaction, select: ui.Select[Panel]) -> None:
        assert interaction.data is not None
        text = f"{select.values} {'resolved' in interaction.data}"
        await interaction.response.send_message(text, ephemeral=True)


def panel_client() -> SampleBot:
    client = SampleBot()

    @client.tree.command(description="x")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here", view=Panel())

    @client.tree.command(description="x")
    async def invite(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Nobody", view=Inviting(), ephemeral=True)

    @client.tree.command(description="x")
    async def place(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Nowhere", view=Placing(), ephemeral=True)

    @client.tree.command(description="x")
    async def count(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Press(0))
        await interaction.response.send_message("0 times", view=view, ephemeral=True)

    @client.tree.command(description="x")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Asking())

    @client.tree.command(description="x")
    async def card(interaction: discord.Interaction) -> None:
        view = ui.LayoutView(timeout=None)
        box: ui.Container[Any] = ui.Container(ui.TextDisplay("# Board\n<@200000000000000002> to move"))
        box.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="An empty board"))
        )
        view.add_item(box)
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(Press(3))
        view.add_item(row)
        await interaction.response.defer()
        await interaction.followup.send(view=view, file=discord.File(picture(), "board.png"))

    return client


async def test_a_button_changes_its_message(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        shown = (await ann.slash("count")).reply
        assert shown.ephemeral
        for pressed in (1, 2):
            answer = await ann.click(shown, "Pressed")
            assert answer.reply == shown
            assert (shown.content, shown.labels) == (f"{pressed} times", [f"Pressed {pressed}"])
        assert sandbox.messages("games", viewer=ann) == [shown]
        assert sandbox.messages("games", viewer=sandbox.person("Bob")) == []


async def test_buttons_outlive_the_bot(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        card = (await sandbox.person("Ann").slash("card")).reply
    async with running(sandbox, panel_client()):
        await sandbox.person("Bob").click(card, "Pressed 3")
        assert sandbox.messages("games")[-1].content == "4 times"


async def test_what_cannot_be_pressed(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        panel = (await ann.slash("panel")).reply
        with pytest.raises(Refusal) as refused:
            await ann.click(panel, "Off")
        assert refused.value.code == "disabled"
        with pytest.raises(LookupError, match="Ask"):
            await ann.click(panel, "Nothing")
        sandbox.delete_message(panel)
        with pytest.raises(Refusal) as refused:
            await ann.click(panel, "Ask")
        assert refused.value.code == "not_found"


async def test_a_button_that_answers_later(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
        panel = (await ann.slash("panel")).reply
        answer = await bob.click(panel, "later")
        assert panel.content == "done"
        more = await answer.message(0)
        assert (more.content, bob.sees(more), ann.sees(more)) == ("and more", True, False)


async def test_a_button_without_an_answer_fails(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        panel = (await ann.slash("panel")).reply
        answer = await ann.click(panel, "Silent", wait="nothing")
        assert answer.state == "sent"
        sandbox.clock.advance(3.1)
        assert answer.failed
        assert answer.record.error == "This interaction failed"


async def test_selects(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        panel = (await ann.slash("panel")).reply
        assert (await ann.select(panel, "Pick two", ["Alpha", "G"])).reply.content == "['A', 'G'] False"
        for values, code in (
            (["A", "B", "G"], "out_of_range"),
            ([], "out_of_range"),
            (["D"], "not_a_choice"),
        ):
            with pytest.raises(Refusal) as refused:
                await ann.select(panel, "two", values)
            assert refused.value.code == code


async def test_a_select_of_people(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
        panel = (await ann.slash("invite")).reply
        answer = (await ann.select(panel, "Whom", [ann, bob])).reply
        assert answer.content == "['Ann', 'Bob'] {'Member'}"
        shown = answer.selects[0]["default_values"]
        assert shown == [{"id": str(one.id), "type": "user"} for one in (ann, bob)]
        assert (await ann.select(answer, "Whom", [])).reply.content == "[] set()"
        for values, code in (([ann, bob, ann], "out_of_range"), (["17"], "not_a_choice")):
            with pytest.raises(Refusal) as refused:
                await ann.select(panel, "people", values)
            assert refused.value.code == code


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"default_values": [{"id": "1", "type": "user"}, {"id": "2", "type": "user"}]}, "default_values"),
        ({"default_values": [{"id": "Ann", "type": "user"}]}, "default_values"),
        ({"default_values": [{"id": "1", "type": "role"}]}, "default_values"),
        ({"options": [{"label": "Ann", "value": "1"}]}, "options"),
    ],
)
async def test_what_a_select_of_people_may_not_be(
    sandbox: Sandbox, call_rest: RestCaller, wrong: dict[str, Any], place: str
) -> None:
    path = f"/channels/{sandbox.channel('games').id}/messages"
    select = {"type": 5, "custom_id": "people"}
    row: dict[str, Any] = {"type": 1, "components": [select]}
    assert (await call_rest("POST", path, {"content": "x", "components": [row]}))[0] == 200
    row["components"] = [select | wrong]
    status, error = await call_rest("POST", path, {"content": "x", "components": [row]})
    assert (status, error["code"]) == (400, 50035)
    assert list(error["errors"]["components"]["0"]["components"]["0"]) == [place]


async def test_a_select_of_channels(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        panel = (await ann.slash("place")).reply
        games = next(one for one in sandbox.core.world.channels.values() if one.name == "games")
        answer = (await ann.select(panel, "Where", str(games.id))).reply
        assert answer.content == "[('games', True)]"
        assert answer.selects[0]["default_values"] == [{"id": str(games.id), "type": "channel"}]
        assert (await ann.select(answer, "Where", [])).reply.content == "[]"
        with pytest.raises(Refusal) as refused:
            await ann.select(panel, "Where", "17")
        assert refused.value.code == "not_a_choice"


async def test_a_modal_from_a_command(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        opened = await ann.slash("ask")
        assert (opened.state, opened.modal["title"]) == ("modal", "Say it")
        values = {"Word": "moon"}
        answer = await ann.submit(opened, values)
        assert answer.reply.content == "moon once"
        assert opened.state == "answered"
        with pytest.raises(Refusal):
            await ann.submit(opened, values)


async def test_a_modal_from_a_button_may_change_the_message(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        panel = (await ann.slash("panel")).reply
        opened = await ann.click(panel, "Ask")
        answer = await ann.submit(opened, {"word": "sun", "story": "then"})
        assert answer.reply == panel
        assert panel.content == "sun then"
        assert panel.labels == []


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"word": "x"}, "out_of_range"),
        ({"word": "toolong"}, "out_of_range"),
        ({}, "missing_option"),
        ({"word": "sun", "other": "x"}, "unknown_option"),
        ({"word": 5}, "wrong_type"),
    ],
)
async def test_a_modal_is_checked_before_it_is_sent(
    sandbox: Sandbox, values: dict[str, Any], code: str
) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        opened = await ann.slash("ask")
        with pytest.raises(Refusal) as refused:
            await ann.submit(opened, values)
        assert refused.value.code == code
        assert opened.state == "modal"


async def test_a_layout_with_a_picture(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
        card = (await ann.slash("card")).reply
        assert card.raw.is_v2
        assert card.text == "# Board\n<@200000000000000002> to move"
        assert card.alt_texts == ["An empty board"]
        assert card.mentions == ["Bob"]
        assert await card.file() == picture().getvalue()
        gallery = next(one for one in card.components if one["type"] == 12)
        media = gallery["items"][0]["media"]
        assert (media["width"], media["height"], media["content_type"]) == (30, 20, "image/png")
        numbers = [one["id"] for one in card.components]
        assert len(set(numbers)) == len(numbers)
        await bob.click(card, "Pressed 3")
        assert sandbox.messages("games")[-1].content == "4 times"


async def test_everything_works_in_a_dm(sandbox: Sandbox) -> None:
    async with running(sandbox, panel_client()):
        ann = sandbox.person("Ann")
        panel = (await ann.slash("panel", channel=ann.dm_channel)).reply
        opened = await ann.click(panel, "Ask")
        await ann.submit(opened, {"word": "sun"})
        assert ann.dms == [panel]
        assert panel.content == "sun once"
        other = (await ann.slash("panel", channel=ann.dm_channel)).reply
        answer = await ann.select(other, "Pick two", "Beta")
        assert answer.reply.content == "['B'] False"
