"""A unit of work: the tables as one transaction sees them."""

from datetime import datetime
from typing import TypeVar

from sqlalchemy import func, select

from bot.store.columns import Base
from bot.store.repositories.admin import Audits, Drafts
from bot.store.repositories.blocks import Blocks
from bot.store.repositories.chat import ChatMessages
from bot.store.repositories.due_games import DueGames
from bot.store.repositories.events import Events
from bot.store.repositories.followers import Followers
from bot.store.repositories.game_lists import GameLists
from bot.store.repositories.games import Games
from bot.store.repositories.inspection import Inspection
from bot.store.repositories.invitations import Invitations
from bot.store.repositories.jobs import Jobs
from bot.store.repositories.mails import Mails
from bot.store.repositories.notes import Notes
from bot.store.repositories.odd_rows import OddRows
from bot.store.repositories.orders import Orders
from bot.store.repositories.outbox import OutboxRows
from bot.store.repositories.ownership import Ownership
from bot.store.repositories.person_references import PersonReferences
from bot.store.repositories.persons import Persons
from bot.store.repositories.processes import Heartbeats, Leases
from bot.store.repositories.refusals import Refusals
from bot.store.repositories.reports import Reports
from bot.store.repositories.request_budget import RequestBudget
from bot.store.repositories.servers import Servers
from bot.store.repositories.vacations import Vacations
from bot.store.session import RowSession

RowT = TypeVar("RowT", bound=Base)


class Unit:
    """The tables: games, events, players, deliveries and the rest, within one transaction."""

    def __init__(self, session: RowSession) -> None:
        self._session = session
        self.games = Games(session)
        self.game_lists = GameLists(session)
        self.due_games = DueGames(session)
        self.events = Events(session)
        self.persons = Persons(session)
        self.outbox = OutboxRows(session)
        self.audits = Audits(session)
        self.drafts = Drafts(session)
        self.person_references = PersonReferences(session)
        self.leases = Leases(session)
        self.inspection = Inspection(session)
        self.odd_rows = OddRows(session)
        self.heartbeats = Heartbeats(session)
        self.alarm: datetime | None = None
        """The nearest moment at which the clocks are to be looked at for what this unit of work has set."""
        self.chat = ChatMessages(session)
        self.blocks = Blocks(session)
        self.followers = Followers(session)
        self.invitations = Invitations(session)
        self.jobs = Jobs(session)
        self.mails = Mails(session)
        self.notes = Notes(session)
        self.orders = Orders(session)
        self.reports = Reports(session)
        self.request_budget = RequestBudget(session)
        self.servers = Servers(session)
        self.vacations = Vacations(session)
        self.ownership = Ownership(session)
        self.refusals = Refusals(session)

    async def notify(self, channel: str, payload: str) -> None:
        """Notify listening processes of this commit; only on PostgreSQL."""
        await self._session.execute(select(func.pg_notify(channel, payload)))

    def set_alarm(self, *moments: datetime | None) -> None:
        """Ask for the clocks to be looked at by the earliest of these moments; None is ignored."""
        self.alarm = min((one for one in (self.alarm, *moments) if one is not None), default=None)

    async def by_cause(self, kind: type[RowT], cause: str) -> RowT | None:
        """The row of a kind with the cause of a request, if that was carried out before."""
        return await self._session.scalar(select(kind).filter_by(cause=cause))

    def add(self, row: Base) -> None:
        """Add a new row."""
        self._session.add(row)

    async def flush(self) -> None:
        """Flush the changes, so that new rows get their ids and constraints are checked."""
        await self._session.flush()

    async def write_and_forget(self) -> None:
        """Flush the changes and forget all rows, as if another unit of work began."""
        await self._session.flush()
        self._session.expunge_all()
