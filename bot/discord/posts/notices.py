"""Messages about a game for one person or for those who manage a server: notices and invitations."""

from collections.abc import Mapping
from math import inf

from discord import ButtonStyle

from bot.discord.api.error_codes import lacking
from bot.discord.formatting.markdown import (
    Accounts,
    Markdown,
    escaped,
    jump_link,
    mention,
    relative,
    status_line,
    title,
    with_people,
)
from bot.discord.interaction.components import SELECT_OPTIONS, ButtonState, StatefulItem
from bot.discord.posts.cards import RIGHTS, game_notes
from bot.discord.posts.open_requests import request_buttons
from bot.sentences.answers import DROP_REASONS, expiry_words
from bot.sentences.requests import request_lines
from bot.sentences.turns import pending_words
from bot.service.notices.place_refusals import GONE
from bot.service.values.answers import Invitation
from bot.service.values.payloads import ManagerNotice, TurnNotice
from engines.wording import counted, shorten

_TOGETHER_LIMIT = 1800
"""Characters of a direct message about several games."""


def notice_text(notice: TurnNotice) -> str:
    """The turn notice of one game, with a link to it."""
    summary = notice.summary
    if summary is None:
        return notice.text
    due = "" if notice.until is None else f", due {relative(notice.until)}"
    occasion = {
        "called": "The game waits for you",
        "turn": "Your turn",
        "reminder": f"⏳ Your turn{due}",
        "unposted": "Your turn",
        "played": "What you played stands",
    }
    where = "" if summary.place is None or notice.refusal == GONE else f" {jump_link(summary)}"
    seat = summary.seat_of(notice.person_id)
    if notice.occasion == "warning":
        when = "" if notice.until is None else f" {relative(notice.until)}"
        question = f"⚠️ Are you still there? Another player may take your seat over{when}"
        ways = "play" if notice.must_play else "play or press **I am here**"
        return f"{title(summary)}\n{question}, unless you {ways}.{where}"
    if notice.occasion == "fallen":
        dropped = (f"`{notation}`: {DROP_REASONS[why]}." for notation, why in notice.orders)
        return "\n".join((title(summary), "What you had planned will not be played:", *dropped)) + where
    if notice.occasion in {"replaced", "seated"}:
        return f"{title(summary)}\n{notice.text}{where}"
    if notice.occasion in {"joined", "table", "answered", "undone"}:
        text = (title(summary), with_people(notice.text, summary), status_line(summary, reader=seat))
        return "\n".join(line for line in (*text, game_notes(summary)) if line)
    if notice.occasion == "asked":
        return "\n".join((title(summary), *request_lines(summary, Markdown(), seat))) + where
    if notice.occasion == "played" and notice.refusal is not None:
        return f"{title(summary)}\n{occasion['played']}. {unposted_words(notice.refusal)}"
    if notice.occasion == "unposted":
        why = "" if notice.refusal is None else f" ({lacking(notice.refusal)})"
        occasion["unposted"] += f", though I cannot post the card where you play{why}"
    pending = with_people(pending_words(occasion[notice.occasion], summary, seat), summary)
    asked = request_lines(summary, Markdown(), seat) if notice.occasion == "turn" else []
    lines = (title(summary), f"{pending}{where}", *asked, game_notes(summary))
    return "\n".join(line for line in lines if line)


def notices_text(notice: TurnNotice, last_events: Mapping[str, str] | None = None) -> str:
    """The notice of one game or several, the most urgent first, as many as fit; a long one is cut.

    `last_events`: the last one of each game, by its code.
    """
    texts = list[str]()
    for one in _by_urgency(notice):
        last = (last_events or {}).get(one.summary.code) if one.summary else None
        text = f"{notice_text(one)}\n-# {last}" if last else notice_text(one)
        texts.append(shorten(text, _TOGETHER_LIMIT))
    shown = list[str]()
    while texts and len("\n\n".join((*shown, texts[0]))) <= _TOGETHER_LIMIT:
        shown.append(texts.pop(0))
    if texts:
        shown.append(f"… and {counted(len(texts), 'more game')}: `/game inbox` lists all that wait for you.")
    return "\n\n".join(shown)


def _by_urgency(notice: TurnNotice) -> list[TurnNotice]:
    def due(one: TurnNotice) -> float:
        deadline = None if one.summary is None else one.summary.deadline
        return inf if deadline is None else deadline.timestamp()

    return sorted((notice, *notice.others), key=due)


def unposted_words(refusal: str) -> str:
    """The answer to a player whose card cannot be posted: why not."""
    told = "Players whose turn it is are told by direct message, and so are those who manage the server."
    return f"I cannot post the card where this is played: {lacking(refusal)}. {told}"


def manager_parts(notice: ManagerNotice) -> tuple[str, list[StatefulItem]]:
    """A notice to a server's managers of a place where posts are refused: text and buttons."""
    channel, reached = f"<#{notice.channel_id}>", not notice.paused
    buttons = []
    if notice.unreachable is not None:
        text = (
            f"⚠️ {escaped(notice.unreachable.name)}, who plays game `{notice.code}` in {channel} by mail, "
            "can no longer be reached: a mail came back. Ask them to write to me, or find somebody to take "
            "the seat over: `/admin replace`."
        )
    elif not notice.gone:
        place = channel if notice.thread_id is None else f"<#{notice.thread_id}>"
        text = (
            f"⚠️ I cannot post in {place}, where games are played: {lacking(notice.refusal)}. What I have to "
            "post there waits, and comes as soon as that is fixed. I need: "
            f"{RIGHTS}.{' Players are told by direct message meanwhile.' * reached}"
        )
    elif notice.thread_id is None:
        text = (
            f"⚠️ A channel in which games were played was deleted, that of `{notice.code}` among them. "
            f"{'Players play on by direct message. ' * reached}Where should the games go on? `/admin list` "
            f"shows them, and `/admin move-thread game:{notice.code} channel:` carries one on in another "
            "channel."
        )
    else:
        text = (
            f"⚠️ The thread of game `{notice.code}` in {channel} was deleted. "
            f"{'Its players play on by direct message. ' * reached}Should games whose thread was deleted go "
            "on in the channel itself? Or carry each on elsewhere with `/admin move-thread "
            f"game:{notice.code}`."
        )
        state = ButtonState("settle", payload=str(notice.guild_id))
        buttons.append(state.button("Go on in the channel", ButtonStyle.primary))
    if notice.paused:
        why = "nobody whose turn it is could be told for three days"
        text = f"⏸️ Game `{notice.code}` is paused, and others may be: {why}.\n{text}"
    return text, buttons


def invitation_parts(
    asked: Invitation, accounts: Accounts, *, to_return: bool = False
) -> tuple[str, list[StatefulItem]]:
    """An invitation, and the buttons that answer it. `to_return`: to one's own seat, kept by a computer."""
    accept = ButtonState("accept", asked.code, payload=str(asked.id))
    if to_return:
        kept = f"you stayed away, and a computer plays **{asked.seat_name}** for you"
        text = f"{title(asked)}: {kept}: {jump_link(asked)}\n**I am back** gives you your seat again."
        return text, [accept.button("I am back", ButtonStyle.success)]
    inviter = "Whoever runs this bot" if asked.inviter is None else mention(asked.inviter, accounts)
    seat = "" if asked.waits else f"**{asked.seat_name}** in "
    invites = f"{inviter} invites you to play {seat}{title(asked)}: {jump_link(asked)}"
    decline = accept._replace(action="decline").button("Decline")
    buttons = [accept.button("Accept", ButtonStyle.success), decline]
    return f"{invites}\n-# {expiry_words(asked, Markdown())}", buttons


def not_taken_text(asked: Invitation, accounts: Accounts) -> str:
    """A notice to an inviter that an invitation was declined or expired."""
    answer = "has declined" if asked.status == "declined" else "has not answered in time"
    return f"{title(asked)}: {mention(asked.person, accounts)} {answer} to play **{asked.seat_name}**."


def notice_buttons(notice: TurnNotice) -> list[StatefulItem]:
    """The buttons under a notice: the one that opens the panel, and the answers to requests."""
    buttons, summary = list[StatefulItem](), notice.summary
    calls = [one.button for one in _by_urgency(notice) if one.button is not None]
    for call in calls[:SELECT_OPTIONS]:
        state = ButtonState("move", call.code, call.public_version, call.seat)
        label = f"{call.label} {call.code}" if notice.others else call.label
        buttons.append(state.button(label, ButtonStyle.primary))
    if summary is not None and notice.occasion == "warning" and not notice.must_play:
        buttons.append(ButtonState.about(summary, "here").button("I am here", ButtonStyle.success))
    if summary is not None and notice.occasion in {"asked", "unposted"}:
        buttons += request_buttons(summary, summary.seat_of(notice.person_id))
    return buttons
