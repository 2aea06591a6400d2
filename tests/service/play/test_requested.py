"""Several actions in one text: all or none, completed one by one, and no way to peek at what is hidden."""

import msgspec
import pytest

from bot.service.admin.acts import Force
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import Action, Step
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, act, new_cause, refusal, running
from tests.service.log.other_rules import under
from tests.tinygames import LastTake, Nim, NimState, assembled


async def test_choices_are_those_after_what_is_written(service: Service) -> None:
    game = await running(service, "pouch")

    async def offered(after: str) -> list[str]:
        choices = await service.play.choices(ANN, game.code, after=after)
        assert choices.summary == game
        return [offer.notation for offer in choices.offers]

    assert await offered("") == ["grab", "lay 0", "lay 3", "tuck 0", "tuck 3", "done"]
    assert await offered("lay 3; tuck 0") == ["grab", "done"]
    assert await offered(" ") == await offered("")


async def test_several_are_answered_as_one_text(service: Service) -> None:
    game = await running(service, "pouch")
    cause = new_cause()
    for _ in range(2):
        done = await service.play.act(ANN, game.code, " lay 3;;tuck 0", cause=cause)
        assert done.notation == "lay 3; tuck 0"
    other = await running(service, "pouch")
    forced = await service.admin.apply(Operator(), other.code, Force(0, "lay 3;tuck 0"))
    assert forced.words.endswith(" plays lay 3; tuck 0")


@pytest.mark.parametrize(
    ("after", "code"), [("lay 5", "illegal"), ("grab", "no_preview"), ("done", "not_your_turn")]
)
async def test_nothing_is_foreseen_beyond_what_is_not_legal_or_hidden(
    service: Service, after: str, code: str
) -> None:
    game = await running(service, "pouch")
    assert await refusal(service.play.choices(ANN, game.code, after=after)) == code


class Revealing(Nim):
    """What happens by itself shows something hidden."""

    def play(self, state: NimState, seat: int, action: Action) -> Step[NimState]:
        step = super().play(state, seat, action)
        return msgspec.structs.replace(step, reveals=isinstance(action, LastTake))


async def test_a_list_cannot_try_what_shows_something_by_itself(
    database: Database, clock: ManualClock
) -> None:
    service = under(assembled(Revealing()), database, clock)
    game = await running(service, "nim", seats=2, options={"heap": 4})
    assert await refusal(act(service, ANN, game.code, "3, 1")) == "shows_first"
    assert await service.reading.history(game.code, ANN) == []


async def test_a_list_cannot_try_a_draw_and_take_it_back(service: Service) -> None:
    game = await running(service, "pouch")
    result = set()
    for guess in range(100):
        with pytest.raises(Refused) as caught:
            await act(service, ANN, game.code, f"grab; lay {guess}")
        result.add((caught.value.code, caught.value.sentence))
    assert [code for code, _ in result] == ["shows_first"]
    await act(service, ANN, game.code, "lay 3; grab")
    assert len(await service.reading.history(game.code, BOB)) == 2
