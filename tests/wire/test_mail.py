"""Whole games by mail alone, over Postfix and Dovecot; every byte that leaves is judged."""

from pathlib import Path
from random import Random

import pytest

from tests.wire.mail_tables import hosted_by_mail, seated, sign_up
from tests.wire.players import MailPlayer, play

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SEATS = {"roses": 2, "flicflac": 2, "gods": 4, "reef": 2, "tae": 2}
NAMES = ("Ann", "Bob", "Cleo", "Dan")
BY_IMAP = {"roses", "gods"}
"""Games in which mail comes to the bot by IMAP; in the others by LMTP."""
SECRETS = {"roses": ("plans",), "reef": ("plans",), "gods": ("private messages",)}
"""What is written for few besides notes, as far as these players find occasion for it."""
UNDRAWN = {"gods"}
"""Where nothing is drawn nothing was promised."""


@pytest.mark.parametrize("key", SEATS)
async def test_a_game_to_its_end_by_mail_alone(key: str, tmp_path: Path) -> None:
    async with hosted_by_mail(tmp_path, "imap" if key in BY_IMAP else "lmtp") as door:
        people, judge = [door.writer(name) for name in NAMES[: SEATS[key]]], door.judge
        for person in people:
            await sign_up(person)
        code = await seated(people, f"new {key}")
        players = [
            MailPlayer(person, key, code, Random(number), judge) for number, person in enumerate(people)
        ]
        written = await play(door.host, door.clock, players, 400, lambda: judge.faults(code))
        await door.host.delivered()
        assert written > 20
        for person in people if key not in UNDRAWN else ():
            await person.mailed(lambda mail: "The secret: " in mail.text)
        assert await judge.faults(code) == []
        if key in UNDRAWN:
            assert not any("The secret: " in mail.text for person in people for mail in person.mails)
        assert judge.mails > written
        assert judge.exposure.signs > written, "boards that were drawn for one seat"
        assert {"notes", *SECRETS.get(key, ())} <= judge.exposure.kinds.keys()
