"""Hands over the wire: one direct message each, kept up to date, and no trace of them with others."""

import re
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.reef.counts import from_letters
from engines.reef.engine import REEF
from engines.reef.setup import set_up as deal
from engines.reef.state import ReefState
from sandbox.driver import Person, Sandbox
from sandbox.world.permissions import MANAGE_GUILD
from tests.wire.hosting import Host, hosted, shown_to
from tests.wire.reef_table import SEATS, ReefTable, held

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def test_a_hand_is_one_direct_message_that_is_kept_up_to_date(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    ann, bob = reef.people
    await sandbox.wait_for(lambda: ann.dms and bob.dms, what="the first hands")
    for person in reef.people:
        message = held(person)
        assert message.files
        assert "Behind your screen" in message.alt_texts[0]
        assert "**Fish**: nothing yet" in message.text
    before = held(bob).text
    await reef.do(ann, (await reef.legal(ann, "choose"))[0])
    await sandbox.wait_for(lambda: "once all have chosen" in held(ann).text, what="the new hand")
    assert held(ann).edited
    assert held(bob).text == before
    shown = (await ann.slash("reef hand", channel=reef.thread)).reply
    assert shown.ephemeral
    assert shown.text == held(ann).text
    assert await shown.file() == await held(ann).file()
    pressed = (await ann.click(await reef.card(), "My hand")).reply
    assert pressed.ephemeral
    assert pressed.text == shown.text
    in_dm = (await ann.slash("game hand", {"game": reef.code}, channel=ann.dm_channel)).reply
    assert in_dm.text == shown.text
    eve = sandbox.person("Eve")
    assert "You do not play" in (await eve.click(await reef.card(), "My hand")).reply.text


async def test_a_hand_that_was_deleted_comes_again(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    ann = reef.people[0]
    await sandbox.wait_for(lambda: ann.dms, what="the first hand")
    sandbox.delete_message(held(ann))
    await reef.do(ann, (await reef.legal(ann, "choose"))[0])
    await sandbox.wait_for(lambda: ann.dms, what="another message")
    assert "once all have chosen" in held(ann).text


async def test_who_leaves_a_seat_to_somebody_else_keeps_no_hand(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    ann, eve, cleo = reef.people[0], sandbox.person("Eve"), sandbox.person("Cleo")
    sandbox.promote(cleo, MANAGE_GUILD)
    await sandbox.wait_for(lambda: ann.dms and ann.dms[0].files, what="the first hand")
    before, card = held(ann).text, await reef.card()
    wish = {"seat": SEATS[0], "player": eve}
    plan = (await cleo.slash("admin replace", wish, channel=reef.thread)).reply
    await cleo.click(plan, "Do it")
    await eve.click(await eve.wait_for_dm(lambda look: "Accept" in look.labels), "Accept")
    await sandbox.wait_for(lambda: not ann.dms[0].files, what="the hand to go")
    assert "Somebody else plays Purple now" in ann.dms[0].text
    await sandbox.wait_for(lambda: any(one.files for one in eve.dms), what="the hand of who is new")
    assert held(eve).text.partition("\n")[2].startswith(before.partition("\n")[2][:40])
    for label in ("My hand", "Move"):
        pressed = (await ann.click(card, label)).messages[-1]
        assert "You do not play" in pressed.text
        assert not pressed.files
    board = (await ann.slash("game show", channel=reef.thread)).reply
    public = (await cleo.slash("game show", channel=reef.thread)).reply
    assert await board.file() == await public.file()


async def test_closed_direct_messages_are_noticed_once(sandbox: Sandbox, host: Host) -> None:
    ann = sandbox.person("Ann")
    ann.close_dms()
    reef = await ReefTable.opened(sandbox)
    await sandbox.wait_for(
        lambda: any(one.status == 403 for one in sandbox.records.requests("POST", "/channels/*/messages")),
        what="the refusal",
    )
    ann.open_dms()
    await reef.chosen()
    assert not ann.dms
    assert "Larva cubes" in (await ann.click(await reef.card(), "My hand")).reply.text
    await ann.slash("game settings", {"hand_messages": True})
    if await reef.mover() is not ann:
        await reef.do(reef.people[1], "collect W")
    await reef.do(ann, "collect Y")
    await sandbox.wait_for(lambda: ann.dms, what="the hand")
    refusals = [one for one in sandbox.records.requests("POST", "/channels/*/messages") if one.status == 403]
    assert len(refusals) == 1


@pytest.mark.slow
async def test_a_hand_leaves_no_trace_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Twice the same game but for Ann's tiles, their number included, and what she puts into her fish.

    Everything that Bob and a bystander are shown is the same to the byte: cards, pictures, answers,
    autocomplete, refusals, direct messages, histories, exports.
    """
    seen = []
    for run, (tiles, fish) in enumerate((("WWWPPGG", "W"), ("YYPPPOOOG", "Y"))):
        monkeypatch.setattr("bot.service.facade.SystemRandom", lambda: Random(7))
        monkeypatch.setitem(vars(REEF), "set_up", lambda *given, tiles=tiles: dealt(tiles, *given))
        folder = tmp_path / str(run)
        folder.mkdir()
        async with Sandbox() as sandbox, hosted(sandbox, folder) as host:
            seen.append(await spied_on(host, fish))
    assert seen[0].pop("Ann") != seen[1].pop("Ann")
    assert seen[0] == seen[1]
    assert len(seen[0]["Bob"]) > 20
    text = "".join(capfd.readouterr())
    for secret in ("Hand", "choose W", "choose Y", "WWWPPGG"):
        assert secret not in text


def dealt(tiles: str, *given: Any) -> ReefState:
    """The game's own set-up, but with these tiles in the first seat's hand."""
    return deal(*given).with_player(0, hand=from_letters(tiles))


async def spied_on(host: Host, fish: str) -> dict[str, list[str]]:
    """What each comes to see of a game in which Ann does the same whatever she holds."""
    sandbox = host.sandbox
    reef = await ReefTable.opened(sandbox)
    ann, bob = reef.people
    eve = sandbox.person("Eve")
    answers: list[str] = []

    async def ask(person: Person, command: str, **options: Any) -> None:
        reply = (await person.slash(command, options, channel=reef.thread)).reply
        files = [sha256(await reply.file(index)).hexdigest() for index in range(len(reply.files))]
        answers.append(plain("\n".join((command, reply.text, *reply.alt_texts, *files))))

    async def spy() -> None:
        await host.delivered()
        for person in (bob, eve):
            for command in (
                "game show",
                "game history",
                "game record export",
                "reef hand",
                "reef values",
                "game moves",
            ):
                await ask(person, command)
            await ask(person, "reef tile", colour="W")
            await ask(person, "move", notation="larva P; place B1:A1")
            for command, option in (("move", "notation"), ("reef larva", "colour"), ("reef tile", "colour")):
                answers.append(str(await person.autocomplete(command, focused=option, channel=reef.thread)))

    await host.delivered()
    await reef.do(ann, f"choose {fish} PG")
    await spy()
    await reef.do(bob, (await reef.legal(bob, "choose"))[0])
    await reef.at("turn 1")
    if await reef.mover() is bob:
        await host.delivered()
        await reef.do(bob, "collect Y")
        await reef.at("turn 2")
    await host.delivered()
    await reef.do(ann, "larva P")
    await host.delivered()
    await reef.do(ann, (await reef.legal(ann, "place"))[0])
    await spy()
    await ann.slash("reef undo", channel=reef.thread)
    await host.delivered()
    await reef.do(ann, "cancel; collect O")
    await sandbox.message(reef.thread, lambda look: look.mentions == ["Bob"])
    await spy()
    shown = {"answers": answers}
    for person in (ann, bob, eve):
        # In the order of what is said, not of moments: cards and direct messages come side by side.
        bodies = {plain(one.body.decode()) for one in shown_to(sandbox, person)}
        shown[person.name] = sorted(bodies)
    return shown


def plain(text: str) -> str:
    """Without moments and the numbers of messages."""
    return re.sub(r"<t:\d+|\d{15,20}", "…", text)
