"""The panel of toggles: each press plays a staged action at once and shows the staged state.

No state is kept between presses. A button holds the value that it sets, so that a repeated or late press has
the intended effect.
"""

from discord import ButtonStyle

from bot.discord.formatting.markdown import played_words, relative, status_line, title, with_people
from bot.discord.interaction.choosing import ROW
from bot.discord.interaction.components import ButtonState, StatefulItem, plan_button
from bot.discord.interaction.responder import Responder
from bot.discord.posts.chat import relay_to_direct_player
from bot.service.values.answers import StagedChoices, TogglePress
from bot.service.values.refused import Refused
from engines.contract import Toggle

_WANTED = {"1": True, "0": False, "": None}
_UNCHANGED = {"stale", "no_change", "no_switch"}
"""Refusals after which the panel is shown again, as it stands now."""


async def open_toggles(responder: Responder, code: str, note: str = "") -> bool:
    """Show a person's staged panel; False where there is none. Raises Refused."""
    staged = await responder.service.play.staging(responder.person, code)
    if staged is None:
        return False
    summary = staged.summary
    picture = await responder.picture(summary, staged.view)
    what = with_people(staged.panel.text, summary)
    due = f"⏳ due {relative(summary.deadline)}" if summary.deadline else ""
    text = "\n".join(line for line in (note, title(summary), what, due) if line)
    rows = [[_button(staged, toggle) for toggle in row] for row in staged.panel.rows]
    if responder.engines[summary.key].questions.types:
        # “Look” leads to the questions that the game answers about its position.
        if not rows or len(rows[-1]) == ROW:
            rows.append([])
        rows[-1].append(ButtonState.about(summary, "board").button("Look"))
    await responder.show_box(text, picture, *rows, [plan_button(summary)])
    return True


async def press(responder: Responder, state: ButtonState) -> None:
    """Set a toggle: `payload` holds its key and its new value."""
    key, _, wanted = state.payload.partition("/")
    note = ""
    await relay_to_direct_player(responder, state.code)
    try:
        change = TogglePress(key, _WANTED.get(wanted))
        played = await responder.act(state.code, change, state.public_version)
    except Refused as refusal:
        if refusal.code not in _UNCHANGED:
            raise
        note = "" if refusal.code == "no_change" else refusal.sentence
    else:
        if played.card_tells:
            note = played_words(played)
        if played.summary.outcome is not None:
            ending = status_line(played.summary)
            await responder.replace_with(f"{title(played.summary)}\n{note}\n{ending}")
            return
    if not await open_toggles(responder, state.code, note):
        await responder.replace_with(note or "There is nothing for you to choose now.")


def _button(staged: StagedChoices, toggle: Toggle) -> StatefulItem:
    wanted = "" if toggle.on is None else "0" if toggle.on else "1"
    label = with_people(toggle.label, staged.summary, label=True)
    state = ButtonState.about(staged.summary, "switch", staged.seat, f"{toggle.key}/{wanted}")
    return state.button(
        f"✓ {label}" if toggle.on else label,
        ButtonStyle.success if toggle.on else ButtonStyle.secondary,
        toggle.emoji or None,
        disabled=toggle.notation is None,
    )
