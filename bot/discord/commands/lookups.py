"""The read-only commands: boards, lists, moves, history, records, rules, help, and what this bot is."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import resources
from io import BytesIO
from typing import Any

import discord
import structlog

from bot import __version__
from bot.column_values import RUNNING
from bot.discord.api.retries import FAULTS
from bot.discord.commands import lookback
from bot.discord.commands.about_game import resolve_game
from bot.discord.commands.autocomplete import beside, kind_of, with_seats
from bot.discord.formatting.layouts import boxed
from bot.discord.formatting.markdown import (
    DISPLAY_LIMIT,
    MESSAGE_LIMIT,
    board_in_words,
    fair_shares,
    title,
    with_people,
)
from bot.discord.interaction.context import Request
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels import questions
from bot.discord.posts.cards import hand_card, move_button, small_seed_lines
from bot.errors import DatabaseUnavailable
from bot.sentences.agreements import option_words
from bot.sentences.answers import doer_words
from bot.sentences.draws import proof_lines
from bot.service.typed_fields import resolve_question
from bot.service.values.answers import Choices
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.titles import pitch_line, resolve_engine, table_words
from bot.service.values.typed import mentioning, seat_named
from engines.contract import AnyEngine, Offer, Question
from engines.wording import counted, shorten

log = structlog.get_logger(__name__)

HISTORY_LINES = 30
"""Lines of a game's history in one message; the record has all of them."""
_HISTORY = MESSAGE_LIMIT - 200
"""Characters of the lines of a history; the newest that fit are shown."""

_VERIFIER = "verify_chance.py"
_VERIFIER_TEXT = resources.files("engines").joinpath(_VERIFIER).read_bytes()

_MOVES = 1300
"""Characters of a list of moves without its headings."""


def fitting(lines: Iterable[str], limit: int = MESSAGE_LIMIT - 60) -> str:
    """As many of the first lines as fit, and the number of lines that were left out."""
    kept: list[str] = []
    size = left = 0
    for line in lines:
        if left or size + len(line) + 1 > limit:
            left += 1
        else:
            kept.append(line)
            size += len(line) + 1
    if left:
        kept.append(f"-# … and {left} more")
    return "\n".join(kept)


async def show_board(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Show the board from the user's side and in the user's theme, or in words."""
    person = responder.person
    if "theme" in options:
        await responder.service.preferences.change(person, theme=options["theme"])
    side = seat_named(summary, str(options["side"])) if "side" in options else None
    if summary.status == "lobby":
        raise Refused("not_started", f"{title(summary)} has not started yet: there is no board to show.")
    if "at" in options:
        await lookback.show(responder, summary, lookback.point_number(str(options["at"])), options)
        return
    view = await responder.service.reading.view(summary.code, person)
    frame = await responder.frame(summary, side=side)
    head = f"{title(summary)}\n{responder.status_line(summary, view)}"
    if options.get("text"):
        board = await responder.pictures.text(summary.key, view, frame)
        await questions.show(responder, summary, board_in_words(head, board))
    else:
        await questions.show(responder, summary, head, [await responder.draw(summary.key, view, frame)])
    await restore_card(responder, summary)


async def show_hand(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Show the user's hand."""
    text, view = await responder.service.reading.hand(summary.code, responder.person)
    picture = await responder.picture(summary, view, hand=True)
    await responder.show(hand_card(summary, text, picture), files=[picture])


async def list_moves(responder: Responder, summary: GameSummary, options: Options) -> None:
    """List what the asker may do now, with its effects. Raises Refused where it is not the asker's turn."""
    choices = await responder.service.play.choices(responder.person, summary.code)
    text = moves_text(choices, str(options.get("about", "")))
    await responder.say(text, button=move_button(choices.summary))
    await restore_card(responder, summary)


async def restore_card(responder: Responder, summary: GameSummary) -> None:
    """Post the card of a running game again if it was deleted; a fault is only logged."""
    if summary.status not in RUNNING:
        return
    play = responder.service.play
    try:
        card = await play.newest_card(summary.code)
        if card is not None and not await _is_there(responder, *card):
            await play.restore_card(summary.code)
    except (Refused, DatabaseUnavailable, *FAULTS) as error:
        log.info("card_not_restored", reason=str(error))


async def _is_there(responder: Responder, channel_id: int, message_id: int) -> bool:
    try:
        await responder.interaction.client.get_partial_messageable(channel_id).fetch_message(message_id)
    except discord.NotFound:
        return False
    return True


def moves_text(choices: Choices, about: str = "") -> str:
    """The legal actions that mention `about`, or all, grouped by kind."""
    kinds = defaultdict[str, list[Offer[Any]]](list)
    searched = partial(
        mentioning,
        things=choices.offers,
        text_of=lambda one: f"{one.notation}\n{one.words}\n{kind_of(one)}",
    )
    for offer in searched(about) or searched(with_seats(about, choices.summary)):
        kinds[kind_of(offer)].append(offer)
    if not kinds:
        return f"{title(choices.summary)}\nNone of your moves names that. Try `/game moves` alone."
    lines = [f"{title(choices.summary)} · your moves, for `/move` or by its own command:"]
    listed = [_entries(offers, choices.summary) for offers in kinds.values()]
    shares = fair_shares(listed, _MOVES, lambda entry: len(entry) + 1)
    for kind, entries, share in zip(kinds, listed, shares, strict=True):
        left = len(entries) - share
        lines += [f"**{kind}**", *entries[:share]]
        if left:
            narrower = f"{kind}`" if len(kinds) > 1 else "` and a word or a cell that they name"
            lines.append(f"-# … and {left} more: `/game moves about:{narrower}")
    return fitting(lines)


def _entries(offers: Sequence[Offer[Any]], summary: GameSummary) -> list[str]:
    """The notations and words of offers, with people beside seats: added to all at once, which is faster."""
    words = "\n".join(beside(offer.notation, offer.described) for offer in offers)
    named = with_people(words, summary).split("\n")
    return [f"`{offer.notation}` {text}".rstrip() for offer, text in zip(offers, named, strict=True)]


async def show_history(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Show the last lines of the game's history, as far as the asker may read it."""
    history = await responder.service.reading.history(summary.code, responder.person)
    people = partial(with_people, summary=summary)
    shown = [f"`{line.seq:>3}` {doer_words(line, people)}{line.text}" for line in history[-HISTORY_LINES:]]
    while len(shown) > 1 and len("\n".join(shown)) > _HISTORY:
        del shown[0]
    earlier = len(history) - len(shown)
    more = [f"-# {counted(earlier, 'earlier line')}: `/game record export`"] if earlier else []
    await responder.say("\n".join([title(summary), *more, *(shown or ["Nothing has been played yet."])]))


async def export_record(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Send the record as JSON and as a score sheet, as far as the asker may know it."""
    files = await record_files(responder, summary.code)
    engine = responder.engines[summary.key]
    partial = engine.info.hidden and summary.outcome is None and summary.status != "abandoned"
    what = "what you may know of it so far" if partial else "the record"
    await responder.say(f"{title(summary)}: {what}, and the same as a score sheet.", files=files)


async def record_files(request: Request, code: str) -> list[discord.File]:
    """A game's record as JSON and as a score sheet, as far as the asker may know it."""
    record, sheet = await request.service.reading.export(code, request.person)
    return [
        discord.File(BytesIO(record), filename=f"{code}.json"),
        discord.File(BytesIO(sheet.encode()), filename=f"{code}.txt"),
    ]


async def verify_seed(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Verify secret, seats and draws against the promises, and replay the log to its end."""
    proof = await responder.service.reading.verify(summary.code, options.get("hash"))
    lines = [title(proof.summary), *small_seed_lines(proof.summary)]
    first, *later = proof.promised
    if later:
        hashes = ", ".join(f"`{one}`" for one in later)
        again = f"-# Published first: `{first}`; when play went back, for a new secret: {hashes}"
        lines.append(shorten(again, 400))
    lines += [f"{sign} {words}".lstrip() for sign, words in proof_lines(proof)]
    files = []
    if proof.inconsistency is None and proof.summary.seed is not None:
        if first == proof.summary.seed_hash:
            lines[-1] += " It was opened before seats and words were part of that."
        lines[-1] += (
            " With `/game record export` and this program, which needs Python and nothing of this bot, you "
            f"can check it yourself: `python {_VERIFIER} {summary.code}.json`."
        )
        files.append(discord.File(BytesIO(_VERIFIER_TEXT), filename=_VERIFIER))
    await responder.say("\n".join(lines), files=files)


async def answer_question(
    responder: Responder, summary: GameSummary, values: Options, *, kind: type[Question]
) -> None:
    """Answer a question in words, with a picture where the game draws one. Raises Refused."""
    person = responder.person
    if summary.status == "lobby" or kind not in responder.engines[summary.key].questions.types:
        raise Refused("wrong_game", f"{title(summary)} has no answer to that now.")
    asked = await responder.service.reading.questions(summary.code, person)
    answer = await responder.service.reading.ask(summary.code, person, resolve_question(asked, kind, values))
    pictures = [] if answer.view is None else [await responder.picture(summary, answer.view)]
    text = f"{title(summary)}\n{with_people(answer.text, summary)}"
    await questions.show(responder, summary, text, pictures)


async def show_rules(responder: Responder, options: Options) -> None:
    """Show a game's rules in short, and the options of the current game."""
    played_with = ""
    if "title" in options:
        engine = resolve_engine(responder.engines, options["title"])
    else:
        summary = await resolve_game(responder, options)
        engine = responder.engines[summary.key]
        words = ", ".join(option_words(summary, engine)) or "the usual options"
        played_with = f"-# `{summary.code}` is played with {words}"
    await responder.show(rules_page(engine, played_with))


def rules_page(engine: AnyEngine, options: str = "") -> discord.ui.LayoutView:
    """A game's rules and options as a layout, which holds more than a plain message."""
    text = f"## {engine.info.title}\n{engine.info.rules}" + (f"\n{options}" if options else "")
    return boxed(shorten(text, DISPLAY_LIMIT))


async def show_help(responder: Responder, _options: Options) -> None:
    """Explain how to use Turnpost."""
    engines = responder.engines
    guide = (
        "**Turnpost** plays long games here, a move whenever you have time.\n"
        "1. `/game new` leads you to a game; others press **Join** on its card; `opponent:` invites, and "
        "`computers:` lets you play at once.\n"
        "2. Whoever is to move is mentioned: press the card's first button, or type `/move`.\n"
        "3. `/game show` draws the board for you alone, also as it was; `/game catchup` tells what you have "
        "missed, `/game moves` lists what you may do, `/game history` what has happened.\n"
        "4. `/game inbox` shows your games, `/game lobby invitations` who wants to play with you. "
        "`/game draw`, `/game undo` and `/game resign` do what they say.\n"
        "5. **My hand** on the card shows what you alone hold, in games with hands. Each game's `say` speaks "
        "at its table; where talk is part of the rules, so does what you write to me in direct messages.\n"
        "6. Each game's own `help` has its rules and all its commands. `/game settings` changes pictures, "
        "messages, and what you confirm; `/privacy` tells what is stored, `/game about` whom to tell "
        "of a fault.\n\n"
    )
    games = (
        f"**{engine.info.title}** (`/{key} new`): {table_words(engine.info)}. {pitch_line(engine.info)}"
        for key, engine in engines.items()
    )
    await responder.say(guide + fitting(games, MESSAGE_LIMIT - 60 - len(guide)))


async def about(responder: Responder, _options: Options) -> None:
    """Say what this bot is, its state, and the contact for faults."""
    client, context = responder.interaction.client, responder.context
    latency = "unknown" if math.isnan(client.latency) else f"{client.latency * 1000:.0f} ms"
    source = f"<{context.source_url}>" if context.source_url else "whoever runs this bot has not said where"
    support = context.support or "whoever runs this bot"
    await responder.say(
        f"**Turnpost** {__version__}\n"
        f"Source: {source}\n"
        f"Latency to Discord: {latency} · {counted(len(client.guilds), 'server')} · "
        f"{counted(len(responder.engines), 'game')}\n"
        f"To report a fault: tell {support} what you did, the game's code, and the reference if you were "
        "given one. If somebody bothers you in a game, use `/privacy report`.\n"
        "-# `/game help` says how to play, `/privacy` what is stored about you."
    )
