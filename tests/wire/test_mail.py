"""Whole games by mail alone, over real SMTP in both directions; every byte that leaves is judged."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.simulation.exposure import signed
from tests.simulation.mail_exposure import exposed
from tests.wire.mail_tables import hosted_by_mail, seated, sign_up
from tests.wire.players import MailPlayer, play

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SEATS = {"roses": 2, "flicflac": 2, "gods": 4, "reef": 2, "tae": 2}
NAMES = ("Ann", "Bob", "Cleo", "Dan")


UNDRAWN = {"gods"}
"""Where nothing is drawn nothing was promised."""


@pytest.mark.parametrize("key", SEATS)
async def test_a_game_to_its_end_by_mail_alone(key: str, tmp_path: Path) -> None:
    with signed():
        async with (
            hosted_by_mail(tmp_path) as (sandbox, host, clock),
            exposed(sandbox, host.settings.database_url, clock) as judge,
        ):
            people = [sandbox.person(name) for name in NAMES[: SEATS[key]]]
            for person in people:
                await sign_up(person)
            code = await seated(people, f"new {key}")
            players = [MailPlayer(person, key, code, Random(number)) for number, person in enumerate(people)]
            written = await play(host, clock, players, 400, lambda: judge.faults(code))
            await host.delivered()
            assert written > 20
            assert await judge.faults(code) == []
            assert judge.mails > written
            assert judge.exposure.signs > written, "boards that were drawn for one seat"
            for person in people:
                # What one has asked for may come after it.
                kept = any("The secret: " in mail.text for mail in person.mails[-3:])
                assert kept == (key not in UNDRAWN), person.mails[-1].text
