"""Lists of games, facts about one, and what administrators have done."""

from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import SystemRandom
from typing import NamedTuple

from bot.cli.accounts import account
from bot.cli.connection import Command, clock_of, database_command
from bot.cli.terminal import Row, write_json, write_line, write_table
from bot.column_values import EVERY, UNFINISHED
from bot.service.admin.operator import COMMAND_LINE, Operator
from bot.service.admin.plan import DisplayValue
from bot.service.admin.queries import AdminQueries, AuditEntry
from bot.service.people.doors import DISCORD
from bot.service.people.persons import Identities
from bot.service.usecases import Dependencies
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from bot.store.database import Database
from engines.registry import ENGINES
from engines.wording import counted

_AUDIT = ("when", "who", "act", "game", "events", "why")
"""The columns of a list of acts."""


class Lookups(NamedTuple):
    """The use cases that these commands need: to load all of them would take longer."""

    admin: AdminQueries
    identities: Identities


def _lookup(work: Callable[[Lookups, Namespace], Awaitable[None]]) -> Command:
    """Wraps a command that reads from a database with an up-to-date schema."""

    @database_command
    async def command(database: Database, chosen: Namespace) -> None:
        dependencies = Dependencies(database, ENGINES, await clock_of(database), SystemRandom())
        await work(Lookups(AdminQueries(dependencies), Identities(dependencies)), chosen)

    return command


@_lookup
async def list_games(use_cases: Lookups, chosen: Namespace) -> None:
    """List games."""
    player = None if chosen.player is None else await use_cases.identities.find(account(chosen.player))
    games = use_cases.admin.every_game(
        EVERY if chosen.all else UNFINISHED,
        key=chosen.game,
        player_id=None if player is None else player.id,
        guild_id=chosen.server,
    )
    rows: Sequence[Row] = [
        (
            game.code,
            game.key,
            game.status,
            game.turn,
            game.moved_at or game.created_at,
            game.deadline,
            tuple(seat.person.name if seat.person else "–" for seat in game.seats),
        )
        async for game in games
    ]
    head = ("code", "game", "status", "turn", "moved", "due", "players")
    write_table(head, rows, as_json=chosen.json)
    if not chosen.json:
        write_line(counted(len(rows), "game"))


@_lookup
async def show_game(use_cases: Lookups, chosen: Namespace) -> None:
    """Write everything about a game except its secrets."""
    facts = await use_cases.admin.details(Operator(), chosen.code)
    game = facts.summary
    people = {game.host.id, *(seat.person.id for seat in game.seats if seat.person)}
    accounts = await use_cases.identities.external_ids(DISCORD, people)
    rows: list[tuple[str, DisplayValue]] = [
        ("game", f"{game.title} {game.code}, rules version {facts.rules_version}"),
        ("status", game.status),
        ("turn", f"{game.turn}: {game.prompt}" if game.turn else None),
        *((seat.name, None if seat.person is None else _named(seat.person, accounts)) for seat in game.seats),
        ("host", _named(game.host, accounts)),
        ("place", _place(game)),
        ("hours for a turn", None if game.deadline_hours is None else f"{game.deadline_hours:g}"),
        ("deadline", game.deadline),
        ("created", game.created_at),
        ("started", facts.started_at),
        ("ended", facts.finished_at),
        ("events", str(facts.last_seq)),
        ("log", "sound" if facts.sound else "does not lead to the snapshot: see “game verify”"),
        ("posts to come", str(facts.waiting)),
        *(
            (f"invited to {one.seat_name}", f"{one.person.name}, until {one.expires_at:%Y-%m-%d %H:%M} UTC")
            for one in facts.invitations
        ),
    ]
    audit = await _audit_rows(use_cases, facts.audit)
    if chosen.json:
        acts = [dict(zip(_AUDIT, row, strict=True)) for row in audit]
        write_json({"facts": dict(rows), "trouble": facts.trouble, "audit": acts})
        return
    write_table(("", ""), [*rows, *(("trouble", trouble) for trouble in facts.trouble)])
    write_table(_AUDIT, audit)


@_lookup
async def list_acts(use_cases: Lookups, chosen: Namespace) -> None:
    """List what administrators have done."""
    entries = await use_cases.admin.audit(Operator(), chosen.code)
    write_table(_AUDIT, await _audit_rows(use_cases, entries), as_json=chosen.json)


def _place(game: GameSummary) -> str | None:
    if game.place is None:
        return None
    return f"{game.guild_id}/{game.channel_id}" + (f"/{game.thread_id}" if game.thread_id else "")


def _named(person: Person, accounts: Mapping[int, str]) -> str:
    return f"{person.name} ({accounts[person.id]})" if person.id in accounts else person.name


async def _audit_rows(use_cases: Lookups, entries: Sequence[AuditEntry]) -> list[Row]:
    actors = {entry.person_id for entry in entries if entry.person_id is not None}
    accounts = await use_cases.identities.external_ids(DISCORD, actors)
    return [
        (
            entry.at,
            COMMAND_LINE if entry.person_id is None else accounts.get(entry.person_id, str(entry.person_id)),
            entry.act,
            entry.code,
            entry.events,
            entry.why or "",
        )
        for entry in entries
    ]
