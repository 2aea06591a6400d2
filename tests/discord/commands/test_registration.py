"""What is registered must be within Discord's limits: one command too many and none would be there."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import app_commands

from bot.discord.client import TurnpostClient
from bot.discord.commands.chat import chat_commands
from bot.discord.commands.engine_group import host_options
from engines.contract import AnyEngine
from engines.registry import ENGINES
from sandbox.commands.definitions import GROUP, check_commands
from tests.discord.registered import FILE, registered


@pytest.fixture(scope="module")
def tree() -> app_commands.CommandTree[Any]:
    return TurnpostClient(ENGINES).tree


@pytest.fixture(scope="module")
def payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    return [command.to_dict(tree) for command in tree.get_commands()]


def nodes(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command, its subcommands and all their options."""
    yield payload
    for option in payload.get("options", []):
        yield from nodes(option)


def test_what_is_registered_is_written_down() -> None:
    assert registered() == FILE.read_text(), (
        "look at the change; `python -m tests.discord.registered` writes it"
    )


def test_discord_takes_what_is_registered(payloads: list[dict[str, Any]]) -> None:
    assert len(check_commands(payloads)) > 1
    assert all(node["name"].isascii() for payload in payloads for node in nodes(payload))


def test_every_help_is_written(payloads: list[dict[str, Any]]) -> None:
    for payload in payloads:
        for node in nodes(payload):
            assert node["description"] != "…", f"/{payload['name']} … {node['name']} has no help"


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
def test_a_command_for_every_kind_of_action_and_question(
    engine: AnyEngine, payloads: list[dict[str, Any]]
) -> None:
    group = next(payload for payload in payloads if payload["name"] == engine.info.key)
    names = [option["name"] for option in group["options"]]
    kinds = [str(kind.__struct_config__.tag) for kind in engine.action_types if not kind.host_only]
    questions = [str(kind.__struct_config__.tag) for kind in engine.questions.types]
    info, holds = engine.info, engine.hand is not None
    offered = {"undo": info.undo == "turn", "hand": holds, "turn": info.separator is not None}
    hosts = [name for name, given in offered.items() if given]
    private = ["whisper"] if engine.chat is not None and engine.chat.private else []
    talk = ["say", *private, "messages", *([] if engine.chat is None else ["table"])]
    assert names == ["new", *kinds, *hosts, *questions, *talk, "help"]


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
def test_game_options_do_not_clash_with_the_hosts(engine: AnyEngine) -> None:
    own = set(engine.options_type.__struct_encode_fields__)
    assert not own & {option.name for option in host_options(engine)}
    for kind in engine.action_types:
        assert "game" not in kind.__struct_encode_fields__


def test_what_every_table_offers(payloads: list[dict[str, Any]]) -> None:
    game = next(payload for payload in payloads if payload["name"] == "game")
    names = {option["name"] for option in game["options"]}
    assert names >= {
        "new", "join", "lobby", "inbox", "show", "moves", "history", "record",
        "rules", "resign", "draw", "help",
    }  # fmt: skip
    groups = {option["name"]: option["options"] for option in game["options"] if option["type"] == GROUP}
    assert {name: [one["name"] for one in inner] for name, inner in groups.items()} == {
        "lobby": ["leave", "start", "cancel", "computer", "invitations"],
        "pause": ["until", "answer", "end"],
        "record": ["export", "verify"],
    }
    assert any(payload["name"] == "move" for payload in payloads)


def test_no_privileged_intents() -> None:
    intents = TurnpostClient(ENGINES).intents
    assert not any((intents.members, intents.presences, intents.message_content))


def test_an_import_needs_one_player_and_takes_as_many_as_any_game_has_seats(
    payloads: list[dict[str, Any]],
) -> None:
    admin = next(payload for payload in payloads if payload["name"] == "admin")
    (imported,) = (option for option in admin["options"] if option["name"] == "import")
    required = {option["name"]: option.get("required", False) for option in imported["options"]}
    seats = max(len(engine.info.seats) for engine in ENGINES.values())
    players = [f"player{number}" for number in range(1, seats + 1)]
    assert [name for name in required if name.startswith("player")] == players
    assert [name for name, needed in required.items() if needed] == ["file", "player1"]


def required(payloads: list[dict[str, Any]], group: str, name: str) -> dict[str, bool]:
    """The options of a command, and whether they must be filled in."""
    found = next(payload for payload in payloads if payload["name"] == group)
    (command,) = (option for option in found["options"] if option["name"] == name)
    return {option["name"]: option.get("required", False) for option in command["options"]}


def test_a_game_is_opened_without_a_word_more(payloads: list[dict[str, Any]]) -> None:
    options = required(payloads, "game", "new")
    assert [name for name, needed in options.items() if needed] == [], "a panel asks for the rest"
    for key in ENGINES:
        assert not any(required(payloads, key, "new").values())


def test_a_whisper_has_a_reader_and_as_many_more_as_there_are_others(payloads: list[dict[str, Any]]) -> None:
    assert required(payloads, "gods", "whisper") == {
        "to": True,
        "text": True,
        "and_2": False,
        "and_3": False,
        "game": False,
    }


@pytest.mark.parametrize("private", [True, False])
def test_what_a_dash_means_is_said_where_words_may_be_private(private: bool) -> None:
    gods = ENGINES["gods"]
    assert gods.chat is not None
    commands = chat_commands(replace(gods, chat=replace(gods.chat, private=private)))
    assert [one.name for one in commands] == ["say", *["whisper"] * private, "messages", "table"]
    assert ("unless it begins with a dash" in str(commands[0]._params["text"].description)) is private
