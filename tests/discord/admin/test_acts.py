"""Acts of administrators: proposed, confirmed, and on record."""

import re
from typing import Any

import pytest
from discord import ui

from bot.discord.admin import acts
from bot.discord.admin.acts import done_text, plan_view, value_text
from bot.discord.admin.lookups import _audit_line
from bot.discord.formatting.layouts import layout
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.outbox.worker import Outbox
from bot.service.admin.acts import ANNOUNCEMENT_LIMIT
from bot.service.admin.plan import Done, Plan
from bot.service.admin.queries import AuditEntry
from bot.service.values.payloads import PostNote
from bot.store.database import Database
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import buttons, looks
from tests.discord.guests import Guests, draft, text_of, user
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ACCOUNTS,
    ADA,
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    SAMPLE,
    opened,
    play_through,
    running,
)


async def test_an_act_is_proposed_confirmed_and_on_record(guests: Guests) -> None:
    game = await running(guests.service)
    proposed = await guests.type(ADA, "admin pause", manager=True, game=game.code, why="a *storm*")
    assert "### /admin pause" in text_of(proposed)
    assert "**status**: active → paused" in text_of(proposed)
    assert r"Why: a \*storm\*" in text_of(proposed)
    assert "Nothing has been done yet" in text_of(proposed)
    assert (await guests.service.reading.summary(game.code)).status == "active"
    refused = await guests.press(ADA, draft(proposed))
    assert "Only people who may manage this server" in text_of(refused)
    done = await guests.press(ADA, draft(proposed), manager=True)
    assert "✅" in text_of(done)
    assert "-# `/admin resume` lets it go on." in text_of(done)
    assert (await guests.service.reading.summary(game.code)).status == "paused"
    audit = text_of(await guests.type(ADA, "admin audit", manager=True, game=game.code))
    assert f"<@{ACCOUNTS[ADA.id]}>: **pause** `{game.code}` · event " in audit
    facts = text_of(await guests.type(ADA, "admin show", manager=True, game=game.code))
    assert "✅ the log replays to this position" in facts
    assert "❌" not in facts
    assert "Time: 3 days a turn" in facts or "Time: no clock" in facts
    assert "**pause**" in facts


async def test_who_manages_a_server_lets_games_whose_thread_is_gone_go_on_in_the_channel(
    guests: Guests, database: Database
) -> None:
    game = await running(guests.service)
    async with database.transaction() as unit:
        await unit.games.set_columns(game.id, thread_id=99)
    await guests.service.places.place_gone(HERE.guild_id, 99)
    consent = ButtonState("settle", NO_GAME, payload=str(HERE.guild_id))
    refused = await guests.press(BOB, consent, direct=True)
    assert "Only people who may manage that server" in text_of(refused)
    guests.discord.strangers.add(ACCOUNTS[CLEO.id])
    assert "Only people who may manage that server" in text_of(await guests.press(CLEO, consent, direct=True))
    assert (await guests.service.reading.summary(game.code)).thread_id == 99
    guests.discord.managers.add(ACCOUNTS[ADA.id])
    done = await guests.press(ADA, consent, direct=True)
    assert f"✅ These go on in their channel: `{game.code}`." in text_of(done)
    moved = await guests.service.reading.summary(game.code)
    assert (moved.thread_id, moved.threaded, moved.channel_id) == (None, False, HERE.channel_id)
    assert "No game is waiting for that" in text_of(await guests.press(ADA, consent, direct=True))
    audit = text_of(await guests.type(ADA, "admin audit", manager=True, game=game.code))
    assert f"<@{ACCOUNTS[ADA.id]}>: **move**" in audit


async def test_administrators_are_told_apart_from_others(guests: Guests) -> None:
    game = await running(guests.service)
    assert "Only people who may manage" in text_of(await guests.type(BOB, "admin pause", game=game.code))
    there = await guests.type(ADA, "admin pause", direct=True, manager=True, game=game.code)
    assert "not in direct messages" in text_of(there)
    assert "done nothing here" in text_of(await guests.type(ADA, "admin audit", manager=True))
    everywhere = await guests.type(ADA, "admin list", manager=True, everywhere=True)
    assert "Only owners of the bot" in text_of(everywhere)


async def test_administrators_list_games(guests: Guests) -> None:
    game, waits = await running(guests.service), await opened(guests.service, "reef")
    both = text_of(await guests.type(ADA, "admin list", manager=True))
    assert game.code in both
    assert waits.code in both
    some = text_of(await guests.type(ADA, "admin list", manager=True, status="waiting"))
    assert waits.code in some
    assert game.code not in some
    bobs = text_of(await guests.type(ADA, "admin list", manager=True, player=user(BOB)))
    assert game.code in bobs
    assert waits.code not in bobs
    assert "no such game" in text_of(await guests.type(ADA, "admin list", manager=True, title="tae"))


async def test_a_dry_run_names_who_sits_in_the_seats(guests: Guests) -> None:
    """An administrator was told of White and Black alone."""
    game = await running(guests.service)
    wish: dict[str, Any] = {"manager": True, "game": game.code, "seat": "White"}
    forced = text_of(await guests.type(ADA, "admin force", action="@d3", **wish))
    assert "Ann (White) plays @d3." in forced
    assert "**to act**: Ann (White) → Bob (Black)" in forced
    over = text_of(await guests.type(ADA, "admin force", action="resign", **wish))
    assert "**result**: none → Bob (Black) wins" in over
    passed = text_of(await guests.type(ADA, "admin pass", **wish))
    assert "An admin lets the time of Ann (White) run out." in passed


async def test_a_seat_goes_to_people_and_to_no_bot(guests: Guests) -> None:
    game = await running(guests.service)
    wish: dict[str, Any] = {"manager": True, "game": game.code, "seat": "Black"}
    assert "that is a bot" in text_of(
        await guests.type(ADA, "admin replace", player=user(CLEO, bot=True), **wish)
    )
    guests.discord.strangers = {ACCOUNTS[DAN.id]}
    for person, refusal in ((CLEO, "Do it"), (DAN, "Dan is not a member of the server")):
        proposed = await guests.type(ADA, "admin replace", player=user(person), **wish)
        assert refusal in (text_of(proposed) + str(buttons(proposed.sent[-1].content.get("view", layout()))))
    # Of two people of one name it is told apart who is meant.
    other = user(CLEO)
    other.global_name = "Bob"
    proposed = await guests.type(ADA, "admin replace", player=other, **wish)
    assert "Bob is invited to the seat of Bob (Black); until" in text_of(proposed)
    assert f"\n-# <@{ACCOUNTS[CLEO.id]}> (account Cleo)\n" in text_of(proposed)
    guests.discord.faults.append(failure(503))
    assert "does not say" in text_of(await guests.type(ADA, "admin replace", player=user(CLEO), **wish))


class Attachment:
    """A file that is handed over with a command."""

    def __init__(self, data: bytes, size: int | None = None) -> None:
        self.data = data
        self.size = len(data) if size is None else size

    async def read(self) -> bytes:
        """What is in it."""
        return self.data


async def test_a_record_is_imported(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MAX_ENTRIES", len(SAMPLE[:4]) + 1)
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:4])
    await guests.type(ANN, "game resign", game=game.code, sure=True)
    record, _ = await guests.service.reading.export(game.code, ANN)
    people = {"player1": user(BOB), "player2": user(CLEO)}
    wish: dict[str, Any] = {"manager": True, "thread": False, **people}
    refused = await guests.type(ADA, "admin import", file=Attachment(b"{}", size=2**20 + 1), **wish)
    assert "A record has at most" in text_of(refused)
    proposed = await guests.type(ADA, "admin import", file=Attachment(record, size=2**20), **wish)
    monkeypatch.setattr(acts, "MAX_ENTRIES", len(SAMPLE[:4]))
    refused = await guests.type(ADA, "admin import", file=Attachment(record), **wish)
    assert "of that length" in text_of(refused)
    done = text_of(await guests.press(ADA, draft(proposed), manager=True))
    codes = [code for code in re.findall("`([A-Z0-9]{4})`", done) if code != game.code]
    imported = await guests.service.reading.summary(codes[0])
    assert "nobody is invited to it" in text_of(proposed)
    assert [seat.person.name for seat in imported.seats if seat.person] == ["Vacant", "Vacant"]
    assert (imported.channel_id, imported.threaded) == (HERE.channel_id, False)


async def test_what_is_announced_comes_whole_and_says_something(
    guests: Guests, database: Database, clock: ManualClock
) -> None:
    await running(guests.service)
    proposed = await guests.type(ADA, "admin announce", manager=True, text="x" * ANNOUNCEMENT_LIMIT)
    assert f"📣 {'x' * ANNOUNCEMENT_LIMIT}\n-# Nothing has been done yet." in text_of(proposed)
    await guests.press(ADA, draft(proposed), manager=True)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    (note,) = (one.payload.text for one in sender.delivered if isinstance(one.payload, PostNote))
    assert note == "x" * ANNOUNCEMENT_LIMIT
    nothing = await guests.type(ADA, "admin announce", manager=True, text=" ")
    assert text_of(nothing) == "Write what is to be announced."


def test_values_of_changes_are_words(clock: ManualClock) -> None:
    assert value_text(None) == "none"
    assert value_text(HERE) == f"<#{HERE.channel_id}>"
    assert value_text("a_b") == r"a\_b"
    assert value_text(clock.now()).startswith("<t:")


def test_words_of_others_are_cut(clock: ManualClock) -> None:
    plan = plan_view(Plan(act="pause", words="w" * 500), 7, "y" * 500)
    (shown,) = (item.content for item in plan.walk_children() if isinstance(item, ui.TextDisplay))
    assert (shown.count("w" * 299), shown.count("w" * 300)) == (1, 0)
    assert (shown.count("y" * 299), shown.count("y" * 300)) == (1, 0)
    assert looks(plan) == ["!Do it", "Leave it"]
    assert buttons(plan) == {"Do it": "tb:admin:X:0::7", "Leave it": "tb:close:X:0::"}
    assert done_text(Done(act="pause", words="w" * 500, summary=None)).count("w") == 299
    assert len(value_text("x" * 500)) == 300
    entry = AuditEntry(clock.now(), None, "pause", None, "y" * 500, None)
    assert _audit_line(entry, {}).endswith("**pause** `–` · " + "y" * 299 + "…")


async def test_a_server_is_settled_by_who_manages_it(guests: Guests) -> None:
    assert "Only people who may manage" in text_of(await guests.type(BOB, "server settings", quiet=True))
    assert "Quiet: on" in text_of(await guests.type(ADA, "server settings", manager=True, quiet=True))
    assert "Quiet: on" in text_of(await guests.type(ADA, "server settings", manager=True))
    assert "Nothing has been reported here." in text_of(
        await guests.type(ADA, "server reports", manager=True)
    )


@pytest.mark.parametrize("text", ["half a \ud800 character", "nothing\x00 at all"])
async def test_what_no_database_holds_is_left_out_of_what_was_typed(guests: Guests, text: str) -> None:
    game = await running(guests.service)
    value_text = text_of(await guests.type(ADA, "admin pause", manager=True, game=game.code, why=text))
    assert f"Why: {text.replace(chr(0xD800), '?').replace(chr(0), '')}" in value_text
    value_text = text_of(await guests.type(CLEO, "roses new", words=text))
    assert "You opened" in value_text
