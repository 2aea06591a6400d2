"""What players agree on by mail: draws, ends without a result, undo, pauses."""

from typing import Final, Literal

from bot.mail.commands import answers, playing
from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences.answers import PAUSE_DECLINED, ending_words, pause_words
from bot.sentences.plays import undone_words
from bot.sentences.requests import undo_answer_words
from bot.service.typed_fields import named_after
from bot.service.values.answers import Played, UndoAnswer
from bot.service.values.days import day_of
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import Draw, format_meta
from engines.wording import counted, listed

END: Final = "draw no result"
"""The command that ends a game without a result, also as a mail asks to confirm it."""


async def draw(request: MailRequest, options: Options) -> Reply:
    """Offer a draw or an end without a result, or answer such an offer. Raises Refused."""
    answer = options.get("answer", "offer")
    if options.get("how") == "no result":
        return await end_together(request, wished=answer in {"offer", "accept"}, agrees=answer == "accept")
    return await playing.meta(request, Draw(answer))


async def end_together(
    request: MailRequest, *, wished: bool, sure: bool = False, agrees: bool = False
) -> Reply:
    """Ask to end a game without a result, or withdraw that; `agrees`: only where somebody asks for it.

    If nobody else must agree, the game ends only if its player is `sure`. Raises Refused.
    """
    code = await request.code_to_play()
    answers_it = "draw accept no result" if agrees else "draw decline no result"
    request.check_proved(END if wished and not agrees else answers_it)
    summary = await request.summary(code)
    request.check_current(summary)
    ask, sure = request.service.calling_off.ask, sure or request.proved
    try:
        now = await ask(
            request.person,
            code,
            wished,
            cause=request.cause,
            sure=sure,
            asked_by=() if agrees else None,
            expected_public_version=request.expected,
        )
    except Refused as refused:
        if refused.code != "ends_at_once":
            raise
        text = f"{wording.titled(summary)} goes on. Answer this mail with “yes” to end it without a result."
        return answers.question(text, summary, "End it", END)
    speech = PlainSpeech(request.zone)
    return Reply(ending_words(now, request.status(now), speech, wished=wished), now)


async def undo(request: MailRequest, options: Options) -> Reply:
    """Undo, ask to undo, answer an undo request, or redo. Raises Refused."""
    code = (await request.game_to_play()).code
    person, cause, service = request.person, request.cause, request.service.undo
    answer, far = options.get("answer"), options.get("how_far")
    done: Played | UndoAnswer
    if answer in {"allow", "refuse"}:
        agree = answer == "allow"
        done = await service.answer_undo(
            person, code, agree, cause=cause, expected_public_version=request.expected
        )
    elif answer == "ask":
        done = await service.request_undo(person, code, cause=cause)
    elif far == "redo":
        done = await service.redo(person, code, cause=cause, expected_public_version=request.expected)
    else:
        done = await service.undo(person, code, cause=cause, whole=far == "turn")
    summary, state = done.summary, f"\n{request.status(done.summary)}"
    if isinstance(done, UndoAnswer):
        words = undo_answer_words(done, summary.seat_of(person.id), PlainSpeech(request.zone))
    elif far == "redo":
        shown = playing.as_mailed(request, done)
        words, state = answers.done(shown), answers.state_after(shown, request.status(summary))
    else:
        words = undone_words(playing.as_mailed(request, done))
    return Reply(words, summary, state=state, picture=True)


async def answer(request: MailRequest, *, agree: bool) -> Reply:
    """Accept or decline the only open request to the person. Raises Refused."""
    code = await request.code_to_play()
    summary = await request.summary(code)
    if request.done_before:
        return Reply("You have answered that.", summary)
    request.check_current(summary)
    seat = summary.seat_of(request.person.id)
    waiting, engine = _open_requests(summary, seat), request.engines[summary.key]
    if not waiting and not agree and "decline" in {named_after(kind)[0] for kind in engine.action_types}:
        return await playing.play(request, ["decline"])
    if not waiting:
        raise Refused("nothing_asked", f"Nothing waits for your answer in {wording.titled(summary)}.")
    if len(waiting) > 1:
        ways = {"draw": "draw accept", "undo": "undo allow", "pause": "pause answer agree"}
        ways |= {"end": "draw accept no result"}
        ways_text = listed((f"“{ways[one]}”" for one in waiting), "or")
        raise Refused(
            "which_answer", f"{counted(len(waiting), 'thing')} wait for your answer: say {ways_text}."
        )
    (asked,) = waiting
    match asked:
        case "draw":
            return await playing.meta(request, Draw("accept" if agree else "decline"))
        case "undo":
            return await undo(request, {"answer": "allow" if agree else "refuse"})
        case "end":
            return await end_together(request, wished=agree, agrees=agree)
    return await answer_pause(request, {"answer": "agree" if agree else "decline"})


def _open_requests(summary: GameSummary, seat: int | None) -> list[str]:
    """The open requests to a seat."""
    draws = any(one == seat and notation == format_meta(Draw("accept")) for one, notation in summary.answers)
    asked = {
        "draw": draws,
        "undo": seat in summary.undo_asked,
        "end": bool(summary.ending) and seat in summary.ending_asked,
        "pause": summary.pausing is not None and seat in summary.pausing_asked,
    }
    return [what for what, waits in asked.items() if waits]


async def pause_until(request: MailRequest, options: Options) -> Reply:
    """Ask the others to pause the game until a day. Raises Refused."""
    return await _ask_to_pause(request, str(options["day"]))


async def end_pause(request: MailRequest, _options: Options) -> Reply:
    """Let a paused game go on, or ask the others to agree to that. Raises Refused."""
    return await _ask_to_pause(request, None)


async def _ask_to_pause(request: MailRequest, day: str | None) -> Reply:
    summary = await request.game_to_play()
    service, person, code, cause = request.service, request.person, summary.code, request.cause
    if day is None and summary.paused_until is None:
        now = await service.clock.resume(person, code, cause=cause)
        return Reply(f"{wording.titled(now)} goes on.\n{request.status(now)}", now)
    wished = None if day is None else day_of(day, request.today(request.zone))
    now = await service.pausing.ask(person, code, wished, cause=cause)
    return _pause_reply(request, now, "asked")


async def answer_pause(request: MailRequest, options: Options) -> Reply:
    """Agree to a pause, or to its end, or decline it. Raises Refused."""
    code, agree = (await request.game_to_play()).code, options["answer"] == "agree"
    now = await request.service.pausing.answer(
        request.person, code, agree, cause=request.cause, expected_public_version=request.expected
    )
    if not agree:
        return Reply(PAUSE_DECLINED, now)
    return _pause_reply(request, now, "agreed")


def _pause_reply(request: MailRequest, now: GameSummary, did: Literal["asked", "agreed"]) -> Reply:
    """The reply that says who must still agree, or the result of the request."""
    speech = PlainSpeech(request.zone)
    return Reply(pause_words(now, did, request.status(now), speech), now)
