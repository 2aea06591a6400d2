"""`/game show at:` and `/game catchup`: earlier points, and the events since the user's last act."""

from bot.discord.commands.about_game import resolve_game
from bot.discord.formatting.markdown import LINE_LIMIT, board_in_words, escaped, plain, title, with_people
from bot.discord.interaction.choosing import steps
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import Completions, Focus, choice
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels import questions
from bot.discord.posts.missed import missed
from bot.service.lookback.earlier_positions import Past
from bot.service.lookback.points import Point
from bot.service.lookback.trying import may_be_tried
from bot.service.values.game_summary import GameSummary
from bot.service.values.typed import seat_named, typed_point

_FROM_THE_END = {"last": -1, "before": -2}
"""Payloads of buttons that name a point counted from the newest one."""
_DIGEST = 2400
"""Characters of the list of events."""


async def complete_point(request: Request, focus: Focus) -> Completions:
    """The points of the game, the newest first."""
    summary = await resolve_game(request, focus.options)
    typed = focus.current.strip().lower()
    points = await request.service.lookback.points(summary.code)
    labels = {
        str(point.number): f"{point.number} · {_led(summary, point) or 'the beginning'}"
        for point in reversed(points)
    }
    return [choice(label, number) for number, label in labels.items() if typed in label.lower()]


def point_number(text: str) -> int:
    """The number of a point as chosen or typed. Raises Refused."""
    return typed_point(text, "choose one from the list")


async def open_past(responder: Responder, state: ButtonState) -> None:
    """Show the point to which a button leads. Raises Refused."""
    summary = await resolve_game(responder, {"game": state.code})
    await show(responder, summary, _FROM_THE_END.get(state.payload, state.offset), {})


async def show(responder: Responder, summary: GameSummary, number: int, options: Options) -> None:
    """Show the game at a point; a negative number counts from the newest. Raises Refused."""
    past = await responder.service.lookback.past(summary.code, responder.person, number)
    side = seat_named(summary, str(options["side"])) if "side" in options else None
    frame = await responder.frame(past.summary, side=side)
    text = _words(past)
    here = past.point.number
    ways = list(steps("past", summary.code, here, past.last).values())
    if may_be_tried(responder.engines[summary.key]) and past.view.outcome is None:
        ways.append(ButtonState("try", summary.code, payload=f"{here}/").button("Try from here"))
    if options.get("text"):
        board = await responder.pictures.text(summary.key, past.view, frame)
        await responder.show_box(board_in_words(text, board), ways)
        return
    await responder.show_box(text, await responder.draw(summary.key, past.view, frame), ways)


def _words(past: Past) -> str:
    summary, point = past.summary, past.point
    here = f"at point {point.number} of {past.last}" if point.number else "at its beginning"
    here = "as it is now" if point.number == past.last else here
    led = _led(summary, point)
    small = f"\n-# {escaped(led, LINE_LIMIT)}" if led else ""
    return (
        f"**{summary.title}** `{summary.code}` · {past.view.turn}\n"
        f"The game {here}: {with_people(past.view.prompt, summary) or 'over'}.{small}"
    )


def _led(summary: GameSummary, point: Point) -> str:
    """The action that led to a point, in notation, behind the player's name."""
    people = {seat.name: plain(seat.person.name, 30) for seat in summary.seats if seat.person}
    who = people.get(point.who, point.who)
    return f"{who}: {point.line}" if who else point.line


async def catch_up(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Show the events since the user's last act, in words and marked in a picture. Raises Refused."""
    await responder.acknowledge()
    found = await missed(responder.service, responder.pictures, summary.code, responder.person, _DIGEST)
    words = found.words or "Nothing has happened since you last played."
    now = found.since.summary
    text = f"{title(now)}\n{responder.status_line(now, found.since.now)}\n**Since you last played**\n{words}"
    await questions.show(responder, now, text, [found.picture])
