"""`/game` and `/move`: the commands that work in every game."""

from collections.abc import Collection

from discord import ButtonStyle, app_commands

from bot.discord.commands import absences, lobby, lookups
from bot.discord.commands.about_game import GameHandler, game_completer, shared_command, shared_game_command
from bot.discord.commands.autocomplete import (
    complete_free_seat,
    complete_planned,
    complete_seat,
    complete_title,
)
from bot.discord.commands.engine_group import computer_options, opponent_options, place_options, terms_option
from bot.discord.commands.following import follow
from bot.discord.commands.inbox import show_inbox
from bot.discord.commands.lookback import catch_up, complete_point
from bot.discord.commands.opening import new_of_any
from bot.discord.commands.play import act, act_as_written, answer_text, undo_own
from bot.discord.commands.reviewing import review
from bot.discord.commands.settings import complete_zone, settings
from bot.discord.commands.trying import try_out
from bot.discord.formatting.markdown import Markdown, title
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.options import Option, build_command, group
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels.opening_fields import OPPONENTS
from bot.discord.panels.planning import plan_ahead
from bot.sentences.answers import ending_words
from bot.service.game.scope import GameRef
from bot.service.usecases import Engines
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import Claim, Draw, Extend, MetaAction, Resign, Seat


def game_group(engines: Engines) -> app_commands.Group:
    """`/game new | join | ...`."""
    new_help = "Open a game, in this channel unless you name one"
    return group(
        "game",
        "Open, join, look at and end games",
        build_command("new", new_help, _new_options(engines), new_of_any),
        shared_game_command("game join", lobby.take_seat, seat=complete_free_seat),
        group(
            "lobby",
            "Before a game begins: leave, start, call off, answer invitations",
            shared_game_command("game lobby leave", lobby.leave),
            shared_game_command("game lobby start", lobby.start),
            shared_game_command("game lobby cancel", lobby.cancel),
            shared_game_command("game lobby computer", lobby.change_computer),
            shared_command("game lobby invitations", lobby.invitations, game=lobby.complete_invitation),
        ),
        shared_command("game inbox", show_inbox),
        shared_game_command("game show", lookups.show_board, side=complete_seat, at=complete_point),
        shared_game_command("game catchup", catch_up),
        shared_game_command("game follow", follow),
        shared_game_command("game try", try_out, at=complete_point),
        shared_game_command("game review", review),
        shared_game_command("game hand", lookups.show_hand),
        shared_game_command("game moves", lookups.list_moves),
        shared_game_command("game history", lookups.show_history),
        group(
            "record",
            "A game's record, and whether it is what was promised",
            shared_game_command("game record export", lookups.export_record),
            shared_game_command("game record verify", lookups.verify_seed),
        ),
        shared_command("game rules", lookups.show_rules, title=complete_title, game=game_completer("any")),
        shared_game_command("game resign", _resign),
        shared_game_command("game draw", _draw),
        shared_game_command("game claim", _meta(Claim())),
        shared_game_command("game extend", _meta(Extend())),
        shared_game_command("game undo", _undo),
        group(
            "pause",
            "Agree on a pause, or let a game that is paused go on",
            shared_game_command("game pause until", absences.ask_for_pause),
            shared_game_command("game pause answer", absences.answer_pause),
            shared_game_command("game pause end", resume),
        ),
        shared_game_command("game substitute", absences.substitute, seat=complete_seat),
        shared_game_command("game plan-ahead", plan_ahead, action=complete_planned),
        shared_command("game settings", settings, time_zone=complete_zone),
        shared_command("game about", lookups.about),
        shared_command("game help", lookups.show_help),
    )


def _new_options(engines: Engines) -> list[Option]:
    """The options that every game understands; a game's own `new` has that game's options."""
    longest = float(max(engine.info.max_deadline_hours for engine in engines.values()))
    hours_help = "Hours for a turn, 0 for no clock; the game's usual time by default"
    hours = Option("hours", hours_help, app_commands.Range[float, 0.0, longest], False)
    game = Option("game", "What to play: type a part of its title", str, False, complete_title)
    others = [*opponent_options(len(OPPONENTS)), *computer_options(len(OPPONENTS))]
    return [game, *others, hours, terms_option(), *place_options()]


async def resume(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Resume a game that is paused for an absence; for an agreed pause ask the others. Raises Refused."""
    if summary.paused_until is not None:
        await absences.ask_for_pause(responder, summary, {})
        return
    now = await responder.service.clock.resume(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"{title(now)} goes on.\n{responder.status_line(now)}")


async def move(responder: Responder, game: GameRef, options: Options) -> None:
    """Play any action of any game, by its notation. Raises Refused."""
    await act_as_written(responder, game, str(options["notation"]))


async def _resign(responder: Responder, summary: GameSummary, options: Options) -> None:
    if not options["sure"]:
        raise Refused("not_sure", "You have not resigned. Choose `sure: True` if you mean it.")
    await act(responder, summary.code, Resign())


async def end_together(
    responder: Responder,
    code: str,
    *,
    wished: bool,
    sure: bool = False,
    asked_by: Collection[Seat] | None = None,
) -> None:
    """Ask to end a game without a result, or withdraw that request, or answer that of the seats `asked_by`
    (empty: anybody's).

    Where nobody else must agree, the user is asked to confirm first, unless they are `sure`. Raises Refused.
    """
    ask, person, cause = responder.service.calling_off.ask, responder.person, responder.cause
    try:
        now = await ask(person, code, wished, cause=cause, sure=sure, asked_by=asked_by)
    except Refused as refused:
        if refused.code != "ends_at_once":
            raise
        await _ask_to_end(responder, await responder.service.reading.summary(code))
        return
    text = ending_words(now, responder.status_line(now), Markdown(), wished=wished)
    await responder.say(f"{title(now)}\n{text}")


async def _ask_to_end(responder: Responder, summary: GameSummary) -> None:
    """Ask a person to confirm an end to which nobody else must agree."""
    state = ButtonState.about(summary, "ending", payload="sure")
    yes = state.button("Yes, end it without a result", ButtonStyle.danger)
    no = state._replace(action="close", payload="").button("No, play on")
    question = f"{title(summary)}\nDo you really want to end this game without a result? It ends at once."
    await responder.show_box(question, [yes, no])


async def _draw(responder: Responder, summary: GameSummary, options: Options) -> None:
    if options.get("how") == "no result":
        answer = options.get("answer", "offer")
        wished, asked_by = answer in {"offer", "accept"}, () if answer == "accept" else None
        await end_together(responder, summary.code, wished=wished, asked_by=asked_by)
        return
    await act(responder, summary.code, Draw(options.get("answer", "offer")))


def _meta(action: MetaAction) -> GameHandler:
    return lambda responder, summary, _options: act(responder, summary.code, action)


async def _undo(responder: Responder, summary: GameSummary, options: Options) -> None:
    if "answer" not in options:
        await undo_own(responder, summary, options)
    elif options["answer"] == "ask":
        asked = responder.service.undo.request_undo
        answer = await asked(responder.person, summary.code, cause=responder.cause)
        await responder.say(answer_text(answer, responder.person))
    else:
        await answer_undo(responder, summary.code, agree=options["answer"] == "allow")


async def answer_undo(
    responder: Responder, code: str, *, agree: bool, public_version: int | None = None
) -> None:
    """Agree to an undo that another player asks for, or refuse it. Raises Refused.

    `public_version`: of the position in which the button was shown.
    """
    person, cause = responder.person, responder.cause
    answer = await responder.service.undo.answer_undo(
        person, code, agree, cause=cause, expected_public_version=public_version
    )
    await responder.say(answer_text(answer, person))
