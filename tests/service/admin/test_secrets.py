"""An administrator who plays sees of the game only what a player may."""

import contextlib

import pytest

from bot.service.admin.acts import Cancel, Force, Import, Pass, Pause, Replace, Rollback
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.insiders import LOOK
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import Resign
from engines.registry import ENGINES
from tests.service.actors import (
    ACCOUNTS,
    ADA,
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    HERE,
    account,
    act,
    four,
    new_cause,
    refusal,
    running,
    sound,
)
from tests.service.admin.operators import AT_HAND, HELD, PLAYING, everything


async def sealed(service: Service) -> str:
    return (await running(service, "sealed")).code


async def test_who_plays_cannot_try_out_another_seat(service: Service) -> None:
    code = await sealed(service)
    for operation in (Force(1, "seal 3"), Pass(1)):
        assert await refusal(service.admin.plan(PLAYING, code, operation)) == "plays_here"
    assert await service.admin.forcible(PLAYING, code, 1) == []
    assert await service.admin.forcible(PLAYING, code, 0) != []
    assert len(await service.admin.forcible(HELD, code, 1)) == 10
    assert [await service.admin.forcible(HELD, code, seat) for seat in (-1, 2)] == [[], []]


async def test_what_who_plays_is_told_does_not_depend_on_secret_acts(service: Service) -> None:
    """Ann administers and plays; whether Bob has chosen, and what, must show in nothing she gets."""
    codes = [await sealed(service) for _ in range(3)]
    await act(service, BOB, codes[1], "seal 2")
    await act(service, BOB, codes[2], "seal 9")
    found = []
    for code in codes:
        seen: list[object] = [
            await service.admin.details(PLAYING, code),
            await service.admin.audit(PLAYING, code),
            await service.admin.rollback_points(PLAYING, code),
            await service.admin.forcible(PLAYING, code, 1),
        ]
        for operation in (Rollback(0), Pause(), Force(1, "seal 3"), Force(1, "x"), Pass(1)):
            try:
                seen.append(await service.admin.plan(PLAYING, code, operation))
            except Refused as refused:
                seen.append(refused.sentence)
        summary = await service.reading.summary(code)
        words = repr(seen).replace(code, "CODE").replace(summary.seed_hash or "?", "hash")
        words = words.replace(summary.commitment or "?", "promise").replace(
            repr(summary.contributions), "words"
        )
        found.append(words.replace(f"GameSummary(id={summary.id},", "GameSummary(id,"))
    for other in found[1:]:
        at = next((i for i, (a, b) in enumerate(zip(found[0], other, strict=False)) if a != b), None)
        assert at is None, f"{found[0][at - 60 : at + 60]} / {other[at - 60 : at + 60]}"
        assert len(other) == len(found[0])


@pytest.mark.parametrize("show_ready", [True, False])
async def test_no_point_to_go_back_to_tells_of_a_secret_mark(service: Service, show_ready: bool) -> None:
    """Bob resigns, or is ready, which nobody may know before the round is settled."""
    codes = [(await four(service, show_ready=show_ready)).code for _ in range(2)]
    for code in codes:
        await act(service, CLEO, code, "ready")
        if show_ready:
            await act(service, BOB, code, "ready")
    await act(service, BOB, codes[1], Resign())
    for operator in (PLAYING, HELD):
        found = []
        for code in codes:
            known = await service.admin.rollback_points(operator, code)
            plans = [await service.admin.plan(operator, code, Rollback(0))]
            if operator is PLAYING:
                plans.append(await service.admin.plan(operator, code, Rollback(len(known))))
            shown = [(point.number, point.seat, point.text) for point in known]
            found.append((shown, [(plan.words, plan.changes, plan.warnings) for plan in plans]))
        assert found[0] == found[1]


async def test_a_secret_act_does_not_make_the_plan_of_who_plays_stale(
    service: Service, database: Database
) -> None:
    code = await sealed(service)
    own = await service.admin.plan(PLAYING, code, Pause())
    others = await service.admin.plan(HELD, code, Pause())
    await act(service, BOB, code, "seal 2")
    with pytest.raises(Refused, match="has gone on"):
        await service.admin.apply(HELD, code, Pause(), mark=others.mark)
    await service.admin.apply(PLAYING, code, Pause(), mark=own.mark)
    await sound(database, code)


async def test_a_dry_run_does_not_show_what_chance_decides(service: Service, database: Database) -> None:
    code = await sealed(service)
    await act(service, BOB, code, "seal 2")
    before = await everything(database)
    plan = await service.admin.plan(HELD, code, Force(0, "seal 4"))
    assert plan.changes == ()
    assert "only once it is done" in plan.warnings[-1]
    assert "was drawn" not in repr(plan)
    assert await everything(database) == before
    done = await service.admin.apply(HELD, code, Force(0, "seal 4"), mark=plan.mark)
    assert done.summary is not None
    assert done.summary.outcome is not None
    await sound(database, code)


async def test_a_dry_run_does_not_tell_what_an_action_would_bring_to_light(service: Service) -> None:
    """Whoever settles a round reads what all have planned in the notation of their own action."""
    code = (await four(service)).code
    await act(service, BOB, code, "Ag Do")
    for player in (BOB, CLEO, DAN):
        await act(service, player, code, "ready")
    for operator in (PLAYING, HELD, AT_HAND):
        plan = await service.admin.plan(operator, code, Force(0, "ready"))
        assert plan.words == "Ann (RED) plays ready"


async def test_going_back_behind_a_reveal_is_warned_of(service: Service, database: Database) -> None:
    code = await sealed(service)
    await act(service, BOB, code, "seal 2")
    await act(service, ANN, code, "seal 4")
    plan = await service.admin.plan(HELD, code, Rollback(0))
    assert len(plan.warnings) == 2
    done = await service.admin.apply(HELD, code, Rollback(0), mark=plan.mark)
    assert done.summary is not None
    assert (done.summary.status, done.summary.seed) == ("active", None)
    await act(service, BOB, code, "seal 2")
    await sound(database, code)


async def test_who_plays_does_not_call_a_game_off_to_read_it_and_play_on(service: Service) -> None:
    code = await sealed(service)
    await act(service, BOB, code, "seal 2")
    await service.admin.apply(PLAYING, code, Cancel())
    with pytest.raises(Refused, match="ask another admin"):
        await service.admin.plan(PLAYING, code, Rollback(0))
    plan = await service.admin.plan(HELD, code, Rollback(0))
    assert "may have been read" in plan.warnings[-1]


async def test_nobody_imports_a_game_whose_secrets_they_would_play_with(service: Service) -> None:
    hidden = next(key for key, engine in ENGINES.items() if engine.info.hidden)
    record = await service.archive.record((await running(service, hidden, seats=2)).code, secrets=True)
    with pytest.raises(Refused, match="ask another admin"):
        await service.admin.plan(PLAYING, None, Import(record, (ANN, CLEO), 11, 12))
    await service.admin.plan(HELD, None, Import(record, (ANN, CLEO), 11, 12))


async def test_a_dry_run_tries_no_further_than_what_shows_something_hidden(service: Service) -> None:
    """In one's own seat or another's: what may follow a draw would tell what was drawn."""
    game = await running(service, "pouch")
    for operator in (PLAYING, HELD, AT_HAND):
        result = set()
        for guess in range(20):
            with pytest.raises(Refused) as refused:
                await service.admin.plan(operator, game.code, Force(0, f"grab; lay {guess}"))
            result.add(refused.value.code)
        assert result == {"shows_first"}
    assert (await service.admin.plan(HELD, game.code, Force(0, "lay 3; grab"))).changes == ()


async def test_every_plan_leaves_a_row_in_the_audit(service: Service, database: Database) -> None:
    code = await sealed(service)
    await service.admin.plan(PLAYING, code, Force(0, "seal 3"))
    with pytest.raises(Refused):
        await service.admin.plan(PLAYING, code, Force(1, "seal 3"))
    with pytest.raises(Refused):
        await service.admin.plan(PLAYING, "ZZZZ", Pause())
    draft, _ = await service.admin.draft(HELD, code, Pause(), "a holiday")
    await service.admin.confirm(HELD, draft, cause=new_cause())
    entries = [(entry.person_id, entry.act, entry.why) for entry in await service.admin.audit(HELD, code)]
    assert entries == [
        (ADA.id, "pause", "a holiday"),
        (ADA.id, "dry run of pause", "a holiday"),
        (ANN.id, "dry run of force", None),
        (ANN.id, "dry run of force", None),
    ]


async def blindfold(service: Service, operator: Operator, code: str) -> None:
    """Nothing that could tell of the game's secrets is told this operator."""
    for operation in (Force(0, "seal 3"), Force(1, "seal 3"), Pass(1)):
        assert await refusal(service.admin.plan(operator, code, operation)) == "plays_here"
    for seat in (0, 1):
        assert await service.admin.forcible(operator, code, seat) == []
    assert (await service.admin.details(operator, code)).last_seq is None


async def test_who_was_replaced_goes_on_knowing_nothing(service: Service) -> None:
    code = await sealed(service)
    await service.admin.apply(AT_HAND, code, Replace(0, CLEO, at_once=True))
    await blindfold(service, PLAYING, code)
    await service.admin.apply(AT_HAND, code, Replace(0, DAN, at_once=True))
    await blindfold(service, Operator(CLEO, HERE.guild_id), code)
    assert await service.admin.forcible(HELD, code, 1) != []


async def test_who_was_replaced_does_not_take_another_seat_by_themselves(service: Service) -> None:
    """They would see what it holds, and know what the first one held."""
    code = await sealed(service)
    await service.admin.apply(AT_HAND, code, Replace(0, CLEO, at_once=True))
    for work in (service.admin.plan, service.admin.apply):
        with pytest.raises(Refused, match="ask another admin"):
            await work(PLAYING, code, Replace(1, ANN))
    assert [seat.person for seat in (await service.reading.summary(code)).seats] == [CLEO, BOB]
    await service.admin.apply(HELD, code, Replace(1, ADA))


LOOKS = [Force(1, "seal 3"), Force(1, "nonsense"), Pass(1), None]


async def looked(service: Service, operator: Operator, code: str, look: Force | Pass | None) -> None:
    """An administrator without a part in the game is told something of it."""
    if look is None:
        assert await service.admin.forcible(operator, code, 1) != []
        return
    with contextlib.suppress(Refused):
        await service.admin.plan(operator, code, look)


async def not_seated(service: Service, code: str, person: Person) -> None:
    """Neither by themselves nor by another admin nor by the command line, and not by an old invitation."""
    own = Operator(person, HERE.guild_id)
    for operator, operation in (
        (own, Replace(0, person)),
        (Operator(EVE, HERE.guild_id), Replace(0, person)),
        (AT_HAND, Replace(0, person, at_once=True)),
    ):
        for work in (service.admin.plan, service.admin.apply):
            assert await refusal(work(operator, code, operation)) == "plays_here"
    for asked in await service.invitations.open_to(person):
        with pytest.raises(Refused, match="has seen secrets"):
            await service.invitations.accept(person, asked.id, cause=new_cause())


@pytest.mark.parametrize("look", LOOKS)
async def test_who_has_looked_at_secrets_of_a_game_has_no_seat_in_it(
    service: Service, look: Force | Pass | None
) -> None:
    code, other = await sealed(service), await sealed(service)
    await service.admin.apply(Operator(EVE, HERE.guild_id), code, Replace(0, ADA))
    for _ in range(2):
        await looked(service, HELD, code, look)
    await not_seated(service, code, ADA)
    seen = [entry for entry in await service.admin.audit(HELD, code) if entry.act == LOOK]
    assert [entry.person_id for entry in seen] == [ADA.id]
    # Another game is none of that.
    await service.admin.apply(HELD, other, Replace(0, ADA))


async def test_who_plays_looks_at_nothing_and_stays(service: Service) -> None:
    code = await sealed(service)
    await service.admin.forcible(PLAYING, code, 0)
    await service.admin.plan(PLAYING, code, Force(0, "seal 3"))
    await service.admin.plan(HELD, code, Pause())
    assert LOOK not in {entry.act for entry in await service.admin.audit(HELD, code)}
    await service.admin.apply(AT_HAND, code, Replace(0, CLEO, at_once=True))
    await service.admin.apply(AT_HAND, code, Replace(1, ANN, at_once=True))


async def test_who_has_looked_and_was_forgotten_has_no_seat_either(service: Service) -> None:
    code = await sealed(service)
    await service.admin.forcible(HELD, code, 1)
    await service.privacy.forget(ADA.id)
    await not_seated(service, code, Person.of(account(ADA)))
    await service.preferences.change(Person.of(account(ADA)), theme="light")
    await not_seated(service, code, await service.identities.find(account(ADA)))


async def test_where_no_secret_is_told_nothing_is_noted(service: Service) -> None:
    game = await running(service)
    await service.admin.forcible(HELD, game.code, 0)
    paused = await sealed(service)
    await service.admin.apply(HELD, paused, Pause())
    assert await service.admin.forcible(HELD, paused, 0) == []
    for code in (game.code, paused):
        await service.admin.apply(HELD, code, Replace(0, ADA))


@pytest.mark.parametrize("replaced_first", [False, True])
async def test_who_was_forgotten_comes_back_knowing_nothing(
    service: Service, database: Database, replaced_first: bool
) -> None:
    code = await sealed(service)
    if replaced_first:
        await service.admin.apply(AT_HAND, code, Replace(0, CLEO, at_once=True))
    await service.privacy.forget(ANN.id)
    back = Operator(Person.of(account(ANN)), HERE.guild_id)
    await blindfold(service, back, code)
    # Somebody by now, under a number of their own.
    await service.preferences.change(Person.of(account(ANN)), theme="light")
    person = await service.identities.find(account(ANN))
    assert person.id != ANN.id
    await blindfold(service, Operator(person, HERE.guild_id), code)
    assert await service.admin.forcible(HELD, code, 1) != []
    await sound(database, code)


async def test_a_trace_of_who_was_forgotten_ends_with_the_game(service: Service, database: Database) -> None:
    async def identity_hashes(code: str) -> list[str]:
        async with database.reading() as unit:
            rows = await unit.events.of_kinds((await service.reading.summary(code)).id, ["forsaken"])
            return [row.data for row in rows if row.data is not None]

    ended, cancelled = await sealed(service), await sealed(service)
    await service.privacy.forget(ANN.id)
    assert str(ACCOUNTS[ANN.id]) not in "".join(
        await identity_hashes(ended) + await identity_hashes(cancelled)
    )
    assert [len(await identity_hashes(code)) for code in (ended, cancelled)] == [1, 1]
    await service.admin.apply(HELD, ended, Force(0, "seal 4"))
    await service.admin.apply(HELD, ended, Force(1, "seal 5"))
    await service.admin.apply(HELD, cancelled, Cancel())
    assert [await identity_hashes(code) for code in (ended, cancelled)] == [[], []]
    for code in (ended, cancelled):
        # Nobody on Discord can be told apart from who was forgotten; who runs the bot can.
        with pytest.raises(Refused, match="may have played"):
            await service.admin.plan(HELD, code, Rollback(0))
        await service.admin.plan(AT_HAND, code, Rollback(0))


async def test_nobody_may_have_played_in_a_vacant_seat(service: Service) -> None:
    played = await running(service, "tae")
    assert ENGINES[played.key].info.hidden
    await act(service, BOB, played.code, Resign())
    record = await service.archive.record(played.code, secrets=True)
    table = Import(record, (CLEO, DAN), HERE.guild_id, HERE.channel_id)
    over = (await service.admin.apply(AT_HAND, None, table, cause=new_cause())).summary
    assert over is not None
    assert [seat.person is not None and seat.person.vacant for seat in over.seats] == [True, True]
    await service.admin.plan(HELD, over.code, Rollback(0))


async def test_who_was_replaced_does_not_reopen_a_game_that_they_have_called_off(service: Service) -> None:
    code = await sealed(service)
    await service.admin.apply(PLAYING, code, Cancel())
    other = await sealed(service)
    await service.admin.apply(AT_HAND, other, Replace(0, CLEO, at_once=True))
    await service.admin.apply(PLAYING, other, Cancel())
    for over in (code, other):
        with pytest.raises(Refused, match="ask another admin"):
            await service.admin.plan(PLAYING, over, Rollback(0))


def test_who_acts_is_told_apart() -> None:
    assert AT_HAND.actor == "command line"
    assert HELD.actor == str(ADA.id)
    assert Operator(ADA, 1, owner=True).everywhere
