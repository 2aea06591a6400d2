"""Letters that invite to a game, and the letter with a code that verifies an address."""

from msgspec.structs import replace

from bot.mail.outgoing import letter_parts, wording
from bot.mail.outgoing.letter import Letter, Links, Text
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences import answers
from bot.service.accounts.mail_names import NAMELESS, name_for_strangers
from bot.service.values import payloads
from bot.service.values.answers import Invitation
from engines.contract import AnyEngine


def invitation_letter(asked: Invitation, purpose: str, reply_to: str, zone: str | None) -> Letter:
    """The letter of an invitation: to a person, to their own seat, or its result. `zone`: the reader's."""
    subject = f"[{asked.code}] {asked.title}: "
    if purpose == "tell":
        answer = "has declined" if asked.status == "declined" else "has not answered in time"
        title = f"{wording.named(asked.person)} {answer} to play {asked.seat_name}."
        return Letter(subject=f"{subject}your invitation", title=title, parts=(), footer=wording.STOP)
    if purpose == "return":
        title = f"You stayed away, and a computer plays {asked.seat_name} for you."
        links = Links((("I am back", "accept"),), reply_to)
        return Letter(subject=f"{subject}your seat", title=title, parts=(links,), footer=wording.STOP)
    inviter = "Whoever runs this server" if asked.inviter is None else wording.named(asked.inviter)
    seat = "" if asked.waits else f"{asked.seat_name} in "
    title = f"{inviter} invites you to play {seat}{asked.title}."
    expires = answers.expiry_words(asked, PlainSpeech(zone))
    links = Links((("Accept", "accept"), ("Decline", "decline")), reply_to)
    return Letter(
        subject=f"{subject}an invitation", title=title, parts=(Text(expires), links), footer=wording.STOP
    )


def invited_letter(invitation: payloads.MailInvitation, engine: AnyEngine, reply_to: str) -> Letter:
    """The letter of an invitation to an unknown address."""
    # Without the players' texts for the draw, in which they may write anything.
    summary = replace(invitation.summary, contributions=())
    name = name_for_strangers(summary.host.name)
    pitch = " ".join(wording.plain(engine.info.pitch).split())
    join = (
        "To join, answer this mail with the word join and the name under which the others will see you, "
        "such as “join Ann”. A code comes back, by which you show that the address is yours."
    )
    line = "join "
    never = "You get one invitation, and no more unless you join. “never again” makes sure of it for good."
    if invitation.person_id is not None:
        join, line = "To join, answer this mail with the word join.", "join"
        never = "“never again” stops all invitations by mail."
    links = Links((("Join", line), ("Never again", "never again")), reply_to)
    return Letter(
        subject=f"[{summary.code}] {summary.title}: an invitation",
        title=f"{name} invites you to play {summary.title} by mail.",
        parts=(Text(f"{pitch}\n\n{join}"), links, *letter_parts.facts(summary, engine)),
        footer=never,
    )


def code_letter(code: payloads.AddressCode) -> Letter:
    """The letter with a code of eight digits that verifies an address."""
    name = wording.shortened_name(code.name)
    who = f"Somebody, as {name}," if code.name else "Somebody"
    purpose = {
        "link": f"{name} wants to play board games by mail from this address.",
        "join": f"{who} wants to play board games by mail from this address.",
        "act": f"You asked for this: {code.about}",
    }[code.purpose]
    elsewhere = " or type it where you asked for it" if code.purpose == "link" else ""
    refusing = ", or answer “never again”: then nobody can have such mails sent to you"
    how = (
        f"If that is you, answer this mail with the code{elsewhere} within 30 minutes. If not, do nothing"
        f"{refusing * (code.purpose != 'act')}."
    )
    if code.purpose == "join" and not code.name:
        how += (
            f"\n\nThe others would see you as “{NAMELESS}”. To be called by a name, answer “join” and the "
            "name instead: another code comes."
        )
    # An answer that gives a name is about the same game.
    game = f"[{code.about}] " if code.purpose == "join" and code.about else ""
    return Letter(
        subject=f"{game}Your code", title=f"Your code is {code.digits}", parts=(Text(f"{purpose}\n\n{how}"),)
    )
