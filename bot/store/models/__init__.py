"""The tables. `events` is the truth about a game; the mutable columns of `games` are a snapshot of it.

References are written by their columns; relationships are read only. A partial index states its condition in
`info`, which migrations use: the dialects' options for it would load PostgreSQL's dialect for an SQLite file
as well.
"""

from bot.store.columns import CAUSE_LENGTH, NAME_LENGTH, PENDING
from bot.store.models.chat import ChatMessageRow, ChatPreferenceRow, ChatReaderRow, MuteRow, ReportRow
from bot.store.models.games import (
    BY_ADMINISTRATOR,
    CALLED_OFF,
    MAY_BE_QUIET,
    WAITING,
    WITH_COMPUTERS,
    DeclineRow,
    EventRow,
    FollowerRow,
    GameRow,
    InvitationRow,
    NoteRow,
    OrderRow,
    SeatRow,
)
from bot.store.models.jobs import FORGETTABLE, JobRow
from bot.store.models.mail import AddressCodeRow, MailInvitationRow, MailKeyRow, ReceivedMailRow
from bot.store.models.outbox import MISSED, PERSONAL, RECEIPT, OutboxRow, RefusalRow
from bot.store.models.people import BlockRow, IdentityRow, PersonRow, VacationRow
from bot.store.models.processes import CounterRow, HeartbeatRow, LeaseRow, OwnerRow, RequestBudgetRow
from bot.store.models.servers import AuditRow, DraftRow, ServerRow
