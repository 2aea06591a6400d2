"""Whatever administrators and players do, in whatever order: the log replays to the snapshot to the byte."""

from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, rule

from bot.service.admin.acts import (
    Act,
    Cancel,
    Force,
    Move,
    Pass,
    Pause,
    Replace,
    Repost,
    Resume,
    Retime,
    Rollback,
)
from bot.service.admin.operator import Operator
from bot.service.game.setup import GameSetup
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from tests.examples import examples
from tests.service.actors import ANN, BOB, CLEO, DAN, HERE, account, new_cause
from tests.service.admin.operators import AT_HAND, ELSEWHERE, HELD, PLAYING, everything
from tests.service.machines import ServiceMachine

T = TypeVar("T")
PEOPLE = st.sampled_from([ANN, BOB, CLEO, DAN])
SEATS = st.integers(0, 2)
ACTS: st.SearchStrategy[Act] = st.one_of(
    st.builds(Pause),
    st.builds(Resume),
    st.builds(Rollback, st.integers(0, 6)),
    st.builds(Force, SEATS, st.sampled_from(["1", "2", "3", "seal 4", "resign", "x"])),
    st.builds(Pass, st.none() | SEATS),
    st.builds(Replace, SEATS, PEOPLE.map(lambda person: Person.of(account(person))), st.booleans()),
    st.builds(Move, st.just(HERE.guild_id), st.integers(20, 22), st.none() | st.just(30)),
    st.builds(Retime, st.sampled_from([None, 0, 2, 48]), st.sampled_from([None, 1])),
    st.builds(Repost),
    st.builds(Cancel),
)


class Office(ServiceMachine):
    """Games of Nim and of secrets, players who move and are forgotten, administrators, and time."""

    games = Bundle("games")

    def known(self, person: Person) -> Person:
        """Whoever has that person's account by now, who may have been forgotten and come back."""
        return self.do(self.service.identities.find(account(person)))

    def attempt(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What it gives, or None where it is refused."""
        try:
            return self.do(work)
        except Refused:
            return None

    def demand_at_the_end(self) -> None:
        self.do(self.outbox.drain())
        # Deadlines that have passed since anybody looked are no fault of administrators.
        found = self.do(self.service.doctor.everything()).problems
        assert [problem for problem in found if problem.code != "overdue"] == []

    @rule(target=games, key=st.sampled_from(["nim", "sealed"]))
    def open(self, key: str) -> str:
        game = self.do(
            self.service.lobby.create(
                self.known(ANN), HERE, GameSetup(key, seat=0, seats=2, deadline_hours=5), cause=new_cause()
            )
        )
        self.do(self.service.lobby.join(self.known(BOB), game.code, cause=new_cause()))
        self.codes.append(game.code)
        return game.code

    @rule(code=games, person=PEOPLE, text=st.sampled_from(["1", "2", "seal 7", "resign"]))
    def play(self, code: str, person: Any, text: str) -> None:
        self.attempt(self.service.play.act(self.known(person), code, text, cause=new_cause()))

    @rule(code=games, act=ACTS, operator=st.sampled_from([HELD, PLAYING, AT_HAND, ELSEWHERE]))
    def administer(self, code: str, act: Act, operator: Any) -> None:
        if operator.person is not None:
            operator = Operator(self.known(operator.person), operator.guild_id)
        before = self.do(everything(self.database))
        plan = self.attempt(self.service.admin.plan(operator, code, act))
        assert self.do(everything(self.database)) == before
        cause = new_cause()

        def done() -> Coroutine[Any, Any, Any]:
            return self.service.admin.apply(
                operator, code, act, cause=cause, mark=plan.mark if plan else None
            )

        result = self.attempt(done())
        # What was shown can be done, and what was refused cannot.
        assert (result is None) == (plan is None)
        after = self.do(everything(self.database))
        if result is None:
            assert after == before
        else:
            assert result.words == plan.words if plan else False
            assert self.do(done()).repeated
            assert self.do(everything(self.database)) == after

    @rule(person=PEOPLE, accepts=st.booleans())
    def answer(self, person: Any, accepts: bool) -> None:
        person = self.known(person)
        for asked in self.do(self.service.invitations.open_to(person)):
            if accepts:
                self.attempt(self.service.invitations.accept(person, asked.id, cause=new_cause()))
            else:
                self.do(self.service.invitations.decline(person, asked.id))

    @rule()
    def sweep(self) -> None:
        self.do(self.service.invitations.expire())

    @rule(person=PEOPLE)
    def forget(self, person: Any) -> None:
        self.attempt(self.service.privacy.forget(self.known(person).id))

    @rule(hours=st.sampled_from([1, 6]))
    def wait(self, hours: int) -> None:
        self.clock.advance(timedelta(hours=hours))
        for code in self.codes:
            self.attempt(self.service.clock.process_timeout(code))

    @rule()
    def deliver(self) -> None:
        self.do(self.outbox.drain())

    @invariant()
    def logs_and_snapshots_agree(self) -> None:
        for code in self.codes:
            assert self.do(self.service.archive.inconsistency(code)) is None


TestOffice = pytest.mark.thorough(Office.TestCase)
TestOffice.settings = settings(
    max_examples=examples(20, 3), stateful_step_count=25, suppress_health_check=list(HealthCheck)
)
