"""Custom ids carry game, public version and seat, and nothing may grow past Discord's limit."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.interaction.components import (
    ButtonState,
    StatefulItem,
    number_in,
    select_option,
)
from bot.service.values.refused import Refused

refs = st.builds(
    ButtonState,
    st.sampled_from(["move", "play", "pick"]),
    st.text("ABCDEFGHJKMNPQRSTUVWXYZ23456789", min_size=4, max_size=5),
    st.integers(0, 10**6),
    st.none() | st.integers(0, 9),
    st.text("abcdef0123456789/+-@x:", max_size=40),
    st.just(0),
    st.just(()),
)


@given(refs)
def test_a_reference_survives_its_custom_id(state: ButtonState) -> None:
    template = StatefulItem.__discord_ui_compiled_template__
    match = template.fullmatch(state.custom_id("tb"))
    assert match is not None
    assert ButtonState.matched(match) == state


@given(refs)
def test_buttons_and_selects_are_answered_for_and_nothing_else(state: ButtonState) -> None:
    template = StatefulItem.__discord_ui_compiled_template__
    assert state.button("Press").template is template
    assert state.select("Choose", []).template is template
    assert template.fullmatch(state.custom_id("tx")) is None


def test_a_page_has_an_offset_where_others_have_a_public_version() -> None:
    page = ButtonState("talks", "K7QX", payload="round 4", offset=10)
    assert page.custom_id("tb") == "tb:talks:K7QX:10::round 4"
    match = StatefulItem.__discord_ui_compiled_template__.fullmatch(page.custom_id("tb"))
    assert match is not None
    assert ButtonState.matched(match) == page


def test_too_long_a_custom_id_is_our_fault_and_said_so() -> None:
    with pytest.raises(ValueError, match="custom id"):
        ButtonState("play", "K7QX", 1, 0, "x" * 90).custom_id("tb")


@pytest.mark.parametrize("number", [0, 7, 2**63 - 1])
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    assert number_in(str(number)) == number


@pytest.mark.parametrize("text", ["", "x", "-1", "²", "٣", str(2**63), "9" * 100])
def test_what_is_no_number_of_ours_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="unknown_button"):
        number_in(text)


def test_what_is_too_long_for_a_button_or_an_option_is_cut() -> None:
    button = ButtonState("move", "K7QX").button("x" * 81).item
    assert isinstance(button, discord.ui.Button)
    assert len(button.label or "") == 80
    option = select_option("x" * 101, "value", "y" * 101)
    assert (len(option.label), len(option.description or ""), option.default) == (100, 100, False)
    assert select_option("x", "value").description is None


async def test_an_item_is_made_of_its_custom_id_and_hands_on_what_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pressed = list[ButtonState]()

    async def press(_interaction: object, state: ButtonState) -> None:
        pressed.append(state)

    monkeypatch.setattr("bot.discord.interaction.components._press", press)
    state = ButtonState("open", "K7QX", 7, 1, "a/b")
    named = [SimpleNamespace(id=5), SimpleNamespace(id=6)]
    people: ui.UserSelect[Any] = ui.UserSelect(custom_id=state.custom_id("ts"))
    channels: ui.ChannelSelect[Any] = ui.ChannelSelect(custom_id=state.custom_id("ts"))
    texts: ui.Select[Any] = ui.Select(custom_id=state.custom_id("ts"))
    people._values = channels._values = named  # type: ignore[assignment]
    texts._values = ["x", "y"]
    match = StatefulItem.__discord_ui_compiled_template__.fullmatch(state.custom_id("tb"))
    assert match is not None
    for item in (ui.Button[Any](custom_id=state.custom_id("tb")), texts, people, channels):
        made = await StatefulItem.from_custom_id(None, item, match)  # type: ignore[arg-type]
        await made.callback(None)  # type: ignore[arg-type]
    chosen = [(), ("x", "y"), ("5", "6"), ("5", "6")]
    assert pressed == [state._replace(values=values) for values in chosen]
