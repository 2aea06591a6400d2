"""Writes each payload of the outbox as a letter."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from bot.mail.outgoing import wording
from bot.mail.outgoing.legal_moves import key_of, notations_by_number
from bot.mail.outgoing.letter import Board, Letter, Links, Moves, Part, Text
from bot.mail.outgoing.position import Position
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences import agreements, answers, draws, turns
from bot.sentences.requests import request_lines, ways_to_answer
from bot.sentences.speech import unturned
from bot.service.accounts.mail import HOURLY_ANSWERS
from bot.service.accounts.mail_names import NAMELESS
from bot.service.chat.messages import chat_rules
from bot.service.values import payloads
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.game_summary import GameSummary
from engines.contract import AnyEngine, Guide, Seat
from engines.wording import capital, counted, listed
from render.phrases import shorten
from render.text import spoken

NEWS: Final = frozenset({"turn", "called", "reminder", "unposted"})
"""Occasions whose mails show the position and the moves."""
_SUBJECT: Final = 150
"""Characters of the subject of a mail that answers another."""
_STOP: Final = "Answer “help” for all that you can write, “stop” to get no more mail."
_ALOUD: Final = "“say words” answers to everybody. "
_ANSWERS: Final[Mapping[tuple[str, str], str]] = {
    ("ending", "yes"): "draw accept no result",
    ("ending", "no"): "draw decline no result",
    ("pause", "yes"): "pause answer agree",
    ("pause", "no"): "pause answer decline",
    ("undo", "yes"): "undo allow",
    ("undo", "no"): "undo refuse",
}
"""The words that answer a request."""
_LAST: Final = (
    f"You have had {HOURLY_ANSWERS} answers within an hour, so no more come for a while. What you write is "
    "done all the same if it can be, and mails about your turns come as ever."
)
_NAMELESS: Final = "What you plan is named in mails only if you choose so."
_WITHHELD: Final = (
    "What only you may know is not in this mail, nor are your moves, which would tell of it: it comes by "
    "mail only if you choose so."
)


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


def subject_of(summary: GameSummary, about: str) -> str:
    """``[K7QX] Guerre des Deux Roses: your move (ply 12)``."""
    turn = f" ({summary.turn})" if summary.turn else ""
    return f"[{summary.code}] {summary.title}: {about}{turn}"


# -- notices -----------------------------------------------------------------------------------------------


def notice_letter(
    noticed: NoticedGame,
    engine: AnyEngine,
    reader: Reader,
    *,
    private: bool,
    guide: Guide | None = None,
    messages: Sequence[MessageView] = (),
) -> Letter:
    """A notice of one game.

    `private`: whether plans may be named; `guide`: for newcomers; `messages`: public messages since.
    """
    notice, summary, seat, reply_to, position = noticed
    parts = list[Part]()
    about, title = _occasion(noticed, reader)
    speech = PlainSpeech(reader.zone)
    if notice.occasion == "fallen":
        parts.append(Text(_dropped(notice, private=private)))
    if notice.occasion in NEWS | {"asked"}:
        parts += _request_parts(summary, speech, seat, reply_to)
    if notice.occasion == "warning":
        until = "" if notice.until is None else f" on {wording.moment(notice.until, reader.zone)}"
        ways = "play" if notice.must_play else "play or answer “here”"
        parts.append(Text(f"Unless you {ways}, another player may take your seat over{until}."))
        if not notice.must_play:
            parts.append(Links((("I am here", "here"),), reply_to))
    if notice.occasion in NEWS and (time := _time(summary, reader)):
        parts.append(Text(time))
    if notice.occasion == "joined" and summary.status == "lobby":
        parts.append(Text(agreements.how_it_starts(summary, "writes “start”")))
        parts += [Links((("Begin", "start"),), reply_to)] if agreements.can_start(summary) else []
    if notice.occasion in {"answered", "undone"}:
        parts.append(Text(wording.status(summary, reader.zone, seat)))
    if messages:
        parts.append(Text("What was said to everybody:", heading="At the table"))
        parts += _message_lines(messages, engine)
    if notice.occasion in NEWS and summary.seconds_per_period is not None:
        parts.append(Text(wording.TOO_FAST))
    elif position is not None:
        parts += [] if guide is None else [_guide(guide, summary)]
        parts += position_parts(position, reply_to)
    if notice.occasion in {"joined", "table"} and (facts := _facts(summary, engine, speech)):
        parts.append(Text(facts, small=True))
    return Letter(
        subject=subject_of(summary, about),
        title=title,
        parts=tuple(parts),
        footer=f"{_how(position, engine)}{_ALOUD if messages else ''}{_STOP}",
    )


def _message_lines(messages: Sequence[MessageView], engine: AnyEngine) -> tuple[Text, ...]:
    """Several messages, so that no text passes for another player's."""
    return tuple(Text(unturned(wording.message_line(engine, one))) for one in messages)


def _guide(guide: Guide, summary: GameSummary) -> Text:
    """The newcomers' guide: the aim, the picture, what to do; sent once."""
    text = f"The goal. {guide.goal}\n\nThe picture. {guide.picture}\n\nYour turn. {guide.turn}"
    return Text(wording.plain(text), heading=f"Your first {summary.title}")


def _facts(summary: GameSummary, engine: AnyEngine, speech: PlainSpeech) -> str:
    """Before a game starts its terms and commitment; at its end the secret."""
    lines = []
    if summary.status == "lobby":
        agreed = (*agreements.headlines(summary, engine), *agreements.agreed_words(summary, engine))
        lines.append(" · ".join(agreed))
    seed_matters = summary.status == "lobby" or summary.secret is not None or summary.seed is not None
    if seed_matters and draws.draws_anything(summary, engine):
        lines += draws.seed_lines(summary, speech)
    return "\n".join(lines)


def _time(summary: GameSummary, reader: Reader) -> str:
    """The reader's deadline, the time banks, and who is away."""
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


def _occasion(noticed: NoticedGame, reader: Reader) -> tuple[str, str]:
    """The subject, and the line below it."""
    notice, summary, seat, *_ = noticed
    lead = "You are awaited" if notice.occasion == "called" else "Your turn"
    pending = wording.with_people(turns.pending_words(lead, summary, seat), summary)
    match notice.occasion:
        case "turn" | "unposted":
            return "your move", pending
        case "called":
            return "you are awaited", pending
        case "reminder":
            return "your move, a reminder", pending
        case "asked":
            return "your answer is awaited", "You are asked"
        case "warning":
            return "are you still there?", "Are you still there?"
        case "fallen":
            return "a plan of yours fell", ""
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
        case "undone":
            return "not your move yet", wording.with_people(notice.text, summary)


def _state(summary: GameSummary) -> str:
    if summary.outcome is not None or summary.status in {"finished", "abandoned"}:
        return "the game is over"
    return {"lobby": "waits for players", "paused": "the game is paused"}.get(
        summary.status, "the game is on"
    )


def _request_parts(
    summary: GameSummary, speech: PlainSpeech, seat: Seat | None, reply_to: str
) -> tuple[Part, ...]:
    """The open requests, and the reader's ways to answer them."""
    if not (requests := request_lines(summary, speech, seat)):
        return ()
    return (Text("\n".join(requests)), Links(_answers(summary, seat), reply_to))


def _answers(summary: GameSummary, seat: Seat | None) -> tuple[tuple[str, str], ...]:
    """The possible answers to requests, as label and text."""
    ways = [] if seat is None else ways_to_answer(summary, seat)
    return tuple((way.label, _ANSWERS.get((way.about, way.answer), way.answer)) for way in ways)


def position_parts(position: Position, reply_to: str) -> list[Part]:
    """The recent events, the board, the moves."""
    parts: list[Part] = [position.board]
    summary = position.summary
    if position.lines:
        parts.insert(0, Text("\n".join(position.lines), heading="Since you last played"))
    if position.withheld:
        parts.append(Text(_WITHHELD))
        parts.append(Links((("Send it by mail", "settings private_by_mail: yes"),), reply_to))
    if summary.notes:
        parts.append(Text(wording.with_people("\n".join(summary.notes), summary)))
    if position.groups:
        parts.append(Moves(position.groups, reply_to))
    return parts


def _how(position: Position | None, engine: AnyEngine | None) -> str:
    """How the moves that a mail lists are answered."""
    if position is None or not position.groups or engine is None:
        return ""
    several = "" if engine.info.separator is None else "Several moves go into one mail, a line each. "
    if any(group.first is None for group in position.groups):
        several = "A move and what has no number go into one mail, a line each. "
    return f"{several}“rules” brings the rules. "


def list_key(position: Position | None) -> str:
    """The key of the list of moves that a mail shows; empty where it shows none."""
    if position is None or not position.groups:
        return ""
    return key_of(notations_by_number(position.groups))


def digest_letter(notices: Sequence[NoticedGame], reader: Reader) -> Letter:
    """Several games in which it is the reader's turn, the most urgent first."""
    parts = list[Part]()
    for noticed in notices:
        summary, (_, title) = noticed.summary, _occasion(noticed, reader)
        due = "" if summary.deadline is None else wording.due(summary.deadline, reader.zone, reader.now)
        body = f"{title}{f' Due {due}.' if due else ''}"
        parts.append(Text(body, heading=wording.titled(summary)))
        parts.append(
            Links(((f"Board and moves of {summary.code}", f"board {summary.code}"),), noticed.reply_to)
        )
    codes = listed(one.summary.code for one in notices)
    return Letter(
        subject=f"Your games: {codes}", title="Games that wait for you", parts=tuple(parts), footer=_STOP
    )


# -- others ------------------------------------------------------------------------------------------------


def followed_letter(
    followed: list[tuple[payloads.PostCard, tuple[str, ...], Board | None]], reader: Reader
) -> Letter:
    """The newest positions of followed games, each with its recent events."""
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
    subject = subject_of(newest, "a game that you follow") if one else "Games that you follow"
    title = wording.state(newest, reader.zone) if one else "Games that you follow"
    footer = f"“follow no” and its code ends this for a game. {_STOP}"
    return Letter(subject=subject, title=title, parts=tuple(parts), footer=footer)


def chat_letter(
    chat: payloads.DirectChat,
    messages: Sequence[MessageView],
    engine: AnyEngine,
    reply_to: str,
    *,
    private: bool,
) -> Letter:
    """Messages in order. `private`: whether their reader wants private ones by mail."""
    names, newest = engine.info.seats, messages[-1]
    speaker = listed(dict.fromkeys(wording.speaker(engine, one) for one in messages))
    own = chat.purpose != "hear"
    to = "" if newest.to is None else listed(names[seat].name for seat in newest.to) if newest.to else ""
    what = (
        "what you said" if own else "a message" if len(messages) == 1 else counted(len(messages), "message")
    )
    subject = f"[{newest.code}] {engine.info.title}: {what} ({newest.turn})"
    answers, against = _ALOUD, "“mute” and “block”"
    if chat_rules(engine).private:
        answers = "“-seat words” answers in private, “say words” to everybody. "
        against = "“report”, “mute” and “block”"
    bothers = "" if own else f"{against} are there against whoever bothers you. "
    footer = f"{answers}{bothers}{_STOP}"
    if newest.to is not None and not private:
        title = f"{speaker} has sent you private words." if not own else "About your private words:"
        parts: tuple[Part, ...] = (
            Text(_WITHHELD_WORDS),
            Links((("Send private words by mail", "settings private_by_mail: yes"),), reply_to),
        )
        return Letter(subject=subject, title=title, parts=parts, footer=footer)
    title = f"{speaker} to {to or 'everybody'}" if not own else f"You to {to or 'everybody'}"
    trouble = _trouble(chat, newest, engine)
    if len(messages) == 1:
        body = (Text(unturned(newest.body)), *((Text(trouble),) if trouble else ()))
    else:
        body = _message_lines(messages, engine)
    return Letter(subject=subject, title=title, parts=body, footer=footer)


_WITHHELD_WORDS: Final = "Private words come by mail only if you choose so."


def _trouble(chat: payloads.DirectChat, message: MessageView, engine: AnyEngine) -> str:
    if chat.purpose == "refused" and chat.seat is None:
        return "This could not be shown where the game is played; the others find it among their messages."
    unreached = [chat.seat] if chat.purpose == "refused" and chat.seat is not None else list(message.refused)
    if not unreached:
        return ""
    who = listed(engine.info.seats[seat].name for seat in unreached)
    return f"{who} could not be reached: it waits there among the messages."


def invitation_letter(asked: Invitation, purpose: str, reply_to: str, reader: Reader) -> Letter:
    """An invitation to a known person, or the result of theirs."""
    subject = f"[{asked.code}] {asked.title}: "
    if purpose == "tell":
        answer = "has declined" if asked.status == "declined" else "has not answered in time"
        title = f"{wording.named(asked.person)} {answer} to play {asked.seat_name}."
        return Letter(subject=f"{subject}your invitation", title=title, parts=(), footer=_STOP)
    if purpose == "return":
        title = f"You stayed away, and a computer plays {asked.seat_name} for you."
        links = Links((("I am back", "accept"),), reply_to)
        return Letter(subject=f"{subject}your seat", title=title, parts=(links,), footer=_STOP)
    inviter = "Whoever runs this server" if asked.inviter is None else wording.named(asked.inviter)
    seat = "" if asked.waits else f"{asked.seat_name} in "
    title = f"{inviter} invites you to play {seat}{asked.title}."
    expires = answers.expiry_words(asked, PlainSpeech(reader.zone))
    links = Links((("Accept", "accept"), ("Decline", "decline")), reply_to)
    return Letter(subject=f"{subject}an invitation", title=title, parts=(Text(expires), links), footer=_STOP)


def answer_letter(
    answer: payloads.MailAnswer,
    position: Position | None,
    engine: AnyEngine | None,
    reply_to: str,
    shown: Sequence[Part] = (),
) -> Letter:
    """The answer to a mail, with its further parts and, if it shows them, the position and the moves."""
    parts: list[Part] = [Text(answer.text)]
    parts += [Text(_LAST)] if answer.last else []
    parts += [Links(answer.choices, reply_to)] if answer.choices else []
    parts += shown
    if position is not None:
        if _answers(position.summary, position.seat):
            parts += _request_parts(position.summary, PlainSpeech(), position.seat, reply_to)
        parts += position_parts(position, reply_to)
    if position is not None and engine is not None and position.summary.outcome is not None:
        # A player who ended the game gets no other mail about its end.
        facts = _facts(position.summary, engine, PlainSpeech())
        parts += [Text(facts, small=True)] if facts else []
    footer = f"{_how(position, engine)}{_STOP}" if answer.person_id is not None else ""
    subject = shorten(spoken(answer.subject), _SUBJECT) or "Your mail"
    return Letter(subject=subject, title="", parts=tuple(parts), footer=footer, attached=answer.attached)


def code_letter(code: payloads.AddressCode) -> Letter:
    """A code of eight digits that verifies an address."""
    name = wording.shortened_name(code.name)
    who = f"Somebody, as {name}," if code.name else "Somebody"
    purpose = {
        "link": f"{name} wants to play board games by mail from this address.",
        "join": f"{who} wants to play board games by mail from this address.",
        "act": f"You asked for this: {code.about}",
    }[code.purpose]
    elsewhere = " or type it where you asked for it" if code.purpose == "link" else ""
    refusing = ", or answer “never again”: then nobody has such mails sent to you"
    how = (
        f"If that is you, answer this mail with the code{elsewhere} within 30 minutes. If not, do nothing"
        f"{refusing * (code.purpose == 'join')}."
    )
    if code.purpose == "join" and not code.name:
        how += (
            f"\n\nThe others would see you as “{NAMELESS}”: write “join” and a name first to be called by it."
        )
    return Letter(
        subject="Your code", title=f"Your code is {code.digits}", parts=(Text(f"{purpose}\n\n{how}"),)
    )


def invited_letter(invitation: payloads.MailInvitation, engine: AnyEngine, reply_to: str) -> Letter:
    """An invitation to an unknown address."""
    summary = invitation.summary
    name = wording.shortened_name(summary.host.name)
    pitch = " ".join(wording.plain(engine.info.pitch).split())
    join = (
        "To join answer this mail with the word join and the name under which the others shall see you, "
        "such as “join Ann”. A code comes back that shows that the address is yours."
    )
    line = "join "
    facts = _facts(summary, engine, PlainSpeech())
    never = "You get one invitation, and no more unless you join. “never again” makes sure of it for ever."
    if invitation.person_id is not None:
        join, line = "To join answer this mail with the word join.", "join"
        never = "“never again” lets no invitation come by mail any more."
    links = Links((("Join", line), ("Never again", "never again")), reply_to)
    return Letter(
        subject=f"[{summary.code}] {summary.title}: an invitation",
        title=f"{name} invites you to play {summary.title} by mail.",
        parts=(Text(f"{pitch}\n\n{join}"), links, Text(facts, small=True)),
        footer=never,
    )
