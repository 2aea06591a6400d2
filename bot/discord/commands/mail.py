"""`/mail`: the user's mail address. Nobody else ever sees it."""

from datetime import timedelta

from discord import app_commands

from bot.discord.commands.about_game import shared_command, shared_game_command
from bot.discord.formatting.markdown import absolute, plain, title
from bot.discord.interaction.options import Option, build_command, group
from bot.discord.interaction.responder import Options, Responder
from bot.service.accounts.address_codes import CODE_LIFE
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused


def mail_group() -> app_commands.Group:
    """`/mail link | confirm | status | unlink | invite`."""
    address = Option("address", "Your mail address; nobody else ever sees it", str)
    code = Option("code", "The eight digits that came to your address", str)
    link_help = "Play by mail as well, from an address of yours"
    return group(
        "mail",
        "Play by mail as well: link an address of yours, or invite somebody at theirs",
        build_command("link", link_help, [address], _link),
        build_command("confirm", "Say the code that came to your address", [code], _confirm),
        build_command("status", "See which address is yours here", [], _status),
        shared_command("mail unlink", _unlink),
        shared_game_command("mail invite", _invite),
    )


def _check_mail(responder: Responder) -> str:
    """The address of this bot. Raises Refused where it takes no mail."""
    if not (own := responder.context.mail_address):
        raise Refused("no_mail", "Nobody plays by mail here: whoever runs this bot has not set mail up.")
    return own


async def _link(responder: Responder, options: Options) -> None:
    _check_mail(responder)
    await responder.service.addresses.link(responder.person, options["address"], cause=responder.cause)
    minutes = CODE_LIFE // timedelta(minutes=1)
    await responder.say(
        "📧 A code is on its way there. Answer that mail, or type the code with `/mail confirm` within "
        f"{minutes} minutes. Until then nothing changes."
    )


async def _confirm(responder: Responder, options: Options) -> None:
    own = _check_mail(responder)
    found = await responder.service.addresses.confirm(options["code"], person=responder.person)
    if found.person.id != responder.person.id:
        await responder.say(
            "✅ You have played by mail before: those games are yours here as well now. What is for you "
            "alone still comes by mail, unless you choose `by:discord` in `/game settings`."
        )
        return
    await responder.say(
        f"✅ The address is yours: what you write from there to {plain(own)} counts as what you do here. "
        "You are still told on Discord, unless you choose `by:mail` in `/game settings`."
    )


async def _status(responder: Responder, _options: Options) -> None:
    own = _check_mail(responder)
    status = await responder.service.addresses.status(responder.person)
    if status.address is None:
        lines = ["No mail address of yours is known here: `/mail link` makes one yours."]
    else:
        lines = [f"Your address is {plain(status.address)}; mine is {plain(own)}. Nobody else sees yours."]
    if status.closed_at is not None:
        closed = f"⚠️ A mail to it came back ({absolute(status.closed_at)}), so nothing is sent there"
        lines.append(f"{closed}: `/mail link` confirms it anew.")
    if status.waiting is not None:
        lines.append(f"A code was sent to {plain(status.waiting)}: type it with `/mail confirm`.")
    await responder.say("\n".join(lines))


async def _unlink(responder: Responder, _options: Options) -> None:
    await responder.service.addresses.unlink(responder.person)
    await responder.say("The address is no longer yours here: no more mail comes to it.")


async def _invite(responder: Responder, summary: GameSummary, options: Options) -> None:
    _check_mail(responder)
    await responder.service.mail_invitations.invite(
        responder.person, summary.code, options["address"], cause=responder.cause
    )
    sent = f"📧 If that address may be written to, an invitation to {title(summary)} is on its way."
    await responder.say(f"{sent} Whoever answers it needs no Discord.")
