"""Talk between players: to everybody, or to some alone so that nobody else learns of it.

What is said is no event of the game: no public version, count or number that others see moves with it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import structlog

from bot.service import notifications, summarizing
from bot.service.cause import Cause
from bot.service.finding import RUNNING, summaries_of
from bot.service.live import LiveGame
from bot.service.messages import DirectChat
from bot.service.persons import remember
from bot.service.resolving import check_open
from bot.service.summaries import (
    Ack,
    DmRoute,
    GameSummary,
    MessagePage,
    MessageView,
    Person,
    Refused,
    Status,
    refuse_illegal,
)
from bot.service.usecases import UseCases, retried
from bot.store.models import ChatMessageRow, ChatPreferenceRow, ChatReaderRow, GameRow, OutboxRow
from bot.store.unit import Unit
from engines.contract import LONGEST_MESSAGE, AnyEngine, ChatMessage, ChatRules, IllegalAction, Seat

log = structlog.get_logger(__name__)

_CHAT_STATUSES: Final[tuple[Status, ...]] = (*RUNNING, "finished")
_PAGE_SIZE = 25
"""Messages in one answer."""

MessageReader: TypeAlias = Callable[[AnyEngine, Seat], ChatMessage]
"""Finds out whom a seat speaks to, and what it says. Raises IllegalAction."""
Fitting: TypeAlias = Callable[[Sequence[MessageView]], int]
"""How many of these messages, from the first on, a door can show in one answer."""


class Quoted(NamedTuple):
    """What a direct message was about that somebody replies to."""

    code: str
    private: bool
    """Whether it held private words, or told of some."""


class Chat(UseCases):
    """The use cases of talk."""

    async def say(
        self,
        person: Person,
        code: str,
        text: str,
        *,
        cause: Cause,
        direct: bool = False,
        receipt: bool = False,
        receipt_in: int | None = None,
        in_private: bool = False,
        after: str | None = None,
    ) -> Ack:
        """Say what a text says to those whom it names, as the game reads it. Raises Refused.

        A request with the same `cause` changes nothing.
        `direct`: it came as a direct message, so what others say to everybody is relayed to the speaker by
        such from now on. `receipt`: so is the speaker's receipt, which outlives this process. `receipt_in`:
        the message that the door makes the receipt instead.
        `in_private`: it answers private words, so it is refused where it names nobody; so it is where the
        speaker's own words `after` which it comes were not for everybody.
        """
        # Cleaned first: nothing that falls away may stand between a text's beginning and its reader.
        plain = _clean(text)

        def read(engine: AnyEngine, seat: Seat) -> ChatMessage:
            said = _rules(engine).read(seat, plain)
            if said.to is None and (in_private or _was_private(engine, seat, after)):
                raise IllegalAction(
                    "names_nobody",
                    "You answered private words, but named nobody, so that would have been for everybody. "
                    "Nobody was shown it. Name its readers first, or send it on its own to say it to all.",
                )
            return said

        return await self._speak(
            person,
            code,
            read,
            cause,
            direct=direct,
            receipt=receipt,
            receipt_in=receipt_in,
        )

    async def whisper(
        self, person: Person, code: str, to: Collection[Seat], body: str, *, cause: Cause
    ) -> Ack:
        """Say something to these seats alone; the body is read for no names. Raises Refused."""

        def read(_: AnyEngine, seat: Seat) -> ChatMessage:
            others = tuple(sorted(set(to) - {seat}))
            if not others:
                raise IllegalAction("only_self", "That would reach only yourself: name somebody else.")
            return ChatMessage(others, _clean(body))

        return await self._speak(person, code, read, cause)

    @retried
    async def _speak(
        self,
        person: Person,
        code: str,
        read: MessageReader,
        cause: Cause,
        *,
        direct: bool = False,
        receipt: bool = False,
        receipt_in: int | None = None,
    ) -> Ack:
        async with self._database.transaction() as unit:
            if (before := await unit.chat.by_cause(cause.key)) is not None:
                game = await unit.games.bare(before.game_id)
                assert game is not None  # noqa: S101 -- talk refers to games
                return Ack(summarizing.message_view(game, before), repeated=True)
            live = await self._live(unit, code, lock=True)
            seat = _speaker(live, person)
            await check_open(live, "Nobody was shown your message", cause)
            said = _read_message(live, seat, read)
            await remember(unit, person, live.now)
            message = _message_row(live, person, seat, said, cause)
            unit.chat.add(message)
            await unit.flush()
            if direct:
                await unit.players.open_dms(person.id)
                await unit.chat.follow(person.id, live.row.id)
            if said.to is None:
                notifications.post_chat(live, message, await unit.chat.followers(live.row.id))
            else:
                notifications.send_chat(
                    live, message, [one.player_id for one in message.readers if one.refused_at is None]
                )
            if receipt or receipt_in is not None:
                notifications.send_receipt(live, message, shown_in=receipt_in)
            whole = await unit.chat.get(message.id)
            assert whole is not None  # noqa: S101 -- just added
            spoken = summarizing.message_view(live.row, whole)
        # Neither who spoke, nor to whom, nor what.
        log.info("talk_stored", game_id=live.row.id, cause=cause.key)
        return Ack(spoken)

    # -- reading ---------------------------------------------------------------------------------------

    @retried
    async def messages(
        self, person: Person, code: str, *, turn: str | None = None, skip: int = 0, fitting: Fitting = len
    ) -> MessagePage:
        """What a person may read of a game's chat, the newest of it; private messages count as seen then.

        A player reads what everybody may, and what they said or were told in private themselves; everybody
        else, and whoever takes a seat later, only the first, unless the game shows all at its end. `turn`
        narrows it, as ``round 4`` or ``4``. However few are `fitting`, one is told.
        Raises Refused.
        """
        async with self._database.transaction() as unit:
            live = await self._live(unit, code)
            _check_chat(live)
            revealed = _rules(live.engine).reveals(live.state)
            game_id = live.row.id
            if turn is not None:
                turn = _turn(turn, await unit.chat.turns(game_id, person.id, revealed=revealed))
            rows = await unit.chat.readable(
                game_id, person.id, revealed=revealed, turn=turn, skip=skip, limit=_PAGE_SIZE + 1
            )
            views = [summarizing.message_view(live.row, row, reader=person.id) for row in rows[:_PAGE_SIZE]]
            views = views[: max(fitting(views), 1)]
            page = MessagePage(
                summary=live.summary(),
                turn=turn,
                spoken=tuple(reversed(views)),
                skipped=skip,
                more=len(rows) > len(views),
                unseen=await unit.chat.unseen(game_id, person.id),
            )
            await unit.chat.seen([row.id for row in rows[: len(views)]], person.id, live.now)
            return page

    async def turns(self, person: Person, code: str) -> Sequence[str]:
        """The turns of a game of which a person may read any talk. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            _check_chat(live)
            revealed = _rules(live.engine).reveals(live.state)
            return await unit.chat.turns(live.row.id, person.id, revealed=revealed)

    async def quoted(self, person: Person, message_id: int) -> Quoted | None:
        """What a direct message to this person was about; None where that is not known (any more, or yet)."""
        async with self._database.reading() as unit:
            row = await unit.outbox.delivered_as(notifications.person_partition(person.id), message_id)
            game = None if row is None or row.game_id is None else await unit.games.bare(row.game_id)
            if row is None or game is None:
                return None
            return Quoted(game.code, await _is_private(unit, row))

    # -- the table that is meant -----------------------------------------------------------------------

    async def dm_games(self, person: Person) -> list[GameSummary]:
        """The running game to which a person's direct messages belong; several where they must say which.

        Raises Refused where there is none.
        """
        async with self._database.reading() as unit:
            chosen = await unit.chat.dm_game(person.id, RUNNING)
            rows = await unit.games.listed(statuses=RUNNING, player_id=person.id)
        games = [game for game in summaries_of(self._engines, rows) if game.talk != "none"]
        if not games:
            raise Refused(
                "no_talk",
                "What you write here goes to the players of your game, but you play in no running game in "
                "which there is talk. Nobody was shown it.",
            )
        return [game for game in games if game.code == chosen] or games

    @retried
    async def choose_dm_game(self, person: Person, code: str, *, relayed: bool | None = None) -> DmRoute:
        """From now on direct messages belong to this game. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code)
            _speaker(live, person)
            if live.row.status not in RUNNING:
                raise Refused("game_over", f"Game {live.row.code} is over: choose one that is being played.")
            await remember(unit, person, live.now)
            await unit.chat.clear_dm_game(person.id)
            await unit.chat.follow(person.id, live.row.id)
            preference = await _preference(unit, person, live.row)
            preference.meant = True
            if relayed is not None:
                preference.relayed = relayed
            await unit.players.open_dms(person.id)
            return DmRoute(live.summary(), preference.relayed)

    @retried
    async def follow_by_dm(self, person: Person, code: str) -> None:
        """Note that a person plays by direct message: what is said to everybody comes to them there.

        Unless they have ever said otherwise. Raises Refused.
        """
        async with self._database.transaction() as unit:
            live = await self._live(unit, code)
            if live.engine.chat is not None and live.seat_of(person.id) is not None:
                await unit.chat.follow(person.id, live.row.id)

    @retried
    async def clear_dm_game(self, person: Person) -> DmRoute:
        """From now on direct messages belong to no game in particular; with several games one is asked."""
        async with self._database.transaction() as unit:
            await unit.chat.clear_dm_game(person.id)
        return DmRoute(None, relayed=False)


async def _is_private(unit: Unit, row: OutboxRow) -> bool:
    """Whether a delivered message brought or mentioned private words; what cannot be read counts as such."""
    if row.kind != DirectChat.__struct_config__.tag:
        return False
    try:
        message = await unit.chat.get(msgspec.json.decode(row.payload, type=DirectChat).chat_message_id)
    except msgspec.MsgspecError:
        return True
    return message is None or message.private


def _check_chat(live: LiveGame) -> None:
    _rules(live.engine)
    if live.row.status == "lobby":
        raise Refused("not_started", f"Game {live.row.code} has not started yet.")


def _speaker(live: LiveGame, person: Person) -> Seat:
    """The seat for which a person may speak. After the end players may go on. Raises Refused."""
    seat = live.seat_of(person.id)
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"Only the players of game {live.row.code} talk at its table.")
    _check_chat(live)
    if live.row.status not in _CHAT_STATUSES or seat is None:
        raise Refused("game_over", f"Game {live.row.code} was called off.")
    live.check_rules()
    return seat


def _read_message(live: LiveGame, seat: Seat, read: MessageReader) -> ChatMessage:
    """What was said and to whom. Raises Refused: then nobody is shown anything."""
    rules = _rules(live.engine)
    with refuse_illegal():
        said = read(live.engine, seat)
        rules.check(live.state, seat, said.to)
    if said.to is not None and not rules.private:
        raise Refused("no_private", f"In {live.engine.info.title} everything is said to everybody.")
    if said.to is not None and not set(said.to) <= set(range(len(live.row.seats))):
        raise Refused("no_such_seat", "Nobody sits there in this game.")
    if not said.body:
        raise Refused("empty", "A message has at least one character.")
    if len(said.body) > LONGEST_MESSAGE:
        raise Refused("too_long", f"A message has at most {LONGEST_MESSAGE:,} characters.")
    return said


def _was_private(engine: AnyEngine, seat: Seat, text: str | None) -> bool:
    """Whether a speaker's own words were for some alone, or were meant to be and could not be read."""
    if text is None:
        return False
    try:
        return _rules(engine).read(seat, _clean(text)).to is not None
    except IllegalAction:
        return True


def _clean(text: str) -> str:
    """Without what is no text at all, such as the NUL that no database takes."""
    spaced = text.replace("\t", " ")
    return "".join(
        char for char in spaced if char == "\n" or unicodedata.category(char) not in {"Cc", "Cs"}
    ).strip()


def _message_row(
    live: LiveGame, person: Person, seat: Seat, said: ChatMessage, cause: Cause
) -> ChatMessageRow:
    readers = []
    for other in said.to or ():
        player = live.player_in(other)
        closed = player.dms_closed_at is not None
        readers.append(
            ChatReaderRow(player_id=player.id, seat=other, refused_at=live.now if closed else None)
        )
    return ChatMessageRow(
        game_id=live.row.id,
        player_id=person.id,
        seat=seat,
        turn=live.engine.view(live.state, None).turn,
        private=said.to is not None,
        body=said.body,
        cause=cause.key,
        at=live.now,
        readers=readers,
    )


def _turn(wanted: str, turns: Sequence[str]) -> str:
    """The turn that is meant by ``round 4`` or ``4``. Raises Refused."""
    name = " ".join(wanted.lower().split())
    for turn in turns:
        if name in {turn.lower(), turn.lower().rpartition(" ")[2]}:
            return turn
    raise Refused("no_such_turn", "There is nothing there that you may read.")


async def _preference(unit: Unit, person: Person, game: GameRow) -> ChatPreferenceRow:
    preference = await unit.chat.preference(person.id, game.id)
    assert preference is not None  # noqa: S101 -- just made
    return preference


def _rules(engine: AnyEngine) -> ChatRules[Any]:
    """A game's rules of talk. Raises Refused where it has none."""
    if engine.chat is None:
        raise Refused("no_talk", f"{engine.info.title} has no talk of its own: use the channel.")
    return engine.chat
