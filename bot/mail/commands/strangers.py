"""Mail from strangers: sign up, confirm an address, unsubscribe."""

import re
from typing import Final

from bot.mail.commands.answers import waiting
from bot.mail.commands.options import is_code
from bot.mail.commands.request import SUBJECT_CODE, why_no_mails
from bot.mail.commands.typed_line import QUOTES, tidied
from bot.mail.incoming.parsing import Incoming
from bot.mail.outgoing.wording import titled
from bot.mail.reply_address import Capability
from bot.service.accounts.addresses import Confirmed
from bot.service.accounts.mail import mailbox_hash, part_of
from bot.service.accounts.mail_names import clean_name
from bot.service.facade import Service
from bot.service.values.refused import Refused, no_such_game
from bot.service.values.request import Cause

DIGITS: Final = re.compile(r"(\d{4})[ -]?(\d{4})")
_WELCOME: Final = (
    "Turnpost plays long board games by mail. Write “join” and the name by which others will know you, to "
    "play from this address. If you play already, write from the address that Turnpost writes to."
)
NEVER: Final = (
    "No more invitations are sent to this address, nor codes that others ask for. “never again no” undoes "
    "that."
)
AGAIN: Final = "Invitations, and codes for which others ask, come to this address again."


async def answer(
    service: Service, incoming: Incoming, grant: Capability | None, cause: Cause
) -> tuple[str | None, bool]:
    """Carry out a stranger's request; return the answer, if any, and whether the stranger is a person by now.

    `grant`: made for somebody else, it proves nothing.
    """
    believed = incoming.auth == "pass"
    lines = [line.strip() for line in incoming.text.splitlines() if line.strip()]
    first = tidied(lines[0]) if lines else ""
    command, _, rest = first.partition(" ")
    try:
        if digits := DIGITS.fullmatch(first):
            entered = "".join(digits.groups())
            found = await service.addresses.confirm(entered, address=incoming.sender, forged=not believed)
            # If the mail comes again, it is a person's, and this is its first part.
            return await welcome(service, found, part_of(cause, 1)), True
        if first.lower() in {"never again", "stop", "unsubscribe"} and believed:
            await service.mail_invitations.never_again(mailbox_hash(incoming.sender))
            return NEVER, False
        if first.lower() == "never again no" and believed:
            await service.mail_invitations.allow_again(incoming.sender)
            return AGAIN, False
        invited = SUBJECT_CODE.search(incoming.subject) is not None
        if command.lower() in {"join", "join:"} or (invited and first.lower() == "accept"):
            await _join(service, incoming, grant, rest.split(), cause)
            return None, False
    except Refused as refused:
        return refused.sentence if believed else None, False
    return _WELCOME if believed else None, False


async def _join(
    service: Service, incoming: Incoming, grant: Capability | None, words: list[str], cause: Cause
) -> None:
    """Send a code that confirms an address. `words`: a game's code and a name. Raises Refused."""
    subject = SUBJECT_CODE.search(incoming.subject)
    invited = (grant.code if grant is not None else None) or (subject[1] if subject else None)
    named = await _code_among(service, words, invited=invited is not None)
    code = named or invited
    name = " ".join(word for word in words if word != named and word.lower() != "as").strip(QUOTES)
    await service.addresses.join(
        incoming.sender,
        clean_name(name),
        cause=cause,
        code=code and code.upper(),
        in_reply_to=incoming.message_id or None,
        authenticated=incoming.auth == "pass",
    )


async def _code_among(service: Service, words: list[str], *, invited: bool) -> str | None:
    """The word that is a game's code rather than part of a name.

    In an answer to an invitation (`invited`) a word of letters alone is a name. Else one in small letters may
    be either: it is a code if anybody may join that game.
    """
    code = next((word for word in words if is_code(word) and not (invited and word.isalpha())), None)
    if code is None and not invited and len(words) == 1 and words[0].islower() and is_code(words[0].upper()):
        return words[0] if await service.mail_invitations.anybody_may_join(words[0]) else None
    return code


async def welcome(service: Service, found: Confirmed, cause: Cause) -> str:
    """Greet a person who confirmed their address, and seat them in the game that they wanted to join. Raises
    Refused.
    """
    begun = f"Welcome, {found.person.name}: you play from this address from now on."
    greeting = f"{begun} “help” says how to open and join games.{await why_no_mails(service, found.person)}"
    if not found.about:
        return greeting
    try:
        if not await service.mail_invitations.may_join(found.person, found.about):
            raise no_such_game(found.about)
        joined = await service.lobby.join(found.person, found.about, cause=cause)
    except Refused as refused:
        return f"{greeting}\n{refused.sentence}"
    return f"{greeting}\nYou have a seat in {titled(joined)}. {waiting(joined, mails=True)}"
