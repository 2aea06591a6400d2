"""Letters that tell players of their games, and followers of the games that they follow."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from bot.column_values import OVER
from bot.mail.outgoing import letter_parts, wording
from bot.mail.outgoing.letter import Board, Letter, Links, Part, Text
from bot.mail.outgoing.position import Position
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences import agreements, answers, turns
from bot.service.values import payloads
from bot.service.values.answers import MessageView
from bot.service.values.game_summary import GameSummary
from engines.contract import AnyEngine, Guide, Seat
from engines.wording import capital, counted, listed

WITH_POSITION: Final = frozenset({"turn", "called", "reminder", "unposted"})
"""Occasions whose mails show the position and the moves."""
_NAMELESS: Final = "What you plan is named in mails only if you ask for that."


class Reader(NamedTuple):
    """The reader of a letter."""

    zone: str | None
    now: datetime


class NoticedGame(NamedTuple):
    """A notice, with its game as the reader of the letter sees it."""

    notice: payloads.TurnNotice
    summary: GameSummary
    """The game at present."""
    seat: Seat | None
    """The reader's seat."""
    reply_to: str
    position: Position | None = None


def notice_letter(
    noticed: NoticedGame,
    engine: AnyEngine,
    reader: Reader,
    *,
    private: bool,
    guide: Guide | None,
    messages: Sequence[MessageView],
) -> Letter:
    """The letter of a notice about one game.

    `private`: whether plans may be named; `guide`: for newcomers; `messages`: public messages since.
    """
    notice, summary, seat, reply_to, position = noticed
    parts = list[Part]()
    about, title = _subject_and_heading(noticed, reader)
    if notice.occasion == "fallen":
        parts.append(Text(_dropped(notice, private=private)))
    if notice.occasion in WITH_POSITION | {"asked"}:
        parts += letter_parts.requests(summary, PlainSpeech(reader.zone), seat, reply_to)
    if notice.occasion == "warning":
        until = "" if notice.until is None else f" on {wording.moment(notice.until, reader.zone)}"
        ways = "play" if notice.must_play else "play or answer “here”"
        parts.append(Text(f"Unless you {ways}, another player may take your seat over{until}."))
        if not notice.must_play:
            parts.append(Links((("I am here", "here"),), reply_to))
    if notice.occasion in WITH_POSITION and (time := _time(summary, reader)):
        parts.append(Text(time))
    if notice.occasion == "joined" and summary.status == "lobby":
        parts.append(Text(agreements.how_it_starts(summary, "writes “start”")))
        parts += [Links((("Begin", "start"),), reply_to)] if agreements.can_start(summary) else []
    if notice.occasion in {"answered", "undone"}:
        parts.append(Text(wording.status(summary, reader.zone, seat)))
    if messages:
        parts.append(Text("What was said to everybody:", heading="At the table"))
        parts += letter_parts.chat_lines(messages, engine)
    if notice.occasion in WITH_POSITION and summary.seconds_per_period is not None:
        parts.append(Text(wording.TOO_FAST))
    elif position is not None:
        if notice.occasion != "asked":
            position = position.without_status
        parts += [] if guide is None else [_guide(guide, summary)]
        parts += letter_parts.board_and_moves(position, reply_to)
    if notice.occasion in {"joined", "table"}:
        parts += letter_parts.links_after_the_end(summary, engine, seat, reply_to)
        parts += letter_parts.facts(summary, engine)
    how = letter_parts.how_to_answer(position, engine)
    return Letter(
        subject=_subject(summary, about),
        title=title,
        parts=tuple(parts),
        footer=f"{how}{wording.ALOUD if messages else ''}{wording.STOP}",
    )


def _subject(summary: GameSummary, about: str) -> str:
    """``[K7QX] Guerre des Deux Roses: your move (ply 12)``."""
    turn = f" ({summary.turn})" if summary.turn else ""
    return f"[{summary.code}] {summary.title}: {about}{turn}"


def _guide(guide: Guide, summary: GameSummary) -> Text:
    """The newcomers' guide, which is sent once: the aim, the picture, what to do."""
    text = f"The goal. {guide.goal}\n\nThe picture. {guide.picture}\n\nYour turn. {guide.turn}"
    return Text(wording.plain(text), heading=f"Your first {summary.title}")


def _time(summary: GameSummary, reader: Reader) -> str:
    """The reader's deadline, the time banks, and the players on vacation."""
    lines = []
    if summary.deadline is not None:
        lines.append(f"Due {wording.due(summary.deadline, reader.zone, reader.now)}.")
    if summary.banks:
        lines.append(f"Time left: {turns.bank_words(summary, PlainSpeech(reader.zone))}.")
    if summary.away:
        lines.append(wording.away(summary, reader.zone))
    return "\n".join(lines)


def _dropped(notice: payloads.TurnNotice, *, private: bool) -> str:
    if not private:
        return f"{counted(len(notice.orders), 'plan')} of yours will not be played. {_NAMELESS}"
    dropped = (f"- {notation}: {answers.DROP_REASONS[why]}." for notation, why in notice.orders)
    return "\n".join(("What you had planned will not be played:", *dropped))


def _subject_and_heading(noticed: NoticedGame, reader: Reader) -> tuple[str, str]:
    """The subject and the heading of a notice."""
    notice, summary, seat, *_ = noticed
    lead = "The game waits for you" if notice.occasion == "called" else "Your turn"
    pending = wording.with_people(turns.pending_words(lead, summary, seat), summary)
    match notice.occasion:
        case "turn" | "unposted":
            return "your move", pending
        case "called":
            return "the game waits for you", pending
        case "reminder":
            return "your move, a reminder", pending
        case "asked":
            return "your answer is needed", "You are asked"
        case "warning":
            return "are you still there?", "Are you still there?"
        case "fallen":
            return "a plan of yours was dropped", ""
        case "played":
            unshown = "What you played stands. It cannot be shown now where the game is played."
            return "what you played stands", unshown
        case "joined":
            return "who is at the table", wording.status(summary, reader.zone, seat)
        case "table":
            why = f"{wording.with_people(notice.text, summary)} " if notice.text else ""
            return _state(summary), f"{why}{wording.status(summary, reader.zone, seat)}"
        case "answered":
            about = "your move" if seat in summary.to_act else "what became of a request"
            return about, wording.with_people(notice.text, summary)
        case "replaced" | "seated":
            return "your seat", notice.text
        case "undone":
            return "not your move yet", wording.with_people(notice.text, summary)


def _state(summary: GameSummary) -> str:
    if summary.outcome is not None or summary.status in OVER:
        return "the game is over"
    return {"lobby": "waits for players", "paused": "the game is paused"}.get(
        summary.status, "the game is on"
    )


def digest_letter(notices: Sequence[NoticedGame], reader: Reader) -> Letter:
    """The letter about several games in which it is the reader's turn, in the given order."""
    parts = list[Part]()
    for noticed in notices:
        summary, (_, title) = noticed.summary, _subject_and_heading(noticed, reader)
        due = "" if summary.deadline is None else wording.due(summary.deadline, reader.zone, reader.now)
        body = f"{title}{f' Due {due}.' if due else ''}"
        parts.append(Text(body, heading=wording.titled(summary)))
        parts.append(
            Links(((f"Board and moves of {summary.code}", f"board {summary.code}"),), noticed.reply_to)
        )
    codes = listed(one.summary.code for one in notices)
    return Letter(
        subject=f"Your games: {codes}",
        title="Games that wait for you",
        parts=tuple(parts),
        footer=wording.STOP,
    )


def followed_letter(
    followed: list[tuple[payloads.PostCard, tuple[str, ...], Board | None]], reader: Reader
) -> Letter:
    """The letter with the newest positions of followed games, each with its recent events."""
    parts = list[Part]()
    for card, before, board in followed:
        summary = card.summary
        if len(followed) > 1:
            parts.append(Text(wording.status(summary, reader.zone), heading=wording.titled(summary)))
        elif summary.deadline is not None:
            parts.append(Text(f"Due {wording.due(summary.deadline, reader.zone, reader.now)}."))
        lines = [*before, *(wording.with_people(line, summary) for line in card.summary_lines)]
        outcome = card.step_summary and wording.with_people(card.step_summary.text, summary)
        happened = "\n".join([*(f"- {capital(line)}" for line in lines if line), outcome or ""]).strip()
        parts += [Text(happened)] if happened else []
        parts += [board] if board is not None else []
    newest = followed[0][0].summary
    one = len(followed) == 1
    subject = _subject(newest, "a game that you follow") if one else "Games that you follow"
    title = wording.state(newest, reader.zone) if one else "Games that you follow"
    footer = f"“follow no” and its code ends this for a game. {wording.STOP}"
    return Letter(subject=subject, title=title, parts=tuple(parts), footer=footer)
