"""The request of a mail's command: who wrote the mail, what its reply address allows; and the reply."""

import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.mail.incoming.parsing import Incoming
from bot.mail.outgoing import wording
from bot.mail.reply_address import Capability
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.people.notice_settings import zone_of
from bot.service.play.actions import Closing
from bot.service.seats.new_games import CODE_ALPHABET
from bot.service.usecases import Engines
from bot.service.values.answers import Played, Preview
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import ShownBoard
from bot.service.values.refused import Refused, no_such_game, not_by_mail
from bot.service.values.request import Cause, Person
from engines.contract import AnyEngine

SUBJECT_CODE: Final = re.compile(rf"\[([{CODE_ALPHABET}]{{4,8}})\]")
"""The game's code in the subject of a mail of ours; servers may put words such as “[EXTERNAL]” before it."""
_OURS: Final = re.compile(r"<(?:\d{1,15}\.)?([0-9a-f]{1,25})@")
"""The Message-ID of a mail of ours: the nonce of its delivery, which once had the number before it."""
_FORGED: Final = "You answered a mail that was written to somebody else, so nothing was done."
_NO_CAPABILITY: Final = (
    "A game is played by answering a mail about it, so nothing was done. Answer this one to play {code}."
)
_OTHER_GAME: Final = (
    "You answered a mail about {code}, so nothing was done in {named}: answer one about that. "
    "“board {named}” brings one."
)
_NO_GAME: Final = "Which game? Answer a mail about it, or write “board” and its code first."
_STALE: Final = (
    "You answered a mail about a position that has passed, so nothing was done. This is how things stand."
)
_WITHHELD: Final = (
    "That is not possible now. The reason might reveal what only you may know, which comes "
    f"{wording.IF_CHOSEN}"
)
_STOPPED: Final = " You wrote “stop”, so no mail comes until you write “settings {}where: mail”."
_ELSEWHERE: Final = " You are told on Discord, and not by mail until you write “settings {}by: mail”."

Options: TypeAlias = Mapping[str, Any]
"""The values of a command in a mail, by the names of its parameters."""


@dataclass
class Reply:
    """The answer to one command."""

    text: str
    state: str = field(default="", kw_only=True)
    """The state behind the text: whose turn it is. Of several replies only the last one's is shown."""
    game: GameSummary | None = None
    """The game that the answer is about, as it is now."""
    picture: bool = False
    """Whether the answer shows that game's board."""
    confirms: str = ""
    """The key that the reply address of the answer carries (`Capability.confirms`)."""
    choices: tuple[tuple[str, str], ...] = ()
    """Links that open a mail, as label and text."""
    stops: bool = False
    """Whether the rest of the mail is left unexecuted."""
    board: ShownBoard | None = None
    """A board of that game that the answer shows: earlier, tried or reviewed."""
    attached: tuple[tuple[str, str], ...] = ()
    """Texts that are too long for the answer, by the names of their files."""
    refused: bool = False
    """Whether the answer says why a command was not carried out."""
    sent_each_time: bool = False
    """Whether whoever writes the same again within a day gets the answer again: it asks for that, or it says
    that nobody was shown a message.
    """
    in_vain: bool = False
    """Whether the answer explains that the text is no command; it may come from an autoresponder."""
    spends: str = ""
    """The one-time code that confirmed the command, to be entered no more once the mail is closed."""
    closes: bool = False
    """Whether the command's transaction has closed the mail and enqueued the answer; this text is empty."""


def withheld(refused: Refused) -> Refused:
    """The refusal without its reason."""
    return Refused(refused.code, _WITHHELD, game=refused.game)


class NotUnderstood(Refused):
    """A line that is no command, no move and no answer; nothing of the mail is executed."""

    def __init__(self, sentence: str, line: str = "") -> None:
        """`line`: the line that was not understood, unless the sentence names it."""
        super().__init__("not_understood", sentence)
        self.line = line


class Unproved(Exception):  # noqa: N818 -- the door's answer, not a fault
    """The request is so important that it needs a code sent to the person's own address."""

    def __init__(self, line: str, code: str | None) -> None:
        """`line`: the command that the one-time code confirms; empty: as written. `code`: of the game."""
        super().__init__(line)
        self.line = line
        self.code = code


class OperatorInfo(NamedTuple):
    """The address of this bot's source, and a contact for faults; empty where its operator names none."""

    source_url: str = ""
    support: str = ""


NO_OPERATOR_INFO: Final = OperatorInfo()


@dataclass(kw_only=True)
class MailRequest:
    """One command of a mail."""

    service: Service
    person: Person
    mail: Incoming
    """The mail, written from an address of the person."""
    grant: Capability | None
    """The content of the reply address to which it was written, which may be somebody else's."""
    cause: Cause
    now: datetime
    operator: OperatorInfo
    zone: str | None
    """The person's time zone."""
    answers_ours: bool
    """Whether only a reader of the person's mail can have written it."""
    key: str | None
    """The kind of game that the reply address is about, if it was made for the person."""
    expected: int | None = None
    """The public version to which the mail answers; None where it no longer matters."""
    current: bool = False
    """Whether the command was found to answer the present position: what follows it goes on from there."""
    done_before: bool = False
    """Whether an earlier delivery of the mail has executed this command: the use case only answers again."""
    proved: bool = False
    """Whether it came with a one-time code that was sent to the person's own address."""
    proved_game: str | None = None
    """The game that the code was about."""
    named: str | None = None
    """The game that the command names."""
    closing: Callable[[Callable[[Played | Preview], Reply]], Closing] | None = None
    """Closes the mail in this command's transaction, given the answer to its result; None: more follows."""
    _known: GameSummary | None = None
    """The game of the reply address, as it was read for this command."""

    @property
    def engines(self) -> Engines:
        """The rules of all games."""
        return self.service.engines

    @property
    def own_grant(self) -> Capability | None:
        """The content of the reply address, if it was made for this person."""
        return self.grant if self.own else None

    @property
    def own(self) -> bool:
        """Whether the mail was written to an address that was made for this person."""
        return self.grant is not None and self.grant.person_id == self.person.id

    @property
    def about(self) -> str | None:
        """The game that the answered mail was about, if that was written to this person."""
        return None if self.own_grant is None else self.own_grant.code

    async def code_to_play(self) -> str:
        """The game that the reply address allows to play. Raises Refused, also if another is named."""
        code = await self._code_to_play()
        if self.named is not None and self.named.upper() != code:
            raise Refused("other_game", _OTHER_GAME.format(code=code, named=self.named.upper()))
        return code

    async def game_to_play(self) -> GameSummary:
        """The game of `code_to_play`, if the mail answers its present position. Raises Refused."""
        summary = await self.summary(await self.code_to_play())
        self.check_current(summary)
        return summary

    async def _code_to_play(self) -> str:
        if self.proved_game is not None:
            return self.proved_game
        if self.grant is not None and not self.own:
            raise Refused("not_your_address", _FORGED)
        if self.grant is not None and self.grant.code is not None:
            if self.grant.seat is not None:
                return self.grant.code
            summary = await self.summary()
            raise Refused("stale", _STALE, game=summary)
        games = await self.service.reading.my_games(self.person)
        meant = [game for game in games if game.code == self.invited_to] or games
        if len(meant) == 1:
            raise Refused("no_reply_address", _NO_CAPABILITY.format(code=meant[0].code), game=meant[0])
        raise Refused("no_reply_address", _NO_GAME)

    async def check_author(self, line: str = "") -> None:
        """Raises Refused or Unproved unless it is known that the person wrote this mail themselves.

        `line`: the command that a one-time code confirms, if the line as written depends on this mail.
        """
        if self.grant is not None and not self.own:
            raise Refused("not_your_address", _FORGED)
        if self.grant is None:
            self.check_proved(line)

    def check_proved(self, line: str) -> None:
        """Raises Unproved unless the person's mail server or a one-time code authenticates the person."""
        if self.mail.auth != "pass" and not self.proved:
            raise Unproved(line, None if self.grant is None else self.grant.code)

    def check_current(self, summary: GameSummary) -> None:
        """Raises Refused where the mail that was answered showed a position that has passed, or a seat that
        is no longer the person's.
        """
        if self.done_before or self.expected is None or self.grant is None:
            return
        if summary.public_version != self.expected or summary.seat_of(self.person.id) != self.grant.seat:
            raise Refused("stale", _STALE, game=summary)
        self.current = True

    async def check_question(self, summary: GameSummary) -> None:
        """As `check_current`, but a passed position is accepted if the player is still asked the same."""
        try:
            self.check_current(summary)
        except Refused:
            if not await self.is_asked_the_same(summary.code):
                raise
            self.check_current(await self.service.reading.summary(summary.code))

    async def is_asked_the_same(self, code: str) -> bool:
        """Whether the position of the answered mail has passed, and the player is still asked the same.

        If so, the request is about the present position from now on. Raises Refused.
        """
        if self.expected is None:
            return False
        now = await self.service.lookback.same_question(code, self.person, self.expected)
        if now is None or now == self.expected:
            return False
        self.expected = now
        return True

    async def summary(self, code: str | None = None) -> GameSummary:
        """The named game, else that of the reply address, else the person's only one. Raises Refused."""
        own = self.proved_game or self.about
        if code not in (None, own):
            return await self.service.reading.resolve_game(GameRef(code, None, self.person))
        if self._known is None or self._known.code != own:
            try:
                self._known = await self.service.reading.resolve_game(GameRef(own, None, self.person))
            except Refused as refused:
                if refused.code != "no_such_game" or own is None:
                    raise
                raise self._out_of_reach(own) from refused
        return self._known

    async def engine(self, code: str) -> AnyEngine:
        """The rules of a game. Raises Refused.

        The game of the reply address is not loaded, so its players must pass `check_plays`.
        """
        known = self.key if code == self.about and not self.done_before else None
        return self.engines[known or (await self.summary(code)).key]

    def status(self, summary: GameSummary) -> str:
        """Whose turn it is, and until when, as said to the person."""
        return wording.status(summary, self.zone, summary.seat_of(self.person.id))

    def check_plays(self, summary: GameSummary) -> None:
        """Raises Refused for a former player."""
        if all(seat.person is None or seat.person.id != self.person.id for seat in summary.seats):
            raise self._out_of_reach(summary.code)

    def _out_of_reach(self, code: str) -> Refused:
        """The refusal of a game in which the person has no seat; only former players learn that it exists."""
        grant = self.own_grant
        if grant is None or grant.code != code or grant.seat is None:
            return no_such_game(code)
        return Refused("not_in_game", f"You do not play in game {code} any more.")

    def begin(self, cause: Cause, *, done_before: bool) -> None:
        """Turn to the next command of the mail; only the first may use a game that was read before."""
        self._known = self._known if self.cause.key in cause.key else None
        self.cause, self.done_before, self.named, self.current = cause, done_before, None, False

    async def has_private_by_mail(self, code: str | None) -> bool:
        """Whether the person chose to get private information of a game by mail; None: of all games."""
        try:
            found = await self.service.preferences.notice_settings(self.person, code)
        except Refused:
            return False
        return found.settings.private_by_mail

    async def stopped(self, code: str | None = None) -> str:
        """`why_no_mails`, for the person."""
        return await why_no_mails(self.service, self.person, code)

    async def may_tell(self, summary: GameSummary) -> bool:
        """Whether mails may tell the person all that they know of a game: it is public, or they chose it."""
        if summary.status == "lobby" or await self.has_private_by_mail(summary.code):
            return True
        view = self.service.reading.view
        own, public = await view(summary.code, self.person), await view(summary.code, None)
        return replace(own, viewer=None) == public

    async def check_private(self, summary: GameSummary) -> None:
        """Raises Refused where the answer may hold secrets of a person who did not choose to get them."""
        if not await self.may_tell(summary):
            raise not_by_mail(summary)

    async def as_mailed(self, refused: Refused) -> Refused:
        """A refusal, without a reason that only the person may know and did not choose to get by mail."""
        with contextlib.suppress(Refused):
            if not refused.secret or await self.may_tell(refused.game or await self.summary()):
                return refused
        return withheld(refused)

    async def check_reachable(self, code: str) -> None:
        """Raises Refused, as for an unknown game, for a game that the person may not join by mail."""
        if not await self.service.mail_invitations.may_join(self.person, code):
            raise no_such_game(code.upper())

    async def answers_private_chat(self) -> bool:
        """Whether the mail answers one that held private messages, or may have."""
        if not self.mail.in_reply_to:
            return False
        nonce = _OURS.match(self.mail.in_reply_to)
        return nonce is None or await self.service.chat.brought_private_chat(nonce[1])

    @property
    def invited_to(self) -> str | None:
        """The code of the game of the answered mail, from the reply address or else the subject."""
        if self.about is not None:
            return self.about
        found = SUBJECT_CODE.search(self.mail.subject)
        return None if found is None else found[1]

    def today(self, zone: str | None) -> date:
        """The present date in a time zone."""
        return self.now.astimezone(zone_of(zone)).date()


async def why_no_mails(service: Service, person: Person, code: str | None = None) -> str:
    """Why no mails come to a person, and how to get them; empty if they come.

    `code`: a game of the person, which may have settings of its own.
    """
    found = await service.preferences.notice_settings(person, code)
    alone = f"game: {code} " if found.own else ""
    if found.settings.where == "none":
        return _STOPPED.format(alone)
    elsewhere = found.settings.by != "mail" and await service.preferences.has_door(person, "discord")
    return _ELSEWHERE.format(alone) if elsewhere else ""
