"""``admin list``, ``show`` and ``audit``."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from bot.cli.acting import said
from bot.cli.opened import with_service
from bot.cli.tables import Row, table
from bot.service.admin.looking import AuditEntry
from bot.service.admin.operator import Operator
from bot.service.finding import EVERY, UNFINISHED
from bot.settings import Settings


def list_games(settings: Settings, chosen: Namespace) -> int:
    """List games."""
    found = with_service(
        settings,
        lambda service: service.admin.games(
            Operator(),
            EVERY if chosen.all else UNFINISHED,
            key=chosen.game,
            player_id=chosen.player,
            guild_id=chosen.server,
            limit=None,
        ),
    )
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
    facts = with_service(settings, lambda service: service.admin.facts(Operator(), chosen.code))
    game = facts.summary
    rows: list[Row] = [
        ("game", f"{game.title} {game.code}, rules version {facts.rules_version}"),
        ("status", game.status),
        ("turn", f"{game.turn}: {game.prompt}" if game.turn else "–"),
        *(
            (seat.name, f"{seat.person.name} ({seat.person.id})" if seat.person else "–")
            for seat in game.seats
        ),
        ("host", f"{game.host.name} ({game.host.id})"),
        ("place", f"{game.guild_id}/{game.channel_id}" + (f"/{game.thread_id}" if game.thread_id else "")),
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
    _show_audit(facts.audit)
    return 0


def list_acts(settings: Settings, chosen: Namespace) -> int:
    """Say what administrators have done."""
    _show_audit(with_service(settings, lambda service: service.admin.audit(Operator(), chosen.code)))
    return 0


def _show_audit(entries: Sequence[AuditEntry]) -> None:
    rows = [
        (
            said(entry.at),
            entry.actor,
            entry.act,
            entry.code or "–",
            "–" if entry.last_seq_after is None else f"{entry.last_seq_before or 0} → {entry.last_seq_after}",
            entry.why or "",
        )
        for entry in entries
    ]
    sys.stdout.write(table(("when", "who", "act", "game", "events", "why"), rows))
