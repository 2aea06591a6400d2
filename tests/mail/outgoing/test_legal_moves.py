"""Legal moves by their numbers: all of them, in groups, and each number with one sense for one address."""

from collections import Counter
from random import Random

import pytest

from bot.mail.outgoing.legal_moves import LegalMove, grouped, legal_moves, list_key, shown_as
from bot.service.facade import Service
from bot.service.values.refused import Refused
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, EVE, FOUR, act, begun, four, running
from tests.service.lookback.random_rounds import RESOLVED


def numbers(moves: tuple[LegalMove, ...]) -> dict[int, str]:
    return {move.number: move.notation for move in moves if move.number is not None}


def seen(move: LegalMove) -> tuple[object, ...]:
    return move.number, move.group, move.notation, move.words


@pytest.mark.parametrize("key", ENGINES)
async def test_all_moves_are_listed_once_in_groups(service: Service, clock: ManualClock, key: str) -> None:
    rng, game = Random(key), await begun(service, key)
    result = dict[tuple[object, int, str], dict[int, str]]()
    for _ in range(6):
        for person in FOUR:
            try:
                choices = await service.play.choices(person, game.code)
            except Refused:
                with pytest.raises(Refused):
                    await legal_moves(service, person, game.code)
                continue
            moves = await legal_moves(service, person, game.code)
            again = await legal_moves(service, person, game.code)
            assert list(map(seen, moves)) == list(map(seen, again))
            assert sorted(move.notation for move in moves) == sorted(one.notation for one in choices.offers)
            assert list(numbers(moves)) == list(range(1, len(numbers(moves)) + 1))
            begin_alike = Counter(offer.paths[0][0].value for offer in choices.offers)
            for move in moves:
                assert bool(move.group) == (begin_alike[move.offer.paths[0][0].value] > 1), move
            groups = [move.group for move in moves if move.group]
            begins = sum(one != before for one, before in zip(groups, ["", *groups], strict=False))
            assert begins == len(set(groups))
            address = (person, choices.summary.public_version, list_key(moves))
            assert result.setdefault(address, numbers(moves)) == numbers(moves)
            last = rng.choice(moves)
            await act(service, person, game.code, last.notation)
        clock.advance(RESOLVED)


@pytest.mark.parametrize("key", ENGINES)
async def test_a_line_of_a_list_names_its_move(service: Service, key: str) -> None:
    game = await begun(service, key)
    choices = await service.play.choices(FOUR[game.mentioned[0]], game.code)
    groups = grouped(choices)
    for group in groups:
        move = next(group.moves)
        beside = [f"{move.notation}  {move.words}", f"{move.words} {move.notation}"]
        for shown in (move.words.upper(), *beside):
            assert shown_as(groups, shown) == move.notation
            if move.number is not None:
                assert shown_as(groups, f"{move.number}: {shown}") == move.notation
            assert shown_as(groups, f"{(move.number or 0) + 1} {shown}") is None
            assert shown_as(groups, f"{shown} or not") is None
    assert shown_as(groups, groups[0].name) is None


async def test_what_is_staged_changes_no_number(service: Service) -> None:
    game = await four(service)
    before = await legal_moves(service, CLEO, game.code)
    await act(service, CLEO, game.code, "Ab")
    await act(service, CLEO, game.code, "ready")
    after = await legal_moves(service, CLEO, game.code)
    assert numbers(before) == numbers(after)
    assert list_key(before) == list_key(after)
    assert [move.notation for move in before if move.number is None] == ["ready"]
    assert [move.notation for move in after if move.number is None] == ["clear", "not ready"]
    assert [move.number for move in after[:3]] == [None, None, 1], "not below all moves"


async def test_what_others_stage_changes_nothing(service: Service) -> None:
    game = await four(service)
    before = await legal_moves(service, ANN, game.code)
    await act(service, CLEO, game.code, "Ab Do")
    after = await legal_moves(service, ANN, game.code)
    assert list(map(seen, after)) == list(map(seen, before))


async def test_what_a_player_does_unseen_gives_the_list_another_key(service: Service) -> None:
    game = await running(service, "flicflac")
    before = await legal_moves(service, ANN, game.code)
    played = await act(service, ANN, game.code, "CB A1")
    assert played.summary.public_version == game.public_version
    assert list_key(await legal_moves(service, ANN, game.code)) != list_key(before)


async def test_moves_of_one_piece_stand_together(service: Service) -> None:
    game = await running(service, "flicflac")
    moves = await legal_moves(service, ANN, game.code)
    assert {move.group for move in moves if move.notation.startswith("CB ")} == {"CB · home"}
    assert moves[-1].words.startswith("end")
    assert moves[-1].group == ""


async def test_who_is_not_to_move_has_none(service: Service) -> None:
    game = await running(service)
    for person in (BOB, EVE):
        with pytest.raises(Refused):
            await legal_moves(service, person, game.code)
