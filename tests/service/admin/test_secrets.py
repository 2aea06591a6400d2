"""An administrator who plays sees of the game only what a player may."""

from __future__ import annotations

import pytest

from bot.service import Service
from bot.service.admin.acts import Cancel, Force, Import, Pass, Pause, Rollback
from bot.service.admin.operator import Operator
from bot.service.summaries import Refused
from bot.store.database import Database
from engines.contract import Resign
from engines.registry import ENGINES
from tests.service.admin.desk import AT_HAND, HELD, PLAYING, everything
from tests.service.people import ADA, ANN, BOB, CLEO, act, running, sound
from tests.service.test_simultaneous import four


async def sealed(service: Service) -> str:
    return (await running(service, "sealed")).code


async def test_who_plays_cannot_try_out_another_seat(service: Service) -> None:
    code = await sealed(service)
    for deed in (Force(1, "seal 3"), Pass(1)):
        with pytest.raises(Refused) as refused:
            await service.admin.plan(PLAYING, code, deed)
        assert refused.value.code == "plays_here"
    assert await service.admin.forcible(PLAYING, code, 1) == []
    assert await service.admin.forcible(PLAYING, code, 0) != []
    assert len(await service.admin.forcible(HELD, code, 1)) == 10


async def test_what_who_plays_is_told_does_not_depend_on_secret_acts(service: Service) -> None:
    """Ann administers and plays; whether Bob has chosen, and what, must show in nothing she gets."""
    codes = [await sealed(service) for _ in range(3)]
    await act(service, BOB, codes[1], "seal 2")
    await act(service, BOB, codes[2], "seal 9")
    told = []
    for code in codes:
        seen: list[object] = [
            await service.admin.facts(PLAYING, code),
            await service.admin.audit(PLAYING, code),
            await service.admin.points(PLAYING, code),
            await service.admin.forcible(PLAYING, code, 1),
        ]
        for deed in (Rollback(0), Pause(), Force(1, "seal 3"), Force(1, "x"), Pass(1)):
            try:
                seen.append(await service.admin.plan(PLAYING, code, deed))
            except Refused as refused:
                seen.append(refused.sentence)
        summary = await service.reading.summary(code)
        words = repr(seen).replace(code, "CODE").replace(summary.seed_hash or "?", "hash")
        words = words.replace(summary.commitment or "?", "promise").replace(repr(summary.words), "words")
        told.append(words.replace(f"GameSummary(id={summary.id},", "GameSummary(id,"))
    for other in told[1:]:
        at = next((i for i, (a, b) in enumerate(zip(told[0], other, strict=False)) if a != b), None)
        assert at is None, f"{told[0][at - 60 : at + 60]} / {other[at - 60 : at + 60]}"
        assert len(other) == len(told[0])


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
        told = []
        for code in codes:
            known = await service.admin.points(operator, code)
            plans = [await service.admin.plan(operator, code, Rollback(0))]
            if operator is PLAYING:
                plans.append(await service.admin.plan(operator, code, Rollback(len(known))))
            shown = [(point.number, point.seat, point.text) for point in known]
            told.append((shown, [(plan.words, plan.changes, plan.warnings) for plan in plans]))
        assert told[0] == told[1]


async def test_a_secret_act_does_not_make_the_plan_of_who_plays_stale(
    service: Service, database: Database
) -> None:
    code = await sealed(service)
    own = await service.admin.plan(PLAYING, code, Pause())
    others = await service.admin.plan(HELD, code, Pause())
    await act(service, BOB, code, "seal 2")
    with pytest.raises(Refused, match="has gone on"):
        await service.admin.carry_out(HELD, code, Pause(), mark=others.mark)
    await service.admin.carry_out(PLAYING, code, Pause(), mark=own.mark)
    await sound(database, code)


async def test_a_dry_run_does_not_show_what_chance_decides(service: Service, database: Database) -> None:
    code = await sealed(service)
    await act(service, BOB, code, "seal 2")
    before = await everything(database)
    plan = await service.admin.plan(HELD, code, Force(0, "seal 4"))
    assert plan.changes == ()
    assert "seen only when it is done" in plan.warnings[-1]
    assert "was drawn" not in repr(plan)
    assert await everything(database) == before
    done = await service.admin.carry_out(HELD, code, Force(0, "seal 4"), mark=plan.mark)
    assert done.summary is not None
    assert done.summary.outcome is not None
    await sound(database, code)


async def test_going_back_behind_a_reveal_is_warned_of(service: Service, database: Database) -> None:
    code = await sealed(service)
    await act(service, BOB, code, "seal 2")
    await act(service, ANN, code, "seal 4")
    plan = await service.admin.plan(HELD, code, Rollback(0))
    assert len(plan.warnings) == 2
    done = await service.admin.carry_out(HELD, code, Rollback(0), mark=plan.mark)
    assert done.summary is not None
    assert (done.summary.status, done.summary.seed) == ("active", None)
    await act(service, BOB, code, "seal 2")
    await sound(database, code)


async def test_who_plays_does_not_call_a_game_off_to_read_it_and_play_on(service: Service) -> None:
    code = await sealed(service)
    await act(service, BOB, code, "seal 2")
    await service.admin.carry_out(PLAYING, code, Cancel())
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


def test_who_acts_is_told_apart() -> None:
    assert AT_HAND.actor == "command line"
    assert HELD.actor == str(ADA.id)
    assert Operator(ADA, 1, owner=True).everywhere
