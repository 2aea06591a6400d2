"""Every registered game begins, goes on and is looked at over the wire, by what its contract makes."""

import random

import pytest

from engines.registry import ENGINES
from sandbox.driver import Person, Sandbox
from sandbox.world.entities import Channel
from tests.wire.hosting import GameTable, Host
from tests.wire.panels import picks

pytestmark = pytest.mark.wire

PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
ACTIONS = 40
ONE_FAST = [key if key == "flicflac" else pytest.param(key, marks=pytest.mark.slow) for key in ENGINES]
"""Panels and questions are tested without the wire as well; one game tells at once that it carries them."""


async def opened(sandbox: Sandbox, key: str) -> tuple[Channel, list[Person]]:
    """A running game with as few players as it takes."""
    people = [sandbox.person(name) for name in PEOPLE[: ENGINES[key].info.min_seats]]
    table = await GameTable.of(sandbox, key, people, words="at once")
    return table.thread, people


@pytest.mark.slow
@pytest.mark.parametrize("key", list(ENGINES))
async def test_a_game_is_played_on_at_random(sandbox: Sandbox, host: Host, key: str) -> None:
    thread, people = await opened(sandbox, key)
    rng = random.Random(key)
    done, over = 0, False
    for _ in range(ACTIONS):
        for person in people if not over else ():
            offered = await person.autocomplete("move", focused="notation", channel=thread)
            if not offered:
                continue
            notation = rng.choice(offered)["value"]
            reply = (await person.slash("move", {"notation": notation}, channel=thread)).reply
            assert reply.ephemeral
            if "Play it" in reply.labels:
                reply = (await person.click(reply, "Play it")).reply
            assert "Something went wrong" not in reply.text
            done += "✅" in reply.text
            over = "🏁" in reply.text
    assert done >= ACTIONS // 2 or (over and done)
    for person in (people[0], sandbox.person("Eve")):
        for command, options in (
            ("game show", {}),
            ("game show", {"text": True, "theme": "light"}),
            ("game history", {}),
            ("game rules", {}),
        ):
            reply = (await person.slash(command, options, channel=thread)).reply
            assert reply.ephemeral
            assert "Something went wrong" not in reply.text


@pytest.mark.parametrize("key", ONE_FAST)
async def test_a_panel_leads_to_an_action(sandbox: Sandbox, host: Host, key: str) -> None:
    thread, people = await opened(sandbox, key)
    button = ENGINES[key].info.button
    card = await sandbox.message(thread, lambda look: button in look.labels)
    rng = random.Random(key)
    for person in people:
        panel = (await person.click(card, button)).reply
        for _ in range(8):
            if "Play it" in panel.labels or not picks(panel):
                break
            panel = (await person.click(panel, rng.choice(list(picks(panel).values())))).reply
            if "✅" in panel.text:
                return
        if any(":switch:" in button["custom_id"] for button in panel.buttons):
            before = panel.labels
            staged = (await person.click(panel, before[0])).reply
            assert staged.labels[0] == f"✓ {before[0]}"
            return
        if "Play it" in panel.labels:
            assert "✅" in (await person.click(panel, "Play it")).reply.text
            return
    pytest.fail("nobody could play anything")


@pytest.mark.parametrize("key", ONE_FAST)
async def test_every_question_is_answered(sandbox: Sandbox, host: Host, key: str) -> None:
    thread, people = await opened(sandbox, key)
    for kind in ENGINES[key].questions.types:
        command = f"{key} {kind.__struct_config__.tag}"
        for person in people:
            options: dict[str, object] = {}
            for field in kind.__struct_encode_fields__:
                offered = await person.autocomplete(command, options, focused=field, channel=thread)
                if offered:
                    options[field] = offered[0]["value"]
            if len(options) < len(kind.__struct_encode_fields__):
                # There is nothing to ask about yet, or only for who is to act.
                continue
            reply = (await person.slash(command, options, channel=thread)).reply
            assert reply.ephemeral
            assert "Something went wrong" not in reply.text
