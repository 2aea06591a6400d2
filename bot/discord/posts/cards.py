"""The messages about a game in its place: lobby card, turn card, followed cards, hand and list line."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import discord
from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.discord.formatting.layouts import Picture, box, boxed, layout
from bot.discord.formatting.markdown import (
    MESSAGE_LIMIT,
    Accounts,
    Markdown,
    due_line,
    escaped,
    jump_link,
    people_in,
    relative,
    state_line,
    status_line,
    thread_to_come,
    title,
    with_people,
)
from bot.discord.interaction.choosing import in_rows
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.posts.chat import messages_button
from bot.discord.posts.open_requests import request_buttons
from bot.picture_service import frame_of
from bot.sentences import agreements, draws, requests, speech, turns
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import FirstPick, PostCard
from engines.contract import AnyEngine, Seat
from engines.wording import counted, listed, shorten
from render.contract import Frame

RIGHTS = "View Channel, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files"
"""The permissions that the bot needs where games are played."""
_HAPPENED_LIMIT = 1900
"""Characters of a card's recent events."""
FOLLOWED_LIMIT: Final = 1600
"""Characters of recent events in a direct message about several followed games."""
MOST_FOLLOWED: Final = 8
"""Games shown in a direct message about several followed games."""
_BRIEF_LIMIT = 100
"""Characters of the status of each followed game."""
_EARLIER = "-# … and more before that"


def lobby_card(
    summary: GameSummary,
    engine: AnyEngine,
    source_url: str = "",
    invited: Sequence[str] = (),
    *,
    gone: bool = False,
) -> ui.LayoutView:
    """The card of a lobby; without buttons once the game has started or was called off.

    `invited`: mentions of the invited people, whose seats are kept; `gone`: whether the game's thread was
    deleted.
    """
    seats = "\n".join(lobby_seats(summary))
    facts = [f"Host {escaped(summary.host.name)}", *agreements.agreed_words(summary, engine)]
    head = " · ".join((f"## {summary.title} `{summary.code}`", *agreements.headlines(summary, engine)))
    text = f"{head}\n{engine.info.pitch}\n\n{seats}\n-# {' · '.join(facts)}"
    if draws.draws_anything(summary, engine):
        page = "see `/game record verify`"
        if source_url:
            page = f"[what for](<{source_url}/blob/HEAD/docs/chance.md>)"
        first, *added = small_seed_lines(summary) or [""]
        text = "\n".join((text, *([f"{first} · {page}"] if first else []), *added))
    if summary.status == "lobby":
        full = all(seat.person for seat in summary.seats)
        state = partial(ButtonState.about, summary)
        free = sum(seat.person is None for seat in summary.seats)
        join = "Accept" if invited and free <= len(invited) else "Join"
        buttons = [state("join").button(join, ButtonStyle.success, disabled=full)]
        if invited:
            text += f"\n\n✉️ {listed(invited)}: {escaped(summary.host.name)} invites you to play."
            buttons.append(state("refuse").button("Decline"))
        buttons.append(state("leave").button("Leave"))
        if engine.info.min_seats < len(engine.info.seats):
            buttons.append(state("start").button("Start", ButtonStyle.primary))
        rows = [[*buttons, state("rules").button("Rules")]]
        if engine.computer is not None:
            computer = ButtonState("computer", summary.code)
            rows.append([computer.button("Add a computer", disabled=full)])
            if any(seat.person is not None and seat.person.level is not None for seat in summary.seats):
                rows[-1].append(computer._replace(payload="none").button("Remove a computer"))
        return layout(box(text), *rows)
    end = f"Play: {jump_link(summary)}"
    if summary.status == "abandoned":
        end = "This game was called off."
    elif gone:
        end = "The game's thread was deleted. Its players find it by `/game inbox`."
    elif thread_to_come(summary):
        end = "Play below, in the game's thread."
    return boxed(f"{text}\n\n{end}")


def lobby_seats(summary: GameSummary) -> list[str]:
    """The seats, a line each. A free seat has no name yet where seats are drawn at the start."""
    by_lot = any(seat.drawn for seat in summary.seats)
    lines = []
    for seat in summary.seats:
        named = f"`{seat.emblem}` **{seat.name}**: "
        if seat.person is None:
            lines.append("➕ *free*" if by_lot else f"{named}*free*")
        elif seat.drawn:
            lines.append(f"🎲 {escaped(seat.person.name)}, seat by lot")
        else:
            lines.append(f"{named}{escaped(seat.person.name)}")
    return lines


def card_frame(card: PostCard) -> Frame:
    """The frame of a card's picture, whose alt text has room for a few words about recent events."""
    headline = card.step_summary.headline if card.step_summary else speech.sentence(card.summary_lines)
    return frame_of(card.summary, recent_events=headline)


def _happened(card: PostCard) -> str:
    """The recent events in order, followed by the engine's longer summary.

    If there is no room for all, the oldest events are left out.
    """
    outcome = with_people(card.step_summary.text, card.summary) if card.step_summary else ""
    room = max(_HAPPENED_LIMIT - len(outcome), 1)
    lines = speech.bulleted([with_people(line, card.summary) for line in card.summary_lines]).splitlines()
    size = sum(len(line) + 1 for line in lines)
    kept = 0
    while kept < len(lines) - 1 and size + len(_EARLIER) > room:
        size -= len(lines[kept]) + 1
        kept += 1
    text = "\n".join([_EARLIER, *lines[kept:]] if kept else lines)
    return "\n".join(part for part in (shorten(text, room), outcome) if part)


def mentioned_accounts(card: PostCard, accounts: Accounts) -> Accounts:
    """The accounts that a card mentions."""
    people = people_in(card.summary, card.summary.mentioned if card.pinged is None else card.pinged)
    return {person.id: accounts[person.id] for person in people if person.id in accounts}


def turn_card(
    card: PostCard,
    picture: Picture | discord.File,
    accounts: Accounts,
    *,
    buttons: bool = True,
    reviewable: bool = False,
) -> ui.LayoutView:
    """The card that is posted after every public action; without `buttons` as an old card.

    Whose turn it is comes first, for screen readers as well. The card mentions only the accounts of
    `mentioned_accounts`. `reviewable`: whether a computer can review the game once it is over.
    """
    summary = card.summary
    if buttons:
        repeated = {one.line for one in card.head_lines if one.seat in _seats_in_head(summary)[one.what]}
        card = replace(card, summary_lines=tuple(one for one in card.summary_lines if one not in repeated))
    happened, accounts = _happened(card), mentioned_accounts(card, accounts)
    head = [shorten(title(summary), 200)]
    if buttons or summary.outcome is not None:
        head.append(shorten(status_line(summary, accounts), 800))
    if buttons or not happened:
        # A card that shows nothing but a request keeps showing it without buttons.
        head += requests.request_lines(summary, Markdown(accounts))
    texts = [shorten(game_notes(summary), 800)] if buttons else []
    if summary.draws and (summary.seed is not None or (summary.ply == 0 and summary.commitment is None)):
        # The lobby's card shows the commitment.
        texts += small_seed_lines(summary)
    return layout(
        box("\n".join(head), happened, picture, *texts),
        *(card_rows(summary, card.first_picks, reviewable=reviewable) if buttons else ()),
    )


def _seats_in_head(summary: GameSummary) -> Mapping[str, Sequence[Seat]]:
    """The seats named in a card's head, by subject (`HeadLine.what`)."""
    return {
        "turn": summary.to_act,
        "draw": summary.draw_asked_by,
        "ending": summary.ending,
        "pausing": summary.pausing.seats if summary.pausing else (),
    }


def plain_card(card: PostCard, accounts: Accounts) -> ui.LayoutView:
    """A minimal card, posted if the whole one cannot be: whose turn it is, and the buttons."""
    summary = card.summary
    status = status_line(summary, mentioned_accounts(card, accounts))
    head = (shorten(title(summary), 200), shorten(status, 800))
    return layout("\n".join(head), *card_rows(summary, ()))


def follow_card(card: PostCard, picture: discord.File, before: str) -> ui.LayoutView:
    """The card for a follower: it mentions nobody and links to the game.

    `before`: the events since their last notice, before those of the card.
    """
    summary = card.summary
    head = "\n".join((shorten(title(summary), 200), shorten(status_line(summary), 800)))
    link = f"-# You follow this game: {_where(summary)}"
    happened = "\n".join(part for part in (before, _happened(card)) if part)
    return boxed(head, happened, picture, link, [follow_button(summary.code, following=True)])


def _where(summary: GameSummary) -> str:
    """Where a follower finds the game: a link, except to games in direct messages and by mail alone."""
    return "not played on a server" if summary.place is None else jump_link(summary)


def follow_digest(followed: Sequence[tuple[PostCard, str]]) -> ui.LayoutView:
    """Several followed games, each with the events before its card and on it."""
    texts = []
    for card, before in followed[:MOST_FOLLOWED]:
        summary = card.summary
        head = f"{shorten(title(summary), 60)} {_where(summary)}\n{_status_in_brief(summary)}"
        happened = "\n".join(part for part in (before, _happened(card)) if part)
        texts.append(f"{head}\n{shorten(happened, FOLLOWED_LIMIT // min(len(followed), MOST_FOLLOWED))}")
    left = len(followed) - len(texts)
    more = f"… and {counted(left, 'more game')}. " if left else ""
    return boxed("**Games that you follow**", *texts, f"-# {more}`/game inbox whose:followed` lists all.")


def _status_in_brief(summary: GameSummary) -> str:
    """Whose turn it is, and the deadline. Of too long a status only the first part is cut."""
    status = status_line(summary)
    if len(status) <= _BRIEF_LIMIT:
        return status
    due = due_line(summary)
    return f"{shorten(state_line(summary), _BRIEF_LIMIT - len(due))}{due}"


def follow_button(code: str, *, following: bool) -> StatefulItem:
    """The button that follows or unfollows a game."""
    label, answer = ("Unfollow", "off") if following else ("Follow", "on")
    return ButtonState("follow", code, payload=answer).button(label)


def hand_card(
    summary: GameSummary, text: str, picture: discord.File, first_picks: Sequence[FirstPick] = ()
) -> ui.LayoutView:
    """A player's hand, for that player alone, with picture, possible uses and a link.

    It names no turn, because the message changes only with the hand.
    """
    head = f"**{summary.title}** `{summary.code}` · your hand"
    rows = in_rows(_pick_buttons("held", summary, None, first_picks))
    return boxed(f"{head}\n{text}", picture, f"-# {jump_link(summary)}", *rows)


def _pick_buttons(
    action: str, summary: GameSummary, seat: Seat | None, picks: Sequence[FirstPick]
) -> list[StatefulItem]:
    state = ButtonState.about(summary, action, seat)
    return [state._replace(payload=pick.token).button(pick.label) for pick in picks]


MAIL_CAME_BACK: Final = (
    "⚠️ A mail to your address came back, so I write to you here instead. "
    "`/mail link` confirms an address anew."
)


def game_notes(summary: GameSummary) -> str:
    """The lines below the prompt."""
    return with_people("\n".join(summary.notes), summary)


def small_seed_lines(summary: GameSummary) -> list[str]:
    """The commitment of the draw and its opening, in small print."""
    return [f"-# {line}" for line in draws.seed_lines(summary, Markdown())]


def card_rows(
    summary: GameSummary, first_picks: Sequence[FirstPick] = (), *, reviewable: bool = False
) -> list[list[StatefulItem]]:
    """The buttons of the newest card, with the first picks in front."""
    (seat,) = summary.to_act if len(summary.to_act) == 1 else (None,)
    state = partial(ButtonState.about, summary, seat=seat)
    picks = in_rows(_pick_buttons("first", summary, seat, first_picks))
    past = "History" if summary.ended else "Moves"
    look = [state("board").button("Board"), state("moves").button(past), state("rules").button("Rules")]
    # Everybody sees this button, with or without waiting messages.
    talk = [messages_button(summary.code, summary.public_version)] if summary.talk != "none" else []
    if summary.ended:
        # What a computer thinks of a game is shown where it was played to its end.
        review = [state("reviews").button("Review")] if reviewable and summary.status == "finished" else []
        return [[*look, *talk], [*review, state("again").button("Play again", ButtonStyle.success)]]
    if summary.status != "active":
        return [[*_resume(summary), *look, *talk], *in_rows(_ways_without_absent(summary))]
    if summary.only_computers_play:
        return [[*talk, *look]]
    shown = [
        move_button(summary, seat),
        *([state("hand").button("My hand")] if summary.hands else []),
        *talk,
        *look,
        state("resign").button("Resign", ButtonStyle.danger),
        *_take_over(summary),
        *request_buttons(summary),
    ]
    # A phone shows four buttons in a line; with the private buttons a fifth would stand alone.
    first = 4 if summary.hands or talk else 5
    return [*picks, shown[:first], *in_rows(shown[first:])]


def resume_button(summary: GameSummary) -> StatefulItem:
    """The button by which a player lets a game go on that is paused for an absence."""
    return ButtonState.about(summary, "resume").button("Resume", ButtonStyle.success)


def _resume(summary: GameSummary) -> list[StatefulItem]:
    """The button by which a player lets a paused game go on, or asks the others for it."""
    if summary.absent:
        return [resume_button(summary)]
    asks = summary.paused_until is not None and summary.pausing is None
    return [ButtonState.about(summary, "resume").button("Ask to go on")] if asks else []


def _take_over(summary: GameSummary) -> list[StatefulItem]:
    return [
        ButtonState.about(summary, "takeover", seat).button(
            f"Take over {summary.seats[seat].name}", ButtonStyle.success
        )
        for seat, _ in summary.open
    ]


def _ways_without_absent(summary: GameSummary) -> list[StatefulItem]:
    """The buttons of a paused game that replace absent players, ask for its end, and answer requests."""
    ways = _take_over(summary)
    ways += [
        ButtonState.about(summary, "vanished", seat).button(f"Find somebody for {summary.seats[seat].name}")
        for seat in summary.absent
        if seat not in dict(summary.open)
    ]
    if (summary.absent or summary.paused_until is not None) and not summary.ending:
        ending = ButtonState.about(summary, "ending", payload="yes")
        ways.append(ending.button("Ask to end it without a result"))
    return [*ways, *request_buttons(summary)]


def move_button(summary: GameSummary, seat: Seat | None = None) -> StatefulItem:
    """The button that leads to a move, in this seat if only that one is pending."""
    state = ButtonState.about(summary, "move", seat)
    return state.button(summary.off_turn_prompt or summary.button, ButtonStyle.primary)


def list_line(
    summary: GameSummary, person_id: int | None, most: int = MESSAGE_LIMIT, *, gone: bool = False
) -> str:
    """A game in a list: its code, title, players, state and link; players are cut first, the link never.

    `gone`: whether its thread or channel was deleted.
    """
    seat = next((s.seat for s in summary.seats if s.person and s.person.id == person_id), None)
    mine = seat in summary.to_act
    mark = "🟢 **your turn** · " if mine else ""
    people = " vs ".join(escaped(s.person.name) if s.person else "…" for s in summary.seats)
    if summary.outcome is not None:
        state = with_people(summary.outcome.text, summary)
    elif summary.status == "active":
        task = with_people(turns.pending_task(summary, seat if mine else None), summary)
        due = f"due {relative(summary.deadline)}" if summary.deadline else ""
        state = ", ".join(filter(None, (task, due)))
    else:
        state = turns.STATUS_WORDS[summary.status]
    if summary.absent:
        absent = (
            "you" if one == seat else speech.person_in(summary, one, Markdown()) for one in summary.absent
        )
        state += f", as {listed(absent)} stayed away"

    def line(people: str) -> str:
        return " · ".join(filter(None, (f"{mark}`{summary.code}` {summary.title}", people, state)))

    # The link is never shortened: cut, it would lead nowhere.
    place = "channel" if summary.thread_id is None else "thread"
    link = f" · its {place} was deleted" if gone else f" · {jump_link(summary)}"
    room = most - len(link)
    beyond = max(len(line(people)) - room, 0)
    return f"{shorten(line(shorten(people, max(len(people) - beyond, 1))), room)}{link}"
