"""Discord's Markdown: names, times, titles. Player text is always escaped here."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

import discord
from discord.utils import escape_mentions, format_dt

from bot.sentences import agreements, plays, speech, turns
from bot.sentences.plays import done_lines
from bot.sentences.speech import FENCE, IN_A_SENTENCE, sentence
from bot.service.values.answers import Invitation, Played
from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract import Seat
from engines.wording import capital, listed, shorten
from render.text import spoken
from render.typeface import leftwards

MESSAGE_LIMIT = 2000
"""Characters of a message's content."""
DISPLAY_LIMIT = 4000
"""Characters of all text displays of a Components V2 message together."""
LINE_LIMIT = 300
"""Characters of a player's text, or of an operator's, in one line."""

_THREAD_NAME_LIMIT = 100
"""Characters of a thread's name."""

_LINK = re.compile(r":(?=//)|(?<=\w)\.(?=\w+/)")
"""The places where an address is broken so that no client makes it a link: ``https:``, ``discord.gg/``."""

_FORMATTING = re.compile(r"(?P<address>https?://[^\W_]{2}[^\s<*~|`\[\]\\]*)|[\\*_~|`\[\]]|(?<=\])\(")
"""Signs that format within a line, and addresses. A backslash would break an address, in which Discord
formats nothing: it is left alone up to the first sign that a client might take for formatting.
"""
_LINE_START = re.compile(r"^[^\S\n]*(?:(?=[#>-])|[0-9]+(?=\.\s))", re.MULTILINE)
"""The beginning of a line that would be a heading, a quotation, small print or a list's entry without a
backslash behind it.
"""

_LABEL_NAME = 24
"""Characters of a person's name on a button."""

Accounts: TypeAlias = Mapping[int, int]
"""Discord users, by person; not every person has one."""


def pinging(users: Iterable[int] = ()) -> discord.AllowedMentions:
    """Mentions that ping exactly these users, whatever the text contains."""
    ids = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=ids or False)


def plain(name: str, limit: int = 40) -> str:
    """A player's text on one line (`spoken`), a question mark where it is invisible; Markdown stays."""
    return shorten(spoken(name) or "?", limit)


def escaped(name: str, limit: int = 40) -> str:
    """A player's text without formatting, mentions and links; in a script that runs leftwards it is isolated,
    so that the sentence and the numbers beside it stay in their order.
    """
    shown = _unformatted(_LINK.sub("\\g<0>\u200b", plain(name, limit)))
    return f"\u2068{shown}\u2069" if any(leftwards(char) for char in shown) else shown


def written(text: str) -> str:
    """A player's text, line by line: without formatting, mentions and changes of the writing direction; plain
    addresses are links.

    At most twice as long as the text.
    """
    return _unformatted("\n".join(speech.without_bidi_controls(text).splitlines()))


def _unformatted(text: str) -> str:
    """The text with a backslash before all signs that format, and with mentions broken."""
    shown = _FORMATTING.sub(lambda found: found[0] if found["address"] else f"\\{found[0]}", text)
    shown = _LINE_START.sub(r"\g<0>\\", shown)
    # Discord's own forms (mentions, channels, emoji, times) begin with "<"; a character behind breaks them.
    return escape_mentions(shown).replace("<", "<\u200b")


def mention(person: Person, accounts: Accounts) -> str:
    """A mention, or the name where a person has no account; it pings only where allowed mentions say so."""
    return f"<@{accounts[person.id]}>" if person.id in accounts else escaped(person.name)


class Markdown:
    """Implements `bot.sentences.Speech` for Discord."""

    def __init__(self, accounts: Accounts | None = None) -> None:
        self._accounts = accounts or {}

    def name(self, person: Person, *, mentioned: bool = False) -> str:
        """A person's name; if `mentioned`, a mention for a person with an account."""
        return mention(person, self._accounts if mentioned else {})

    def moment(self, at: datetime) -> str:
        """The moment as each reader's client shows it."""
        return absolute(at)

    def ahead(self, at: datetime) -> str:
        """The time from now to a moment, as each reader's client shows it."""
        return relative(at)

    def fixed(self, text: str) -> str:
        """Text in characters of one width."""
        return f"`{text}`"

    def literal(self, text: str) -> str:
        """Escaped text."""
        return _unformatted(text)


def relative(moment: datetime) -> str:
    """A moment as each reader's client shows it: “in 3 hours”."""
    return format_dt(moment, "R")


def absolute(moment: datetime) -> str:
    """A moment as each reader's client shows it: “3 August 2026 00:00”."""
    return format_dt(moment, "f")


def title(game: GameSummary | Invitation) -> str:
    """The game, its code, and its present turn."""
    where = f" · {game.turn}" if isinstance(game, GameSummary) and game.turn else ""
    return f"**{game.title}** `{game.code}`{where}"


def seat_line(seat: SeatSummary) -> str:
    """A person and their seat, without pinging, or a free seat."""
    return f"{escaped(seat.person.name)} ({seat.name})" if seat.person else f"{seat.name}: *free*"


def thread_name(summary: GameSummary) -> str:
    """The name of a game's thread: ``K7QX Flic Flac · Ann vs Bob``. Lists cut names off at their end.

    Without names while seats are free: before the start, and in a game that waits for invited players.
    """
    people = [seat.person for seat in summary.seats if seat.person is not None]
    if summary.status == "lobby" or any(person.vacant for person in people):
        return f"{summary.code} {summary.title}"
    players = " vs ".join(plain(person.name, 30) for person in people)
    return shorten(f"{summary.code} {summary.title} · {players}", _THREAD_NAME_LIMIT)


def people_in(summary: GameSummary, seats: Iterable[Seat]) -> list[Person]:
    """The persons in these seats."""
    people = {seat.seat: seat.person for seat in summary.seats}
    return [person for number in seats if (person := people.get(number)) is not None]


def status_line(summary: GameSummary, accounts: Accounts | None = None, *, reader: Seat | None = None) -> str:
    """Whose turn it is and until when, or how the game ended: one or two lines.

    `reader`: the seat of the one person who reads it, who is “you”.
    """
    line = state_line(summary, accounts, reader=reader)
    if summary.outcome is not None or summary.status == "lobby":
        return line
    if not turns.is_stopped(summary):
        line += due_line(summary)
        if not (summary.deadline or summary.deadline_hours or summary.seconds_per_period or summary.banks):
            line += "\n-# No clock"
        if summary.banks:
            line += f"\n-# Time left: {turns.bank_words(summary, Markdown())}"
        line += away_words(summary)
    return line + open_words(summary)


def due_line(summary: GameSummary) -> str:
    """The deadline of a running game, on a line of its own; empty without one."""
    if summary.deadline is None or summary.outcome is not None or turns.is_stopped(summary):
        return ""
    return f"\n⏳ due {relative(summary.deadline)}"


def state_line(summary: GameSummary, accounts: Accounts | None = None, *, reader: Seat | None = None) -> str:
    """As `status_line`, in one line and without any time."""
    if summary.outcome is not None:
        return f"🏁 **{with_people(summary.outcome.text, summary)}**"
    if stopped := turns.stopped_words(summary, "by **Resume**", Markdown(accounts)):
        return f"{'⚠️ ' if summary.absent else ''}{stopped}"
    if summary.status == "lobby":
        return f"Waiting for players. {' · '.join(map(seat_line, summary.seats))}"
    prompt, acts = turns.prompt_to(summary, reader), reader in summary.to_act
    others = [
        f"{_bold(person, accounts)} ({seat.name})"
        for seat, person in turns.unnamed(summary)
        # Whether anybody else is still to act may be secret.
        if seat.seat != reader and (not acts or seat.seat in summary.to_act)
    ]
    named = with_people(prompt, summary, accounts, bold=True)
    if others and acts:
        return f"➤ {capital(named)}; the game also waits for {listed(others)}"
    return f"➤ {capital(named)}{': ' if others else ''}{', '.join(others)}"


def open_words(summary: GameSummary) -> str:
    """The seats that others may take over, and from which moment on, a line each; empty without any."""
    return "".join(
        f"\n⚠️ {speech.person_in(summary, seat, Markdown())} has vanished. Unless they come back, anybody "
        f"else may take the seat over from {absolute(at)} on, by **Take over {summary.seats[seat].name}**."
        for seat, at in summary.open
    )


def away_words(summary: GameSummary) -> str:
    """The players on vacation, and whether the clock is stopped for that, on a line of its own; empty for
    nobody.
    """
    if not summary.away:
        return ""
    away = [
        f"{speech.person_in(summary, seat, Markdown())} is away until {absolute(until)}"
        for seat, until in summary.away
    ]
    return f"\n{'⏳ The clock stands still: ' if summary.clock_stopped else '-# '}{listed(away)}"


def with_people(
    text: str,
    summary: GameSummary,
    accounts: Accounts | None = None,
    *,
    bold: bool = False,
    label: bool = False,
) -> str:
    """An engine's words with the persons beside their seats: `speech.with_people`.

    Those in `accounts` are mentioned; a `label` knows no Markdown and is short.
    """

    def named(person: Person) -> str:
        if label:
            return plain(person.name, _LABEL_NAME)
        return _bold(person, accounts) if bold else mention(person, accounts or {})

    return speech.with_people(text, summary, named)


def refused_words(refusal: Refused) -> str:
    """Why something is refused, with the persons beside the seats that it names."""
    return refusal.sentence if refusal.game is None else with_people(refusal.sentence, refusal.game)


def _bold(person: Person, accounts: Accounts | None) -> str:
    named = mention(person, accounts or {})
    return named if person.id in (accounts or {}) else f"**{named}**"


def played_words(played: Played) -> str:
    """A sentence on what was done, and its notation in small print."""
    lines = done_lines(played)
    if played.step_summary is not None and len(lines) > IN_A_SENTENCE:
        lines = (f"{played.step_summary.headline}. See the card",)
    text = with_people(sentence(lines), played.summary)
    text = text or f"That is {'played' if played.card_tells else 'noted'}."
    alone = "" if played.card_tells or played.marked else " · only you see this so far"
    return f"✅ {text}\n-# {played.notation}{alone}"


def undone_words(played: Played) -> str:
    """The answer to an undo without consent."""
    return f"↩️ {plays.undone_words(played)}"


def jump_link(game: GameSummary | Invitation) -> str:
    """A link to where the game is played, or words that it is not played on Discord."""
    if game.place is None and isinstance(game, GameSummary) and game.channel_id is not None:
        return f"https://discord.com/channels/@me/{game.channel_id}"
    if game.place is None:
        return "not played on Discord"
    opening = game.opening_thread_id if isinstance(game, GameSummary) else None
    return f"https://discord.com/channels/{game.place.guild_id}/{opening or game.place.channel_id}"


def thread_to_come(summary: GameSummary) -> bool:
    """Whether a game that has just begun waits for its thread, to which there is no link yet."""
    opened = summary.thread_id or summary.opening_thread_id
    return summary.status == "active" and summary.threaded and summary.ply == 0 and opened is None


def how_it_starts(summary: GameSummary) -> str:
    """A sentence for a player: what a lobby waits for, or where the game is played."""
    if thread_to_come(summary):
        return f"The game begins in a thread of its own in {jump_link(summary)}"
    if summary.status != "lobby":
        return f"The game begins: play in {jump_link(summary)}"
    return agreements.how_it_starts(summary, "presses **Start**")


def board_in_words(head: str, board: str) -> str:
    """A text board, preformatted, below a few lines: as much of it as a layout has room for."""
    above, below = f"{head}\n{FENCE}\n", f"\n{FENCE}"
    inner = board.replace("`", "'")
    return f"{above}{shorten(inner, DISPLAY_LIMIT - len(above + below))}{below}"


def fair_shares(lists: Sequence[Sequence[str]], room: int, size: Callable[[str], int]) -> list[int]:
    """The number of entries to show of each list, from its beginning, if not all have room together.

    The longest lists give way first, so that none is crowded out by another; each keeps one entry at least.
    """
    shares = [len(entries) for entries in lists]
    total = sum(size(entry) for entries in lists for entry in entries)
    while total > room and max(shares) > 1:
        longest = shares.index(max(shares))
        shares[longest] -= 1
        total -= size(lists[longest][shares[longest]])
    return shares
