"""Talk over the wire: by command and by direct message, to all and to some, and to nobody else ever."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandbox.driver import Person, Sandbox, SeenMessage
from tests.wire.gods_table import GodsTable
from tests.wire.hosting import Host, hosted

pytestmark = [pytest.mark.wire, pytest.mark.slow]

VECTORS = Path(__file__).parents[1] / "vectors" / "four-gods.jsonl"
SNOWFLAKE, TIME = re.compile(rb"\d{17,20}"), re.compile(rb"<t:\d+:R>")
WHERE_TO_PLAY = re.compile(
    rb"Play(: [^\"\\]+| below, in the game's thread\.)|begins(: play in| in a thread of its own in)"
)
"""Whether the thread was there when a lobby's end was told differs from run to run."""
SECRET = "meet me by the old oak"


def vectors() -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["kind"] == "talk"]


async def wait_for_dm(person: Person, part: str) -> SeenMessage:
    """Wait for a direct message of the bot with these words."""
    return await person.wait_for_dm(lambda message: part in message.text)


def seen(sandbox: Sandbox, person: Person) -> bytes:
    """All that somebody was ever shown."""
    return b"\n".join(one.body for one in sandbox.records.shown_to(person.id))


async def test_the_vectors_by_command_and_by_message(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    people = dict(zip("rbgo", (table.red, table.blue, table.green, table.orange), strict=True))
    for number, vector in enumerate(vectors()):
        way, to, body = vector["expect"]
        sender = people[vector["sender"]]
        for by in ("command", "message"):
            # The same words again would be found in what was said before; no sign in it is escaped.
            mark = f" {number}{by}."
            text = vector["text"] + (mark if body else "")
            if by == "command":
                answer = (await sender.slash("gods say", {"text": text}, channel=table.thread)).reply
            else:
                asked = await sender.dm(text)
                answer = await sandbox.message(sender.dm_channel, viewer=sender, after=asked)
            if way == "error":
                assert "✅" not in answer.text
                continue
            assert "✅" in answer.text
            readers = {people[letter] for letter in to or ""}
            for reader in readers:
                await wait_for_dm(reader, mark)
            if way == "public":
                await sandbox.message(table.thread, lambda look, mark=mark: mark in look.text)  # type: ignore[misc]
            for person in people.values():
                if way == "private" and person not in readers | {sender}:
                    assert mark.encode() not in seen(sandbox, person)
            if way == "private":
                assert mark.encode() not in seen(sandbox, sandbox.person("Eve"))


async def test_a_private_message_names_sender_recipients_and_round(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    await table.red.dm(f"-gb {SECRET}")
    receipt = await wait_for_dm(table.red, "✅")
    assert "Ann (RED)** to **Bob (BLUE), Cleo (GREEN)**, round 1: meet me" in receipt.text
    for reader in (table.blue, table.green):
        look = await wait_for_dm(reader, SECRET)
        assert f"`{table.code}`" in look.text
        assert "Ann (RED)** to **Bob (BLUE), Cleo (GREEN)**, round 1: meet me" in look.text
        page = (await reader.click(look, "Messages")).reply
        assert page.ephemeral
        assert SECRET in page.text
    assert SECRET.encode() not in seen(sandbox, table.orange)
    assert SECRET.encode() not in seen(sandbox, sandbox.person("Eve"))


async def test_whispering_by_colours(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    words = {"to": "GREEN", "and_2": "BLUE", "text": f"-o {SECRET}", "game": table.code}
    receipt = (await table.red.slash("gods whisper", words, channel="off-topic")).reply
    assert receipt.ephemeral
    assert "to **Bob (BLUE), Cleo (GREEN)**" in receipt.text
    assert f"-o {SECRET}" in (await wait_for_dm(table.blue, SECRET)).content.replace("\\", "")
    assert SECRET.encode() not in seen(sandbox, table.orange)
    alone = (await table.red.slash("gods whisper", {"to": "RED", "text": "me"}, channel=table.thread)).reply
    assert "reach only you" in alone.text


async def test_closed_direct_messages(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    table.blue.close_dms()
    await table.red.dm(f"-bg {SECRET}")
    failed = await wait_for_dm(table.red, "cannot be reached")
    assert "BLUE" in failed.text
    assert "(GREEN)** cannot" not in failed.text
    assert SECRET in failed.text
    await wait_for_dm(table.green, SECRET)
    # By now that is known, so the receipt says so.
    again = (await table.red.slash("gods say", {"text": "-b again"}, channel=table.thread)).reply
    assert "Bob (BLUE)** cannot be reached" in again.text
    card = await table.card()
    page = (await table.blue.click(card, "Messages")).reply
    assert page.ephemeral
    assert "2 new" in page.text
    assert SECRET in page.text
    assert "🔔" not in (await table.blue.click(card, "Messages")).reply.text
    own = (await table.red.slash("gods messages", channel=table.thread)).reply
    assert "not delivered to Bob (BLUE)" in own.text
    assert "Nothing has been said" in (await table.orange.click(card, "Messages")).reply.text
    # Who writes to the bot is written to again.
    table.blue.open_dms()
    await table.blue.dm("-r sorry")
    await wait_for_dm(table.red, "sorry")
    await table.red.dm("-b at last")
    await wait_for_dm(table.blue, "at last")


async def test_public_talk_is_relayed_to_those_who_write_or_play_by_direct_message(
    sandbox: Sandbox, host: Host
) -> None:
    table = await GodsTable.opened(sandbox)
    await table.green.dm("good morning")
    post = await sandbox.message(table.thread, lambda look: "good morning" in look.text)
    assert "Cleo (GREEN)**: good morning" in post.text
    await table.red.slash("gods say", {"text": "morning, GREEN"}, channel=table.thread)
    await wait_for_dm(table.green, "morning, GREEN")
    assert not table.red.dms
    assert not table.blue.dms
    panel = (await table.blue.slash("gods plan", channel=table.blue.dm_channel)).reply
    await table.blue.click(panel, "Attack Ann (RED)")
    await table.orange.slash("gods ready", channel=table.orange.dm_channel)
    await table.red.slash("gods say", {"text": "all here?"}, channel=table.thread)
    for person in (table.blue, table.orange):
        await wait_for_dm(person, "all here?")
    off = (await table.green.slash("gods table", {"relay": False}, channel=table.green.dm_channel)).reply
    assert "does not come" in off.text
    await table.green.dm("hm")
    await table.red.slash("gods say", {"text": "once more"}, channel=table.thread)
    await sandbox.message(table.thread, lambda look: "once more" in look.text)
    await table.green.dm("-r done")
    await wait_for_dm(table.green, "done")
    assert not [look for look in table.green.dms if "once more" in look.text]


async def test_no_message_pings_or_formats(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    nasty = (
        f"@everyone @here <@{table.blue.id}> **x** # y `z` ||s|| <#{table.thread.id}> [a](http://b) \u202e"
    )
    await table.red.dm(nasty)
    post = await sandbox.message(table.thread, lambda look: "Ann (RED)" in look.text)
    assert not post.raw.mention_everyone
    assert post.mentions == []
    assert "\u202e" not in post.text
    assert "\\*\\*x" in post.content
    await table.red.dm(f"-b {nasty}")
    brought = await wait_for_dm(table.blue, "to **Bob (BLUE)**")
    assert not brought.raw.mention_everyone
    assert brought.mentions == []


async def test_the_longest_messages_arrive_whole(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    for letter in "x*<":
        body = letter * 1_500
        receipt = (await table.red.slash("gods say", {"text": f"-b {body}"}, channel=table.thread)).reply
        assert receipt.text.count(letter) >= 1_500
        look = await sandbox.message(
            table.blue.dm_channel,
            lambda look, letter=letter: look.text.count(letter) >= 1_500,  # type: ignore[misc]
            viewer=table.blue,
        )
        await table.blue.click(look, "Messages")
    refused = await table.red.slash("gods say", {"text": "-b " + "x" * 1_501}, channel=table.thread)
    assert "at most 1,500" in refused.reply.text
    asked = await table.red.dm("x" * 1_501)
    assert (
        "at most 1,500" in (await sandbox.message(table.red.dm_channel, viewer=table.red, after=asked)).text
    )


async def test_two_games_at_once(sandbox: Sandbox, host: Host) -> None:
    first = await GodsTable.opened(sandbox)
    second = await GodsTable.opened(sandbox)
    await first.red.dm(f"-b {SECRET}")
    question = await wait_for_dm(first.red, "several games")
    assert SECRET.encode() not in seen(sandbox, first.blue)
    answer = (await first.red.click(question, second.code)).reply
    assert "✅" in answer.text
    assert f"`{second.code}`" in (await wait_for_dm(first.blue, SECRET)).text
    brought = await wait_for_dm(first.blue, SECRET)
    await first.blue.send("-r agreed", channel=first.blue.dm_channel, reply_to=brought)
    assert f"`{second.code}`" in (await wait_for_dm(first.red, "agreed")).text
    chosen = (await first.red.slash("gods table", {"game": first.code}, channel=first.red.dm_channel)).reply
    assert first.code in chosen.text
    await first.red.dm("hello")
    await sandbox.message(first.thread, lambda look: "hello" in look.text)
    await first.red.slash("gods table", {"game": "ask"}, channel=first.red.dm_channel)
    asked = await first.red.dm("who?")
    late = await sandbox.message(first.red.dm_channel, viewer=first.red, after=asked)
    assert "several games" in late.text


async def test_many_games_are_chosen_from_a_list(
    sandbox: Sandbox, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.direct_messages._BUTTONS", 1)
    first, second = await GodsTable.opened(sandbox), await GodsTable.opened(sandbox)
    await first.red.dm(f"-b {SECRET}")
    question = await wait_for_dm(first.red, "several games")
    answer = (await first.red.select(question, "The game you mean", first.code)).reply
    assert "✅" in answer.text
    assert f"`{first.code}`" in (await wait_for_dm(first.blue, SECRET)).text
    # What was deleted meanwhile is said to nobody.
    written = await second.red.dm("-b never mind")
    question = await sandbox.message(
        second.red.dm_channel, lambda look: "several games" in look.text, viewer=second.red, after=written
    )
    second.red.client.delete(written.id)
    gone = (await second.red.select(question, "The game you mean", second.code)).messages[-1]
    assert "no longer there" in gone.text
    assert b"never mind" not in seen(sandbox, second.blue)


async def test_what_cannot_be_talk_is_refused(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    eve = sandbox.person("Eve")

    async def answered(person: Person, text: str, **more: Any) -> str:
        asked = await person.send(text, channel=person.dm_channel, **more)
        return (await sandbox.message(person.dm_channel, viewer=person, after=asked)).text

    assert "no running game" in await answered(eve, "hello")
    assert "Only text" in await answered(table.red, "", files=[b"cat"])
    assert "shown to nobody" in await answered(table.red, "/gods whisper BLUE run")
    assert "-bg" in await answered(table.red, "- hello")
    denied = (await eve.slash("gods say", {"text": "hello"}, channel=table.thread)).reply
    assert "Only the players" in denied.text
    result = await table.red.dm("-b one")
    await wait_for_dm(table.red, "one")
    table.red.client.edit(result.id, "one for all")
    await table.red.dm("-b two")
    secret = await wait_for_dm(table.blue, "two")
    # A slip: the answer to a private word that names nobody.
    await table.blue.send("I will betray RED", channel=table.blue.dm_channel, reply_to=secret)
    await wait_for_dm(table.blue, "named nobody")
    assert b"betray" not in seen(sandbox, table.red)
    talk = [look for look in sandbox.messages(table.thread) if "💬" in look.text]
    assert talk == []


async def test_a_reply_to_private_words_is_never_public_by_a_slip(sandbox: Sandbox, host: Host) -> None:
    """However they came: whole, as a layout because they are long, as one's own, as news that they wait."""
    table = await GodsTable.opened(sandbox)
    table.blue.close_dms()
    asked = await table.red.dm(f"-b {SECRET}")
    waits = await wait_for_dm(table.red, "cannot be reached")
    assert waits.content.startswith(f"`{table.code}` 🔒")
    await table.red.dm("-g " + "*" * 1_500)
    long = await sandbox.message(
        table.green.dm_channel, lambda look: look.text.count("*") >= 1_500, viewer=table.green
    )
    assert not long.content
    for person, before in ((table.red, waits), (table.red, asked), (table.green, long)):
        reply = await person.send("I will betray BLUE", channel=person.dm_channel, reply_to=before)
        answer = await sandbox.message(person.dm_channel, viewer=person, after=reply)
        assert "named nobody" in answer.text
    assert b"betray" not in seen(sandbox, table.orange)
    # What was for all is answered to all.
    open_words = await table.red.dm("hello all")
    await table.red.send("and good night", channel=table.red.dm_channel, reply_to=open_words)
    await sandbox.message(table.thread, lambda look: "good night" in look.text)


NASTY = (
    "\u200b-x leak",
    "—zz leak",
    "-",
    "\\",
    "\\-",
    "-b\n",
    "- - -",
    "`" * 30,
    "[x](http://a.b) @everyone" * 40,
    "\u202etxet\u202c",
    "<" * 1_500,
    "*" * 1_500,
    "\ud83d\ude00" * 3,
    "-rbgo " + "|" * 1_500,
    "/gods",
    "/nothing of ours",
    "ＲＢ",
)


async def test_every_text_gets_one_answer(
    sandbox: Sandbox, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    table = await GodsTable.opened(sandbox)
    for text in NASTY:
        before = len(table.red.dms)
        await table.red.dm(text.encode("utf-16", "surrogatepass").decode("utf-16"))
        await sandbox.wait_for(lambda before=before: len(table.red.dms) > before + 1 or None, what=repr(text))  # type: ignore[misc]
    assert len(table.red.dms) == 2 * len(NASTY)
    assert "failed" not in caplog.text
    assert b"leak" not in seen(sandbox, table.blue)
    for look in [*sandbox.messages(table.thread), *table.blue.dms]:
        assert not look.raw.mention_everyone
        assert "(Ann)" not in look.text or look.mentions == []


async def test_what_one_person_writes_keeps_its_order(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    for number in range(8):
        await table.red.dm(f"part {number} of 8")
    await sandbox.message(table.thread, lambda look: "part 7" in look.text)
    parts = [
        look.text.rpartition("part ")[2] for look in sandbox.messages(table.thread) if "of 8" in look.text
    ]
    assert parts == [f"{number} of 8" for number in range(8)]


async def test_messages_of_a_game_that_is_over_by_direct_message(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    await table.red.slash("gods say", {"text": "-b remember"}, channel=table.thread)
    for person in (table.red, table.blue, table.green):
        asked = (await person.slash("game draw", channel=table.thread)).reply
        assert "✅" in (await person.click(asked, "Play it")).reply.text
    asked = (await table.orange.slash("game draw", channel=table.thread)).reply
    await table.orange.click(asked, "Play it")
    await sandbox.message(table.thread, lambda look: "Play again" in look.labels)
    here = table.blue.dm_channel
    page = (await table.blue.slash("gods messages", {"game": table.code}, channel=here)).reply
    assert "remember" in page.text
    unnamed = (await table.blue.slash("gods messages", channel=here)).reply
    assert "What you write here" not in unnamed.text
    late = {"text": "well played", "game": table.code}
    assert "✅" in (await table.blue.slash("gods say", late, channel=here)).reply.text


async def test_rounds_pages_and_spectators(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    await table.red.slash("gods say", {"text": "-b in round one"}, channel=table.thread)
    await table.red.slash("gods say", {"text": "to all in one"}, channel=table.thread)
    await table.plan({table.red: "Ab", table.blue: "none", table.green: "none", table.orange: "none"})
    for number in range(30):
        await table.blue.slash("gods say", {"text": f"word {number:02d}"}, channel=table.thread)
    page = (await table.blue.slash("gods messages", channel=table.thread)).reply
    assert "word 29" in page.text
    assert "word 04" not in page.text
    older = (await table.blue.click(page, "Older")).reply
    assert "word 04" in older.text
    assert "in round one" in older.text
    assert "word 29" in (await table.blue.click(older, "Newest")).reply.text
    offered = await table.blue.autocomplete(
        "gods messages", {"round": ""}, focused="round", channel=table.thread
    )
    assert [choice["value"] for choice in offered] == ["round 2", "round 1"]
    one = (await table.blue.slash("gods messages", {"round": "1"}, channel=table.thread)).reply
    assert "in round one" in one.text
    assert "word" not in one.text
    eve = sandbox.person("Eve")
    watched = (await eve.slash("gods messages", {"round": "round 1"}, channel=table.thread)).reply
    assert "to all in one" in watched.text
    assert "in round one" not in watched.text


async def test_an_interaction_and_a_message_delivered_twice(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    sandbox.deliver_twice()
    await table.red.slash("gods say", {"text": "only once"}, channel=table.thread)
    await table.red.dm("-b only once")
    await wait_for_dm(table.blue, "only once")
    await table.red.dm("the end")
    await sandbox.message(table.thread, lambda look: "the end" in look.text)
    public = [look for look in sandbox.messages(table.thread) if "only once" in look.text]
    assert len(public) == 1
    assert len([look for look in table.blue.dms if "only once" in look.text]) == 1


@pytest.mark.slow
async def test_a_kill_between_commit_and_delivery(sandbox: Sandbox, tmp_path: Path) -> None:
    host = Host(sandbox, tmp_path)
    try:
        await host.start_process()
        table = await GodsTable.opened(sandbox)
        held = sandbox.hold("POST", "/channels/*/messages", times=10)
        await table.red.dm(f"-b {SECRET}")
        await table.red.slash("gods say", {"text": "to all"}, channel=table.thread)
        await sandbox.wait_for(lambda: held.hits or None, what="a delivery under way")
        await host.kill()
        sandbox.faults.clear()
        await host.start_process()
        await wait_for_dm(table.blue, SECRET)
        await wait_for_dm(table.red, "✅")
        await sandbox.message(table.thread, lambda look: "to all" in look.text)
        assert len([look for look in table.blue.dms if SECRET in look.text]) == 1
        assert len([look for look in sandbox.messages(table.thread) if "to all" in look.text]) == 1
    finally:
        await host.stop()


async def shown_to_others(sandbox: Sandbox, whispers: list[str]) -> dict[str, list[bytes]]:
    """What everybody but RED and BLUE is shown in a game in which RED whispers this to BLUE."""
    table = await GodsTable.opened(sandbox)
    for number, words in enumerate(whispers):
        if number % 2:
            await table.red.dm(f"-b {words}")
        else:
            await table.red.slash("gods whisper", {"to": "BLUE", "text": words}, channel=table.thread)
        await wait_for_dm(table.blue, words)
    await table.green.slash("gods say", {"text": "what are they up to?"}, channel=table.thread)
    await sandbox.message(table.thread, lambda look: "up to" in look.text)
    for person in (table.red, table.blue, table.green):
        await person.slash("gods ready", channel=table.thread)
        # Marks that follow each other closely may be shown together: what the card shows last would differ.
        await sandbox.message(table.thread, shows_ready(person))
    card = await table.card()
    await table.orange.slash("gods ready", channel=table.thread)
    await table.card(after=card)
    *old, _ = (look for look in sandbox.messages(table.thread) if look.files)
    await sandbox.wait_for(lambda: not any(look.labels for look in old) or None, what="old buttons to go")
    eve = sandbox.person("Eve")
    for person in (table.green, table.orange, eve):
        for command in ("gods messages", "game show", "game history", "game inbox", "game moves"):
            await person.slash(command, channel=table.thread)
        await person.click(await table.card(), "Messages")
    return {person.name: lying_before(sandbox, person) for person in (table.green, table.orange, eve)}


def shows_ready(person: Person) -> Callable[[SeenMessage], bool]:
    """Whether a card shows that somebody is ready."""
    return lambda look: any(re.search(rf"{person.name} \(\w+\), 60 EP, ready", alt) for alt in look.alt_texts)


def lying_before(sandbox: Sandbox, person: Person) -> list[bytes]:
    """All that a person sees in the end, to the byte: what is for them alone, then what is for all."""
    last = {one.message_id: one.body for one in sandbox.records.shown_to(person.id)}
    return sorted(
        (WHERE_TO_PLAY.sub(b"PLAY", TIME.sub(b"TIME", SNOWFLAKE.sub(b"ID", body))) for body in last.values()),
        key=lambda body: b'"ephemeral":true' not in body,
    )


@pytest.mark.slow
async def test_nobody_else_can_tell_that_anything_was_said_in_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The same game with and without whispers, and with other ones: every byte that others were shown."""
    shown = []
    caplog.set_level("INFO")
    for number, whispers in enumerate(([], [SECRET, "I attack GREEN"], ["nothing", "of importance", "x"])):
        monkeypatch.setattr("bot.service.facade.SystemRandom", lambda: Random(7))
        folder = tmp_path / str(number)
        folder.mkdir()
        async with Sandbox() as sandbox, hosted(sandbox, folder):
            shown.append(await shown_to_others(sandbox, whispers))
        for words in whispers:
            assert len(words) < 3 or words not in caplog.text
    for other in shown[1:]:
        for name, looks in shown[0].items():
            for one, two in zip(looks, other[name], strict=True):
                assert one == two
    assert all(len(looks) > 5 for looks in shown[0].values())
