"""Custom ids carry game, version and seat, and nothing may grow past Discord's limit."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.press import PressButton, PressSelect, Ref

refs = st.builds(
    Ref,
    st.sampled_from(["move", "play", "pick"]),
    st.text("ABCDEFGHJKMNPQRSTUVWXYZ23456789", min_size=4, max_size=5),
    st.integers(0, 10**6),
    st.none() | st.integers(0, 9),
    st.text("abcdef0123456789/+-@x:", max_size=40),
)


@given(refs)
def test_a_reference_survives_its_custom_id(ref: Ref) -> None:
    template = PressButton.__discord_ui_compiled_template__
    match = template.fullmatch(ref.custom_id("tb"))
    assert match is not None
    assert Ref.matched(match) == ref


@given(refs)
def test_buttons_and_selects_do_not_answer_for_each_other(ref: Ref) -> None:
    select: re.Pattern[str] = PressSelect.__discord_ui_compiled_template__
    assert select.fullmatch(ref.custom_id("tb")) is None
    assert select.fullmatch(ref.custom_id("ts")) is not None


def test_too_long_a_custom_id_is_our_fault_and_said_so() -> None:
    with pytest.raises(ValueError, match="custom id"):
        Ref("play", "K7QX", 1, 0, "x" * 90).custom_id("tb")
