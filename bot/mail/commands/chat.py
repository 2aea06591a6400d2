"""Chat by mail: reading, muting and reporting messages, and sending them, by `say` or behind a dash."""

from functools import partial
from typing import Final

from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.service.chat.messages import MessageSource, Quoted, chat_rules, count_fitting
from bot.service.values.answers import MessageView
from bot.service.values.refused import Refused, not_by_mail
from bot.service.values.typed import seat_named

_ROOM: Final = 50_000
"""Characters of messages in one mail."""

_WITHHELD: Final = f"Private messages come {wording.IF_CHOSEN}"


async def say(request: MailRequest, text: str) -> Reply:
    """Send a chat message: public, unless it begins by naming its readers. Raises Refused.

    An answer to private messages must name its readers; otherwise it is shown to nobody.
    """
    code = await request.code_to_play()
    source = MessageSource(quoted=Quoted(private=await request.answers_private_chat()))
    sent = await request.service.chat.say(request.person, code, text, cause=request.cause, source=source)
    chat_message = sent.chat_message
    engine = request.engines[chat_message.key]
    if chat_message.to is None:
        confirmation = "Said to everybody."
    elif await request.has_private_by_mail(code):
        confirmation = f"Said to {wording.readers(engine, chat_message)} alone."
    else:
        confirmation = "Said only to those whom you named."
    waits = "" if not chat_message.refused else " Anybody who cannot be reached now finds it later."
    return Reply(f"{confirmation}{waits}", await request.summary(code))


async def messages(request: MailRequest, options: Options) -> Reply:
    """List the chat messages that the person may read. Raises Refused."""
    summary = await request.summary(options.get("game"))
    engine, found = request.engines[summary.key], list[MessageView]()
    openly = chat_rules(engine).private and not await request.has_private_by_mail(summary.code)
    while True:
        fitting = partial(count_fitting, room=_ROOM - sum(map(_length, found)), size=_length)
        page = await request.service.chat.messages(
            request.person,
            summary.code,
            turn=options.get("round"),
            skip=len(found),
            fitting=fitting,
            openly=openly,
        )
        found[:0] = page.messages
        if not page.more or sum(map(_length, found)) >= _ROOM:
            break
    lines = [wording.message_line(engine, one) for one in found]
    before = ["There is more before that: name a round to read it."] if page.more else []
    lines = lines or ["Nothing has been said that you may read."]
    after = [_WITHHELD] if page.withheld else []
    return Reply("\n".join([*before, *lines, *after]), summary)


def _length(chat_message: MessageView) -> int:
    return len(chat_message.body) + 200


async def report(request: MailRequest, options: Options) -> Reply:
    """List the person's private messages, or report some to the server's managers. Raises Refused."""
    summary, reports = await request.summary(options.get("game")), request.service.reports
    if "words" in options:
        await request.check_author()
        filed = await reports.file(request.person, summary.code, options["words"])
        confirmation = "You have already reported this message: t" if filed.repeated else "T"
        return Reply(f"{confirmation}hose who manage the server can read it, with your name.", summary)
    engine = request.engines[summary.key]
    if chat_rules(engine).private and not await request.has_private_by_mail(summary.code):
        raise not_by_mail(summary)
    lines = [
        f"{one.number}  {wording.message_line(engine, one)}"
        for one in await reports.reportable(request.person, summary.code)
    ]
    if not lines:
        raise Refused("no_such_words", "There is no private message to you that you have read.")
    text = "\n".join(lines)
    return Reply(f"{text}\n“report” and a number shows that message to those who manage the server.", summary)


async def mute(request: MailRequest, options: Options) -> Reply:
    """Mute a player's messages in a game, or unmute them. Raises Refused."""
    code = await request.code_to_play()
    summary = await request.summary(code)
    other = summary.seats[seat_named(summary, str(options["seat"]))].person
    if other is None:
        raise Refused("no_such_seat", "Nobody has that seat.")
    muted = bool(options.get("mute", True))
    await request.service.chat.mute(request.person, code, other.id, muted=muted)
    effect = "You no longer hear" if muted else "You hear again"
    return Reply(f"{effect} what {wording.named(other)} says here. They are not told.", summary)
