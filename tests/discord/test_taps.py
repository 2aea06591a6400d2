"""From the card to the played action in few taps: the budgets of every kind of action in every game.

Opening a select counts as one tap, choosing in it as another.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import discord
import msgspec
import pytest
from discord import ui

from bot.discord.interaction.choosing import split
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.posts.cards import card_rows
from bot.service.facade import Service
from bot.service.game.picking import level_of, token_of
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostCard
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import Offer
from engines.registry import ENGINES
from engines.tae.offering import TaeOffer
from tests.bench.choices import positions
from tests.discord.guests import Guests, text_of
from tests.service.actors import ANN, BOB, CLEO, DAN, SAMPLE, begun, play_through, running
from tests.taps import tapped

PER_ACTION = 3
"""Taps from the card to an action among the 20 best, confirmation included; a further one has a tap less."""
FAR = 5
"""To any other."""


class Unpainted:
    """Pictures that nobody looks at."""

    async def picture(self, _key: str, _view: object, _frame: object) -> discord.File:
        return discord.File(BytesIO(b"png"), filename="board.png")


class Thumb:
    """A person who presses what the card and the panels show, and counts."""

    def __init__(self, guests: Guests, database: Database, game: GameSummary, person: Person) -> None:
        self.guests, self.database, self.game, self.person = guests, database, game, person
        self.taps = 0
        self.shown: list[StatefulItem] | None = None
        """The panel that is open; None: only the card is there."""
        self.sent = ""

    async def card(self) -> list[StatefulItem]:
        async with self.database.reading() as unit:
            row = await unit.games.by_code(self.game.code)
            assert row is not None
            assert row.card_outbox_id is not None
            delivery = await unit.outbox.get(row.card_outbox_id)
        assert delivery is not None
        card = msgspec.json.decode(delivery.payload, type=PostCard)
        version = (await self.guests.service.reading.summary(self.game.code)).public_version
        summary = msgspec.structs.replace(card.summary, public_version=version)
        return [item for row_ in card_rows(summary, card.first_picks) for item in row_]

    async def press(self, state: ButtonState, *values: str, taps: int = 1) -> None:
        interaction = await self.guests.press(self.person, state, *values)
        self.taps += taps
        self.sent = text_of(interaction)
        view = next(
            result.content.get("view")
            for result in reversed(interaction.sent)
            if result.how in {"edit", "update"}
        )
        items = view.walk_children() if isinstance(view, ui.LayoutView) else ()
        self.shown = [item for item in items if isinstance(item, StatefulItem)]

    async def choices(self) -> tuple[Offer[Any], ...]:
        return (await self.guests.service.play.choices(self.person, self.game.code)).offers

    async def act(self, wanted: Callable[[Offer[Any]], bool]) -> str:
        """Do the first of the actions that are wanted, the best by rank; its notation."""
        offers = [offer for offer in await self.choices() if wanted(offer)]
        offer = max(offers, key=lambda offer: offer.rank)
        if self.shown is None:
            await self._first(offer)
        for _ in range(9):
            if "✅" in self.sent:
                self.sent = self.sent.replace("✅", "")
                return offer.notation
            play = [item.state for item in self.shown or () if item.state.action == "play"]
            if play:
                await self.press(play[0])
            else:
                await self._on(offer)
        raise AssertionError(f"nothing leads to {offer.notation}")

    async def _first(self, offer: Offer[Any]) -> None:
        tokens = {token_of(path[0].value) for path in offer.paths}
        card = await self.card()
        first = next(
            (one.state for one in card if one.state.action == "first" and one.state.payload in tokens), None
        )
        await self.press(first or next(one.state for one in card if one.state.action == "move"))

    async def _on(self, offer: Offer[Any]) -> None:
        """Press a button that leads towards an action, or open the part of the list in which it is."""
        if (state := await self._leading(offer)) is not None:
            await self.press(state)
            return
        (more,) = (item for item in self.shown or () if isinstance(item.item, ui.Select))
        select: ui.Select[Any] = more.item
        for option in select.options:
            await self.press(more.state, option.value, taps=0)
            if await self._leading(offer) is not None:
                self.taps += 2
                return
        raise AssertionError(f"{offer.notation} is in no part of the list")

    async def _leading(self, offer: Offer[Any]) -> ButtonState | None:
        offers = await self.choices()
        for item in self.shown or ():
            if item.state.action == "choose" and getattr(item.item, "label", "") not in {"Back", None}:
                level = level_of(offers, split(item.state.payload.split("/"))[0])
                picked = [pick.value for pick in level.picks]
                ways = [[pick.value for pick in path] for path in offer.paths]
                if level.tokens and any(way[: len(picked)] == picked for way in ways):
                    return item.state
        return None


@pytest.fixture
def guests(service: Service) -> Guests:
    return Guests(service, Unpainted())  # type: ignore[arg-type]


def kind(*names: str) -> Callable[[Offer[Any]], bool]:
    return lambda offer: str(offer.action.__struct_config__.tag) in names


async def test_roses_drops_and_moves(guests: Guests, database: Database) -> None:
    game = await running(guests.service)
    ann = Thumb(guests, database, game, ANN)
    await ann.act(kind("drop"))
    assert ann.taps <= 3
    other = await running(guests.service)
    await play_through(guests.service, other.code, SAMPLE[:8])
    ann = Thumb(guests, database, other, ANN)
    await ann.act(kind("step"))
    assert ann.taps <= 3


async def test_six_pieces_of_flic_flac_and_the_end(guests: Guests, database: Database) -> None:
    game = await running(guests.service, "flicflac", options={"size": 5})
    ann = Thumb(guests, database, game, ANN)
    moved: set[str] = set()
    for number in range(6):
        await ann.act(lambda offer: kind("move")(offer) and offer.action.piece not in moved)
        summary = await guests.service.reading.history(game.code, ANN)
        moved.add(summary[-1].text.split()[0])
        assert ann.taps <= PER_ACTION + 2 * number, number
    await ann.act(kind("end"))
    assert ann.taps <= 16


async def test_a_plan_of_two_and_ready_for_the_gods(guests: Guests, database: Database) -> None:
    game = await begun(guests.service, "gods", BOB, CLEO, DAN)
    ann = Thumb(guests, database, game, ANN)
    await ann.press(next(one.state for one in await ann.card() if one.state.action == "move"))
    for label in ("Attack", "Defend", "Ready"):
        switches = {one.item.label: one.state for one in ann.shown or () if isinstance(one.item, ui.Button)}
        await ann.press(
            next(state for name, state in switches.items() if label in str(name) and "✓" not in str(name))
        )
    assert ann.taps <= 4
    assert {"✓ Ready"} <= {getattr(one.item, "label", "") for one in ann.shown or ()}


async def test_a_turn_of_two_larva_plays_in_reef_encounter(guests: Guests, database: Database) -> None:
    game = await running(guests.service, "reef")
    thumbs = [Thumb(guests, database, game, person) for person in (ANN, BOB)]
    for thumb in thumbs:
        await thumb.act(kind("choose"))
        assert thumb.taps <= 3
    first = (await guests.service.reading.summary(game.code)).to_act[0]
    mover = Thumb(guests, database, game, (ANN, BOB)[first])
    done = []
    for what in ("larva", "place", "end_larva", "larva", "place", "end_larva", "collect"):
        if not any(kind(what)(offer) for offer in await mover.choices()):
            continue
        await mover.act(kind(what))
        done.append(what)
    assert done[:3] == ["larva", "place", "end_larva"]
    assert done[-1] == "collect"
    assert mover.taps <= 14


async def test_a_whole_turn_of_tae(guests: Guests, database: Database) -> None:
    game = await running(guests.service, "tae")
    first = (await guests.service.reading.summary(game.code)).to_act[0]
    mover = Thumb(guests, database, game, (ANN, BOB)[first])
    await mover.act(kind("leader"))
    assert mover.taps <= PER_ACTION
    await mover.act(kind("leader"))
    # The turn ends with it: it can no longer be taken back, and is confirmed.
    assert mover.taps <= PER_ACTION + 2 + 1


@pytest.mark.slow
@pytest.mark.parametrize("key", list(ENGINES))
def test_every_kind_of_action_is_near(key: str) -> None:
    """In positions of the golden games."""
    for position in list(positions(key))[::4]:
        for one in tapped(position):
            assert one.taps <= (PER_ACTION if one.best else FAR), (one, position.state)


@pytest.mark.parametrize("key", list(ENGINES))
def test_what_buttons_stand_for_fits_into_them(key: str) -> None:
    for position in list(positions(key))[::6]:
        for offer in position.offers():
            for path in offer.paths:
                tokens = "/".join(token_of(pick.value) for pick in path)
                ButtonState("choose", "K7QX", 99_999, 5, tokens).custom_id("tb")
                assert all(len(pick.label) <= 80 for pick in path)
            ButtonState("play", "K7QX", 99_999, 5, offer.notation).custom_id("tb")


def test_what_is_known_before_the_paths_leads_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Offer.first` makes panels faster and changes nothing."""

    def led() -> list[object]:
        found: list[object] = []
        for position in list(positions("tae"))[::6]:
            offers = position.offers()
            firsts = dict.fromkeys(token_of(path[0].value) for offer in offers for path in offer.paths)
            deeper = [(token_of(path[0].value), token_of(path[-1].value)) for path in offers[-2].paths]
            for tokens in [(), ("nowhere",), *((one,) for one in firsts), *deeper]:
                level = level_of(offers, tokens)
                entries = [(one.pick.value, [of.notation for of in one.offers]) for one in level.entries]
                action = level.offer.notation if level.offer else ""
                found.append((level.tokens, [pick.value for pick in level.picks], entries, action))
        return found

    quick = led()
    monkeypatch.setattr(TaeOffer, "first", "")
    assert led() == quick
