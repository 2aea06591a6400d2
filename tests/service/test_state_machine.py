"""Whatever people do, in whatever order, however often it is delivered: every request counts once."""

from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, rule

from bot.outbox.delivery import RetryLater
from bot.service.game.setup import GameSetup
from bot.service.values.payloads import Direct, PostCard, PostLobby, RemoveButtons
from bot.service.values.refused import Refused
from tests.examples import examples
from tests.service.actors import ANN, BOB, CLEO, HERE, new_cause
from tests.service.machines import ServiceMachine

T = TypeVar("T")
PEOPLE = st.sampled_from([ANN, BOB, CLEO])


async def outcome(operation: Coroutine[Any, Any, T]) -> T | Refused:
    """What a request gives, or why it was refused."""
    try:
        return await operation
    except Refused as refused:
        return refused


class Table(ServiceMachine):
    """Three people, Nim for two or three, a clock, and a Discord that is not always there."""

    games = Bundle("games")

    def __init__(self) -> None:
        super().__init__()
        self.plans: dict[str, tuple[int, str | None]] = {}
        """Whose plans there were, and what was to be played, by the cause that an event has that plays it."""

    def demand_at_the_end(self) -> None:
        self.all_arrives_once_and_in_order()

    def all_arrives_once_and_in_order(self) -> None:
        self.sender.fault = lambda delivery: None
        self.clock.advance(timedelta(hours=1))
        self.do(self.outbox.drain())
        ids = [delivery.id for delivery in self.sender.delivered]
        assert len(ids) == len(set(ids))
        for code in self.codes:
            summary = self.do(self.service.reading.summary(code))
            own = [delivery for delivery in self.sender.delivered if delivery.game_id == summary.id]
            # Posts keep their order, and so does what is about one message: the lobby's card is edited later
            # where Discord puts that off. Strips and direct messages go ways of their own.
            lobby = [delivery.id for delivery in own if isinstance(delivery.payload, PostLobby)]
            aside = (PostLobby, RemoveButtons, Direct)
            posts = [delivery.id for delivery in own if not isinstance(delivery.payload, aside)]
            assert (lobby, posts) == (sorted(lobby), sorted(posts))
            cards = [delivery.payload for delivery in own if isinstance(delivery.payload, PostCard)]
            if summary.status in {"active", "finished"}:
                # The last card shows the game as it is.
                assert cards[-1].summary.public_version == summary.public_version
                assert cards[-1].summary.outcome == summary.outcome

    def attempt(self, operation: Any) -> None:
        """Do it twice, as if it were delivered twice: the second time changes nothing."""
        if isinstance(self.do(outcome(operation())), Refused):
            return
        before = [self.do(self.service.reading.summary(code)) for code in self.codes]
        self.do(operation())
        assert [self.do(self.service.reading.summary(code)) for code in self.codes] == before

    @rule(target=games, person=PEOPLE, seats=st.sampled_from([None, 2, 3]), heap=st.integers(6, 12))
    def open(self, person: Any, seats: int | None, heap: int) -> str:
        summary = self.do(
            self.service.lobby.create(
                person,
                HERE,
                GameSetup("nim", {"heap": heap}, seats=seats, deadline_hours=5),
                cause=new_cause(),
            )
        )
        self.codes.append(summary.code)
        return summary.code

    @rule(code=games, person=PEOPLE, seat=st.sampled_from([None, 0, 1, 2]))
    def join(self, code: str, person: Any, seat: int | None) -> None:
        cause = new_cause()
        self.attempt(lambda: self.service.lobby.join(person, code, cause=cause, seat=seat))

    @rule(code=games, person=PEOPLE, what=st.sampled_from(["leave", "start", "start", "cancel"]))
    def host(self, code: str, person: Any, what: str) -> None:
        cause = new_cause()
        self.attempt(lambda: getattr(self.service.lobby, what)(person, code, cause=cause))

    @rule(code=games, person=PEOPLE, text=st.sampled_from(["1", "2", "3", "1", "2", "resign", "last", "x"]))
    def act(self, code: str, person: Any, text: str) -> None:
        cause = new_cause()
        self.attempt(lambda: self.service.play.act(person, code, text, cause=cause))

    @rule(code=games, data=st.data())
    def play_on(self, code: str, data: st.DataObject) -> None:
        summary = self.do(self.service.reading.summary(code))
        for seat in summary.to_act:
            person = summary.seats[seat].person
            assert person is not None
            self.act(code, person, data.draw(st.sampled_from(["1", "2"])))

    @rule(code=games, person=PEOPLE)
    def ask_undo(self, code: str, person: Any) -> None:
        cause = new_cause()
        self.attempt(lambda: self.service.undo.request_undo(person, code, cause=cause))

    @rule(code=games, person=PEOPLE, agree=st.booleans())
    def answer_undo(self, code: str, person: Any, agree: bool) -> None:
        cause = new_cause()
        self.attempt(lambda: self.service.undo.answer_undo(person, code, agree, cause=cause))

    @rule(code=games, person=PEOPLE, text=st.sampled_from(["1", "2", "3", "last"]))
    def plan(self, code: str, person: Any, text: str) -> None:
        cause = new_cause()
        self.attempt(lambda: self.service.orders.plan(person, code, "whatever", text, cause=cause))
        self.note_plans(code, person)

    @rule(code=games, person=PEOPLE, theirs=st.sampled_from("123"), own=st.sampled_from("123"))
    def plan_line(self, code: str, person: Any, theirs: str, own: str) -> None:
        cause = new_cause()
        self.attempt(lambda: self.service.orders.plan(person, code, "line", theirs, own, cause=cause))
        self.note_plans(code, person)

    def note_plans(self, code: str, person: Any) -> None:
        planned = self.do(outcome(self.service.orders.listed(person, code)))
        for order in () if isinstance(planned, Refused) else planned.orders:
            self.plans[f"order:{order.id}"] = person.id, order.notation

    @rule(seconds=st.sampled_from([0, 30, 90]))
    def look_at_clocks(self, seconds: int) -> None:
        self.clock.advance(timedelta(seconds=seconds))
        for code in self.do(self.service.clock.due(100)):
            self.do(outcome(self.service.clock.process(code)))

    @rule(hours=st.sampled_from([1, 3, 6]))
    def wait(self, hours: int) -> None:
        self.clock.advance(timedelta(hours=hours))

    @rule(working=st.booleans(), seconds=st.sampled_from([0, 2, 60]))
    def deliver(self, working: bool, seconds: int) -> None:
        self.sender.fault = (lambda delivery: None) if working else (lambda delivery: RetryLater("503"))
        self.clock.advance(timedelta(seconds=seconds))
        self.do(self.outbox.drain())

    @invariant()
    def what_is_played_by_plan_was_planned(self) -> None:
        for code in self.codes:
            _, events = self.do(self.service.reading._read_with_log(code))
            played = [event for event in events if (event.cause or "").startswith("order:")]
            assert [(event.player_id, event.notation) for event in played] == [
                self.plans[event.cause or ""] for event in played
            ]

    @invariant()
    def logs_and_snapshots_agree(self) -> None:
        for code in self.codes:
            assert self.do(self.service.archive.inconsistency(code)) is None


TestTable = pytest.mark.thorough(Table.TestCase)
TestTable.settings = settings(
    max_examples=examples(20, 3), stateful_step_count=25, suppress_health_check=list(HealthCheck)
)
