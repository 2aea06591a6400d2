"""`/game substitute`, and the buttons by which a seat is kept or taken over."""

from bot.discord.api.membership import check_joined
from bot.discord.formatting.markdown import Markdown, jump_link, relative, title
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.responder import Options, Responder
from bot.sentences.answers import vanished_words
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.typed import seat_named
from engines.contract import Seat


async def substitute(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Report a vanished player, confirm one's presence, or take a seat over, depending on the user.

    Raises Refused.
    """
    seat = seat_named(summary, str(options["seat"]))
    own = summary.seat_of(responder.person.id)
    if own is None:
        await take_over(responder, summary.code, seat)
    elif own == seat:
        await confirm_presence(responder, ButtonState("here", summary.code))
    else:
        await propose(responder, summary.code, seat)


async def propose(responder: Responder, code: str, seat: Seat) -> None:
    """Report that the player of a seat has vanished. Raises Refused."""
    after = await responder.service.substitutes.propose(responder.person, code, seat, cause=responder.cause)
    how = f"{relative(dict(after.open)[seat])}, by **Take over** on the card"
    await responder.say(f"{title(after)}\n{vanished_words(after, seat, how, Markdown())}")


async def confirm_presence(responder: Responder, state: ButtonState) -> None:
    """Confirm one's presence in an opened seat. Raises Refused."""
    kept = await responder.service.substitutes.here(responder.person, state.code, cause=responder.cause)
    await responder.say(f"✅ Your seat in {title(kept)} is yours: {jump_link(kept)}")


async def take_over(responder: Responder, code: str, seat: Seat | None) -> None:
    """Sit down in a seat that is open. Raises Refused."""
    before = await responder.service.reading.summary(code)
    if seat is None or before.place is None:
        raise Refused("not_open", f"No seat of game {code} is open to others.")
    await check_joined(responder.interaction, before.place.guild_id)
    taken = await responder.service.substitutes.take_over(responder.person, code, seat, cause=responder.cause)
    name = taken.seats[seat].name
    await responder.say(
        f"✅ You play **{name}** in {title(taken)}, with all that the seat holds: {jump_link(taken)}\n"
        "-# What was said to your predecessor in private stays theirs."
    )
