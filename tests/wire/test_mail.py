"""Whole games by mail alone, over real SMTP in both directions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.wire.mail_tables import MailPlayer, give_up, hosted_by_mail, play, seated, sign_up

pytestmark = [pytest.mark.wire, pytest.mark.slow]

TABLES = {"roses": ("new roses", 2)}


@pytest.mark.parametrize("key", TABLES)
async def test_a_game_by_mail_alone(key: str, tmp_path: Path) -> None:
    command, count = TABLES[key]
    async with hosted_by_mail(tmp_path) as (sandbox, host, clock):
        people = [sandbox.person(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:count]]
        for person in people:
            await sign_up(person)
        code = await seated(people, command)
        players = [MailPlayer(person, code, Random(number)) for number, person in enumerate(people)]
        await play(host, clock, players, 6 * count)
        # Whatever is not over by then ends when all but one give up.
        for player in players[1:]:
            if not any(one.over for one in players):
                await give_up(player, code)
        await people[0].mailed(lambda mail: code in mail.subject and "the game is over" in mail.subject)
