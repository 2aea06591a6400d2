"""Chat messages and reports of them, as Discord shows them: escaped, without a ping, whole at any length."""

from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import normalize

from discord import ButtonStyle, ui

from bot.discord.formatting.layouts import boxed, buttons_below, layout
from bot.discord.formatting.markdown import (
    DISPLAY_LIMIT,
    MESSAGE_LIMIT,
    Accounts,
    escaped,
    plain,
    relative,
    title,
    with_people,
    written,
)
from bot.discord.interaction.components import ButtonState, StatefulItem, select_option
from bot.discord.interaction.context import Request
from bot.service.admin.reports import ReportLine, ReportView
from bot.service.chat.messages import count_fitting
from bot.service.game.scope import GameRef
from bot.service.values.answers import MessagePage, MessageView
from bot.service.values.payloads import PostReport
from bot.service.values.request import Person
from engines.contract import AnyEngine, Seat
from engines.wording import INVISIBLE, shorten

_PAGE_ROOM, _HEAD = 3_700, 150
"""Characters of a page of messages, and of each message in it beside its body and the names of people."""
_QUOTED = 60
"""Characters of a message that are quoted to its speaker if it did not reach everybody."""
PUBLIC, PRIVATE = "💬", "🔒"
_SIGNS = {PUBLIC, PRIVATE, *"🗨🗯💭🔏🔐→"}
"""The signs of a line with a speaker, and signs that look like them."""


def speaker_name(engine: AnyEngine, message: MessageView) -> str:
    """The speaker and their seat: ``Ann (RED)``, in Markdown."""
    return _named(engine, message.speaker, message.seat)


def _named(engine: AnyEngine, person: Person, seat: Seat) -> str:
    return f"{escaped(person.name)} ({engine.info.seats[seat].name})"


def _readers(engine: AnyEngine, message: MessageView, among: Iterable[Seat] | None = None) -> str:
    """The readers of a private message, or those of them in some seats."""
    wanted = set(message.to or ()) if among is None else set(among)
    people = zip(message.readers, message.to or (), strict=True)
    return ", ".join(_named(engine, person, seat) for person, seat in people if seat in wanted)


def _body(engine: AnyEngine, message: MessageView) -> str:
    """A message's text, none of whose lines looks like another message (Ruling 13 of the Four Gods)."""
    names = [f"({seat.name})".lower() for seat in engine.info.seats]
    first, *more = written(message.body).split("\n")
    lines = [first]
    for line in more:
        seen = INVISIBLE.sub("", "".join(filter(str.isprintable, normalize("NFKC", line)))).lower()
        forged = bool(_SIGNS & set(line)) or any(name in seen for name in names)
        lines.append(f"│{line}" if forged else line)
    return "\n".join(lines)


def posted(engine: AnyEngine, message: MessageView) -> str:
    """The message as all read it where the game is played."""
    return f"{PUBLIC} **{speaker_name(engine, message)}**: {_body(engine, message)}"


def line(engine: AnyEngine, message: MessageView) -> str:
    """Speaker, readers, time and text: ``Ann (RED) to Bob (BLUE), Cleo (GREEN), round 4: ...``."""
    sign, to = (PUBLIC, "") if message.to is None else (PRIVATE, f" to **{_readers(engine, message)}**")
    return f"{sign} **{speaker_name(engine, message)}**{to}, {message.turn}: {_body(engine, message)}"


def brought(engine: AnyEngine, message: MessageView) -> str:
    """The message as it arrives by direct message."""
    return f"`{message.code}` {line(engine, message)}"


def receipt(engine: AnyEngine, message: MessageView) -> str:
    """The message as its sender reads it back."""
    sent = f"✅ `{message.code}` {line(engine, message)}"
    return f"{sent}\n{_waits(engine, message, message.refused)}" if message.refused else sent


def refused(engine: AnyEngine, message: MessageView, seat: Seat | None) -> str:
    """Tells a message's speaker that the reader in a seat was not reached.

    Without a seat: that the message could not be posted where the game is played.
    """
    sign, to = (PUBLIC, "all") if message.to is None else (PRIVATE, f"**{_readers(engine, message)}**")
    said = f"`{message.code}` {sign} What you said to {to} ({message.turn}), "
    head = f"{said}“{written(shorten(message.body, _QUOTED))}”:\n"
    if seat is not None:
        return f"{head}{_waits(engine, message, [seat])}"
    where = f"{'in' if engine.chat is None else 'behind **Messages** and'} `/{message.key} messages`"
    return f"{head}⚠️ Discord did not let me post it where the game is played: you find it {where}."


def _waits(engine: AnyEngine, message: MessageView, seats: Sequence[Seat]) -> str:
    unreached = f"⚠️ **{_readers(engine, message, seats)}** cannot be reached by direct message"
    return f"{unreached}: it waits there behind **Messages** and `/{message.key} messages`."


def message_content(text: str, *buttons: StatefulItem) -> dict[str, Any]:
    """The content of a message with a text of at most `DISPLAY_LIMIT`, and these buttons under it.

    A plain message holds 2,000 characters, and phones show it as it comes; a longer one becomes a layout.
    """
    if len(text) <= MESSAGE_LIMIT:
        return {"content": text, "view": buttons_below(*buttons)} if buttons else {"content": text}
    return {"view": layout(shorten(text, DISPLAY_LIMIT), buttons)}


async def relay_to_direct_player(request: Request, game: str | GameRef) -> None:
    """Relay public messages to a person who begins to play by direct message."""
    if request.place is None:
        code = game if isinstance(game, str) else (await request.service.reading.find_game(game)).code
        await request.service.dm_routes.follow(request.person, code)


def messages_button(code: str, public_version: int = 0) -> StatefulItem:
    """The button that opens the person's messages. Everybody always gets it, so it reveals nothing."""
    return ButtonState("talk", code, public_version).button("Messages")


def buttons_of_private(message: MessageView) -> list[StatefulItem]:
    """The buttons under a private message: messages, report, mute and block."""
    report = ButtonState("report", message.code, payload=str(message.number or 0))
    return [messages_button(message.code), report.button("Report or mute")]


def fitting(messages: Sequence[MessageView]) -> int:
    """The number of messages that have room on one page: escaped, a body may be twice as long."""

    def size(one: MessageView) -> int:
        # A reader who cannot be reached is named a second time.
        names = len(one.speaker.name) + 2 * sum(len(reader.name) for reader in one.readers)
        return _HEAD + 2 * (len(one.body) + names)

    return count_fitting(messages, _PAGE_ROOM, size)


def messages_page(engine: AnyEngine, talks: MessagePage) -> ui.LayoutView:
    """A page of the messages that a person may read, the newest last, and a button to older pages."""
    summary = talks.summary
    head = [f"{title(summary)} · messages" + (f" of {talks.turn}" if talks.turn else "")]
    if talks.unseen:
        head.append(f"🔔 {talks.unseen} new")
    if talks.unheard:
        names = ", ".join(engine.info.seats[seat].name for seat in talks.unheard)
        head.append(f"🔇 without {with_people(names, summary)}, whom you have muted or blocked")
    lines = []
    for message in talks.messages:
        lines.append(("🔔 " if message.fresh else "") + line(engine, message))
        if message.refused:
            lines.append(
                f"-# not delivered to {_readers(engine, message, message.refused)} by direct message"
            )
    buttons = []
    if talks.more:
        buttons.append(_page_button(talks, talks.skipped + len(talks.messages), "Older"))
    if talks.skipped:
        buttons.append(_page_button(talks, 0, "Newest"))
    text = "\n".join([*head, "", *(lines or ["Nothing has been said that you may read."])])
    return layout(shorten(text, DISPLAY_LIMIT), buttons)


def _page_button(talks: MessagePage, skip: int, label: str) -> StatefulItem:
    # Only messages that this person may read are counted, so the number reveals nothing.
    state = ButtonState("talks", talks.summary.code, payload=talks.turn or "", offset=skip)
    return state.button(label, ButtonStyle.secondary)


def report_notice(report: PostReport) -> ui.LayoutView:
    """Notifies a server's managers of a report, without details of a game in which they may play."""
    text = (
        "### A player has reported a private message\n"
        "Only those who manage the server can read it; whoever has a part in that game only once it is over."
    )
    read = ButtonState("read", payload=f"{report.guild_id}-{report.report_id}")
    return boxed(text, [read.button("Read", ButtonStyle.primary)])


def report_question(engine: AnyEngine, message: MessageView, server: str) -> ui.LayoutView:
    """Asks a reader what to do about a private message."""
    text = (
        f"### Report or mute\n{brought(engine, message)}\n"
        f"**Report it** shows this message to those who manage **{escaped(server)}**, with your name and the "
        f"sender's. **Mute** hides from you what {speaker_name(engine, message)} says in this game, "
        f"**Block** ends private messages and invitations between you and {escaped(message.speaker.name)} in "
        "every game. They are not told.\n"
        "-# Nothing has been done yet."
    )
    name = plain(message.speaker.name)
    state = ButtonState("reported", message.code, payload=str(message.number))
    buttons = [
        state.button("Report it", ButtonStyle.danger),
        state._replace(action="mute").button(f"Mute {name}"),
        state._replace(action="block").button(f"Block {name}"),
        ButtonState("close").button("Leave it"),
    ]
    return boxed(shorten(text, DISPLAY_LIMIT), buttons)


def report_page(engine: AnyEngine, report: ReportView, accounts: Accounts) -> ui.LayoutView:
    """A report with its text."""
    message, reporter = report.chat_message, report.reporter
    speaker = _who(message.speaker.name, accounts.get(message.speaker.id))
    by = _who(reporter.name, accounts.get(reporter.id))
    text = (
        f"### Report {report.id}, {relative(report.at)}\n{brought(engine, message)}\n"
        f"Said by {speaker}, reported by {by}. Nobody else knows of this message."
    )
    return boxed(shorten(text, DISPLAY_LIMIT))


def _who(name: str, account: int | None) -> str:
    return f"**{escaped(name)}**" + ("" if account is None else f" (<@{account}>)")


def report_list(reports: Sequence[ReportLine]) -> ui.LayoutView:
    """The reports of a server, the newest first, with a way to read each."""
    games = (
        (one, f"`{one.code}`" if one.code else "🔒 of a game in which you have a part") for one in reports
    )
    lines = [f"**{one.id}** · {relative(one.at)} · {game}" for one, game in games]
    told = (one for one in reports if one.code is not None)
    options = [select_option(f"Report {one.id} · {one.code}", f"{one.guild_id}-{one.id}") for one in told]
    select = [ButtonState("read").select("Read one", options)] if options else []
    return layout("\n".join(["### Reports", *lines]), select)
