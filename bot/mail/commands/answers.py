"""Sentences of answers to commands: what was done, and what a game waits for."""

from bot.mail.commands.request import MailRequest, Reply
from bot.mail.outgoing.legal_moves import key_of
from bot.mail.outgoing.wording import named, with_people
from bot.sentences.agreements import can_start, how_it_starts
from bot.sentences.plays import done_lines
from bot.sentences.speech import IN_A_SENTENCE, bulleted
from bot.service.values.answers import Played
from bot.service.values.game_summary import GameSummary
from engines.wording import listed


def waiting(summary: GameSummary, *, mails: bool) -> str:
    """What a lobby waits for, for one of its players; `mails`: whether mails come to that player."""
    if summary.status != "lobby":
        return "The game begins: a mail tells you when it is your turn." if mails else "The game begins."
    people = [named(seat.person) for seat in summary.seats if seat.person is not None]
    there = f"At the table: {listed(people)}. " if people else ""
    return f"{there}{how_it_starts(summary, 'writes “start”')}"


async def in_lobby(request: MailRequest, said: str, summary: GameSummary) -> Reply:
    """The reply to a command in a lobby: `said`, what it waits for, and the reader's commands as links."""
    plays = any(seat.person is not None and seat.person.id == request.person.id for seat in summary.seats)
    stopped = await request.stopped(summary.code) if plays else ""
    reply = Reply(f"{said} {waiting(summary, mails=not stopped)}{stopped}".lstrip(), summary)
    if not plays or summary.status != "lobby":
        return reply
    ways = [("Begin", "start")] if can_start(summary) else []
    if summary.host.id == request.person.id:
        ways.append(("Invite somebody", "invite "))
        if request.engines[summary.key].computer is not None:
            ways.append(("Let a computer play", "computer level: steady"))
        ways.append(("Call the game off", "lobby cancel"))
        join = (
            f"; anybody who already plays by mail joins with “join {summary.code}”"
            if summary.place is None
            else ""
        )
        reply.text += f" Write “invite” and an address to ask somebody to join{join}."
    else:
        ways.append(("Leave", "leave"))
    reply.choices = tuple(ways)
    return reply


def done(played: Played) -> str:
    """A sentence on what was done, and its notation."""
    lines = done_lines(played)
    several = len(lines) > IN_A_SENTENCE
    words = played.step_summary.text if played.step_summary is not None and several else bulleted(lines)
    text = with_people(words, played.summary) or "That is done."
    beside = "\n" if several else " "
    notation = f"{beside}[{played.notation}]" if played.notation else ""
    return f"{text}{notation}"


def state_after(played: Played, status: str) -> str:
    """The state after an action: whether others see the action, and whose turn it is."""
    return f"{'' if played.card_tells or played.marked else ' Only you see this so far.'}\n{status}"


def confirm_key(notation: str) -> str:
    """The key in the reply address of a preview, so that ``yes`` means this action and no other."""
    return key_of([f"yes {notation}"])


def question(text: str, game: GameSummary | None, label: str, does: str) -> Reply:
    """The reply that asks before something final is done: ``yes`` in answer does it."""
    return Reply(text, game, confirms=confirm_key(does), choices=((label, "yes"),), stops=True)
