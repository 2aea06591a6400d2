"""What chance comes from: a secret that is promised before anybody joins, and what everybody adds."""

import hashlib
import hmac
import json
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from bot.service.admin.acts import Import, Rollback
from bot.service.facade import Service
from bot.service.log.mixture import encoded, mixtures_of
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.packing import unpacked
from engines import record, verify_chance
from engines.chance import draw_seats, mix
from engines.contract import Resign
from engines.registry import ENGINES
from engines.sheet import read_sheet
from tests.service import prepared
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    DAN,
    act,
    cause_of,
    game_row,
    new_cause,
    opened,
    refusal,
    running,
)
from tests.service.admin.operators import AT_HAND, HELD
from tests.service.repair.broken import execute


async def everything(database: Database) -> str:
    """Whatever is stored of events and deliveries."""
    async with database.reading() as unit:
        rows = await unit._session.execute(text("SELECT data FROM events"))
        sent = await unit._session.execute(text("SELECT payload FROM outbox"))
        return " ".join(unpacked(str(value)) for row in (*rows, *sent) for value in row)


async def secret_of(database: Database, code: str) -> str:
    row = await game_row(database, code)
    mixture = mixtures_of(row).first
    assert mixture is not None
    return mixture.secret


@prepared.once
async def finished(service: Service, **arguments: Any) -> str:
    game = await running(service, **arguments)
    await act(service, ANN, game.code, Resign())
    return game.code


async def test_the_hash_is_published_before_anybody_joins_and_the_secret_at_the_end(
    service: Service, database: Database
) -> None:
    game = await opened(service, seat=None, cause=cause_of(71), contribution="  my `own`\nwords ")
    secret = await secret_of(database, game.code)
    assert game.commitment == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    started = await service.lobby.join(BOB, game.code, cause=cause_of(72))
    assert (started.contributions, started.commitment) == (("my 'own' words", "discord:72"), game.commitment)
    assert (started.secret, started.seed) == (None, None)
    assert secret not in await everything(database)
    await act(service, ANN, game.code, Resign())
    over = (await service.reading.verify(game.code)).summary
    assert over.secret == secret
    words = b"my 'own' words\ndiscord:72"
    assert over.seed == hmac.digest(bytes.fromhex(secret), words, "sha256").hex()


async def test_seats_are_drawn_from_the_seed_in_the_order_of_joining(service: Service) -> None:
    drawn = set()
    for _ in range(12):
        code = await finished(service, seat=None)
        proof = await service.reading.verify(code)
        assert proof.inconsistency is None
        assert proof.summary.seed is not None
        by_seat = [seat.person for seat in proof.summary.seats]
        seats = draw_seats(proof.summary.seed, [None, None])
        assert [by_seat[seat] for seat in seats] == [ANN, BOB]
        drawn.add(seats)
    assert drawn == {(0, 1), (1, 0)}


async def test_what_somebody_adds_on_joining_first_stays_when_they_leave(service: Service) -> None:
    game = await opened(service, "reef", seats=3, seat=None, contribution="a")
    await service.lobby.join(BOB, game.code, cause=new_cause(), contribution="b")
    await service.lobby.leave(BOB, game.code, cause=new_cause())
    await service.lobby.join(CLEO, game.code, cause=new_cause(), contribution="c")
    with pytest.raises(Refused, match="joined with first"):
        await service.lobby.join(BOB, game.code, cause=new_cause(), contribution="d")
    started = await service.lobby.join(BOB, game.code, cause=new_cause())
    assert (started.status, started.contributions) == ("active", ("a", "b", "c"))
    for person in (ANN, BOB):
        await act(service, person, game.code, Resign())
    assert (await service.reading.verify(game.code)).inconsistency is None


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ("h\u200bi\u2060 \u202eyou\u00ad", "hi you"),
        ("h\ufe0ei\u034f\u3164 \u2800you\U000e0101", "hi you"),
        ("e\u0301te\u0301", "\u00e9t\u00e9"),
        ("a\u2028b\x07", "a b"),
        ("\u200b\u3164", "discord:73"),
        (
            "\u0928\u092e\u0938\u094d\u0924\u0947 \u4f60\u597d \u2603",
            "\u0928\u092e\u0938\u094d\u0924\u0947 \u4f60\u597d \u2603",
        ),
    ],
)
async def test_words_for_the_draw_hold_nothing_that_nobody_sees(
    service: Service, given: str, seen: str
) -> None:
    """Else who knows the secret could exchange what nobody sees, and the card would look the same."""
    game = await opened(service, cause=cause_of(73), contribution=given)
    assert game.contributions == (seen,)


async def test_words_for_the_draw_are_short(service: Service) -> None:
    with pytest.raises(Refused, match="60 characters"):
        await opened(service, contribution="x" * 61)


@pytest.mark.parametrize(
    ("statement", "inconsistency"),
    [
        ("UPDATE games SET seed = :other", "seed does not come from"),
        ("UPDATE games SET mixture = replace(mixture, :secret, :other)", "does not have the hash"),
        ("UPDATE games SET mixture = replace(mixture, 'mine', 'yours')", "is not what the log holds"),
        ("UPDATE games SET mixture = NULL", "does not have the hash"),
        ("UPDATE events SET kind = 'admin', data = NULL WHERE kind = 'committed'", "does not hold the hash"),
        ("UPDATE events SET data = :swapped WHERE kind = 'started'", "seats were not drawn"),
    ],
)
async def test_whoever_tampers_with_the_draw_is_found_out(
    service: Service, database: Database, statement: str, inconsistency: str
) -> None:
    game = await running(service, seat=None, contribution="mine")
    await act(service, ANN, game.code, Resign())
    assert (await service.reading.verify(game.code)).inconsistency is None
    players = [seat.person.id for seat in game.seats if seat.person]
    values = {
        "secret": await secret_of(database, game.code),
        "other": "0" * 64,
        "swapped": json.dumps({"players": players[::-1]}),
    }
    await execute(database, statement, **{name: values[name] for name in values if f":{name}" in statement})
    proof = await service.reading.verify(game.code)
    assert proof.inconsistency is not None
    assert inconsistency in proof.inconsistency


async def test_a_seed_that_was_swapped_in_a_game_of_before_draws_otherwise(
    service: Service, database: Database
) -> None:
    game = await running(service, "tae", seats=2)
    await before_commitments(database)
    await a_few(service, game.code, 1)
    await act(service, ANN, game.code, Resign())
    assert (await service.reading.verify(game.code)).inconsistency is None
    await execute(database, "UPDATE games SET seed = :other", other="0" * 64)
    assert (await service.reading.verify(game.code)).inconsistency is not None


async def test_the_hash_that_somebody_noted_is_compared(service: Service) -> None:
    game = await running(service)
    assert (await service.reading.verify(game.code, f" `{game.commitment}` ")).inconsistency is None
    proof = await service.reading.verify(game.code, "0" * 64)
    assert proof.inconsistency is not None
    assert str(game.commitment) in proof.inconsistency


async def before_commitments(database: Database) -> None:
    """As if the games had been opened by an earlier release, whose logs are as long and have no words."""
    await execute(database, "UPDATE events SET data = '{\"seat\": null}' WHERE kind = 'joined'")
    await execute(database, "UPDATE games SET mixture = NULL")
    await execute(database, "UPDATE events SET kind = 'admin', data = NULL WHERE kind = 'committed'")


async def test_a_table_of_before_gets_its_secret_when_it_starts(service: Service, database: Database) -> None:
    game = await opened(service, seat=None)
    await before_commitments(database)
    started = await service.lobby.join(BOB, game.code, cause=new_cause(), contribution="late")
    assert (started.status, started.contributions) == ("active", ())
    await act(service, ANN, game.code, Resign())
    assert (await service.reading.verify(game.code)).inconsistency is None


async def test_a_game_of_before_verifies_as_it_did(service: Service, database: Database) -> None:
    game = await running(service)
    await before_commitments(database)
    await act(service, ANN, game.code, Resign())
    proof = await service.reading.verify(game.code, game.seed_hash)
    assert (proof.inconsistency, proof.summary.commitment) == (None, None)


async def test_a_record_says_what_its_seed_was_made_of(service: Service) -> None:
    game = await running(service, contribution="mine")
    data, sheet = await service.reading.export(game.code, ANN)
    running_origin = record.read(data).origin
    assert isinstance(running_origin, record.Origin)
    assert not isinstance(running_origin.secret, str)
    await act(service, ANN, game.code, Resign())
    data, sheet = await service.reading.export(game.code, ANN)
    origin = record.read(data).origin
    assert read_sheet(sheet).origin == origin
    assert isinstance(origin, record.Origin)
    assert isinstance(origin.secret, str)
    assert (origin.commitment, origin.words[0]) == (game.commitment, "mine")
    with pytest.raises(ValueError, match="does not come from the secret"):
        record.read(data.replace(b'"mine"', b'"yours"'))
    with pytest.raises(ValueError, match="does not have the hash"):
        record.read(data.replace(origin.commitment.encode(), b"0" * 64))


async def a_few(service: Service, code: str, number: int = 4) -> None:
    """So many actions of those to act, each the first that is legal."""
    for _ in range(number):
        game = await service.reading.summary(code)
        person = game.seats[game.to_act[0]].person
        assert person is not None
        await act(service, person, code, (await service.play.choices(person, code)).offers[0].action)


async def state_of(database: Database, code: str) -> bytes:
    return ((await game_row(database, code)).state or "").encode()


DRAWING = ("reef", "tae")


@pytest.mark.parametrize("key", DRAWING)
async def test_what_is_drawn_after_a_rollback_comes_from_a_new_secret(
    service: Service, database: Database, key: str
) -> None:
    game = await running(service, key, seats=2)
    started = ENGINES[key].codec.decode_state(await state_of(database, game.code))
    await a_few(service, game.code)
    done = await service.admin.apply(HELD, game.code, Rollback(0))
    assert done.summary is not None
    assert done.summary.commitment not in {None, game.commitment}
    back = ENGINES[key].codec.decode_state(await state_of(database, game.code))
    assert back != started
    for viewer in (None, 0, 1):
        assert ENGINES[key].view(back, viewer) == ENGINES[key].view(started, viewer)
    await a_few(service, game.code)
    assert await service.archive.inconsistency(game.code) is None


async def test_players_go_back_across_no_new_secret(service: Service) -> None:
    game = await running(service, "reef", seats=2)
    await a_few(service, game.code, 6)
    await service.admin.apply(HELD, game.code, Rollback(3), cause=cause_of(81))
    for person in (ANN, BOB):
        assert await refusal(service.undo.request_undo(person, game.code, cause=new_cause())) == "revealed"


@pytest.mark.parametrize("key", DRAWING)
async def test_a_game_of_several_secrets_is_proved_and_comes_in_again(
    service: Service, database: Database, key: str
) -> None:
    game = await running(service, key, seats=2, contribution="mine")
    await a_few(service, game.code)
    await service.admin.apply(HELD, game.code, Rollback(0), cause=cause_of(81))
    await a_few(service, game.code, 3)
    await act(service, BOB, game.code, Resign())
    # Out of its end, whose secrets everybody may have read.
    again = await service.admin.apply(HELD, game.code, Rollback(2), cause=cause_of(82))
    assert again.summary is not None
    assert again.summary.secret is None
    await a_few(service, game.code, 2)
    await act(service, ANN, game.code, Resign())
    proof = await service.reading.verify(game.code, again.summary.commitment)
    assert proof.inconsistency is None
    data, sheet = await service.reading.export(game.code, ANN)
    made = record.read(data)
    assert len(made.later_origins) == 2
    assert [origin.words for origin in made.later_origins] == [("discord:81",), ("discord:82",)]
    assert record.write(read_sheet(sheet)) == data
    record.verify(made)
    assert made.draws is not msgspec.UNSET
    assert verify_chance.check(json.loads(data), game.commitment) == len(made.draws) > 0
    wrong = msgspec.structs.replace(made, reseeds=made.later_origins[::-1])
    with pytest.raises(ValueError, match="does not come from the secret"):
        record.read(record.write(wrong))
    with pytest.raises(ValueError, match="what it was made of"):
        record.read(record.write(msgspec.structs.replace(made, reseeds=msgspec.UNSET)))
    copy = await service.admin.apply(AT_HAND, None, Import(made, (CLEO, DAN), 11, 12, at_once=True))
    assert copy.summary is not None
    assert (await service.reading.verify(copy.summary.code)).inconsistency is None
    copied, _ = await service.reading.export(copy.summary.code, CLEO)
    assert record.read(copied).later_origins == made.later_origins


async def test_the_hash_of_a_game_of_before_is_known_after_a_rollback(
    service: Service, database: Database
) -> None:
    game = await running(service, "reef", seats=2)
    await before_commitments(database)
    await a_few(service, game.code)
    done = await service.admin.apply(HELD, game.code, Rollback(0))
    assert done.summary is not None
    await act(service, ANN, game.code, Resign())
    proof = await service.reading.verify(game.code, game.seed_hash)
    assert proof.inconsistency is None
    assert (proof.promised, proof.noted) == ((game.seed_hash, done.summary.commitment), 0)


async def test_the_hash_of_a_later_secret_does_not_stand_for_the_first(service: Service) -> None:
    """Otherwise the first secret could be swapped, and the one that was published come back at the end."""
    game = await running(service, "reef", seats=2)
    await a_few(service, game.code)
    done = await service.admin.apply(HELD, game.code, Rollback(0))
    assert done.summary is not None
    for over in (False, True):
        if over:
            await act(service, ANN, game.code, Resign())
        for noted, published in enumerate((game.commitment, done.summary.commitment)):
            proof = await service.reading.verify(game.code, published)
            assert (proof.inconsistency, proof.noted) == (None, noted)
            assert proof.promised == (game.commitment, done.summary.commitment)


async def test_a_record_whose_seeds_share_a_secret_comes_in_sound(service: Service) -> None:
    """No host makes such a record; the game that somebody imports from one is sound nevertheless."""
    game = await running(service, "reef", seats=2)
    await act(service, ANN, game.code, Resign())
    made = record.read((await service.reading.export(game.code, ANN))[0])
    first = made.origin
    assert isinstance(first, record.Origin)
    assert isinstance(first.secret, str)
    later = tuple(record.Origin(first.commitment, (word,), first.secret) for word in ("a", "b"))
    back = tuple(record.Undo(0, mix(first.secret, one.words)) for one in later)
    crafted = msgspec.structs.replace(
        made, entries=(*back, *made.entries), reseeds=later, draws=msgspec.UNSET
    )
    copy = await service.admin.apply(AT_HAND, None, Import(crafted, (CLEO, DAN), 11, 12, at_once=True))
    assert copy.summary is not None
    assert (await service.reading.verify(copy.summary.code)).inconsistency is None


async def test_a_secret_that_was_swapped_after_a_rollback_is_found_out(
    service: Service, database: Database
) -> None:
    game = await running(service, "tae", seats=2)
    await a_few(service, game.code)
    await service.admin.apply(HELD, game.code, Rollback(0))
    await act(service, ANN, game.code, Resign())
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        mixtures = mixtures_of(row)
        other = msgspec.structs.replace(mixtures.later[0], secret="0" * 64)
        row.mixture = encoded(msgspec.structs.replace(mixtures, later=(other,)))
    assert "not the one that was promised" in str((await service.reading.verify(game.code)).inconsistency)


async def test_nobody_goes_back_alone_behind_a_new_secret(service: Service) -> None:
    game = await running(service, "reef", seats=2)
    await a_few(service, game.code, 2)
    await service.admin.apply(HELD, game.code, Rollback(1))
    pending = await service.reading.summary(game.code)
    person = pending.seats[pending.to_act[0]].person
    assert person is not None
    assert await refusal(service.undo.take_back(person, game.code, cause=new_cause())) in {
        "nothing_to_undo",
        "revealed",
    }
