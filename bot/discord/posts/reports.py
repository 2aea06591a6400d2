"""Reports of private messages, as Discord messages."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.discord.formatting.layouts import boxed, layout
from bot.discord.formatting.markdown import DISPLAY_LIMIT, Accounts, escaped, plain, relative
from bot.discord.interaction.components import ButtonState, select_option
from bot.discord.posts import chat
from bot.service.admin.reports import ReportLine, ReportView
from bot.service.values.answers import MessageView
from bot.service.values.payloads import PostReport
from engines.contract import AnyEngine
from engines.wording import shorten


def _payload(guild_id: int, report_id: int) -> str:
    return f"{guild_id}-{report_id}"


def notice(report: PostReport) -> ui.LayoutView:
    """Notifies a server's managers of a report, without details of a game in which they may play."""
    text = (
        "### A player has reported private words\n"
        "Only you, who manage the server, can read them; whoever has a part in that game cannot before it is "
        "over."
    )
    read = ButtonState("read", payload=_payload(report.guild_id, report.report_id))
    return boxed(text, [read.button("Read", ButtonStyle.primary)])


def question(engine: AnyEngine, message: MessageView, server: str) -> ui.LayoutView:
    """Asks a reader what to do about a private message."""
    number = str(message.number)
    text = "\n".join(
        [
            "### Report or mute",
            chat.brought(engine, message),
            f"**Report it** shows these words to those who manage **{escaped(server)}**, with your name, and "
            f"whose they are. **Mute** hides from you what {chat.speaker_name(engine, message)} says in "
            "this game, **Block** ends private words and invitations between you and "
            f"{escaped(message.speaker.name)} in every game. They are told of none of it.",
            "-# Nothing has been done yet.",
        ]
    )
    code, name = message.code, plain(message.speaker.name)
    buttons = [
        ButtonState("reported", code, payload=number).button("Report it", ButtonStyle.danger),
        ButtonState("mute", code, payload=number).button(f"Mute {name}"),
        ButtonState("block", code, payload=number).button(f"Block {name}"),
        ButtonState("close").button("Leave it"),
    ]
    return boxed(shorten(text, DISPLAY_LIMIT), buttons)


def page(engine: AnyEngine, report: ReportView, accounts: Accounts) -> ui.LayoutView:
    """A report with its text."""
    message, reporter = report.chat_message, report.reporter
    text = "\n".join(
        [
            f"### Report {report.id}, {relative(report.at)}",
            chat.brought(engine, message),
            f"Said by {_who(message.speaker.name, accounts.get(message.speaker.id))}, reported by "
            f"{_who(reporter.name, accounts.get(reporter.id))}. Nobody else knows of these words.",
        ]
    )
    return boxed(shorten(text, DISPLAY_LIMIT))


def _who(name: str, account: int | None) -> str:
    return f"**{escaped(name)}**" + ("" if account is None else f" (<@{account}>)")


def listing(reports: Sequence[ReportLine]) -> ui.LayoutView:
    """The reports of a server, the newest first, with a way to read each."""
    lines = [f"**{one.id}** · {relative(one.at)} · {_game(one)}" for one in reports]
    options = [
        select_option(f"Report {one.id} · {one.code}", _payload(one.guild_id, one.id))
        for one in reports
        if one.code is not None
    ]
    select = [ButtonState("read").select("Read one", options)] if options else []
    return layout("\n".join(["### Reports", *lines]), select)


def _game(report: ReportLine) -> str:
    return "🔒 of a game in which you have a part" if report.code is None else f"`{report.code}`"
