"""TaE over the wire: combats that call people out of their turn, and seal what each commits."""

import asyncio
import re
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.record import Made
from engines.tae import setup as rules
from engines.tae.state import TaeState
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.engines.tae.table import ENGINE, do, load
from tests.records.tae_games import tae_games
from tests.wire.hosting import Host, hosted, shown_to
from tests.wire.tae_table import COMMIT, DYNASTIES, HANDS, JOIN, WAR, TaeTable

pytestmark = [pytest.mark.wire, pytest.mark.slow]
Deal = Callable[..., None]


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Games begin with a position instead of the usual set-up."""

    def begin_with(*position: str, **fields: Any) -> None:
        def dealt(*_: object) -> TaeState:
            return load(*position, **fields)

        monkeypatch.setattr(rules, "deal", dealt)

    return begin_with


async def prepared(sandbox: Sandbox, deal: Deal, **hands: dict[str, int]) -> TaeTable:
    """A game whose first action may begin the combat of `WAR`."""
    deal(*WAR, hands=HANDS | hands, artifacts="A1 B1 C1")
    return await TaeTable.opened(sandbox)


async def at_war(sandbox: Sandbox, deal: Deal) -> TaeTable:
    """A game whose first action has begun the combat of `WAR`."""
    table = await prepared(sandbox, deal)
    await table.do(table.people[0], JOIN)
    await table.card(says="External combat")
    return table


async def test_what_weighs_much_is_shown_before_it_is_done(sandbox: Sandbox, host: Host, deal: Deal) -> None:
    deal(*WAR, hands=HANDS, artifacts="A1 B1 C1")
    table = await TaeTable.opened(sandbox)
    ann = table.people[0]
    options = {"type": "settler", "to": "I5"}
    seen = (await ann.slash("tae colony", options, channel=table.thread)).reply
    assert seen.ephemeral
    assert seen.files
    assert "External combat of the merchant leaders: Ann (Bow) 0, Bob (Pot) 1." in seen.text
    assert "Bob (Pot) could lose the merchant leader on F5 and 1 merchant colony (G5)." in seen.text
    assert len(table.cards()) == 1, "nothing is played yet"
    closed = (await ann.click(seen, "Close")).reply
    assert "nothing was played" in closed.text
    again = (await ann.slash("tae colony", options, channel=table.thread)).reply
    before = await table.card()
    await ann.click(again, "Play it")
    await table.card(after=before, says="External combat of the merchant leaders")
    plain = await ann.slash("tae leader", {"type": "settler", "to": "D5"}, channel=table.thread)
    assert "Play it" not in plain.reply.labels
    assert "may commit ships" in plain.reply.text


async def test_an_action_is_taken_back_and_a_region_is_drawn(
    sandbox: Sandbox, host: Host, deal: Deal
) -> None:
    deal(*WAR, hands=HANDS, artifacts="A1 B1 C1")
    table = await TaeTable.opened(sandbox)
    ann = table.people[0]
    await ann.slash("tae leader", {"type": "settler", "to": "D5"}, channel=table.thread)
    await table.card(says="settler leader comes to D5")
    undone = (await ann.slash("tae undo", channel=table.thread)).reply
    assert undone.ephemeral
    await table.card(says="(Bow) has 2 actions left")
    region = (await ann.slash("tae region", {"cell": "G5"}, channel=table.thread)).reply
    assert region.ephemeral
    assert region.files
    assert "**1** merchant colony, Bob's merchant leader on F5" in region.text
    assert "reinforce" in (await ann.slash("tae help", channel=table.thread)).reply.text


async def test_a_combat_calls_its_sides_and_is_settled_when_all_are_in(
    sandbox: Sandbox, host: Host, deal: Deal
) -> None:
    table = await at_war(sandbox, deal)
    ann, bob = table.people
    combat = await table.card()
    assert combat.mentions == [], "each side has the button by direct message, and is called once"
    assert COMMIT in combat.labels
    assert combat.text.count("still to commit") == 2
    calls = [await table.called(person) for person in (ann, bob)]
    assert "You hold 2 merchants." in calls[0].text
    assert "You hold 1 merchant." in calls[1].text

    sealed = await table.commit(bob, 1, calls[1])
    assert "✅ You committed 1 merchant;" in sealed.reply.text
    await table.marked(combat, "Pot) 1")
    assert combat.text.count("still to commit") == 1
    assert len(table.cards()) == 2, "the card is brought up to date in place"

    twice = await bob.click(calls[1], COMMIT)
    assert "not your turn" in twice.reply.text
    await table.commit(ann, 2, combat)
    result = await table.card(after=combat)
    assert "Ann (Bow) 0 + 2 = 2, Bob (Pot) 1 + 1 = 2" in result.text
    assert "Bob (Pot) wins" in result.text
    assert "Ann's merchant leader is beaten on J5 and goes home" in result.text
    assert "Move" in result.labels
    await table.stripped(combat)


async def test_whoever_takes_no_messages_commits_on_the_card(
    sandbox: Sandbox, host: Host, deal: Deal
) -> None:
    sandbox.person("Bob").close_dms()
    table = await at_war(sandbox, deal)
    ann, bob = table.people
    combat = await table.card()
    await table.commit(bob, 0, combat)
    await table.marked(combat, "Pot) 1")
    assert "in hand" not in combat.text
    hand = (await bob.click(combat, "My hand")).reply
    assert hand.ephemeral
    assert "You have committed 0 ships, sealed." in hand.text
    await table.commit(ann, 0, combat)
    assert "Bob (Pot) wins" in (await table.card(after=combat)).text
    assert not bob.dms


async def test_a_hand_comes_by_message_and_is_kept_up_to_date(
    sandbox: Sandbox, host: Host, deal: Deal
) -> None:
    table = await at_war(sandbox, deal)
    ann, bob = table.people

    def held(person: Person) -> SeenMessage:
        (message,) = (look for look in person.dms if "your hand" in look.text)
        return message

    await sandbox.wait_for(lambda: "2 merchants" in held(ann).text, what="the hand without its settler")
    assert held(ann).files
    assert "in hand 2 merchants" in held(ann).alt_texts[0]
    before = held(bob).text
    await table.do(ann, "reinforce 2")
    await sandbox.wait_for(lambda: "committed 2 ships" in held(ann).text, what="the commitment")
    assert held(bob).text == before


async def test_all_commit_at_once_and_every_press_comes_twice(
    sandbox: Sandbox, host: Host, deal: Deal
) -> None:
    """X5: one colony, three regions, one combat; everybody ends at 2 and Lion, the last in turn, wins."""
    deal(
        "r@F5 g@G6 g@I5 r@J5 g@I6 r@H8",
        "Bg@G5 Pg@J6 Lg@H7",
        players=["bow", "pot", "lion"],
        hands={"bow": {"settler": 1, "merchant": 1}, "pot": {"merchant": 1}, "lion": {"merchant": 3}},
        artifacts="A1 B1 C1",
    )
    table = await TaeTable.opened(sandbox, players=3)
    await table.do(table.people[0], "colony settler H6")
    combat = await table.card(says="External combat")
    sandbox.deliver_twice(times=3)
    answers = await asyncio.gather(
        *(
            person.slash("tae reinforce", {"ships": ships}, channel=table.thread)
            for person, ships in zip(table.people, (1, 0, 2), strict=True)
        ),
    )
    assert all("✅" in answer.reply.text for answer in answers)
    result = await table.card(after=combat)
    assert "Ann (Bow) 1 + 1 = 2, Bob (Pot) 2 + 0 = 2, Cleo (Lion) 0 + 2 = 2" in result.text
    assert "Cleo (Lion) scores 5 merchant points" in result.text
    late = await table.people[1].slash("tae reinforce", {"ships": 0}, channel=table.thread)
    assert "✅" not in late.reply.text
    assert len(table.cards()) == 3
    history = (await table.people[0].slash("game history", channel=table.thread)).reply.text
    assert history.count("reinforce") == 3


@pytest.mark.slow
async def test_killed_in_the_middle_of_a_combat(sandbox: Sandbox, tmp_path: Path) -> None:
    host = Host(sandbox, tmp_path)
    try:
        await host.start_process()
        table = await TaeTable.opened(sandbox)
        first, second = table.people
        if "(Pot) has" in (await table.card()).text:
            first, second = second, first
        await table.do(first, "leader merchant I8, end")
        await table.do(second, "leader merchant I6")
        combat = await table.card(says="Internal combat of the merchant leaders")
        calls = [await table.called(person) for person in (first, second)]
        await table.commit(first, 0, calls[0])
        await host.kill()
        await host.start_process()
        assert "not your turn" in (await first.click(calls[0], COMMIT)).reply.text
        await table.commit(second, 0, calls[1])
        result = await table.card(after=combat)
        assert "1 + 0 = 1" in result.text
        assert "scores 1 scientist point" in result.text
    finally:
        await host.stop()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "skipped"), [("tae/bag", 0), ("tae/artifacts", 130), ("tae/wars", 160)])
async def test_a_game_to_its_end(
    sandbox: Sandbox, host: Host, monkeypatch: pytest.MonkeyPatch, name: str, skipped: int
) -> None:
    """Golden games of three, of two and of four; the long ones from their middle, wars and monuments on."""
    record = tae_games()[name]
    made = [entry for entry in record.entries if isinstance(entry, Made)]
    state = ENGINE.start(ENGINE.options(record.options), len(record.seats), record.seed or "")
    for entry in made[:skipped]:
        state = do(state, entry.seat, entry.text).state
    dealt = state
    monkeypatch.setattr(rules, "deal", lambda *_: dealt)
    table = await TaeTable.opened(sandbox, players=len(record.seats), **record.options)
    for seat, turn in groupby(made[skipped:], key=lambda entry: entry.seat):
        texts: list[list[str]] = [[]]
        for entry in turn:
            step = do(state, entry.seat, entry.text)
            state = step.state
            texts[-1].append(entry.text)
            if step.reveals:
                texts.append([])
        for text in filter(None, texts):
            answer = await table.do(table.people[seat], ", ".join(text))
            assert "✅" in answer.reply.text
    assert record.outcome is not None
    last = await table.card(says=record.outcome.text.split(" with ")[-1].split(". ")[-1])
    assert "Play again" in last.labels
    points, lowest = final_scoring(last.text)
    for seat, tally in enumerate(state.scores):
        assert points[DYNASTIES[seat]] == list(tally)
        assert lowest[DYNASTIES[seat]] == with_artifacts(tally)
    assert record.outcome.winners == tuple(
        seat for seat in range(state.seats) if lowest[DYNASTIES[seat]] == max(lowest.values())
    )


def final_scoring(card: str) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """What the last card says: points and artifacts, and what decides, by dynasty."""
    points, lowest = {}, {}
    for name, scored, decides in re.findall(r"\*\*\d\.\*\* .*\((\w+)\): (.*); lowest first (.*)", card):
        points[name], lowest[name] = numbers(scored), numbers(decides)
    return points, lowest


def numbers(line: str) -> list[int]:
    return [int(word) for word in re.findall(r"\d+", line)]


def with_artifacts(tally: Sequence[int]) -> list[int]:
    """Section 12: each artifact goes to the lowest category."""
    *categories, artifacts = tally
    for _ in range(artifacts):
        categories.sort()
        categories[0] += 1
    return sorted(categories)


@pytest.mark.slow
async def test_nothing_tells_who_has_no_fitting_ship(
    tmp_path: Path, deal: Deal, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Twice the same combat, in which Pot commits 0: once of one merchant, once without any.

    To its opponent, and to those who watch, all is the same to the byte, pictures included.
    """
    seen = []
    for run, hand in enumerate(({"merchant": 1, "miner": 5}, {"miner": 6})):
        monkeypatch.setattr("bot.service.facade.SystemRandom", lambda: Random(7))
        folder = tmp_path / str(run)
        folder.mkdir()
        async with Sandbox() as sandbox, hosted(sandbox, folder) as host:
            table = await prepared(sandbox, deal, pot=hand)
            await host.delivered()
            ann, bob = table.people
            await table.do(ann, JOIN)
            combat = await table.card(says="External combat")
            call = await table.called(bob)
            await host.delivered()
            assert combat.text.count("still to commit") == 2, "nobody commits for anybody"
            await table.commit(bob, 0, call)
            await host.delivered()
            await table.do(ann, "reinforce 0")
            await host.delivered()
            result = await table.card(after=combat)
            await ann.slash("game history", channel=table.thread)
            await ann.slash("tae preview", {"action": "end"}, channel=table.thread)
            assert result.files
            seen.append([compared(table, name) for name in ("Ann", "Eve")])
    assert seen[0] == seen[1]
    assert all(len(public) > 5 for public, _ in seen[0])
    assert "reinforce" not in "".join(capfd.readouterr())


def compared(table: TaeTable, name: str) -> tuple[list[str], set[str]]:
    """What somebody was shown in the thread with all others, in order, and all that was shown to them.

    Without moments and the numbers of messages. Direct messages come beside the thread, in no fixed order,
    and an answer comes at once or completes its acknowledgement.
    """
    sandbox = table.sandbox
    public, everything = [], set()
    for one in shown_to(sandbox, sandbox.person(name)):
        result = re.sub(r"<t:\d+|\d{15,20}", "…", one.body.decode())
        everything.add(result)
        if one.channel_id == table.thread.id and '"ephemeral":false' in result:
            public.append(result)
    return public, everything
