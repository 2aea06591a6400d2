"""The read-only commands of `/admin`."""

from collections.abc import Mapping, Sequence

import discord

from bot.column_values import EVERY, OVER, RUNNING, UNFINISHED, Status
from bot.discord.admin.acts import operator_of, value_text
from bot.discord.commands.lookups import fitting, record_files
from bot.discord.formatting.markdown import (
    LINE_LIMIT,
    Accounts,
    escaped,
    jump_link,
    relative,
    seat_line,
    status_line,
    title,
)
from bot.discord.interaction.context import identity_of
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts.cards import list_line
from bot.sentences.agreements import clock_words
from bot.service.admin.operator import COMMAND_LINE
from bot.service.admin.queries import AuditEntry
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.wording import counted

STATES: Mapping[str, Sequence[Status]] = {
    "unfinished": UNFINISHED,
    "running": RUNNING,
    "paused": ("paused",),
    "waiting": ("lobby",),
    "over": OVER,
    "all": EVERY,
}


async def list_games(responder: Responder, options: Options) -> None:
    """List the games of the server or, for owners of the bot, of all servers."""
    operator = operator_of(responder)
    player: discord.User | None = options.get("player")
    if options.get("everywhere") and not operator.owner:
        raise Refused("not_owner", "Only owners of the bot see the games of all servers.")
    identities = responder.service.identities
    summaries = await responder.service.admin.games(
        operator,
        STATES[options.get("status", "unfinished")],
        key=options.get("title"),
        player_id=None if player is None else (await identities.find(identity_of(player))).id,
        guild_id=None if options.get("everywhere") else operator.guild_id,
    )
    lines = [list_line(summary, None) for summary in summaries]
    await responder.say(fitting(lines) if lines else "There is no such game.")


async def show_facts(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Show everything about a game except its secrets."""
    facts = await responder.service.admin.details(operator_of(responder), summary.code)
    times = ("created", summary.created_at), ("started", facts.started_at), ("ended", facts.finished_at)
    events = "" if facts.last_seq is None else f" · {counted(facts.last_seq, 'event')}"
    log = "✅ the log replays to this position"
    if not facts.sound:
        log = "❌ log and position disagree: see the doctor"
    lines = [
        title(summary),
        status_line(summary),
        " · ".join(f"{what} {relative(at)}" for what, at in times if at is not None),
        *(f"{seat.emblem} {seat_line(seat)}" for seat in summary.seats),
        f"Host {escaped(summary.host.name)} · {jump_link(summary)}",
        f"Time: {clock_words(summary, responder.engines[summary.key])} · due {value_text(summary.deadline)}",
        f"Rules version {facts.rules_version}{events} · {log}",
        *(
            f"{escaped(one.person.name)} is invited to {one.seat_name}, until {value_text(one.expires_at)}"
            for one in facts.invitations
        ),
        *([f"Still to be delivered: {counted(facts.waiting, 'post')}"] if facts.waiting else []),
        *(f"⚠️ {escaped(trouble, LINE_LIMIT)}" for trouble in facts.trouble),
        *await _audit_lines(responder, facts.audit),
    ]
    await responder.say(fitting(lines))


async def export_record(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Send the record that any player or onlooker in the user's place would get."""
    # An administrator, too, sees no secrets of a running game.
    files = await record_files(responder, summary.code)
    await responder.say(f"{title(summary)}: the record, and the same as a score sheet.", files=files)


async def show_audit(responder: Responder, options: Options) -> None:
    """List what administrators have done."""
    entries = await responder.service.admin.audit(operator_of(responder), options.get("game"))
    lines = await _audit_lines(responder, entries)
    await responder.say(fitting(lines) if lines else "Administrators have done nothing here.")


async def _audit_lines(responder: Responder, entries: Sequence[AuditEntry]) -> list[str]:
    accounts = await responder.accounts({entry.person_id for entry in entries if entry.person_id is not None})
    return [_audit_line(entry, accounts) for entry in entries]


def _audit_line(entry: AuditEntry, accounts: Accounts) -> str:
    who = COMMAND_LINE
    if entry.person_id is not None:
        account = accounts.get(entry.person_id)
        who = str(entry.person_id) if account is None else f"<@{account}>"
    events = f" · event {entry.events}" if entry.events else ""
    why = f" · {escaped(entry.why, LINE_LIMIT)}" if entry.why else ""
    return f"{relative(entry.at)} {who}: **{entry.act}** `{entry.code or '–'}`{events}{why}"
