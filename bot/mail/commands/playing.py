"""Playing by mail: moves, and the confirmation of important ones."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.column_values import RUNNING
from bot.mail.commands import answers
from bot.mail.commands.request import MailRequest, NotUnderstood, Options, Reply
from bot.mail.commands.typed_line import may_count
from bot.mail.outgoing import wording
from bot.mail.outgoing.legal_moves import grouped, key_of, notations_by_number
from bot.sentences.plays import preview_words
from bot.service.play.actions import RequestedAction
from bot.service.typed_fields import action_typed
from bot.service.values.answers import Choices, Played, Preview
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import UNREADABLE, Refused
from engines.contract import META_ACTIONS, Action, Draw, MetaAction, Resign, format_meta, parse_meta

_WITHHELD: Final = f"What it would do comes {wording.IF_CHOSEN}"


async def play(request: MailRequest, lines: Sequence[str], *, confirmed: bool = False) -> Reply:
    """Play the moves of some lines, numbers or notation: all of them, or none. Raises Refused."""
    if len(lines) == 1 and (action := parse_meta(lines[0])) is not None:
        return await meta(request, action, confirmed=confirmed)
    code = await request.code_to_play()
    engine = await request.engine(code)

    def joined(notations: Sequence[str]) -> str:
        if engine.info.separator is None and len(notations) > 1:
            raise Refused("one_move", f"In {engine.info.title} a mail plays one move. Nothing was done.")
        return f"{engine.info.separator} ".join(notations)

    def resolve(ask: Callable[[], Choices]) -> str:
        choices = ask()
        text = joined(_in_notation(request, notations_by_number(grouped(choices)), lines))
        _check(request, choices.summary)
        return text

    if confirmed:
        text = joined(lines if request.done_before else await notations_of(request, code, lines))
        summary = await request.summary(code)
        check_not_live(summary)
        await request.check_question(summary)
        return await _act(request, code, text)
    if any(map(is_number, lines)):
        return await _attempt_now(request, code, resolve, None)
    return await _attempt_now(request, code, joined(lines), partial(_check, request))


async def play_action(request: MailRequest, options: Options, *, kind: type[Action]) -> Reply:
    """Play the action of a kind with these fields. Raises Refused."""
    found = action_typed(kind, options)
    return await _attempt_now(request, await request.code_to_play(), found, partial(_check, request))


async def notations_of(request: MailRequest, code: str, lines: Sequence[str]) -> list[str]:
    """Lines with notation in place of numbers. Raises Refused for numbers that the answered mail lacks."""
    if not any(map(is_number, lines)):
        return list(lines)
    choices = await request.service.play.choices(request.person, code)
    return _in_notation(request, notations_by_number(await asyncio.to_thread(grouped, choices)), lines)


def _in_notation(request: MailRequest, numbered: Sequence[str], lines: Sequence[str]) -> list[str]:
    """See `notations_of`. `numbered`: the notations that have numbers, in their order, from 1."""
    if request.grant is None or request.grant.confirms != key_of(numbered):
        raise Refused(
            "stale",
            "That number was from a list of other moves, so nothing was done. This is how things stand.",
        )
    notations = list[str]()
    for line in lines:
        if not is_number(line):
            notations.append(line)
        elif line.startswith("0") or int(line) > len(numbered):
            raise NotUnderstood(f"There is no move {line}: they have numbers from 1 to {len(numbered)}.")
        else:
            notation = numbered[int(line) - 1]
            many = next((one for one in numbered if one.endswith(f" {line}")), notation)
            if many != notation and any(may_count(one, line) for one in request.mail.text.split("\n")):
                raise NotUnderstood(
                    f"Move {line} of the list is “{notation}”: write “{line}” alone for that, or “{many}”."
                )
            notations.append(notation)
    return notations


def _check(request: MailRequest, summary: GameSummary) -> None:
    """Raises Refused if the answered mail does not allow its reader to play now."""
    request.check_plays(summary)
    check_not_live(summary)
    request.check_current(summary)


def check_not_live(summary: GameSummary) -> None:
    """Raises Refused for a live game, whose periods are too short for mail."""
    if summary.seconds_per_period is not None:
        raise Refused("too_fast", wording.TOO_FAST, game=summary)


async def check_moves(request: MailRequest, lines: Sequence[str], read: Mapping[str, Refused | None]) -> None:
    """Raises Refused if one of these lines is no move, so that nothing of the mail is executed.

    `read`: lines parsed before, with their refusals.
    """
    code = await request.code_to_play()
    await request.check_question(await request.summary(code))
    await notations_of(request, code, lines)
    written = [line for line in lines if not is_number(line)]
    if unread := [line for line in written if line not in read]:
        read = {**read, **await request.service.play.read_notations(request.person, code, unread)}
    for line in written:
        refused = read.get(line)
        if refused is not None and refused.code in UNREADABLE:
            raise NotUnderstood(refused.sentence, line)


def is_number(line: str) -> bool:
    """Whether a line is the number of a move."""
    return line.isascii() and line.isdecimal() and len(line) < 5


async def _attempt_now(
    request: MailRequest, code: str, action: RequestedAction, check: Callable[[GameSummary], None] | None
) -> Reply:
    """As `_attempt`; try again if play has gone on and the player is still asked the same."""
    try:
        return await _attempt(request, code, action, check)
    except Refused as refused:
        if refused.code != "stale" or not await request.is_asked_the_same(code):
            raise
    return await _attempt(request, code, action, check)


async def _attempt(
    request: MailRequest,
    code: str,
    action: RequestedAction,
    check: Callable[[GameSummary], None] | None = None,
) -> Reply:
    """Play an action, or show its preview where it needs a confirmation. Raises Refused."""
    answer = partial(_answer, request)
    closing = None if request.closing is None else request.closing(partial(answer, to_take_back=True))
    done = await request.service.play.attempt(
        request.person,
        code,
        action,
        cause=request.cause,
        expected_public_version=request.expected,
        check=check,
        closing=closing,
    )
    # With `closing` the answer was enqueued in the transaction of the action.
    return answer(done) if closing is None else Reply("", closes=True)


async def _act(request: MailRequest, code: str, action: Action | str) -> Reply:
    """Play an action without a preview. Raises Refused."""
    played = await request.service.play.act(
        request.person, code, action, cause=request.cause, expected_public_version=request.expected
    )
    return _answer(request, played)


def _answer(request: MailRequest, done: Played | Preview, *, to_take_back: bool = False) -> Reply:
    """The answer to an action or a preview.

    `to_take_back`: whether it offers undo, unless `undo_range` says that there is none. (If that is None, at
    least this action can be undone.)
    """
    if isinstance(done, Preview):
        return preview(request, done)
    shown = as_mailed(request, done)
    noted = shown is not done and not done.card_tells
    status = request.status(done.summary)
    state = f"\n{status}" if noted else answers.state_after(shown, status)
    text = "That is noted." if noted else answers.done(shown)
    able = done.undo_range is None or done.undo_range.undo > 0
    back = to_take_back and able and not (done.repeated or done.meta)
    choices = (("Take it back", "undo"),) if back else ()
    return Reply(text, done.summary, state=state, picture=True, choices=choices)


def as_mailed(request: MailRequest, done: Played) -> Played:
    """The result of an action, without what only the actor may know unless they chose to get that by mail."""
    hidden = request.engines[done.summary.key].info.hidden
    return done.public if hidden and not done.private_by_mail else done


def preview(request: MailRequest, seen: Preview) -> Reply:
    """Show what an action would do, and ask for ``yes``; the effects are left out if they may be secret."""
    words = wording.with_people(preview_words(seen), seen.summary)
    shown = f"Not played yet: {seen.notation}\n{words}"
    if request.engines[seen.summary.key].info.hidden and not seen.private_by_mail:
        shown = f"Not played yet. {_WITHHELD}"
    text = f"{shown}\nAnswer this mail with “yes” to play it, or with another move."
    return answers.question(text, seen.summary, "Play it", seen.action)


async def yes(request: MailRequest) -> Reply:
    """Do what the answered mail has shown. Raises Refused."""
    wanted = "" if request.grant is None else request.grant.confirms
    code = await request.code_to_play()
    if request.done_before:
        return await _act(request, code, "")
    known = META_ACTIONS.values()
    asked = next((one for one in known if answers.confirm_key(format_meta(one)) == wanted), None)
    if asked is not None:
        return await meta(request, asked, confirmed=True)
    await request.check_question(await request.summary(code))
    action: str | None = None
    if wanted:
        choices = await request.service.play.choices(request.person, code)
        action = next((o.notation for o in choices.offers if answers.confirm_key(o.notation) == wanted), None)
    if action is None:
        raise NotUnderstood("There is nothing that this mail asked you to confirm.")
    return await _act(request, code, action)


async def meta(request: MailRequest, action: MetaAction, *, confirmed: bool = False) -> Reply:
    """Play an action that every game has; resigning must be `confirmed` first. Raises Refused."""
    code = (await request.game_to_play()).code
    if isinstance(action, Resign | Draw):
        request.check_proved(format_meta(action))
    if confirmed or request.proved:
        return await _act(request, code, action)
    if isinstance(action, Resign):
        return await _ask_resign(request, code)
    return await _attempt(request, code, action)


async def _ask_resign(request: MailRequest, code: str) -> Reply:
    summary = await request.summary(code)
    if request.done_before or summary.status not in RUNNING:
        return await _act(request, code, Resign())
    text = f"You have not resigned {wording.titled(summary)}. Answer this mail with “yes” to give it up."
    return answers.question(text, summary, "Resign", format_meta(Resign()))
