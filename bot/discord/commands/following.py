"""`/game follow` and its button: notifications about games in which the user does not play."""

from typing import Final

from bot.discord.commands.about_game import resolve_game
from bot.discord.formatting.markdown import title
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts.cards import follow_button
from bot.service.values.game_summary import GameSummary

_COMES: Final = {
    "each_card": "each new card comes to you by direct message",
    "digest": "what happens comes to you by direct message once a day",
}


async def follow(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Follow or unfollow a game. Raises Refused."""
    await _follow(responder, summary.code, on=bool(options.get("follow", True)))


async def press(responder: Responder, state: ButtonState) -> None:
    """The button. To unfollow a game one need not see where it is played. Raises Refused."""
    if state.payload == "on":
        await resolve_game(responder, {"game": state.code})
    await _follow(responder, state.code, on=state.payload == "on")


async def _follow(responder: Responder, code: str, *, on: bool) -> None:
    following, person = responder.service.following, responder.person
    if on:
        game = await following.follow(person, code)
        followed = (await responder.service.preferences.notice_settings(person)).settings.followed
        text = f"You follow {title(game)}: {_COMES[followed]}. Nobody is told."
    else:
        game = await following.unfollow(person, code)
        text = f"You no longer follow {title(game)}."
    await responder.say(text, button=follow_button(game.code, following=on))
