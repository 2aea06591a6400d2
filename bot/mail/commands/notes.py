"""Notes by mail: what a player writes down for themselves about a game."""

from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.sentences.answers import note_line
from engines.wording import counted


async def note(request: MailRequest, options: Options) -> Reply:
    """Add notes on a game, or read them. Raises Refused."""
    text, clear = options.get("text"), bool(options.get("clear", False))
    changed = clear or text is not None
    code = await request.code_to_play() if changed else (await request.summary(options.get("game"))).code
    keep = request.service.notes.noted
    noted = await keep(request.person, code, text, clear=clear, cause=request.cause)
    if not await request.has_private_by_mail(code):
        kept = counted(len(noted.notes), "note")
        return Reply(
            f"You have {kept} on this game, for you alone. Notes come {wording.IF_CHOSEN}",
            noted.summary,
        )
    lines = [note_line(note, note.body) for note in noted.notes]
    return Reply("\n".join(lines) or "You have no notes on this game.", noted.summary)
