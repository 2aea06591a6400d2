"""Chat between players: public messages, and private ones that nobody else learns of.

A message is not an event of the game: it changes no public version and no number that others see.
"""

import unicodedata
from collections.abc import Callable, Collection, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import structlog

from bot.column_values import RUNNING, Status
from bot.service.game import summarizing
from bot.service.game.act_limits import check_messages
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_rules
from bot.service.notices import chat_deliveries
from bot.service.notices.unposted_results import check_results_posted
from bot.service.people.blocks import blockers
from bot.service.people.persons import touch_person
from bot.service.usecases import UseCases, retried
from bot.service.values.answers import Ack, MessagePage, MessageView
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import DirectChat
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Cause, Person
from bot.service.values.typed import quoted
from bot.store.models import ChatMessageRow, ChatReaderRow, OutboxRow
from bot.store.repositories.partitions import personal_partitions
from bot.store.unit import Unit
from engines.contract import LONGEST_MESSAGE, AnyEngine, ChatMessage, ChatRules, IllegalAction, Seat
from engines.contract.chat import seen_from
from engines.wording import listed

log = structlog.get_logger(__name__)

_CHAT_STATUSES: Final[tuple[Status, ...]] = (*RUNNING, "finished")
_PAGE_SIZE = 25
"""Messages in one answer."""

Fitting: TypeAlias = Callable[[Sequence[MessageView]], int]
"""How many of these messages, from the first, a door can show in one answer."""

_OPEN: Final[ChatRules[Any]] = ChatRules()
"""The rules for games without chat rules of their own: everything is public, also after the end."""

NOT_HERE: Final = "Nobody was shown it. In other games the game's own command “say” speaks at the table."
"""What becomes of a direct message where there is no game for it."""


def count_fitting(messages: Sequence[MessageView], room: int, size: Callable[[MessageView], int]) -> int:
    """How many of these messages, from the first, have room together; `size`: what each takes of it."""
    return sum(taken <= room for taken in accumulate(map(size, messages)))


def chat_rules(engine: AnyEngine) -> ChatRules[Any]:
    """A game's chat rules, or the default ones."""
    return engine.chat or _OPEN


class Quoted(NamedTuple):
    """The message to which a text replies."""

    code: str | None = None
    """The game that it was about; None where it was no message of the bot, or told of several."""
    private: bool = False
    """Whether it held or mentioned a private message, or may have done so."""
    own_text: str | None = None
    """Its text, where the speaker wrote it."""
    codes: tuple[str, ...] = ()
    """The games that it told of, where these were several."""


class MessageSource(NamedTuple):
    """How a door received a text that is to be sent."""

    direct: bool = False
    """Whether as a direct message: from now on public messages are relayed to its speaker the same way."""
    quoted: Quoted = Quoted()
    receipt: bool = False
    """Whether the outbox sends the speaker a receipt."""
    receipt_in: int | None = None
    """The message that the door turns into the receipt instead."""


_BY_COMMAND: Final = MessageSource()


class Chat(UseCases):
    """The use cases of chat."""

    @retried
    async def say(
        self,
        person: Person,
        code: str,
        text: str,
        *,
        cause: Cause,
        to: Collection[Seat] | None = None,
        source: MessageSource = _BY_COMMAND,
    ) -> Ack:
        """Send a text to the readers whom it names, as the game reads it. Raises Refused.

        A request with the same `cause` changes nothing. `to`: the text goes to these seats alone, whatever
        names are in it.
        """
        async with self._database.transaction() as unit:
            if (earlier := await unit.chat.by_cause(cause.key)) is not None:
                game = await unit.games.bare(earlier.game_id)
                assert game is not None  # noqa: S101 -- messages refer to games
                return Ack(summarizing.message_view(game, earlier), repeated=True)
            live = await self._lock(unit, code)
            seat = speaker_seat(live, person)
            if source.direct:
                check_direct(live)
            await check_results_posted(live, "Nobody was shown your message", cause)
            await check_messages(live, person.id)
            chat_message = _read_message(live, seat, text, to)
            if chat_message.to is None:
                _check_reply(live, seat, source)
            else:
                await _check_blocks(live, person, chat_message.to)
            await touch_person(unit, person, live.now)
            message = _message_row(live, person, seat, chat_message, cause)
            unit.add(message)
            await unit.flush()
            if source.direct:
                await unit.persons.open_dms(person.id)
                await unit.chat.follow(person.id, live.row.id)
            if chat_message.to is None:
                await chat_deliveries.post_chat(live, message)
            else:
                chat_deliveries.send_chat(live, message)
            if source.receipt or source.receipt_in is not None:
                chat_deliveries.send_receipt(live, message, shown_in=source.receipt_in)
            whole = await unit.chat.get(message.id)
            assert whole is not None  # noqa: S101 -- just added
            view = summarizing.message_view(live.row, whole)
        # The log names no speaker, no reader and no words.
        log.info("talk_stored", game_id=live.row.id, cause=cause.key)
        return Ack(view)

    # -- reading ---------------------------------------------------------------------------------------

    @retried
    async def messages(
        self,
        person: Person,
        code: str,
        *,
        turn: str | None = None,
        skip: int = 0,
        fitting: Fitting = len,
        openly: bool = False,
    ) -> MessagePage:
        """The newest messages of a game that a person may read; private ones count as seen from then on.

        Everybody reads public messages. Private ones are read by their speaker and their readers, not by
        whoever takes a seat later; by everybody where the game shows them at its end. `turn` selects one
        turn, as ``round 4`` or ``4``. A page has at least one message, however few are `fitting`. `openly`:
        only what everybody may read. Raises Refused.
        """
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            revealed = _revealed(live)
            game_id = live.row.id
            if turn is not None:
                turns = await unit.chat.turns(game_id, person.id, revealed=revealed, openly=openly)
                turn = _turn(turn, turns)
            rows = await unit.chat.readable(
                game_id,
                person.id,
                revealed=revealed,
                turn=turn,
                skip=skip,
                limit=_PAGE_SIZE + 1,
                openly=openly,
            )
            unheard = await unit.blocks.unheard(person.id, game_id)
            views = [summarizing.message_view(live.row, row, reader=person.id) for row in rows[:_PAGE_SIZE]]
            views = views[: max(fitting(views), 1)]
            page = MessagePage(
                summary=live.summary(),
                turn=turn,
                messages=tuple(reversed(views)),
                skipped=skip,
                more=len(rows) > len(views),
                unseen=await unit.chat.unseen(game_id, person.id),
                unheard=tuple(
                    sorted(s.seat for s in live.row.seats if s.player_id in unheard and s.seat is not None)
                ),
                withheld=openly and chat_rules(live.engine).private and not revealed,
            )
            await unit.chat.mark_seen([row.id for row in rows[: len(views)]], person.id, live.now)
            return page

    @retried
    async def mute(self, person: Person, code: str, other_id: int, *, muted: bool = True) -> GameSummary:
        """Mute or unmute another player in this game, in secret. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            if not live.has_seat(person.id) or not live.has_seat(other_id):
                raise Refused("not_in_game", f"You do not play in game {live.row.code}, or they do not.")
            if other_id == person.id:
                raise Refused("own_account", "That is you yourself.")
            if muted:
                await unit.blocks.mute(person.id, live.row.id, other_id, live.now)
            else:
                await unit.blocks.unmute(person.id, live.row.id, other_id)
            return live.summary()

    async def turns(self, person: Person, code: str) -> Sequence[str]:
        """The turns of a game with messages that a person may read. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._load(unit, code)
            revealed = _revealed(live)
            return await unit.chat.turns(live.row.id, person.id, revealed=revealed)

    async def quoted(self, person: Person, message_id: int) -> Quoted | None:
        """A direct message to this person, as a reply quotes it; None where the outbox does not know it."""
        async with self._database.reading() as unit:
            row = await unit.outbox.delivered_as(personal_partitions(person.id, ()), message_id)
            game = None if row is None or row.game_id is None else await unit.games.bare(row.game_id)
            if row is None or game is None:
                return None
            if others := await unit.outbox.gathered(row):
                return Quoted(codes=(game.code, *others))
            return Quoted(game.code, await _is_private(unit, row))

    async def table_of(self, person: Person, cause: Cause) -> str | None:
        """The code of the game in which a person's earlier request said something; None if in none."""
        async with self._database.reading() as unit:
            row = await unit.chat.by_cause(cause.key)
            own = row is not None and row.player_id == person.id
            game = await unit.games.bare(row.game_id) if row is not None and own else None
        return None if game is None else game.code

    async def brought_private_chat(self, nonce: str) -> bool:
        """Whether the delivery with this nonce brought a private message; assumed where it is not known."""
        async with self._database.reading() as unit:
            row = await unit.outbox.by_nonce(nonce)
            return row is None or await _is_private(unit, row)


async def _is_private(unit: Unit, row: OutboxRow) -> bool:
    """Whether a delivery held or mentioned a private message; an unreadable payload counts as private."""
    if row.kind != DirectChat.__struct_config__.tag:
        return False
    try:
        message = await unit.chat.get(msgspec.json.decode(row.payload, type=DirectChat).chat_message_id)
    except msgspec.MsgspecError:
        return True
    return message is None or message.private


def _revealed(live: LiveGame) -> bool:
    """Whether private messages have become public. Raises Refused before the start."""
    return chat_rules(live.engine).reveals(live.state)


def speaker_seat(live: LiveGame, person: Person) -> Seat:
    """The seat that a person speaks for, also after the end of the game. Raises Refused."""
    seat = live.seat_of(person.id)
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"Only the players of game {live.row.code} talk at its table.")
    if live.row.status == "lobby":
        raise Refused("not_started", f"Game {live.row.code} has not started yet.")
    if live.row.status not in _CHAT_STATUSES or seat is None:
        raise Refused("game_over", f"Game {live.row.code} was called off.")
    check_rules(live)
    return seat


def check_direct(live: LiveGame) -> None:
    """Raises Refused for games without chat rules of their own, where direct messages are not chat."""
    if live.engine.chat is None:
        raise Refused("no_talk", f"{live.engine.info.title} has no talk in its rules. {NOT_HERE}")


def _check_name(live: LiveGame, text: str, chat_message: ChatMessage) -> None:
    """Raises Refused for private messages that begin with a player's name, which the game takes for names of
    others: ``-Bob`` for BLUE and ORANGE. A single letter is no name.
    """
    if chat_message.to is None:
        return
    first = seen_from(text)[1:].split(maxsplit=1)[0]
    names = {one.seat: one.player.name.casefold() for one in live.row.seats}
    named = {seat for seat, name in names.items() if first.casefold() in {name, name.partition(" ")[0]}}
    if len(first) < 2 or not named or named == {*chat_message.to}:
        return
    readers = listed(live.seat_name(one) for one in chat_message.to)
    raise Refused(
        "ambiguous",
        f"{quoted(first)} is the name of a player, and as letters it means {readers}: nobody was shown it. "
        "Name whom you mean by letters in another order.",
    )


def _read_message(live: LiveGame, seat: Seat, text: str, to: Collection[Seat] | None) -> ChatMessage:
    """The checked message of a request. Raises Refused; then nothing is shown to anybody."""
    rules = chat_rules(live.engine)
    # Clean it first: the game looks for the readers at the very beginning of the text.
    plain = _clean(text)
    with refuse_illegal(live.summary, public=True):
        if to is None:
            chat_message = rules.read(seat, plain)
            _check_name(live, plain, chat_message)
        elif others := tuple(sorted(set(to) - {seat})):
            chat_message = ChatMessage(others, plain)
        else:
            raise Refused("only_self", "That would reach only you: name somebody else.")
        rules.check(live.state, seat, chat_message.to)
    if chat_message.to is not None and not rules.private:
        raise Refused("no_private", f"In {live.engine.info.title} everything is said to everybody.")
    if chat_message.to is not None and not set(chat_message.to) <= set(range(len(live.row.seats))):
        raise Refused("no_such_seat", "Nobody has that seat in this game.")
    if not chat_message.body:
        raise Refused("empty", "A message has at least one character.")
    if len(chat_message.body) > LONGEST_MESSAGE:
        raise Refused("too_long", f"A message has at most {LONGEST_MESSAGE:,} characters.")
    return chat_message


def _check_reply(live: LiveGame, seat: Seat, source: MessageSource) -> None:
    """Raises Refused for a public reply to private messages, where readers can be named."""
    quoted, may_name = source.quoted, source.direct or chat_rules(live.engine).private
    if may_name and (quoted.private or _was_private(live.engine, seat, quoted.own_text)):
        raise Refused(
            "names_nobody",
            "You answered a private message but named nobody, so your answer would have gone to everybody. "
            "Nobody was shown it. Name its readers first, or send it on its own to say it to all.",
        )


async def _check_blocks(live: LiveGame, person: Person, to: Sequence[Seat]) -> None:
    """Raises Refused where a reader is a computer, or the speaker and a reader have blocked one another."""
    if reading := live.computers & set(to):
        name = live.seat_name(min(reading))
        raise Refused("computer", f"A computer plays {name}, and reads nothing.", game=live.summary())
    readers = {live.player_in(seat).id: seat for seat in to}
    own = await live.unit.blocks.of([person.id])
    if mine := {readers[row.blocked_id] for row in own if row.blocked_id in readers}:
        blocked = listed(live.seat_name(seat) for seat in sorted(mine))
        raise Refused(
            "has_blocked",
            f"You have blocked {blocked}. Nobody was shown your message; unblock them first to write to them "
            "alone.",
            game=live.summary(),
        )
    if theirs := await blockers(live.unit, person, readers):
        raise Refused(
            "no_private_words",
            f"Private messages between you and {live.seat_name(min(readers[one] for one in theirs))} are not "
            "possible. Nobody was shown your message.",
            game=live.summary(),
        )


def _was_private(engine: AnyEngine, seat: Seat, text: str | None) -> bool:
    """Whether a speaker's text is private, or names readers in a way that cannot be read."""
    if text is None:
        return False
    try:
        return chat_rules(engine).read(seat, _clean(text)).to is not None
    except IllegalAction:
        return True


def _clean(text: str) -> str:
    """The text without control characters, such as the NUL that no database takes."""
    spaced = text.replace("\t", " ")
    return "".join(
        char for char in spaced if char == "\n" or unicodedata.category(char) not in {"Cc", "Cs"}
    ).strip()


def _message_row(
    live: LiveGame, person: Person, seat: Seat, chat_message: ChatMessage, cause: Cause
) -> ChatMessageRow:
    readers = []
    for other in chat_message.to or ():
        player = live.player_in(other)
        closed = player.dms_closed_at is not None
        readers.append(
            ChatReaderRow(
                player=player, player_id=player.id, seat=other, refused_at=live.now if closed else None
            )
        )
    return ChatMessageRow(
        game_id=live.row.id,
        player_id=person.id,
        seat=seat,
        turn=live.engine.view(live.state, None).turn,
        private=chat_message.to is not None,
        body=chat_message.body,
        cause=cause.key,
        at=live.now,
        readers=readers,
    )


def _turn(wanted: str, turns: Sequence[str]) -> str:
    """The turn that ``round 4`` or ``4`` names. Raises Refused."""
    name = " ".join(wanted.lower().split())
    for turn in turns:
        if name in {turn.lower(), turn.lower().rpartition(" ")[2]}:
            return turn
    raise Refused("no_such_turn", "There is nothing there for you to read.")
