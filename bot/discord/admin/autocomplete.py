"""Autocomplete of `/admin`: games, seats, points to go back to, and actions."""

from bot.column_values import EVERY
from bot.discord.admin.acts import operator_of
from bot.discord.commands.about_game import GameHandler, game_choices
from bot.discord.commands.autocomplete import seat_choices
from bot.discord.formatting.markdown import with_people
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import MAX_CHOICES, Completions, Focus, choice
from bot.discord.interaction.responder import CommandHandler, Options, Responder
from bot.service.admin.rollback_points import RollbackPoint
from bot.service.values.game_summary import GameSummary
from bot.service.values.typed import seat_named


async def resolve_game(request: Request, options: Options) -> GameSummary:
    """The game that a command is about. Raises Refused."""
    return await request.service.admin.game(operator_of(request), options.get("game"), request.place)


def on_game(handler: GameHandler) -> CommandHandler:
    """Carries a command out in the game that it names, or else in the one that is played here."""

    async def handle(responder: Responder, options: Options) -> None:
        await handler(responder, await resolve_game(responder, options), options)

    return handle


async def complete_game(request: Request, focus: Focus) -> Completions:
    """The games in the operator's reach whose code begins with the typed text.

    If there are none, the newest games whose code, title or players contain it.
    """
    operator, games = operator_of(request), request.service.admin.games
    coded = await games(operator, EVERY, prefix=focus.current, positions=False, limit=MAX_CHOICES)
    return game_choices(coded or await games(operator, EVERY, positions=False), focus.current)


async def complete_seat(request: Request, focus: Focus) -> Completions:
    """The seats of the game, with their players."""
    return seat_choices(await resolve_game(request, focus.options), focus.current)


async def complete_point(request: Request, focus: Focus) -> Completions:
    """The newest points to which the game can go back, and its start."""
    summary = await resolve_game(request, focus.options)
    points = await request.service.admin.rollback_points(operator_of(request), summary.code)
    newest = [
        choice(f"{point.number} · {_actor(point, summary)}{point.text}", point.number)
        for point in reversed(points)
        if str(point.number).startswith(focus.current.strip())
    ]
    return [*newest[: MAX_CHOICES - 1], choice("0 · the start of the game", 0)]


def _actor(point: RollbackPoint, summary: GameSummary) -> str:
    """The player who acted and a blank; the seat's name alone if somebody else has the seat now."""
    if point.seat is None:
        return ""
    seat = summary.seats[point.seat]
    stayed = seat.person is not None and seat.person.id == point.person_id
    return f"{with_people(seat.name, summary, label=True) if stayed else seat.name} "


async def complete_action(request: Request, focus: Focus) -> Completions:
    """The actions that can be played for the seat, unless the administrator must not know them."""
    summary = await resolve_game(request, focus.options)
    seat = seat_named(summary, str(focus.options.get("seat", "")))
    typed = focus.current.strip().lower()
    offers = await request.service.admin.forcible(operator_of(request), summary.code, seat)
    found = [one for one in offers if any(typed in text.lower() for text in one)]
    # Notations that begin with the typed text first, matches in words last.
    found.sort(key=lambda one: (not one[0].lower().startswith(typed), typed not in one[0].lower()))
    return [
        choice(f"{notation} · {words}" if words and words != notation else notation, notation)
        for notation, words in found
    ]
