"""Report a private message, mute or block its speaker."""

from bot.discord.commands.about_game import game_command, game_option, resolve_game, shared_game_command
from bot.discord.commands.autocomplete import complete_seat
from bot.discord.formatting.markdown import escaped, plain, seat_line, title
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import VALUE_LIMIT, Completions, Focus, Option, SlashCommand, choice
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts import chat, reports
from bot.service.values.answers import MessageView
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.typed import seat_named


def report_commands() -> tuple[SlashCommand, ...]:
    """`/privacy mute | report`."""
    any_game = game_option("any")
    words = Option("words", "What was said to you in private", str, True, _complete_message)
    report_help = "Show private words to those who manage the server"
    return (
        shared_game_command("privacy mute", _mute_player, seat=complete_seat),
        game_command(
            "report",
            report_help,
            [words, any_game],
            lambda responder, summary, options: ask(responder, summary.code, str(options["words"])),
        ),
    )


async def _complete_message(request: Request, focus: Focus) -> Completions:
    """The private messages to the user in the game, the newest first."""
    summary = await resolve_game(request, focus.options)
    seats = request.engines[summary.key].info.seats
    typed = focus.current.strip().lower()
    return [
        choice(
            plain(
                f"{message.speaker.name} ({seats[message.seat].name}), {message.turn}: {message.body}",
                VALUE_LIMIT,
            ),
            str(message.number),
        )
        for message in await request.service.reports.reportable(request.person, summary.code)
        if typed in message.body.lower()
    ]


async def ask(responder: Responder, code: str, number: str) -> None:
    """Ask what to do about a private message. Raises Refused."""
    message = await quoted(responder, code, number)
    server = server_name(responder, (await responder.service.reading.summary(code)).guild_id)
    await responder.show(reports.question(responder.engines[message.key], message, server))


async def file(responder: Responder, state: ButtonState) -> None:
    """Report the message."""
    filed = await responder.service.reports.file(responder.person, state.code, _number(state.payload))
    server = escaped(server_name(responder, filed.guild_id))
    confirmation = f"✅ Those who manage **{server}** are told of it, and can read these words."
    again = f"You have reported these words before: those who manage **{server}** can read them."
    await responder.replace_with(again if filed.repeated else confirmation)


async def _mute_player(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Mute the player of a seat, or unmute them."""
    seat = summary.seats[seat_named(summary, str(options["seat"]))]
    if seat.person is None:
        raise Refused("no_such_seat", "Nobody sits there in this game.")
    muted = bool(options.get("mute", True))
    await responder.service.chat.mute(responder.person, summary.code, seat.person.id, muted=muted)
    await responder.say(_muted(title(summary), seat_line(seat), summary.key, muted=muted))


async def mute_speaker(responder: Responder, state: ButtonState) -> None:
    """Mute the speaker of the message."""
    message = await quoted(responder, state.code, state.payload)
    await responder.service.chat.mute(responder.person, state.code, message.speaker.id)
    who = chat.speaker_name(responder.engines[message.key], message)
    await responder.replace_with(_muted(f"`{state.code}`", who, message.key, muted=True))


def _muted(game: str, who: str, key: str, *, muted: bool) -> str:
    if not muted:
        return f"{game}\n🔊 You hear **{who}** again: `/{key} messages` shows what was said meanwhile."
    return (
        f"{game}\n🔇 You hear nothing more of **{who}** in this game, neither by direct message nor in "
        f"`/{key} messages`; they are not told. What is said to all stands in the game's thread, where it "
        "cannot be hidden from you. `/privacy mute mute:False` lets you hear them again."
    )


async def quoted(responder: Responder, code: str, number: str) -> MessageView:
    """The private message to the user with the number of a choice or a custom id. Raises Refused."""
    return await responder.service.reports.quoted(responder.person, code, _number(number))


def _number(text: str) -> int:
    """The number of a private message. Raises Refused."""
    if not text.isdecimal() or len(text) > 9:
        raise Refused("no_such_words", "Choose the words from the list.")
    return int(text)


def server_name(request: Request, guild_id: int | None) -> str:
    """What a server is called, where that is known."""
    guild = None if guild_id is None else request.interaction.client.get_guild(guild_id)
    return "the server" if guild is None else guild.name
