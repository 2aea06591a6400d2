"""Pauses by mail: asked for, agreed to, and ended."""

from typing import Literal

from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences.answers import PAUSE_DECLINED, pause_words
from bot.service.values.days import day_of
from bot.service.values.game_summary import GameSummary


async def until(request: MailRequest, options: Options) -> Reply:
    """Ask the others to pause the game until a day. Raises Refused."""
    return await _ask(request, str(options["day"]))


async def end(request: MailRequest, _options: Options) -> Reply:
    """Let a game that is paused go on, or ask the others to. Raises Refused."""
    return await _ask(request, None)


async def _ask(request: MailRequest, day: str | None) -> Reply:
    code = await request.code_to_play()
    summary = await request.summary(code)
    request.check_current(summary)
    service, person, cause = request.service, request.person, request.cause
    if day is None and summary.paused_until is None:
        now = await service.clock.resume(person, code, cause=cause)
        return Reply(f"{wording.titled(now)} goes on.\n{request.status(now)}", now)
    wished = None if day is None else day_of(day, request.today(request.zone))
    now = await service.pausing.ask(person, code, wished, cause=cause)
    return _after(request, now, "asked")


async def answer(request: MailRequest, options: Options) -> Reply:
    """Agree to a pause, or to its end, or decline it. Raises Refused."""
    code = await request.code_to_play()
    agree = options["answer"] == "agree"
    request.check_current(await request.summary(code))
    now = await request.service.pausing.answer(request.person, code, agree, cause=request.cause)
    if not agree:
        return Reply(PAUSE_DECLINED, now)
    return _after(request, now, "agreed")


def _after(request: MailRequest, now: GameSummary, did: Literal["asked", "agreed"]) -> Reply:
    """Who must still agree, or the result of the request."""
    speech = PlainSpeech(request.zone)
    return Reply(pause_words(now, did, request.status(now), speech), now)
