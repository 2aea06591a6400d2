"""Discord's limits, as its documentation gives them: what goes beyond one is refused whole."""

from __future__ import annotations

from bot.discord import components, direct_messages, markdown, options, sender


def test_limits_are_discords() -> None:
    assert (markdown.MESSAGE_LIMIT, markdown.DISPLAY_LIMIT, markdown._THREAD_NAME_LIMIT) == (2000, 4000, 100)
    assert (components.SELECT_OPTIONS, components.CUSTOM_ID_LIMIT) == (25, 100)
    assert (options.MAX_CHOICES, options.VALUE_LIMIT) == (25, 100)
    assert direct_messages._BUTTONS == 5, "buttons in a row"
    assert sender._GAMES_TOLD == 12, "games for each of which 1,900 characters leave more than a line"
    assert sender.WEEK_IN_MINUTES == 7 * 24 * 60, "the longest time after which a thread is archived"
