"""`/game inbox`: the user's games in all places, pending ones first, each with a link."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from bot.column_values import UNFINISHED
from bot.discord.api.membership import asked_member, sees
from bot.discord.commands.about_game import may_see
from bot.discord.formatting.layouts import Part
from bot.discord.formatting.markdown import DISPLAY_LIMIT, Markdown, escaped, relative, seat_line, title
from bot.discord.interaction.choosing import in_rows
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts.cards import follow_button, list_line, move_button, resume_button
from bot.discord.posts.open_requests import request_buttons
from bot.sentences.requests import request_lines
from bot.service.reading.finding import LastMove, awaits
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.wording import counted, shorten

Whose: TypeAlias = Literal["mine", "followed", "server"]
_PAGE = 8
"""Games of a page: each takes up to four of the forty components of a message."""
_LINE = 450
"""Characters of a game's first line."""
_LEAST = 200
"""Characters that a game's first line keeps where the lines below it are long."""
_HEAD = 200
"""Characters of the lines above the games."""


async def show_inbox(responder: Responder, options: Options) -> None:
    """Show the user's games, those of the server, or followed ones, pending ones first. Raises Refused."""
    await _show(responder, options.get("whose", "mine"), 0)


async def turn_page(responder: Responder, state: ButtonState) -> None:
    """Show another page of the list. Raises Refused."""
    whose: dict[str, Whose] = {one: one for one in get_args(Whose)}
    await _show(responder, whose.get(state.payload, "mine"), state.offset)


async def _show(responder: Responder, whose: Whose, skip: int) -> None:
    reading, person, place = responder.service.reading, responder.person, responder.place
    if whose == "server":
        if place is None:
            raise Refused("not_here", "A server's games are listed in one of its channels, not here.")
        games = await reading.server_games(place.guild_id, UNFINISHED, person)
        games = [game for game in games if may_see(responder, game)]
        empty = "No game is running or waiting in this server. Open one with `/game new`."
    elif whose == "followed":
        games = await responder.service.following.followed(person)
        empty = "You follow no game. You find **Follow** on the board of a game in which you do not play."
    else:
        games = await reading.my_games(person)
        empty = "You are in no running game. Open one with `/game new`, or see `/game inbox whose:server`."
    if not games[skip:]:
        skip = 0
    page = games[skip : skip + _PAGE]
    unseen = await _unseen(responder, page) if whose == "followed" else frozenset()
    unplaced = await responder.service.places.without_place(page)
    moves = await reading.last_moves([game.id for game in page])
    parts: list[Part] = [await _head(responder, games, whose) or empty]
    for game in page:
        pending = awaits(game, person)
        room = (DISPLAY_LIMIT - _HEAD) // len(page)
        words = f"`{game.code}` {game.title} · you can no longer see where it is played"
        if game.id not in unseen:
            gone = game.id in unplaced
            words = _words(game, moves.get(game.id), person.id, room, pending=pending, gone=gone)
        parts += [words, _ways_to(game, whose, person.id, pending=pending)]
    await responder.show_box(*parts, _turning(whose, skip, len(games)))


async def _unseen(responder: Responder, games: Sequence[GameSummary]) -> frozenset[int]:
    """The ids of the games whose place the user no longer sees. Raises Refused."""
    client, user_id = responder.interaction.client, responder.interaction.user.id
    servers = {game.guild_id for game in games if game.guild_id is not None}
    members = {server: await asked_member(client, server, user_id) for server in servers}

    def is_seen(game: GameSummary) -> bool:
        if game.guild_id is None:
            return True
        member = members[game.guild_id]
        return member is not None and sees(member, client.get_guild(game.guild_id), game.channel_id)

    return frozenset(game.id for game in games if not is_seen(game))


async def _head(responder: Responder, games: Sequence[GameSummary], whose: Whose) -> str:
    waiting = sum(awaits(game, responder.person) for game in games)
    lines = [f"**{counted(len(games), 'game')}**, {waiting or 'none'} waiting for you"] if games else []
    if whose == "mine" and (asked := await responder.service.invitations.open_to(responder.person)):
        lines.append(f"✉️ {counted(len(asked), 'invitation')}: `/game lobby invitations`")
    return "\n".join(lines)


def _words(
    game: GameSummary, move: LastMove | None, person_id: int, room: int, *, pending: bool, gone: bool = False
) -> str:
    below = request_lines(game, Markdown(), game.seat_of(person_id)) if pending else []
    if move is not None:
        who = "" if move.seat is None else f"{seat_line(game.seats[move.seat])}: "
        below.append(f"-# Last, {relative(move.at)}: {who}{escaped(move.line, 80)}")
    left = room - sum(len(line) + 1 for line in below)
    line = list_line(game, person_id, min(max(left, _LEAST), _LINE), gone=gone)
    return shorten("\n".join((line, *below)), room)


def _ways_to(game: GameSummary, whose: Whose, person_id: int, *, pending: bool) -> list[StatefulItem]:
    """The buttons of a game in the list.

    They make a move, end a pause and answer requests where the user is pending. Other games have their board,
    lobbies their rules, and followed games an end to following.
    """
    if whose == "followed":
        return [follow_button(game.code, following=True)]
    if pending:
        seat, answer = game.seat_of(person_id), ButtonState.about(game, "requests").button("Answer…")
        return [
            *([move_button(game)] if seat in game.to_act else []),
            *([resume_button(game)] if seat in game.absent else []),
            *([answer] if seat in game.asked else []),
        ]
    action, label = ("rules", "Rules") if game.status == "lobby" else ("board", "Board")
    return [ButtonState.about(game, action).button(label)]


async def show_requests(responder: Responder, state: ButtonState) -> None:
    """Show the requests that the user must answer in a game, with buttons for it. Raises Refused."""
    game = await responder.service.reading.summary(state.code)
    seat = game.seat_of(responder.person.id)
    if seat is None or not (lines := request_lines(game, Markdown(), seat)):
        raise Refused("no_request", f"Nothing in {title(game)} waits for your answer any more.")
    await responder.show_box("\n".join([title(game), *lines]), *in_rows(request_buttons(game, seat)))


def _turning(whose: Whose, skip: int, count: int) -> list[StatefulItem]:
    return [
        ButtonState("inbox", payload=whose, offset=offset).button(label)
        for label, offset in (("Earlier", skip - _PAGE), ("More", skip + _PAGE))
        if offset in range(count)
    ]
