"""Figures that players and hosts are promised."""

from __future__ import annotations

from datetime import timedelta

from bot.service import commitment, deadlines, doctor, lobby, resolving
from bot.service.admin import acts, records, usecases
from bot.service.clock import control, scheduler


def test_times_are_those_of_the_documentation() -> None:
    assert timedelta(seconds=30) == deadlines.POSTING == resolving.POSTING
    assert timedelta(minutes=10) == deadlines.REMINDED == scheduler._SECOND_TRY
    assert timedelta(hours=1) == deadlines.AFTER_OUTAGE == doctor._LATE
    assert timedelta(days=3) == deadlines.UNTOLD
    assert timedelta(days=7) == lobby.LOBBY_LIFE
    assert timedelta(minutes=30) == usecases.PATIENCE
    assert (timedelta(seconds=20), timedelta(days=366)) == (control._SHORTEST, control._LONGEST)


def test_texts_are_as_long_as_the_commands_say() -> None:
    assert (acts.ANNOUNCEMENT_LIMIT, acts.WHY_LIMIT, commitment.WORDS_LIMIT) == (1500, 500, 60)
    assert records.MAX_ENTRIES == 3000
