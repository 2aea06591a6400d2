"""What the buttons and selects of cards and panels do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.discord import panel, switches
from bot.discord.admin import confirming
from bot.discord.answer import Answer
from bot.discord.commands import playing, privacy, table, talking, telling
from bot.discord.desk import Interaction, person_of
from bot.discord.direct import tell_table
from bot.discord.press import PressButton, Ref, Verb
from bot.discord.wording import seat_of, title
from bot.service.reports import Refused
from engines.contract import Resign, parse_table


async def _join(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await table.join(interaction, answer, ref.code, ref.seat)


async def _leave(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await table.leave(interaction, answer, ref.code)


async def _start(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await table.start(interaction, answer, ref.code)


async def _board(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await telling.tell_board(interaction, answer, {"game": ref.code})


async def _hand(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await telling.tell_hand(interaction, answer, {"game": ref.code})


async def _rules(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await telling.tell_rules(interaction, answer, {"game": ref.code})


async def _moves(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    """What is legal for who may act; for everybody else what has been played."""
    desk = interaction.client.desk
    try:
        await telling.tell_moves(interaction, answer, {"game": ref.code})
    except Refused:
        report = await desk.service.reading.report(ref.code)
        await answer.say(await telling.history_text(interaction, report))


async def _resign(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    """Ask before it is too late."""
    report = await interaction.client.desk.service.reading.report(ref.code)
    if seat_of(report, interaction.user.id) is None:
        raise Refused("not_in_game", f"You do not play in {title(report)}, so there is nothing to give up.")
    view = ui.LayoutView(timeout=None)
    yes: PressButton = PressButton(
        Ref("resigned", ref.code, report.version), "Yes, I give this game up", ButtonStyle.danger
    )
    row: ui.ActionRow[Any] = ui.ActionRow(
        yes, PressButton(Ref("close", ref.code, report.version), "No, play on")
    )
    view.add_item(ui.Container(ui.TextDisplay(f"{title(report)}\nDo you really want to resign?"), row))
    await answer.show(view)


async def _resigned(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    desk = interaction.client.desk
    played = await desk.service.play.act(
        person_of(interaction),
        ref.code,
        Resign(),
        interaction_id=interaction.id,
        expected_version=ref.version,
    )
    await answer.put_away(playing.played_text(played))


async def _table(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    action = parse_table(ref.rest)
    if action is None:
        raise Refused("stale", "This button belongs to an older version of Turnpost; use `/game` instead.")
    await playing.act(interaction, answer, ref.code, action, expected_version=ref.version)


async def _undo(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    report = await interaction.client.desk.service.reading.report(ref.code)
    if report.version != ref.version:
        raise Refused("stale", f"This button is of an earlier position: {title(report)} has gone on since.")
    await table.undo(interaction, answer, ref.code, "allow" if ref.rest == "yes" else "refuse")


async def _again(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    """A new game of the same kind with the same options, in the channel of the old one."""
    desk = interaction.client.desk
    old = await desk.service.reading.report(ref.code)
    report = await desk.service.lobby.again(person_of(interaction), old.code, interaction_id=interaction.id)
    await answer.say(
        f"You opened {title(report)} with the same options; its card waits in <#{report.channel_id}>."
    )


async def _talk(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await talking.show_messages(interaction, answer, ref.code)


async def _talks(interaction: Interaction, answer: Answer, ref: Ref, _values: Sequence[str]) -> None:
    await talking.show_messages(interaction, answer, ref.code, turn=ref.rest or None, skip=ref.version)


VERBS: dict[str, Verb] = {
    "join": Verb(_join),
    "leave": Verb(_leave),
    "start": Verb(_start),
    "board": Verb(_board),
    "hand": Verb(_hand),
    "moves": Verb(_moves),
    "rules": Verb(_rules),
    "resign": Verb(_resign),
    "resigned": Verb(_resigned, update=True),
    "table": Verb(_table),
    "undo": Verb(_undo),
    "takeback": Verb(panel.take_back, update=True),
    "again": Verb(_again),
    "talk": Verb(_talk),
    "talks": Verb(_talks, update=True),
    "tell": Verb(tell_table, update=True),
    "move": Verb(panel.open_panel),
    "pick": Verb(panel.pick, update=True),
    "play": Verb(panel.play, update=True),
    "switch": Verb(switches.press, update=True),
    "close": Verb(panel.close, update=True),
    privacy.VERB: Verb(privacy.forgotten, update=True),
    confirming.VERB: Verb(confirming.confirmed, update=True),
}
