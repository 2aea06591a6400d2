"""The letter that brings chat messages."""

from collections.abc import Sequence
from typing import Final

from bot.mail.outgoing import letter_parts, wording
from bot.mail.outgoing.letter import Letter, Links, Part, Text
from bot.sentences.speech import without_bidi_controls
from bot.service.chat.messages import chat_rules
from bot.service.values import payloads
from bot.service.values.answers import MessageView
from engines.contract import AnyEngine
from engines.wording import counted, listed

_WITHHELD_WORDS: Final = "Private messages come by mail only if you ask for that."
_ALONE: Final = "“-{} words” answers {} alone"
"""How to answer in private. Only the speaker is named, as a mail without the words hides other readers."""


def chat_letter(
    chat: payloads.DirectChat,
    messages: Sequence[MessageView],
    engine: AnyEngine,
    reply_to: str,
    *,
    private: bool,
) -> Letter:
    """The letter of chat messages, in order. `private`: whether the reader wants private ones by mail."""
    names, newest = engine.info.seats, messages[-1]
    speaker = listed(dict.fromkeys(wording.speaker(engine, one) for one in messages))
    own = chat.purpose != "hear"
    to = "" if newest.to is None else listed(names[seat].name for seat in newest.to) if newest.to else ""
    what = (
        "what you said" if own else "a message" if len(messages) == 1 else counted(len(messages), "message")
    )
    subject = f"[{newest.code}] {engine.info.title}: {what} ({newest.turn})"
    answers, against = wording.ALOUD, "“mute” and “block”"
    if chat_rules(engine).private:
        speaks = names[newest.seat]
        alone = (
            "“-seat words” answers in private" if own else _ALONE.format(speaks.emblem.lower(), speaks.name)
        )
        answers = f"{alone}, “say words” to everybody. "
        against = "“report”, “mute” and “block”"
    bothers = "" if own else f"{against} help against anybody who bothers you. "
    footer = f"{answers}{bothers}{wording.STOP}"
    if newest.to is not None and not private:
        title = f"{speaker} has sent you a private message." if not own else "About your private message:"
        parts: tuple[Part, ...] = (
            Text(_WITHHELD_WORDS),
            Links((("Send private messages by mail", "settings private_by_mail: yes"),), reply_to),
        )
        return Letter(subject=subject, title=title, parts=parts, footer=footer)
    title = f"{speaker} to {to or 'everybody'}" if not own else f"You to {to or 'everybody'}"
    trouble = _trouble(chat, newest, engine)
    if len(messages) == 1:
        body = (Text(without_bidi_controls(newest.body)), *((Text(trouble),) if trouble else ()))
    else:
        body = letter_parts.chat_lines(messages, engine)
    return Letter(subject=subject, title=title, parts=body, footer=footer)


def _trouble(chat: payloads.DirectChat, message: MessageView, engine: AnyEngine) -> str:
    if chat.purpose == "refused" and chat.seat is None:
        return "This could not be shown where the game is played; the others find it among their messages."
    unreached = message.refused if chat.seat is None else [chat.seat]
    if not unreached:
        return ""
    who = listed(engine.info.seats[seat].name for seat in unreached)
    return f"{who} could not be reached: it waits there among the messages."
