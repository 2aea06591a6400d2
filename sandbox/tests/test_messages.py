"""Messages of the bot in channels and DMs: sending, changing, reading, deleting."""

from types import SimpleNamespace

import discord
import pytest

from sandbox.driver import Sandbox
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import SampleBot, picture, running
from sandbox.world import permissions

pytestmark = pytest.mark.wire


async def test_the_servers_are_there(sandbox: Sandbox, client: SampleBot) -> None:
    assert sorted(guild.name for guild in client.guilds) == ["Second Table", "Turnpost Arena"]
    arena = next(guild for guild in client.guilds if guild.name == "Turnpost Arena")
    assert [channel.name for channel in arena.text_channels] == ["general", "games", "off-topic"]
    assert arena.me.guild_permissions.manage_threads
    assert not arena.me.guild_permissions.administrator
    ann = await arena.fetch_member(sandbox.person("Ann").id)
    assert ann.display_name == "Ann"
    assert ann.guild_permissions.administrator


async def test_sending_changing_deleting(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sent = await channel.send("one")
    (look,) = sandbox.messages("games")
    await sent.edit(content="two")
    assert (look.text, look.edited) == ("two", True)
    fetched = await channel.fetch_message(sent.id)
    assert fetched.content == "two"
    assert fetched.edited_at is not None
    await channel.send("three")
    assert [one.content async for one in channel.history(limit=10)] == ["three", "two"]
    assert [one.content async for one in channel.history(after=sent, limit=10)] == ["three"]
    await channel.get_partial_message(sent.id).delete()
    assert look.gone
    with pytest.raises(discord.NotFound) as missing:
        await channel.fetch_message(sent.id)
    assert missing.value.code == 10008


async def test_files_are_kept_added_and_dropped(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    files = [
        discord.File(picture("red"), "red.png", description="A red board"),
        discord.File(picture("blue"), "odd name!.png"),
    ]
    sent = await channel.send(files=files)
    (look,) = sandbox.messages("games")
    assert look.alt_texts == ["A red board"]
    assert [file.filename for file in sent.attachments] == ["red.png", "odd_name_.png"]
    assert (sent.attachments[0].width, sent.attachments[0].height) == (30, 20)
    assert await sent.attachments[0].read() == picture("red").getvalue()
    lost = sent.attachments[1]
    await sent.edit(attachments=[sent.attachments[0], discord.File(picture("green"), "green.png")])
    assert [file.filename for file in look.files] == ["red.png", "green.png"]
    with pytest.raises(discord.NotFound):
        await lost.read()
    await sent.edit(content="words")
    assert len(look.files) == 2


async def test_pictures_in_components_are_not_listed_again(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    view = discord.ui.LayoutView()
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png", description="Board")
    )
    view.add_item(gallery)
    sent = await channel.send(view=view, file=discord.File(picture(), "board.png"))
    assert sent.attachments == []
    (look,) = sandbox.messages("games")
    assert len(look.files) == 1
    # A later edit without the file keeps the picture; one with a new file replaces it.
    again = discord.ui.LayoutView.from_message(sent)
    again.add_item(discord.ui.TextDisplay("Over"))
    await channel.get_partial_message(sent.id).edit(view=again)
    assert look.text == "Over"
    assert await look.file() == picture().getvalue()
    fresh = discord.ui.LayoutView()
    shown: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png")
    )
    fresh.add_item(shown)
    await channel.get_partial_message(sent.id).edit(
        view=fresh, attachments=[discord.File(picture("blue"), "board.png")]
    )
    assert await look.file() == picture("blue").getvalue()
    # What components name must be listed in the edit, although the message has it.
    (item,) = (await channel.fetch_message(sent.id)).components[0].items  # type: ignore[union-attr]
    renamed = discord.ui.LayoutView()
    renamed.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
    with pytest.raises(discord.HTTPException) as refused:
        await channel.get_partial_message(sent.id).edit(view=renamed)
    assert (refused.value.status, refused.value.code) == (400, 50035)
    kept = SimpleNamespace(to_dict=lambda: {"id": item.media.attachment_id, "filename": "board.png"})
    await channel.get_partial_message(sent.id).edit(view=renamed, attachments=[kept])  # type: ignore[list-item]
    assert await look.file() == picture("blue").getvalue()


async def test_a_nonce_makes_a_message_once(sandbox: Sandbox, call_rest: RestCaller) -> None:
    path = f"/channels/{sandbox.channel('games').id}/messages"
    body = {"content": "once", "nonce": "n-1", "enforce_nonce": True}
    _, first = await call_rest("POST", path, body)
    _, second = await call_rest("POST", path, {**body, "content": "twice"})
    assert (first["id"], second["content"]) == (second["id"], "once")
    _, third = await call_rest("POST", path, {**body, "enforce_nonce": False})
    assert third["id"] != first["id"]
    other = f"/channels/{sandbox.channel('general').id}/messages"
    _, elsewhere = await call_rest("POST", other, body)
    assert elsewhere["id"] != first["id"]
    sandbox.clock.advance(301)
    _, later = await call_rest("POST", path, body)
    assert later["id"] not in (first["id"], third["id"])


async def test_only_allowed_mentions_ping(sandbox: Sandbox, call_rest: RestCaller) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    path = f"/channels/{sandbox.channel('games').id}/messages"
    text = f"{ann.mention} {bob.mention} @everyone"
    cases: list[tuple[dict[str, object] | None, list[str], bool]] = [
        (None, ["Ann", "Bob"], True),
        ({"parse": []}, [], False),
        ({"parse": ["users"]}, ["Ann", "Bob"], False),
        ({"parse": ["everyone"], "users": [str(bob.id)]}, ["Bob"], True),
    ]
    for allowed, named, everyone in cases:
        body = {"content": text} if allowed is None else {"content": text, "allowed_mentions": allowed}
        status, sent = await call_rest("POST", path, body)
        assert status == 200
        assert [one["global_name"] for one in sent["mentions"]] == named
        assert sent["mention_everyone"] is everyone
    status, error = await call_rest(
        "POST", path, {"content": text, "allowed_mentions": {"parse": ["users"], "users": [str(bob.id)]}}
    )
    assert (status, error["code"]) == (400, 50035)


async def test_a_message_may_come_without_a_sound(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    await channel.send("loud")
    await channel.send("soft", silent=True)
    loud, soft = sandbox.messages("games")[-2:]
    assert (loud.raw.is_silent, soft.raw.is_silent) == (False, True)


async def test_a_reply_of_a_person_pings_its_author(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    asked = await ann.send("question", channel="games")
    answer = await bob.send("answer", channel="games", reply_to=asked)
    assert (answer.raw.type, answer.mentions) == (19, ["Ann"])


async def test_what_people_write_is_hidden_without_the_intent(
    sandbox: Sandbox, client: SampleBot, channel: discord.TextChannel
) -> None:
    ann = sandbox.person("Ann")
    hidden = await ann.send("secret", channel="games")
    await ann.send(f"hello <@{sandbox.world.bot.id}>", channel="games")
    await ann.dm("in private")
    await sandbox.wait_for(lambda: len(client.heard_of("message")) == 3)
    texts = [message.content for message in client.heard_of("message")]
    assert texts == ["", f"hello <@{sandbox.world.bot.id}>", "in private"]
    fetched = await channel.fetch_message(hidden.id)
    assert fetched.content == ""


async def test_direct_messages(sandbox: Sandbox) -> None:
    client = SampleBot()
    async with running(sandbox, client):
        ann = sandbox.person("Ann")
        user = await client.fetch_user(ann.id)
        sent = await user.send("your hand", file=discord.File(picture(), "hand.png"))
        assert [look.content for look in ann.dms] == ["your hand"]
        assert sandbox.person("Bob").sees(ann.dms[0]) is False
        await sent.edit(content="your new hand")
        assert ann.dms[0].content == "your new hand"
        ann.close_dms()
        await user.create_dm()
        with pytest.raises(discord.Forbidden) as refused:
            await user.send("again")
        assert refused.value.code == 50007
        ann.open_dms()
        await user.send("again")
        stranger = sandbox.new_person("Stranger")
        for guild in sandbox.world.guilds.values():
            sandbox.world.leave(guild, stranger.user)
        with pytest.raises(discord.Forbidden) as refused:
            await (await client.fetch_user(stranger.id)).send("hello")
        assert refused.value.code == 50007


async def test_missing_access_and_permissions(sandbox: Sandbox, call_rest: RestCaller) -> None:
    room = sandbox.channel("games").id
    sandbox.deny("games", permissions.SEND_MESSAGES)
    status, error = await call_rest("POST", f"/channels/{room}/messages", {"content": "x"})
    assert (status, error["code"]) == (403, 50013)
    sandbox.deny("games", permissions.VIEW_CHANNEL)
    status, error = await call_rest("POST", f"/channels/{room}/messages", {"content": "x"})
    assert (status, error["code"]) == (403, 50001)
    sandbox.deny("games", 0)
    assert (await call_rest("POST", f"/channels/{room}/messages", {"content": "x"}))[0] == 200
    foreign = await sandbox.person("Ann").send("mine", channel="games")
    status, error = await call_rest("PATCH", f"/channels/{room}/messages/{foreign.id}", {"content": "yours"})
    assert (status, error["code"]) == (403, 50005)
    status, error = await call_rest("DELETE", f"/channels/{room}/messages/{foreign.id}")
    assert (status, error["code"]) == (403, 50013)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1", 404, 10003),
        ("POST", "/channels/1/messages", 404, 10003),
        ("GET", "/channels/x", 400, 50035),
        ("GET", "/guilds/1", 404, 10004),
        ("GET", "/users/1", 404, 10013),
        ("POST", "/users/@me/channels", 404, 10013),
        ("POST", "/webhooks/100000000000000001/none", 404, 10015),
        ("PATCH", "/webhooks/100000000000000001/none/messages/@original", 404, 10015),
        ("POST", "/interactions/1/none/callback", 404, 10062),
        ("GET", "/nothing/here", 404, 0),
        ("DELETE", "/gateway", 404, 0),
    ],
)
async def test_errors_have_discords_form(
    call_rest: RestCaller, method: str, path: str, status: int, code: int
) -> None:
    body = {"recipient_id": "5", "content": "x"} if method in ("POST", "PATCH") else None
    got, error = await call_rest(method, path, body)
    assert (got, error["code"]) == (status, code)
    assert isinstance(error["message"], str)
    assert call_rest.headers["Content-Type"] == "application/json"


async def test_the_token_is_checked(call_rest: RestCaller) -> None:
    assert (await call_rest("GET", "/users/@me", token="wrong"))[0] == 401
    assert (await call_rest("GET", "/nothing", token="wrong"))[0] == 401
    assert (await call_rest("GET", "/gateway", token="wrong"))[0] == 200
