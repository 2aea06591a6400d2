"""Commands about a person rather than a game: vacations, settings, privacy, their address."""

import contextlib
from typing import Final

from bot import __version__
from bot.mail.commands import strangers
from bot.mail.commands.answers import question
from bot.mail.commands.options import line_of
from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences.answers import block_words, days_left, vacation_over_words, vacation_words
from bot.sentences.forgetting import forgetting_lines
from bot.service.accounts.mail import mailbox_hash
from bot.service.chat.messages import chat_rules
from bot.service.people import notice_settings
from bot.service.people.preferences import change_settings
from bot.service.values.answers import Vacation
from bot.service.values.days import day_of
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.typed import quoted

DELETE: Final = "privacy delete"
_LEFT_OUT: Final = (
    ", but for what you alone may know of a game: private messages, notes, plans and secret moves come by "
    "mail only if you ask for that in all games: write “settings private_by_mail: yes”"
)


async def away(request: MailRequest, options: Options) -> Reply:
    """Go on vacation, come back, or show the vacation. Raises Refused."""
    vacations, person, zone = request.service.vacations, request.person, request.zone
    if options.get("end"):
        await request.check_author()
        return Reply(vacation_over_words(await vacations.end(person)))
    if "until" not in options:
        if "from" in options:
            raise Refused("no_end", "Name the last day of your vacation with “until”.")
        return Reply(_vacation_words(await vacations.of(person), zone))
    await request.check_author()
    today, until = request.today(zone), str(options["until"])
    begins = str(options.get("from", ""))
    try:
        # “away 3 Aug” is one day in two words.
        last, first = day_of(f"{until} {begins}", today), None
    except Refused:
        last, first = day_of(until, today), day_of(begins, today) if begins else None
    return Reply(_vacation_words(await vacations.plan(person, last, first), zone))


def _vacation_words(vacation: Vacation, zone: str | None) -> str:
    words = vacation_words(vacation, "“away until 3 Aug”", PlainSpeech(zone))
    if vacation.dates is None:
        return words
    effect = "brings you back" if vacation.begun else "calls it off"
    return f"{words} {days_left(vacation)} “away end” {effect}."


async def settings(request: MailRequest, options: Options) -> Reply:
    """Change the given settings, and show the result. Raises Refused."""
    given = dict(options)
    code = given.pop("game", None)
    if given:
        request.check_proved(line_of("settings", given if code is None else {"game": code, **given}))
    if code is not None:
        code = (await request.summary(code)).code
    if given:
        if given.get("where") == "mail":
            given |= {"where": "dm", "by": "mail"}
        await change_settings(request.service.preferences, request.person, code, given)
    found = await request.service.preferences.notice_settings(request.person, code)
    request.zone = found.time_zone
    chosen = found.settings
    elsewhere = chosen.by != "mail" and await request.service.preferences.has_door(request.person, "discord")
    lines = [
        f"where: {chosen.where if elsewhere or chosen.where == 'none' else 'mail'}",
        f"when: {chosen.when.replace('_', ' ')}",
        f"reminders: {notice_settings.schedule_of(chosen)}",
        f"quiet_hours: {notice_settings.hours_words(chosen.quiet_hours)}",
        f"quiet_days: {', '.join(notice_settings.DAY_NAMES[day] for day in chosen.quiet_days) or 'none'}",
        f"digest_at: {notice_settings.time_words(chosen.digest_at)}",
        f"time_zone: {notice_settings.zone_words(found.time_zone)}",
        f"by: {chosen.by or 'whichever is open'}",
        f"private_by_mail: {'yes' if chosen.private_by_mail else 'no'}",
    ]
    if code is None:
        own = await request.service.preferences.of(request.person)
        lines += [f"followed: {chosen.followed.replace('_', ' ')}", f"theme: {own.theme}"]
        lines += [f"confirm: {own.confirm}"]
    about = "In all your games" if code is None else f"In {code}"
    changing = "To change one, write “settings” and a line like these."
    notes = " ".join(filter(None, (notice_settings.zone_note(found.time_zone), changing)))
    reply = Reply("\n".join((f"{about}:", *lines, notes)))
    if given.get("private_by_mail"):
        await _show_private(request, reply, code)
    return reply


async def _show_private(request: MailRequest, reply: Reply, code: str | None) -> None:
    """Let the answer show the game, with the private information that mails have withheld before."""
    try:
        summary = await request.summary(code)
    except Refused:
        reply.text += "\n“board” and the code of a game now shows what you alone may know of it."
        return
    reply.game, reply.picture = summary, True
    if chat_rules(request.engines[summary.key]).private:
        reply.text += "\n“messages” brings the private messages that you were sent before."


async def stop(request: MailRequest, _options: Options) -> Reply:
    """Stop all mail about games, except answers. Raises Refused."""
    if not request.own:
        request.check_proved("stop")
    code, preferences = None if request.grant is None else request.grant.code, request.service.preferences
    elsewhere = await preferences.has_door(request.person, "discord")
    change = {"by": "discord"} if elsewhere else {"where": "none"}
    try:
        await preferences.set_notice_settings(request.person, change, code, everywhere=True)
    except Refused as refused:
        if code is None or refused.code != "not_in_game":
            raise
        # They follow it, were invited to it, or have lost their seat.
        await request.service.following.unfollow(request.person, code)
        return Reply(
            f"You have no seat in {code} and follow it no more, so no mail about it comes except answers to "
            "yours. “stop” to the address of Turnpost itself ends the mails about all games."
        )
    undoing = "by: mail" if elsewhere else "where: mail"
    still = " On Discord everything goes on." if elsewhere else ""
    again = " If Discord takes no messages to you, mails come again." if elsewhere else ""
    if code is None:
        none = await request.service.mail_invitations.wants_none(request.mail.sender)
        invited = "Invitations still come, unless you write “never again”."
        return Reply(
            f"You get no more mail except answers to yours.{still} “settings {undoing}” undoes that.{again} "
            f"{'No invitations come either.' if none else invited}"
        )
    return Reply(
        f"You get no more mail about {code} except answers to yours.{still} “settings game: {code} "
        f"{undoing}” undoes that; “stop” to the address of Turnpost itself does it for all games.{again}"
    )


async def never_again(request: MailRequest, options: Options) -> Reply:
    """Stop the mails for which others ask: invitations and codes; or let them come again. Raises Refused."""
    await request.check_author()
    invitations, sender = request.service.mail_invitations, request.mail.sender
    if options.get("answer", True):
        await invitations.never_again(mailbox_hash(sender))
        return Reply(strangers.NEVER)
    await invitations.allow_again(sender)
    return Reply(strangers.AGAIN)


async def unlink(request: MailRequest, _options: Options) -> Reply:
    """Unlink the person's mail address. Raises Refused."""
    request.check_proved("mail unlink")
    await request.service.addresses.unlink(request.person)
    return Reply("This address is no longer yours here: no more mail comes to it.")


async def blocked(request: MailRequest, _options: Options) -> Reply:
    """List the people whom the person has blocked."""
    blocks = await request.service.blocks.blocked(request.person)
    lines = [f"{one.number}  {wording.shortened_name(one.name)}" for one in blocks]
    return Reply("\n".join(lines) or "You have not blocked anybody.")


async def unblock(request: MailRequest, options: Options) -> Reply:
    """Lift a block. Raises Refused."""
    await request.check_author()
    block = await request.service.blocks.named(request.person, str(options["who"]))
    await request.service.blocks.unblock(request.person, block.id)
    return Reply(f"You have lifted the block on {wording.shortened_name(block.name)}.")


async def block(request: MailRequest, options: Options) -> Reply:
    """Block a person. Raises Refused."""
    await request.check_author()
    wanted = str(options["who"]).strip().lower()
    found = {one.id: one for name, one in await _known(request) if name.lower() == wanted}
    if not found:
        raise Refused(
            "no_such_person", f"{quoted(str(options['who']))} is not at your table and has not invited you."
        )
    if len(found) > 1:
        raise Refused("which_person", "Several people have that name: name the seat.")
    blocked = await request.service.blocks.block(request.person, *found.values())
    prevented = "say anything to them in private"
    return Reply(block_words(wording.named(blocked), prevented, "by mail", "“privacy unblock”"))


async def _known(request: MailRequest) -> list[tuple[str, Person]]:
    """The people of the mail's game, by name and by seat, and the people who have invited the person."""
    asked = await request.service.invitations.open_to(request.person)
    known = [(one.inviter.name, one.inviter) for one in asked if one.inviter is not None]
    with contextlib.suppress(Refused):
        for seat in (await request.summary()).seats:
            if seat.person is not None and seat.person.level is None:
                known += [(seat.person.name, seat.person), (seat.name, seat.person)]
    return known


async def about(request: MailRequest, _options: Options) -> Reply:
    """Say what this bot is: version, source, and the contact for faults."""
    source = request.operator.source_url or "whoever runs this has not said where"
    support = request.operator.support or "whoever runs this"
    return Reply(
        f"Turnpost {__version__}\nSource: {source}\nTo report a fault: tell {support} what you did and the "
        "game's code. If somebody bothers you in a game, write “report”, “mute” or “block”.\n"
        "“help” says how to play, “privacy export” what is stored about you."
    )


async def export(request: MailRequest, _options: Options) -> Reply:
    """Attach all that is stored about the person. Raises Refused."""
    request.check_proved("privacy export")
    private = await request.has_private_by_mail(None)
    data = await request.service.privacy.export(request.person.id, openly=not private)
    but = "" if private else _LEFT_OUT
    attached = (("turnpost.json", data.decode()),)
    return Reply(f"Attached is all that is stored about you here{but}.", attached=attached)


async def delete(request: MailRequest, _options: Options) -> Reply:
    """Say what being forgotten means, and ask for confirmation. Raises Refused."""
    request.check_proved(DELETE)
    if request.proved:
        return await forget(request)
    planned = await request.service.privacy.forgetting(request.person.id)
    undone = "Nothing has been done yet. Answer this mail with “yes” to be forgotten."
    text = "\n".join([*forgetting_lines(planned), undone])
    return question(text, None, "Forget me", DELETE)


async def forget(request: MailRequest) -> Reply:
    """Forget the person, after their confirmation. Raises Refused."""
    await request.service.privacy.forget(request.person.id)
    return Reply("You are forgotten here. If you use Turnpost again, you start afresh.", stops=True)
