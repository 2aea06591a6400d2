"""``admin list``, ``show`` and ``audit``."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from bot.cli.arguments import DISCORD, account
from bot.cli.connection import with_service
from bot.cli.terminal import Row, said, table
from bot.service import Service
from bot.service.admin.operator import Operator
from bot.service.admin.queries import AuditEntry, Facts
from bot.service.finding import EVERY, UNFINISHED
from bot.service.summaries import GameSummary, Person
from bot.settings import Settings


def list_games(settings: Settings, chosen: Namespace) -> int:
    """List games."""

    async def work(service: Service) -> Sequence[GameSummary]:
        player = None if chosen.player is None else await service.persons.find(account(chosen.player))
        return await service.admin.games(
            Operator(),
            EVERY if chosen.all else UNFINISHED,
            key=chosen.game,
            player_id=None if player is None else player.id,
            guild_id=chosen.server,
            limit=None,
        )

    found = with_service(settings, work)
    rows: Sequence[Row] = [
        (
            game.code,
            game.key,
            game.status,
            game.turn,
            f"{game.moved_at or game.created_at:%Y-%m-%d %H:%M}",
            said(game.deadline),
            ", ".join(seat.person.name if seat.person else "–" for seat in game.seats),
        )
        for game in found
    ]
    sys.stdout.write(table(("code", "game", "status", "turn", "moved", "due", "players"), rows))
    return 0


def show_game(settings: Settings, chosen: Namespace) -> int:
    """Say everything about a game but its secrets."""

    async def work(service: Service) -> tuple[Facts, Mapping[int, str]]:
        facts = await service.admin.facts(Operator(), chosen.code)
        people = {facts.summary.host.id, *(seat.person.id for seat in facts.summary.seats if seat.person)}
        actors = {entry.person_id for entry in facts.audit if entry.person_id is not None}
        return facts, await service.persons.external_ids(DISCORD, people | actors)

    facts, accounts = with_service(settings, work)
    game = facts.summary
    rows: list[Row] = [
        ("game", f"{game.title} {game.code}, rules version {facts.rules_version}"),
        ("status", game.status),
        ("turn", f"{game.turn}: {game.prompt}" if game.turn else "–"),
        *((seat.name, _named(seat.person, accounts) if seat.person else "–") for seat in game.seats),
        ("host", _named(game.host, accounts)),
        ("place", _place(game)),
        ("hours for a turn", "–" if game.deadline_hours is None else f"{game.deadline_hours:g}"),
        ("deadline", said(game.deadline)),
        ("created", said(game.created_at)),
        ("started", said(facts.started_at)),
        ("ended", said(facts.finished_at)),
        ("events", str(facts.last_seq)),
        ("log", "sound" if facts.sound else "does not lead to the snapshot: see “game verify”"),
        ("posts to come", str(facts.waiting)),
        *(("trouble", trouble) for trouble in facts.trouble),
    ]
    sys.stdout.write(table(("", ""), rows))
    _show_audit(facts.audit, accounts)
    return 0


def list_acts(settings: Settings, chosen: Namespace) -> int:
    """Say what administrators have done."""

    async def work(service: Service) -> tuple[Sequence[AuditEntry], Mapping[int, str]]:
        entries = await service.admin.audit(Operator(), chosen.code)
        actors = {entry.person_id for entry in entries if entry.person_id is not None}
        return entries, await service.persons.external_ids(DISCORD, actors)

    _show_audit(*with_service(settings, work))
    return 0


def _place(game: GameSummary) -> str:
    if game.place is None:
        return "–"
    return f"{game.guild_id}/{game.channel_id}" + (f"/{game.thread_id}" if game.thread_id else "")


def _named(person: Person, accounts: Mapping[int, str]) -> str:
    return f"{person.name} ({accounts[person.id]})" if person.id in accounts else person.name


def _show_audit(entries: Sequence[AuditEntry], accounts: Mapping[int, str]) -> None:
    rows = [
        (
            said(entry.at),
            entry.actor if entry.person_id is None else accounts.get(entry.person_id, entry.actor),
            entry.act,
            entry.code or "–",
            "–" if entry.last_seq_after is None else f"{entry.last_seq_before or 0} → {entry.last_seq_after}",
            entry.why or "",
        )
        for entry in entries
    ]
    sys.stdout.write(table(("when", "who", "act", "game", "events", "why"), rows))
