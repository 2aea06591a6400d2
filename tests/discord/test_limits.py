"""Discord's limits, as its documentation gives them: what goes beyond one is refused whole. And what follows
from them for figures of ours.
"""

from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import ui

from bot.discord import client, connection, direct_messages, place_events
from bot.discord.api import error_codes, invalid_requests, request_budget
from bot.discord.commands import engine_group, inbox, lobby, lookback, lookups, privacy, reviewing, trying
from bot.discord.delivery import direct_notices, game_posts, posting
from bot.discord.formatting import markdown
from bot.discord.formatting.layouts import layout
from bot.discord.interaction import choosing, components, context, options, responder
from bot.discord.panels import opening
from bot.discord.posts import cards, notices
from bot.discord.posts.missed import _EARLIER, _LINE
from bot.sentences.speech import IN_A_SENTENCE
from tests.discord.discord_limits import body_of, faults_of
from tests.discord.fake_discord import FakeDiscord
from tests.discord.fake_interaction import FakeInteraction

_COMPONENTS = 40
"""The most that a message holds, those within others included."""
_IN_INVITATION = 4
"""A text, a row and two buttons."""


def test_limits_are_discords() -> None:
    assert (markdown.MESSAGE_LIMIT, markdown.DISPLAY_LIMIT, markdown._THREAD_NAME_LIMIT) == (2000, 4000, 100)
    assert (components.SELECT_OPTIONS, components.CUSTOM_ID_LIMIT) == (25, 100)
    assert (components.LABEL_LIMIT, components.OPTION_LIMIT, components.PLACEHOLDER_LIMIT) == (80, 100, 150)
    assert (options.MAX_CHOICES, options.VALUE_LIMIT, engine_group.OPTIONS_LIMIT) == (25, 100, 25)
    assert (choosing.ROW, direct_messages._BUTTONS) == (5, 5), "buttons in a row"
    assert (opening.FIELDS_AT_ONCE, opening._LABEL, opening._HINT) == (5, 45, 100), "of forms"
    assert reviewing._ALT == 1024, "characters that describe a picture"
    assert components.FORM_SECONDS == 15 * 60, "for so long an interaction can be answered"
    assert {200_000, 240_000} == error_codes.CONTENTS, "refused for their words"
    assert {401, 403, 429} == invalid_requests._COUNTED, "of which 10,000 in ten minutes are too many"
    assert posting.WEEK_IN_MINUTES == 7 * 24 * 60, "the longest time after which a thread is archived"


def test_what_is_shown_at_once_fills_a_message_and_no_more() -> None:
    assert direct_notices._MOST_EVENTS == 12, (
        "games for each of which 1,900 characters leave more than a line"
    )
    assert 2 + lobby._SHOWN * _IN_INVITATION <= _COMPONENTS < 2 + (lobby._SHOWN + 2) * _IN_INVITATION
    assert (inbox._PAGE, inbox._LINE) == (8, 450), "lines of games that fill a message"
    assert (inbox._LEAST, inbox._HEAD) == (200, 200), "what the first line of a game and those above keep"
    assert (cards.FOLLOWED_LIMIT, cards.MOST_FOLLOWED) == (1600, 8), "200 characters for each"
    assert choosing.BUTTONS + 4 < _COMPONENTS, "with their rows"
    assert (direct_notices._DIGEST, _LINE, _EARLIER) == (1000, 120, 50), "half of a message, and its lines"
    assert (lookups.HISTORY_LINES, lookback._DIGEST) == (30, 2400)
    assert (markdown._LABEL_NAME, IN_A_SENTENCE, choosing._NOTED) == (24, 3, 4)
    assert (markdown.LINE_LIMIT, notices._TOGETHER_LIMIT) == (300, 1800)
    assert (trying._LONGEST, trying._SHOWN) == (44, 600), "moves in a custom id, and characters about them"


def _select(*options: discord.SelectOption, most: int = 1) -> ui.Select[Any]:
    return ui.Select(custom_id="s", options=list(options), max_values=most)


def _option(label: str, value: str = "v", *, default: bool = False) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=value, default=default)


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ({"content": "x" * 2000}, 0),
        ({"content": "x" * 2001}, 1),
        ({"view": layout("x" * 2000, "y" * 2000)}, 0),
        ({"view": layout("x" * 2000, "y" * 2001)}, 1),
        ({"view": layout([ui.Button(label="x" * 80, custom_id="b" * 100)])}, 0),
        ({"view": layout([ui.Button(label="x" * 81, custom_id="b" * 101)])}, 2),
        ({"view": layout([ui.Button(label="x", custom_id="b")], [ui.Button(label="y", custom_id="b")])}, 1),
        ({"view": layout([_select(_option("x" * 100))])}, 0),
        ({"view": layout([_select(_option("x" * 101))])}, 1),
        ({"view": layout([_select(_option("x"), _option("y"))])}, 1),
        ({"view": layout([_select(*(_option("x", str(one), default=True) for one in range(2)), most=2)])}, 0),
        ({"view": layout([_select(*(_option("x", str(one), default=True) for one in range(3)), most=2)])}, 1),
        ({"view": layout([_select()])}, 1),
    ],
)
async def test_what_discord_would_refuse_is_found(content: dict[str, Any], faults: int) -> None:
    assert len(faults_of(body_of(content))) == faults


async def test_an_answer_that_discord_would_refuse_fails_its_test() -> None:
    responder = await FakeInteraction().identified()
    with pytest.raises(pytest.fail.Exception, match="4000"):
        await responder.show(layout("x" * 4001))


async def test_a_post_that_discord_would_refuse_fails_its_test() -> None:
    channel = FakeDiscord().client.get_partial_messageable(13)
    await channel.send("x" * 2000, nonce="n1")
    with pytest.raises(pytest.fail.Exception, match="2000"):
        await channel.send("x" * 2001, nonce="n2")


def test_what_is_late_is_noticed_in_its_order() -> None:
    assert timedelta(seconds=1.5) == responder.ACKNOWLEDGED_WITHIN, "half of the time that there is"
    assert connection._ANSWER_SECONDS.total == 10
    assert timedelta(seconds=10) == direct_messages._RECEIPT_DELAY
    assert (timedelta(minutes=1), timedelta(minutes=5)) == (posting.CLOCK_SKEW, posting._SLACK)
    assert (client.FAREWELL_SECONDS, request_budget._KNOWN_FOR) == (8, 1.0)
    assert options._ANSWERED_WITHIN == 3, "seconds that Discord waits"
    assert game_posts._WHOLE_TRIES == 3
    assert (invalid_requests.WINDOW, invalid_requests.LIMIT) == (600, 5000), "half of what Discord bans for"
    assert (invalid_requests.BUDGET, invalid_requests.CEILING) == (1000, 9000)
    assert (context.COMPLETIONS, context._REMEMBERED, place_events._MANY_SERVERS) == (5, 500, 1000)
    assert privacy._LARGEST_FILE == 8 * 1024 * 1024, "of the 10 MiB that Discord takes"
