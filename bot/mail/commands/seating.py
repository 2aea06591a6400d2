"""Seats by mail: opening, joining and leaving games, invitations, computers, substitutes."""

import contextlib
import re
from typing import Final

from bot.mail.commands import agreeing, answers
from bot.mail.commands.options import is_code, line_of
from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences.agreements import left_words
from bot.sentences.answers import vanished_words
from bot.sentences.turns import STATUS_WORDS
from bot.service.game.scope import only
from bot.service.game.setup import setup_of
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.typed import seat_named
from engines.contract import AnyEngine, IllegalOptions, Level

ADDRESS: Final = re.compile(r"(?<![^\s<:])[^\s@<>()\[\]\",;:]{1,64}@[^\s@<>()\[\]\",;:]{1,250}(?![^\s<>])")

CANCEL: Final = "lobby cancel"
"""The command that waits for a “yes” where others have joined."""


async def new(request: MailRequest, options: Options, engine: AnyEngine) -> Reply:
    """Open a game that is played by mail, with people whom its host invites. Raises Refused."""
    await request.check_author()
    setup = setup_of(engine, options)
    with contextlib.suppress(IllegalOptions):
        # Options that are wrong are refused with a reason below.
        if engine.clock.seconds(engine.options(setup.options)) is not None:
            raise Refused("too_fast", wording.TOO_FAST)
    summary = await request.service.lobby.create(request.person, None, setup, cause=request.cause)
    return await answers.in_lobby(request, f"You opened {wording.titled(summary)}.", summary)


async def again(request: MailRequest, options: Options) -> Reply:
    """Open a rematch of a game that is over and invite the others, or join the one opened already.

    Raises Refused, also for a game on a server, where its settings say who may open games.
    """
    await request.check_author()
    old = await request.summary(options.get("game"))
    if not old.ended:
        state = STATUS_WORDS[old.status]
        raise Refused(
            "not_over", f"Only a game that is over is played again: {wording.titled(old)} {state}.", game=old
        )
    if old.guild_id is not None:
        raise Refused(
            "not_here", "This game was played on a server: open the next one there, below its last card."
        )
    now = await request.service.lobby.again(request.person, old.code, cause=request.cause)
    opened = now.status == "lobby" and now.host.id == request.person.id
    said = f"You opened {wording.titled(now)} with the same options and invited the others."
    return await answers.in_lobby(
        request, said if opened else f"You have a seat in {wording.titled(now)}.", now
    )


async def join(request: MailRequest, options: Options) -> Reply:
    """Take a seat in a game: by invitation, or by code in a game without a place. Raises Refused."""
    word = str(options.get("seat", "")).upper()
    if "game" not in options and is_code(word):
        # In small letters a code without a figure reads like the name of a seat.
        options = {name: value for name, value in options.items() if name != "seat"} | {"game": word}
    code = str(options.get("game") or request.invited_to or "")
    # The game may be known only from the mail that this one answers, and the command may be “accept”.
    await request.check_author(line_of("join", {**options, "game": code}) if code else "")
    asked = await request.service.invitations.open_to(request.person)
    matching = next((one for one in asked if one.code == code.upper() or not code), None)
    if matching is not None:
        if not await _is_acceptable_by_mail(request, matching):
            raise Refused("not_here", "This seat is in a server's game: accept it on Discord.")
        if not matching.waits:
            now = await request.service.invitations.accept(request.person, matching.id, cause=request.cause)
            return Reply(f"You play {matching.seat_name} in {wording.titled(now)}.", now)
        code = matching.code
    elif not code:
        raise Refused("which_game", "Which game? Write “join” and its code.")
    else:
        await request.check_reachable(code)
    seat = None
    if "seat" in options:
        seat = seat_named(await request.service.reading.summary(code), str(options["seat"]))
    joined = await request.service.lobby.join(
        request.person, code, cause=request.cause, seat=seat, contribution=options.get("words")
    )
    return await answers.in_lobby(request, f"You have a seat in {wording.titled(joined)}.", joined)


async def accept(request: MailRequest, _options: Options) -> Reply:
    """Accept the invitation or request of the answered mail. Raises Refused."""
    by_subject = request.grant is None and request.invited_to is not None
    joined_before = request.done_before and not _to_a_seat(request)
    if (
        by_subject
        or joined_before
        or await _asked_about(request) is not None
        or await _is_invited_by_mail(request)
    ):
        return await join(request, {})
    return await agreeing.answer(request, agree=True)


async def decline(request: MailRequest, _options: Options) -> Reply:
    """Decline the invitation or request of the answered mail. Raises Refused."""
    asked = await _asked_about(request)
    if asked is not None:
        return await invitations(request, {"answer": "decline", "game": asked.code})
    if await _is_invited_by_mail(request):
        return Reply(
            "Nothing was done: if you do not want to join, you need not "
            "answer. “never again” stops invitations."
        )
    return await agreeing.answer(request, agree=False)


def _to_a_seat(request: MailRequest) -> bool:
    """Whether the answered mail was written to the person as a player."""
    return request.own_grant is not None and request.own_grant.seat is not None


async def _asked_about(request: MailRequest) -> Invitation | None:
    """The invitation that the answered mail was about."""
    if _to_a_seat(request):
        return None
    asked = await request.service.invitations.open_to(request.person)
    return next((one for one in asked if one.code == request.invited_to), None)


async def _is_invited_by_mail(request: MailRequest) -> bool:
    """Whether the answered mail was about a game in which the person has no seat: it invited them."""
    if request.about is None or _to_a_seat(request):
        return False
    return request.about not in {game.code for game in await request.service.reading.my_games(request.person)}


async def here(request: MailRequest, _options: Options) -> Reply:
    """Confirm one's presence in an opened seat. Raises Refused."""
    return await _keep_seat(request, await request.code_to_play())


async def _keep_seat(request: MailRequest, code: str) -> Reply:
    kept = await request.service.substitutes.here(request.person, code, cause=request.cause)
    return Reply(f"Your seat in {wording.titled(kept)} is yours.", kept)


async def _is_acceptable_by_mail(request: MailRequest, asked: Invitation) -> bool:
    """Whether an invitation can be accepted by mail, which proves neither membership nor rights of a server.

    One without an inviter can: it is the operator's, or offers a player their own seat again.
    """
    return asked.inviter is None or await request.service.mail_invitations.may_join(
        request.person, asked.code
    )


async def invitations(request: MailRequest, options: Options) -> Reply:
    """List the person's invitations, or answer one. Raises Refused."""
    matching = await request.service.invitations.named(request.person, str(options.get("game", "")))
    if options.get("answer") is None:
        by_mail = {one.id for one in matching if await _is_acceptable_by_mail(request, one)}
        lines = [
            f"{one.title} {one.code}: {one.seat_name}. "
            + (f"Write “join {one.code}” to accept." if one.id in by_mail else "Accept it on Discord.")
            for one in matching
        ]
        return Reply("\n".join(lines))
    only([one.code for one in matching])
    (first,) = matching
    if options["answer"] == "accept":
        return await join(request, {"game": first.code})
    await request.check_author(f"invitations decline {first.code}")
    declined = await request.service.invitations.decline(request.person, first.id)
    return Reply(f"You have declined {declined.title} {declined.code}. Nobody invites you to it again.")


async def invite(request: MailRequest, options: Options) -> Reply:
    """Invite the reader of an address to a lobby. Raises Refused."""
    await request.check_author()
    # Programs write it twice, “bob@example.org<mailto:bob@example.org>”, or with a name beside it.
    addresses = {*ADDRESS.findall(str(options["address"]).lower())}
    if len(addresses) != 1:
        raise Refused("no_address", "Write “invite” and an address, such as “invite bob@example.org”.")
    summary = await request.summary(options.get("game"))
    await request.service.mail_invitations.invite(
        request.person, summary.code, *addresses, cause=request.cause
    )
    return Reply("If that address may be written to, an invitation is on its way.", summary)


async def leave(request: MailRequest, options: Options) -> Reply:
    """Leave a lobby. Raises Refused."""
    await request.check_author()
    named = options.get("game")
    # Who has left finds the game no more, but what the earlier delivery of the mail did in it.
    code = (named or request.invited_to) if request.done_before else None
    code = code or (await request.summary(named)).code
    left = await request.service.lobby.leave(request.person, str(code).upper(), cause=request.cause)
    return Reply(left_words(left, wording.titled(left)))


async def start(request: MailRequest, options: Options) -> Reply:
    """Start the game with the players who have joined. Raises Refused."""
    await request.check_author()
    summary = await request.summary(options.get("game"))
    begun = await request.service.lobby.start(request.person, summary.code, cause=request.cause)
    return Reply(f"{wording.titled(begun)} begins.", begun)


async def cancel(request: MailRequest, options: Options) -> Reply:
    """Call off a game that has not started, as its host; if others have joined, ``yes`` must confirm it.

    Raises Refused.
    """
    await request.check_author()
    summary = await request.summary(options.get("game"))
    people = {seat.person.id for seat in summary.seats if seat.person is not None and not seat.person.level}
    asks = summary.status == "lobby" and summary.host.id == request.person.id and len(people) > 1
    if asks and not (request.proved or request.done_before):
        text = f"{wording.titled(summary)} waits on. Answer this mail with “yes” to call it off for all."
        return answers.question(text, summary, "Call it off", CANCEL)
    return await call_off(request, summary)


async def call_off(request: MailRequest, summary: GameSummary) -> Reply:
    """Call off a game that has not started, as its host. Raises Refused."""
    off = await request.service.lobby.cancel(request.person, summary.code, cause=request.cause)
    return Reply(f"You have called {wording.titled(off)} off.", off)


async def computer(request: MailRequest, options: Options) -> Reply:
    """Let a computer take a free seat, or send one away. Raises Refused."""
    await request.check_author()
    summary = await request.summary(options.get("game"))
    lobby, person, cause, level = request.service.lobby, request.person, request.cause, options["level"]
    if level == "none":
        now = await lobby.remove_computer(person, summary.code, cause=cause)
        return await answers.in_lobby(request, "You have sent a computer away.", now)
    now = await lobby.add_computer(person, summary.code, Level[str(level).upper()], cause=cause)
    return await answers.in_lobby(request, f"A {level} computer has a seat.", now)


async def substitute(request: MailRequest, options: Options) -> Reply:
    """Report that a player has vanished, or confirm one's own presence. Raises Refused."""
    await request.check_author()
    summary = await request.summary(options.get("game"))
    seat, own = seat_named(summary, str(options["seat"])), summary.seat_of(request.person.id)
    if own == seat:
        return await _keep_seat(request, summary.code)
    propose = request.service.substitutes.propose
    after = await propose(request.person, summary.code, seat, cause=request.cause)
    how = f"from {wording.moment(dict(after.open)[seat], request.zone)} on"
    return Reply(vanished_words(after, seat, how, PlainSpeech()), after)
