"""What the buttons and selects of cards and panels do."""

from string import digits

from discord import ButtonStyle

from bot.discord.admin import acts, server
from bot.discord.commands import (
    absences,
    chat,
    following,
    game,
    inbox,
    lobby,
    lookback,
    lookups,
    opening,
    play,
    privacy,
    reviewing,
    settings,
    trying,
)
from bot.discord.commands.about_game import GameHandler, resolve_game
from bot.discord.direct_messages import say_in_chosen_game
from bot.discord.formatting.markdown import how_it_starts, jump_link, title
from bot.discord.interaction.components import ButtonAction, ButtonHandler, ButtonState
from bot.discord.interaction.responder import Responder
from bot.discord.panels import panel, planning, questions, toggles
from bot.discord.panels.opening import typed_form
from bot.service.values.refused import Refused
from engines.contract import Resign, parse_meta


async def _moves(responder: Responder, state: ButtonState) -> None:
    """Show the legal moves to a pending player, and the history to everybody else."""
    summary = await responder.service.reading.summary(state.code)
    try:
        await lookups.list_moves(responder, summary, {})
    except Refused:
        await lookups.show_history(responder, summary, {})


async def _ask_to_resign(responder: Responder, state: ButtonState) -> None:
    summary = await responder.service.reading.summary(state.code)
    if summary.seat_of(responder.person.id) is None:
        raise Refused("not_in_game", f"You do not play in {title(summary)}, so there is nothing to give up.")
    await responder.service.play.check_may_resign(responder.person, state.code)
    version = summary.public_version
    yes = ButtonState("resigned", state.code, version).button("Yes, I give this game up", ButtonStyle.danger)
    no = ButtonState("close", state.code, version).button("No, play on")
    alone = summary.plays_alone(responder.person.id)
    end = "End it without a result" if alone else "Ask to end it without a result"
    together = ButtonState("ending", state.code, version, payload="sure" if alone else "yes").button(end)
    pause = ButtonState("until", state.code, version).button("Ask for a pause…")
    question = f"{title(summary)}\nDo you really want to resign?"
    await responder.show_box(question, [yes, together, pause, no])


async def _resign(responder: Responder, state: ButtonState) -> None:
    played = await responder.act(state.code, Resign(), state.public_version)
    await responder.replace_with(play.played_text(played))


async def _play_meta(responder: Responder, state: ButtonState) -> None:
    action = parse_meta(state.payload)
    if action is None:
        raise Refused("stale", "This button belongs to an older version of Turnpost; use `/game` instead.")
    await play.act(responder, state.code, action, state.public_version)


async def _undo(responder: Responder, state: ButtonState) -> None:
    await game.answer_undo(
        responder, state.code, agree=state.payload == "yes", public_version=state.public_version
    )


async def _end(responder: Responder, state: ButtonState) -> None:
    """Ask for an end, or answer such a request: `payload` holds the answer and the seats that asked."""
    answer, _, seats = state.payload.partition("/")
    asked_by = [int(one) for one in seats if one in digits] or None
    wished, sure = answer in {"yes", "sure"}, answer == "sure"
    await game.end_together(responder, state.code, wished=wished, sure=sure, asked_by=asked_by)


async def _again(responder: Responder, state: ButtonState) -> None:
    """Open a new game of the same kind with the same options, in the channel of the old one."""
    with opening.naming_what_is_allowed(responder.interaction.guild):
        summary = await responder.service.lobby.again(
            responder.person, state.code, cause=responder.cause, membership=responder.membership
        )
    opened = f"You have a seat in {title(summary)}"
    if summary.status == "lobby" and summary.host.id == responder.person.id:
        opened = f"You opened {title(summary)} with the same options and invited the others"
    await responder.say(f"{opened}: {jump_link(summary)}\n{how_it_starts(summary)}")


async def _turn_page(responder: Responder, state: ButtonState) -> None:
    await chat.show_messages(responder, state.code, turn=state.payload or None, skip=state.offset)


def _guided(handler: ButtonHandler) -> ButtonHandler:
    """Wrap a handler so that a private guide follows it at the person's first turn in a kind of game."""

    async def press(responder: Responder, state: ButtonState) -> None:
        await handler(responder, state)
        info = await responder.service.preferences.first_turn(responder.person, state.code)
        if info is not None and (guide := info.guide) is not None:
            await responder.send_followup(
                f"👋 **Your first {info.title}**\n"
                f"**The goal.** {guide.goal}\n"
                f"**The picture.** {guide.picture}\n"
                f"**Your turn.** {guide.turn} {guide.press}\n"
                f"-# Shown once, to you alone. `/{info.key} help` has the rules."
            )

    return press


def _about(handler: GameHandler) -> ButtonHandler:
    """A handler of buttons that carries out a command about the game in the button's state."""

    async def press(responder: Responder, state: ButtonState) -> None:
        await handler(responder, await resolve_game(responder, {"game": state.code}), {})

    return press


BUTTON_ACTIONS: dict[str, ButtonAction] = {
    "join": ButtonAction(lambda responder, state: lobby.join(responder, state.code, state.seat)),
    "leave": ButtonAction(_about(lobby.leave)),
    "computer": ButtonAction(lobby.ask_for_level),
    "seat": ButtonAction(lobby.choose_level, update=True),
    "start": ButtonAction(_about(lobby.start)),
    "resume": ButtonAction(_about(game.resume)),
    "board": ButtonAction(_about(lookups.show_board)),
    "trial": ButtonAction(_about(trying.try_out)),
    "try": ButtonAction(trying.press, update=True),
    "share": ButtonAction(trying.share, update=True),
    "follow": ButtonAction(following.press),
    "games": ButtonAction(lambda responder, _state: inbox.show_inbox(responder, {})),
    "inbox": ButtonAction(inbox.turn_page, update=True),
    "requests": ButtonAction(inbox.show_requests),
    "past": ButtonAction(lookback.open_past, update=True),
    "review": ButtonAction(reviewing.press, update=True),
    "reviews": ButtonAction(_about(reviewing.review)),
    "reviewed": ButtonAction(reviewing.share, update=True),
    "missed": ButtonAction(_about(lookback.catch_up)),
    "ask": ButtonAction(questions.ask, update=True),
    "hand": ButtonAction(_about(lookups.show_hand)),
    "moves": ButtonAction(_moves),
    "rules": ButtonAction(lambda responder, state: lookups.show_rules(responder, {"game": state.code})),
    "resign": ButtonAction(_ask_to_resign),
    "resigned": ButtonAction(_resign, update=True),
    "table": ButtonAction(_play_meta),
    "undo": ButtonAction(_undo),
    "pause": ButtonAction(absences.press_pause),
    "until": ButtonAction(absences.ask_for_typed_pause, form=absences.day_form),
    "ending": ButtonAction(_end),
    "takeback": ButtonAction(panel.take_back, update=True),
    "takeover": ButtonAction(lambda responder, state: absences.take_over(responder, state.code, state.seat)),
    "here": ButtonAction(absences.confirm_presence),
    "vanished": ButtonAction(
        lambda responder, state: absences.propose(responder, state.code, state.seat or 0)
    ),
    "redo": ButtonAction(panel.redo, update=True),
    "back": ButtonAction(absences.come_back, update=True),
    "leaving": ButtonAction(absences.leave, form=absences.days_form),
    "again": ButtonAction(_again),
    "title": ButtonAction(opening.choose_title, update=True),
    "option": ButtonAction(opening.choose_option, update=True),
    "typed": ButtonAction(opening.type_values, update=True, form=typed_form),
    "open": ButtonAction(opening.open_game, update=True),
    "accept": ButtonAction(lobby.accept, update=True),
    "decline": ButtonAction(lobby.decline, update=True),
    "refuse": ButtonAction(lobby.refuse),
    "talk": ButtonAction(lambda responder, state: chat.show_messages(responder, state.code)),
    "talks": ButtonAction(_turn_page, update=True),
    "report": ButtonAction(lambda responder, state: privacy.ask_about(responder, state.code, state.payload)),
    "reported": ButtonAction(privacy.file, update=True),
    "mute": ButtonAction(privacy.mute_speaker, update=True),
    "block": ButtonAction(privacy.block_speaker, update=True),
    "read": ButtonAction(server.read_report),
    "tell": ButtonAction(say_in_chosen_game, update=True),
    "move": ButtonAction(_guided(panel.open_panel)),
    "pick": ButtonAction(panel.open_former, update=True),
    "choose": ButtonAction(panel.choose, update=True),
    "first": ButtonAction(_guided(panel.choose)),
    "held": ButtonAction(_guided(panel.use_hand)),
    "play": ButtonAction(panel.play, update=True),
    "switch": ButtonAction(toggles.press, update=True),
    "plan": ButtonAction(planning.change),
    "plans": ButtonAction(planning.change, update=True),
    "ahead": ButtonAction(planning.pick, update=True),
    "setting": ButtonAction(settings.choose_setting, update=True),
    "times": ButtonAction(settings.choose_setting, update=True, form=settings.settings_form),
    "close": ButtonAction(panel.close, update=True),
    privacy.ACTION: ButtonAction(privacy.forget, update=True),
    acts.ACTION: ButtonAction(acts.confirm, update=True),
    "settle": ButtonAction(acts.leave_threads),
}
