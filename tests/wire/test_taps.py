"""How often one really taps from a card to each kind of act of the two games with the longest turns."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from bot.service.game.picking import token_of
from engines.reef.engine import REEF
from engines.tae import setup as rules
from engines.tae.engine import TAE
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.engines.tae.table import load
from tests.wire.hosting import Host
from tests.wire.panels import picks
from tests.wire.reef_table import ReefTable, stored
from tests.wire.tae_table import COMMIT, HANDS, WAR, TaeTable

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SINGLE = 3
"""From the card to an act, confirmation included."""
FAR = 5
"""To one that hardly anybody wants: a system beside nothing, a combat that is as good as lost."""
FURTHER = 2
"""To another act of the same turn."""


class Thumb:
    """A person who taps what a card and its panels show: opening a list and choosing in it are two taps."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.taps = 0
        self.panel: SeenMessage | None = None

    async def press(self, message: SeenMessage, button: str) -> SeenMessage:
        self.taps += 1
        self.panel = (await self.person.click(message, button)).reply
        return self.panel

    async def act(self, card: SeenMessage, values: Sequence[str]) -> SeenMessage:
        """Make these picks, from the card or in the panel that is open, and confirm where that is asked."""
        begun = 0
        if self.panel is None:
            ids = (str(button["custom_id"]) for button in card.buttons)
            first = next(
                (one for one in ids if ":first:" in one and one.endswith(f":{token_of(values[0])}")), None
            )
            begun = int(first is not None)
            await self.press(card, first or ("Move" if "Move" in card.labels else COMMIT))
        for value in values[begun:]:
            assert self.panel is not None
            shown = picks(self.panel)
            # A level of a single pick is passed by itself.
            if token_of(value) in shown:
                await self.press(self.panel, shown[token_of(value)])
            elif self.panel.selects:
                await self._from_a_list(value)
        assert self.panel is not None
        if "Play it" in self.panel.labels:
            await self.press(self.panel, "Play it")
        return self.panel

    async def _from_a_list(self, value: str) -> None:
        panel = self.panel
        assert panel is not None
        select = panel.selects[0]
        for option in select["options"]:
            opened = (await self.person.select(panel, select["custom_id"], option["value"])).reply
            if token_of(value) in picks(opened):
                self.taps += 2
                await self.press(opened, picks(opened)[token_of(value)])
                return
            panel = (await self.person.click(opened, "Back")).reply
        raise AssertionError(f"{value} is nowhere in the panel")


async def test_a_tap_that_draws_nothing_takes_one_request(
    sandbox: Sandbox, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing takes so long that it is acknowledged first, however slow the machine is.
    monkeypatch.setattr("bot.discord.interaction.responder.ACKNOWLEDGED_WITHIN", timedelta(hours=1))
    ann = sandbox.person("Ann")
    await ann.slash("roses new", {"seat": "White"})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)

    def made() -> int:
        return len(sandbox.records.requests("*", "/interactions/*")) + len(
            sandbox.records.requests("*", "/webhooks/*")
        )

    async def cost(person: Person, message: SeenMessage, button: str) -> int:
        before = made()
        await person.click(message, button)
        return made() - before

    assert await cost(sandbox.person("Bob"), lobby, "Join") == 1
    await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
    card = await sandbox.message(sandbox.channel(lobby), lambda look: "Move" in look.labels)
    assert await cost(sandbox.person("Bob"), card, "Move") == 1, "a refusal"
    assert await cost(ann, card, "Rules") == 1
    opened = await ann.click(card, "Move")
    await opened.message(1)
    panel = opened.reply
    # A panel shows the board with what may be chosen.
    first = next(iter(picks(panel).values()))
    assert await cost(ann, panel, first) == 2
    assert await cost(ann, panel, "Close") == 1


def way(host: Host, kind: str) -> list[str]:
    """The picks to the best action of a kind in the only game of Reef Encounter."""
    state = stored(host)
    seat = REEF.to_act(state)[0]
    offers = [REEF.offer(state, seat, action) for action in REEF.legal(state, seat)]
    best = max((one for one in offers if one.notation.split()[0] == kind), key=lambda one: one.rank)
    return [pick.value for pick in best.paths[0]]


async def test_every_act_of_reef_encounter(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    card = await reef.card()
    chooser = Thumb(reef.people[0])
    await chooser.act(card, way(host, "choose"))
    assert chooser.taps <= SINGLE
    mover = await reef.chosen(but=reef.people[0])
    card = await reef.card()
    for kind in ("larva", "shrimp", "collect"):
        thumb = Thumb(mover)
        await thumb.act(card, way(host, kind))
        assert thumb.taps <= SINGLE, kind
        if kind != "collect":
            assert thumb.panel is not None
            await thumb.press(thumb.panel, "Undo")
    following = next(person for person in reef.people if person is not mover)
    thumb, card = Thumb(following), await reef.at("turn 2")
    plays = ["larva", "place", "end_larva", "larva", "place", "end_larva", "collect"]
    done: list[str] = []
    for kind in plays:
        state = stored(host)
        if any(REEF.format(action).split()[0] == kind for action in REEF.legal(state, REEF.to_act(state)[0])):
            before = thumb.taps
            await thumb.act(card, way(host, kind))
            assert thumb.taps - before <= (SINGLE if not done else FURTHER), kind
            done.append(kind)
    # A second cube cannot be played where its only tile has been fed or laid.
    assert done in (plays, [*plays[:3], "collect"])
    assert thumb.taps <= 2 * len(done)


@pytest.mark.parametrize(
    ("notation", "budget"),
    [
        ("leader merchant J7", SINGLE),
        ("colony settler I6", SINGLE),
        ("bomb A4", FAR),
        ("swap k1", SINGLE),
        ("colony settler I5", FAR),
    ],
)
async def test_every_act_of_tae(
    sandbox: Sandbox, host: Host, monkeypatch: pytest.MonkeyPatch, notation: str, budget: int
) -> None:
    monkeypatch.setattr(rules, "deal", lambda *_: load(*WAR, hands=HANDS, artifacts="A1 B1 C1"))
    table = await TaeTable.opened(sandbox)
    ann, bob = map(Thumb, table.people)
    state = load(*WAR, hands=HANDS, artifacts="A1 B1 C1")
    action: Any = TAE.parse(state, 0, notation)
    before = await table.card()
    await ann.act(before, [pick.value for pick in TAE.offer(state, 0, action).paths[0]])
    assert ann.taps <= budget
    if notation == "colony settler I5":
        card = await table.card(after=before)
        for thumb in (ann, bob):
            thumb.panel, thumb.taps = None, 0
            await thumb.act(card, ["reinforce 1"])
            assert thumb.taps <= FURTHER
        return
    await ann.act(await table.card(), ["end"])
    assert ann.taps <= budget + FURTHER, "a whole turn, its end confirmed"
