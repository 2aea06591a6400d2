"""What use cases answer: plain values without SQL or Discord."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from bot.column_values import Confirm, InvitationStatus, Theme
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person, Place
from engines.contract import Offer, Seat, StagedPanel, StepSummary, Value, View


class Invitation(Value, frozen=True, kw_only=True):
    """The invitation of a person to a seat, as that person and the inviter may know it."""

    id: int
    code: str
    """The game's code; its title follows."""
    title: str
    seat_name: str
    place: Place | None
    """Where the game is played."""
    person: Person
    """The invited person."""
    inviter: Person | None
    """The inviting person; None: whoever runs the bot."""
    expires_at: datetime
    status: InvitationStatus
    waits: bool = False
    """Whether it is to a game that waits for players, any free seat of which is taken by joining it."""


class Vacation(Value, frozen=True):
    """Whether somebody is away or will be: the answer to `vacations.of`."""

    dates: tuple[datetime, datetime] | None
    """The beginning and the end."""
    left: int
    """Days that are left of this year."""
    time_zone: str | None
    """The person's, in which days begin; None: UTC."""
    begun: bool
    """Whether it has begun; in the answer to `vacations.end`, whether the one that ended had."""


class Preferences(Value, frozen=True):
    """A person's settings for pictures and messages."""

    theme: Theme = "dark"
    dm_hands: bool = True
    """Whether a direct message shows their hand and is kept up to date, in games with hands."""
    time_zone: str | None = None
    """An IANA name such as ``Europe/Paris``."""
    confirm: Confirm = "weighty"
    """Which actions are previewed and played only when they are confirmed."""


class Choices(Value, frozen=True):
    """What a person may do now in a game: the answer to `play.choices`."""

    summary: GameSummary
    seat: Seat
    offers: tuple[Offer[Any], ...]
    view: Callable[[], View]
    """Makes the position as the person may know it."""
    turn_hints: str = ""
    """What is left to do in this turn, in a few lines for this person (`PanelRules.hints`)."""
    staged: bool = False
    """Whether the person stages a choice (`PanelRules.staged`): their legal actions change without a public
    change.
    """


class StagedChoices(Value, frozen=True):
    """What a person has staged and how to change it: the answer to `play.staging`."""

    summary: GameSummary
    seat: Seat
    panel: StagedPanel
    view: View
    """The position as the person may know it."""


class TogglePress(Value, frozen=True):
    """A press of a toggle (`engines.contract.Toggle`), as an action to be done."""

    key: str
    on: bool | None
    """The state to be reached, so that a repeated press changes nothing."""


class Preview(Value, frozen=True):
    """What an action would do, as far as its actor may know: the answer to `play.attempt`."""

    summary: GameSummary
    """The game as of now; buttons under the preview carry its public version."""
    seat: Seat
    action: str
    """The action's canonical notation, as a button carries it."""
    notation: str
    """The notation with what would happen, where that is not hidden."""
    view: View | None
    """The position then; None where a picture would show something hidden."""
    summary_lines: tuple[str, ...] = ()
    """What would happen, a clause each ..."""
    words: str = ""
    """... or in the game's own words (`Engine.preview`), in Markdown."""
    private_by_mail: bool = False
    """Whether the actor chose to get private information by mail."""


class Line(Value, frozen=True):
    """One line of a game's history, as the asker may read it."""

    seq: int
    at: datetime
    who: str
    """The seat's name; empty for what the host itself did."""
    text: str
    still_seated: bool = True
    """Whether the person who did it still has the seat."""


class Proof(Value, frozen=True):
    """The result of replaying a game from its published seed."""

    summary: GameSummary
    """The summary, with the seed if it is published: when the game is over."""
    actions: int | None
    """How many actions were replayed, all as in the log; None where they could not be."""
    inconsistency: str | None
    """The disagreement, in one sentence; None without any."""
    promised: tuple[str, ...]
    """Every published hash: that of the opening (without a commitment: of the start), then one for each
    return to an earlier position."""
    noted: int | None = None
    """The index among these of the hash that the asker gave."""


class Played(Value, frozen=True):
    """The answer to an accepted action."""

    summary: GameSummary
    notation: str
    """The action with what happened, as its actor reads it."""
    summary_lines: tuple[str, ...]
    """The narration for everybody, a clause each."""
    own_lines: tuple[str, ...] = ()
    """The narration for the actor, in order, where they know more than everybody."""
    public_notation: str | None = None
    """The action as everybody may know it; None: nobody else may."""
    meta: bool = False
    """Whether it was a single meta action; False for a repetition."""
    card_tells: bool = True
    """Whether a card tells everybody of it, and not by marks alone."""
    refusal: str | None = None
    """Why that card cannot be posted at present, as the door says it; None as far as is known."""
    marked: bool = False
    """Whether at least a mark on the newest card shows the action; otherwise nobody else knows of it."""
    repeated: bool = False
    """Whether this request was carried out before, so that nothing was done now."""
    words: str = ""
    """The words of the offered action, where there is no narration."""
    step_summary: StepSummary | None = None
    """A text that reads better than the narration, where the game has one."""
    seat: Seat | None = None
    """The actor's seat; None for a repeated request."""
    may_plan: bool = False
    """Whether its actor plays on and waits for others now, and may plan ahead."""
    private_by_mail: bool = False
    """Whether the actor chose to get private information by mail."""
    undo_range: UndoRange | None = None
    """How far the actor may go back now, where that was asked for and easy to know."""

    @property
    def public(self) -> Played:
        """The answer without what only its actor may know."""
        return replace(self, notation=self.public_notation or "", own_lines=(), words="")


class UndoRange(NamedTuple):
    """How far a person may go back alone from the present position: the answer to `undo.undo_range`."""

    undo: int
    """How many actions they may take back."""
    redo: int
    """How many undone actions they may redo."""


class UndoAnswer(Value, frozen=True):
    """The answer to an undo request, or to a vote on one."""

    summary: GameSummary
    did: Literal["asked", "agreed", "undone", "refused", "withdrawn"]
    """``agreed``: others are still to agree; ``undone``: all have, and play has gone back."""
    actions: tuple[tuple[Seat, str], ...]
    """What goes back, as in `GameSummary.undo_actions`."""


class MessageView(Value, frozen=True, kw_only=True):
    """A message of a player, as one of its readers may know it."""

    key: str
    code: str
    turn: str
    """When in the game: ``round 4``."""
    at: datetime
    speaker: Person
    seat: Seat
    to: tuple[Seat, ...] | None
    """None: everybody."""
    readers: tuple[Person, ...] = ()
    """The people who sat in the seats of `to`, in their order."""
    body: str
    """The body as it was written, not escaped."""
    refused: tuple[Seat, ...] = ()
    """Readers to whom it could not be delivered; empty for everybody but the speaker."""
    fresh: bool = False
    """Whether its reader sees it for the first time."""
    number: int | None = None
    """Its number among the private messages that its reader was sent in this game: 1, 2, 3 ..."""


class Ack(Value, frozen=True):
    """The answer to a message."""

    chat_message: MessageView
    repeated: bool = False
    """Whether this request was carried out before, so that nothing was done now."""


class MessagePage(Value, frozen=True, kw_only=True):
    """Some of the messages of a game that a person may read."""

    summary: GameSummary
    turn: str | None
    """The only turn shown; None: all turns."""
    messages: tuple[MessageView, ...]
    """The oldest first."""
    skipped: int
    """How many newer ones were skipped."""
    more: bool
    """Whether there are older ones."""
    unseen: int
    """Private messages that waited for this person before this answer."""
    unheard: tuple[Seat, ...]
    """Seats of people whom this person has muted here or blocked: their messages are left out."""
    withheld: bool
    """Whether private messages were left out, if there are any."""
