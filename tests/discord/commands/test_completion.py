"""What is offered while somebody types."""

from typing import Any

import pytest

from bot.service.values.request import Person
from tests.discord.guests import Guests, text_of
from tests.service.actors import ADA, ANN, BOB, CLEO, SAMPLE, act, four, opened, play_through, running


async def test_seats_points_and_actions_are_completed_for_administrators(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:3])
    wish: dict[str, Any] = {"manager": True, "game": game.code}
    assert await guests.complete(ADA, "admin force", "seat", " BLA", **wish) == {"Black · Bob": "Black"}
    assert await guests.complete(ADA, "admin force", "seat", "bob", **wish) == {"Black · Bob": "Black"}
    points = await guests.complete(ADA, "admin rollback", "to", "", **wish)
    assert list(points.values()) == [3, 2, 1, 0]
    assert next(iter(points)) == "3 · Ann (White) @c2"
    assert list((await guests.complete(ADA, "admin rollback", "to", "2", **wish)).values()) == [2, 0]
    actions = await guests.complete(ADA, "admin force", "action", "@D5", **wish, seat="Black")
    assert list(actions.values()) == ["@d5"]
    (reason,) = await guests.complete(BOB, "admin force", "seat", "", game=game.code)
    assert reason.startswith("Only people who may manage this server")
    assert list(
        (await guests.complete(ADA, "admin pause", "game", game.code[:2].lower(), manager=True)).values()
    ) == [game.code]


async def test_legal_actions_and_seats_are_completed(guests: Guests) -> None:
    game = await running(guests.service)
    assert await guests.complete(ANN, "move", "notation", "d3", game=game.code) == {
        "@d3 · drop a soldier on d3": "@d3"
    }
    assert list((await guests.complete(ANN, "roses drop", "cell", "D", game=game.code)).values()) == ["d3"]
    sides = {"White · Ann": "White", "Black · Bob": "Black"}
    assert await guests.complete(ANN, "game show", "side", "", game=game.code) == sides
    assert await guests.complete(ANN, "privacy mute", "seat", "BO", game=game.code) == {
        "Black · Bob": "Black"
    }
    lobby = await opened(guests.service, "gods", seat=0)
    free = await guests.complete(BOB, "game join", "seat", "", game=lobby.code)
    assert list(free.values()) == [seat.name for seat in lobby.seats[1:]]
    codes = await guests.complete(BOB, "game join", "game", lobby.code[:3])
    assert list(codes.values()) == [lobby.code]
    assert list(codes) == [f"{lobby.code} · {lobby.title} · Ann vs … vs … vs … · waits for players"]


async def test_moves_against_somebody_are_completed_by_their_name(guests: Guests) -> None:
    game = await four(guests.service)
    for command, option in (("gods plan", "actions"), ("move", "notation")):
        found = await guests.complete(ANN, command, option, "attack bob", game=game.code)
        assert found["Ab · attack Bob (BLUE): costs 2"] == "Ab"
        assert all(value.startswith("Ab") for value in found.values())
    # What names a move is no name.
    await act(guests.service, Person(BOB.id, "ag"), game.code, "none")
    found = await guests.complete(ANN, "gods plan", "actions", "Ag", game=game.code)
    assert next(iter(found.values())) == "Ag"


async def test_semicolons_divide_the_steps_of_a_turn_in_every_game(guests: Guests) -> None:
    game = await running(guests.service, "flicflac")
    steps = await guests.complete(ANN, "flicflac turn", "steps", "CB A1; CG K13", game=game.code)
    assert list(steps.values()) == ["CB A1, CG K13"]
    played = text_of(await guests.type(ANN, "flicflac turn", steps="CB A1; CG K13; end", game=game.code))
    assert "-# CB A1, CG K13, end" in played


async def test_games_are_completed_by_title_and_players_as_well(guests: Guests) -> None:
    roses = await running(guests.service)
    reef = await opened(guests.service, "reef", by=CLEO)
    for person, command, wish in ((ANN, "game show", {}), (ADA, "admin show", {"manager": True})):
        for typed, codes in (("roses", [roses.code]), (" CLEO", [reef.code]), ("zebra", [])):
            found = await guests.complete(person, command, "game", typed, **wish)
            assert list(found.values()) == codes
    assert await guests.complete(BOB, "game join", "game", "roses") == {}


async def test_an_empty_autocomplete_says_why(guests: Guests) -> None:
    game = await running(guests.service)
    for command, option, typed, reason in (
        ("roses step", "to", "", "Not now: before any step comes /roses drop"),
        ("roses drop", "cell", "zz", "None of your moves has “zz” there."),
        ("move", "notation", "zz", "None of your moves has “zz” there."),
    ):
        assert list(await guests.complete(ANN, command, option, typed, game=game.code)) == [reason]
    (reason,) = await guests.complete(BOB, "move", "notation", "", game=game.code)
    assert reason == "It is not your turn: Ann (White) drops a soldier."
    pieces = await running(guests.service, "flicflac")
    for typed, only in (("CB", "CB"), ("zz", "There is nothing with “zz” to ask about now.")):
        assert list(await guests.complete(BOB, "flicflac reach", "piece", typed, game=pieces.code)) == [only]


@pytest.mark.parametrize("key", ["roses", "flicflac", "reef", "tae"])
async def test_whoever_selects_why_nothing_is_offered_is_refused_for_that(guests: Guests, key: str) -> None:
    game = await running(guests.service, key)
    for person in (ANN, BOB) if len(game.to_act) == 2 else ():
        offers = (await guests.service.play.choices(person, game.code)).offers
        await act(guests.service, person, game.code, offers[0].action)
    (mover,) = (await guests.service.reading.summary(game.code)).to_act
    waiting = (BOB, ANN)[mover]
    ((reason, value),) = (await guests.complete(waiting, "move", "notation", "", game=game.code)).items()
    assert reason.startswith("It is ")
    refused = await guests.type(waiting, "move", game=game.code, notation=value)
    assert text_of(refused).strip().startswith("It is ")


async def test_what_is_too_long_for_a_choice_is_cut_beside_the_reason(guests: Guests) -> None:
    game = await running(guests.service)
    assert await guests.complete(BOB, "move", "notation", "x" * 150, game=game.code) == {
        "It is not your turn: Ann (White) drops a soldier.": "x" * 100
    }


async def test_whose_turn_goes_on_is_said_in_one_sentence(guests: Guests) -> None:
    game = await running(guests.service, "reef")
    for person in (ANN, BOB):
        view: Any = await guests.service.reading.view(game.code, person)
        most = "WYOPG"[max(range(5), key=lambda colour: view.own.hand[colour])]
        await act(guests.service, person, game.code, f"choose {most} {most}{most}")
    (mover,) = (await guests.service.reading.summary(game.code)).to_act
    going, waiting = (ANN, BOB) if mover == 0 else (BOB, ANN)
    offers = (await guests.service.play.choices(going, game.code)).offers
    await act(guests.service, going, game.code, next(o.action for o in offers if o.notation[:5] == "larva"))
    ((reason, _),) = (await guests.complete(waiting, "move", "notation", "", game=game.code)).items()
    assert reason.startswith(f"It is {going.name}'s turn: laying ")


async def test_choices_show_names_as_they_are_and_on_one_line(guests: Guests) -> None:
    game = await running(guests.service)
    await act(guests.service, Person(ANN.id, "\u202e_A*nn_\n"), game.code, "@d3")
    await act(guests.service, BOB, game.code, "@c5")
    (reason,) = await guests.complete(BOB, "move", "notation", "", game=game.code)
    assert reason == "It is not your turn: _A*nn_ (White) drops a soldier."
    seats = await guests.complete(ADA, "admin replace", "seat", "", manager=True, game=game.code)
    assert list(seats) == ["White · _A*nn_", "Black · Bob"]


async def test_half_a_character_begins_no_games_code(guests: Guests) -> None:
    await running(guests.service)
    assert await guests.complete(ADA, "admin force", "game", "\ud800", manager=True) == {}
