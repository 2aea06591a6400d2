"""Whole games over the real wire, by command and by button."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.service.game.picking import token_of
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.wire.hosting import DROPS, SAMPLE, Host, Table
from tests.wire.panels import pick
from tests.wire.panels import picks as choosable

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def test_a_whole_game_by_typed_commands(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    ann, bob = table.ann, table.bob
    commands = [
        *(("roses drop", {"cell": text[1:]}) for text in DROPS),
        ("roses step", {"from": "c3", "to": "d4"}),
        ("roses step", {"from": "e5", "to": "e4"}),
        ("roses phalanx", {"from": "d3", "target": "d5"}),
        ("roses shift", {"from": "d6", "to": "b4"}),
        ("roses translate", {"first": "d4", "second": "d5", "direction": "w"}),
        ("roses step", {"from": "c5", "to": "d5"}),
        ("roses support", {"from": "c4", "target": "b4"}),
        ("roses step", {"from": "e6", "to": "d6"}),
        ("roses phalanx", {"from": "b3", "target": "b5"}),
    ]
    for ply, (command, options) in enumerate(commands):
        before = await table.card()
        mover = (ann, bob)[ply % 2]
        answer = await mover.slash(command, options, channel=table.thread)
        assert answer.reply.ephemeral
        assert SAMPLE[ply] in answer.reply.text
        await table.card(after=before)
    last = await table.card()
    assert "castle" in last.text
    assert "Play again" in last.labels
    assert "Move" not in last.labels
    assert not last.mentions
    assert len(table.cards()) == len(SAMPLE) + 1
    for old in table.cards()[:-1]:
        await sandbox.wait_for(lambda old=old: not old.labels, what="the old card to lose its buttons")  # type: ignore[misc]
        assert old.alt_texts


@pytest.mark.slow
async def test_a_whole_game_by_buttons(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    table = await Table.opened(sandbox)
    for ply, notation in enumerate(SAMPLE):
        await press_move(table, (ann, bob)[ply % 2], notation)
    assert "castle" in (await table.card()).text


async def press_move(table: Table, mover: Person, notation: str) -> None:
    """Move, pick until the preview shows the notation, confirm."""
    card = await table.card()
    panel = (await mover.click(card, "Move")).reply
    cells = re.findall(r"[a-f][1-6]", notation)
    picks = 0
    while not any(label == "Play it" for label in panel.labels):
        shown = choosable(panel)
        panel = await pick(mover, panel, notation if token_of(notation) in shown else cells[0])
        picks += 1
        assert picks < 4
    assert panel.ephemeral
    assert notation in panel.text
    assert panel.alt_texts
    answer = await mover.click(panel, "Play it")
    assert notation in answer.reply.text
    await table.card(after=card)


async def test_only_the_player_to_act_is_pinged(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    first = await table.card()
    assert first.mentions == ["Ann"]
    await table.move(table.ann, "@d3")
    assert (await table.card()).mentions == ["Bob"]
    for look in sandbox.messages("games"):
        assert not look.mentions


async def test_everybody_may_look_and_nobody_else_sees(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play("@d3", "@c5")
    cleo = sandbox.person("Cleo")
    card = await table.card()
    for label in ("Board", "Moves", "Rules"):
        look = (await cleo.click(card, label)).reply
        assert look.ephemeral
        assert look not in sandbox.messages(table.thread, viewer=table.ann)
    board = (await cleo.slash("game show", {"text": True}, channel=table.thread)).reply
    assert "d3 w" in board.text
    picture = (await table.bob.slash("game show", channel=table.thread)).reply
    assert (await picture.file()).startswith(b"\x89PNG")
    assert "soldier d3" in picture.alt_texts[0]
    history = (await cleo.slash("game history", channel=table.thread)).reply
    assert "@d3" in history.text
    assert "@c5" in history.text


async def test_records_come_as_files(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play("@d3", "@c5")
    export = (await table.ann.slash("game record export", channel=table.thread)).reply
    assert {file.filename for file in export.files} == {f"{table.code}.json", f"{table.code}.txt"}
    assert b"@d3" in await export.file(0)


async def test_autocomplete_offers_what_is_legal(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    cells = await table.ann.autocomplete("roses drop", focused="cell", channel=table.thread)
    assert {choice["value"] for choice in cells} == {"d3", "e4"}
    (why,) = await table.bob.autocomplete("roses drop", focused="cell", channel=table.thread)
    assert why["name"].startswith("It is not your turn: ")
    typed = await table.ann.autocomplete("move", {"notation": "e4"}, focused="notation", channel=table.thread)
    assert [choice["value"] for choice in typed] == ["@e4"]
    games = await table.ann.autocomplete("game show", focused="game", channel="general")
    assert [choice["value"] for choice in games] == [table.code]


async def test_a_refused_move_is_told_to_its_maker_alone(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    cards = len(table.cards())
    for person, notation in (
        (table.bob, "@c5"),
        (table.ann, "@c4"),
        (table.ann, "nonsense"),
        (table.ann, "d3-d4"),
    ):
        reply = (await person.slash("move", {"notation": notation}, channel=table.thread)).reply
        assert reply.ephemeral
        assert "✅" not in reply.text
        assert len(reply.text) > 15
    stranger = (await sandbox.person("Eve").slash("move", {"notation": "@d3"}, channel=table.thread)).reply
    assert "do not play" in stranger.text
    assert len(table.cards()) == cards


async def test_resigning_asks_first(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    asked = (await table.bob.click(card, "Resign")).reply
    kept = await table.bob.click(asked, "No")
    assert "nothing was played" in kept.reply.text
    asked = (await table.bob.click(card, "Resign")).reply
    await table.bob.click(asked, "Yes")
    assert "White" in (await table.card(after=card)).text


async def test_a_draw_is_offered_and_accepted_by_button(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    asked = (await table.ann.slash("game draw", channel=table.thread)).reply
    assert "You offer a draw." in asked.text
    await table.ann.click(asked, "Play it")
    offered = await table.card(after=card)
    assert "Accept the draw" in offered.labels
    own = (await table.ann.click(offered, "Accept the draw")).reply
    assert "✅" not in own.text
    asked = (await table.bob.click(offered, "Accept the draw")).reply
    await table.bob.click(asked, "Play it")
    over: SeenMessage = await table.card(after=offered)
    assert "draw" in over.text.lower()


async def test_undo_needs_both(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play("@d3", "@c5")
    board = (await table.bob.slash("game show", {"text": True}, channel=table.thread)).reply
    assert "d3 w" in board.text
    card = await table.card()
    await table.ann.slash("game undo", channel=table.thread)
    asked = await table.card(after=card)
    await table.bob.click(asked, "Allow")
    back = await table.card(after=asked)
    assert back.mentions == ["Ann"]
    board = (await table.bob.slash("game show", {"text": True}, channel=table.thread)).reply
    assert "d3 ." in board.text


async def test_whoever_is_away_is_asked_before_they_play(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    last = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    assert "Your vacation:" in (await table.ann.slash("away", {"until": last})).reply.text
    text = await sandbox.message(table.thread, lambda look: "is on vacation until" in look.text)
    assert "The clock stands" in text.text
    assert text.id == card.id, "it stands on the card that is there, and calls nobody"
    asked = (await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)).reply
    assert "come back and play?" in asked.text
    assert "Welcome back" in (await table.ann.click(asked, "I am back")).reply.text
    await sandbox.message(table.thread, lambda look: "is back" in look.text)
    await table.move(table.ann, "@d3")


async def test_a_table_agrees_to_pause_and_to_go_on(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    day = (datetime.now(UTC) + timedelta(days=4)).date().isoformat()
    await table.ann.slash("game pause until", {"day": day}, channel=table.thread)
    asked = await table.card(after=card)
    assert asked.mentions == ["Bob"]
    assert "is paused until" in (await table.bob.click(asked, "Agree to the pause")).reply.text
    paused = await table.card(after=asked)
    refused = (await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)).reply
    assert "is paused" in refused.text
    await table.bob.slash("game pause end", channel=table.thread)
    asked = await table.card(after=paused)
    await table.ann.click(asked, "Go on")
    await table.card(after=asked)
    await table.move(table.ann, "@d3")


async def test_undo_is_free_until_the_other_acts_and_can_be_undone_itself(
    sandbox: Sandbox, host: Host
) -> None:
    table = await Table.opened(sandbox)
    await table.move(table.ann, "@d3")
    card = await table.card()
    undone = (await table.ann.slash("game undo", channel=table.thread)).reply
    assert "Undone: @d3." in undone.text
    back = await table.card(after=card)
    again = (await table.ann.click(undone, "Redo")).reply
    assert "Undo" in again.labels
    over = await table.card(after=back)
    assert over.mentions == [], "Bob was called for this turn a moment ago"
    board = (await table.bob.slash("game show", {"text": True}, channel=table.thread)).reply
    assert "d3 w" in board.text


async def test_play_again_opens_the_same_game(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox, quiet_limit=50)
    card = await table.card()
    await table.ann.slash("game resign", {"sure": True}, channel=table.thread)
    over = await table.card(after=card)
    await table.bob.click(over, "Play again")
    lobby = await sandbox.message("games", lambda look: "Accept" in look.labels)
    assert "quiet limit: 50" in lobby.text


async def test_lists_show_whose_turn_it_is(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    mine = (await table.ann.slash("game inbox", channel="general")).reply
    assert table.code in mine.text
    assert "your turn" in mine.text
    theirs = (await table.bob.slash("game inbox", channel="general")).reply
    assert "your turn" not in theirs.text
    empty = (await sandbox.person("Eve").slash("game inbox", channel="general")).reply
    assert "no running game" in empty.text
    server = (await sandbox.person("Eve").slash("game inbox", {"whose": "server"}, channel="general")).reply
    assert table.code in server.text


async def test_commands_work_in_direct_messages_too(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    mine = (await table.ann.slash("game inbox", channel=table.ann.dm_channel)).reply
    assert table.code in mine.text
    before = await table.card()
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.ann.dm_channel)
    await table.card(after=before)
    alone = (await table.ann.slash("roses new", channel=table.ann.dm_channel)).reply
    assert "You play alone against computers." in alone.text


async def test_questions_are_answered_to_the_asker(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    result = (await sandbox.person("Eve").slash("roses position", channel=table.thread)).reply
    assert "B/..../...../...../..../W w 44" in result.text
    assert result.ephemeral
    lobby = await table.ann.slash("roses new", {"thread": True}, channel="general")
    assert "You opened" in lobby.reply.text
    early = (await table.ann.slash("roses attacks", channel="off-topic")).reply
    assert early.ephemeral


@pytest.mark.parametrize(
    "text", ["@everyone <@1>", "**`||", "\u202e\ud7ff" * 40, "x" * 3000, "draw accept", "time up", "pass"]
)
async def test_hostile_notation_is_refused_in_words(sandbox: Sandbox, host: Host, text: str) -> None:
    table = await Table.opened(sandbox)
    cards = len(table.cards())
    reply = (await table.ann.slash("move", {"notation": text}, channel=table.thread)).reply
    assert reply.ephemeral
    assert not reply.mentions
    assert "Something went wrong" not in reply.text
    assert "✅" not in reply.text
    assert len(table.cards()) == cards


async def test_the_host_may_call_off_and_others_may_leave(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("game new", {"game": "roses", "hours": 0, "thread": False})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    assert "no clock" in lobby.text
    assert "called off" not in (await bob.slash("game lobby cancel")).reply.text
    refused = (await bob.click(lobby, "Leave")).reply
    assert "no seat" in refused.text
    assert "called" in (await ann.slash("game lobby cancel")).reply.text
    await sandbox.wait_for(lambda: not lobby.labels, what="the card to lose its buttons")
    late = (await bob.slash("game join")).reply
    assert "seat in" not in late.text
