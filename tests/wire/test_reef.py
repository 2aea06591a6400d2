"""Reef Encounter over the wire: turns of many actions, hands that are their owners' alone, going back."""

import asyncio
import re

import pytest

from bot.service.game.picking import token_of
from engines.record import Made, read, verify
from engines.reef.counts import things
from engines.reef.engine import REEF
from engines.reef.questions import tell_hand
from engines.reef.state import ReefState
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.engines.reef.greedy_player import greedy_choice
from tests.records import golden_record
from tests.wire.hosting import Host
from tests.wire.panels import pick, picks
from tests.wire.reef_table import NAMES, SEATS, ReefTable, held, stored

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def test_going_back_within_a_turn_by_command_and_button(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    mover = await reef.chosen()
    other = next(person for person in reef.people if person is not mover)
    cube = (await reef.legal(mover, "tile"))[0]
    shrimp = (await reef.legal(mover, "shrimp"))[0]
    await reef.do(mover, f"{shrimp}; {cube}")
    result = (await mover.slash("reef undo", channel=reef.thread)).reply
    assert result.ephemeral
    assert f"Undone: {cube}." in result.text
    told = f"{reef.called(mover)} has taken something back"
    card = await reef.sandbox.message(reef.thread, lambda look: told in look.text)
    panel = (await mover.click(card, "Move")).reply
    assert "Undo" in panel.labels
    panel = (await mover.click(panel, "Undo")).reply
    assert f"Undone: {shrimp}." in panel.text
    assert "Undo" not in panel.labels
    refused = (await mover.slash("game undo", channel=reef.thread)).reply
    assert "too late to go back" in refused.text
    assert "✅" not in (await other.slash("game undo", channel=reef.thread)).reply.text
    await reef.do(mover, f"{shrimp}; {cube}")
    await mover.slash("game undo", {"how_far": "turn"}, channel=reef.thread)
    history = (await other.slash("game history", channel=reef.thread)).reply.text
    assert "undo 2 actions" in history
    await reef.do(mover, "collect W")
    late = (await mover.slash("reef undo", channel=reef.thread)).reply
    assert "cannot be unseen" in late.text


def greedy_turn(state: ReefState) -> tuple[list[str], ReefState]:
    """All that a player who knows what to want does at once, and the position to which it leads."""
    (seat, *_), texts = REEF.to_act(state), []
    reveals = False
    while not reveals and REEF.to_act(state)[:1] == (seat,):
        action = greedy_choice(state, seat, locks=False)
        step = REEF.apply(state, seat, action)
        texts.append(REEF.format(action))
        state, reveals = step.state, step.reveals
    while forced := REEF.forced(state):
        state = REEF.apply(state, *forced).state
    return texts, state


async def test_a_whole_game_ends_by_its_rules(sandbox: Sandbox, host: Host) -> None:
    """From the choices of the set-up to the final feeding; the last card scores every fish."""
    reef = await ReefTable.opened(sandbox, 3)
    state, turns = stored(host), 0
    while seats := REEF.to_act(state):
        person = reef.people[seats[0]]
        texts, expected = greedy_turn(state)
        reply = (await person.slash("reef turn", {"steps": "; ".join(texts)}, channel=reef.thread)).reply
        assert "✅" in reply.text, reply.text
        assert stored(host) == expected
        state, turns = expected, turns + 1
    assert 10 < turns < 60
    last = await sandbox.message(reef.thread, lambda look: "Play again" in look.labels)
    assert "Move" not in last.labels
    assert not last.mentions
    assert "a fourth shrimp has been eaten" in "".join(look.text for look in sandbox.messages(reef.thread))

    # What a colour is worth can be counted on the coral tiles.
    alt = last.alt_texts[0]
    eaters = re.findall(r"(\w+) eats ([^;.]+)", alt.split("Strength")[1])
    eaten = {eater: result.count(",") + 1 for eater, result in eaters}
    assert sum(eaten.values()) == 10
    values = [1 + eaten.get(colour, 0) for colour in ("white", "yellow", "orange", "pink", "grey")]
    lines = re.findall(r"^\*\*\d\.\*\* \S+ \((\w+)\), (\d+) points?: ([^;\n]+)", last.text, re.MULTILINE)
    assert sorted(SEATS.index(name) for name, *_ in lines) == [0, 1, 2], last.text
    scores = {}
    for name, score, result in lines:
        fish = state.players[SEATS.index(name)].fish
        assert result == things(fish, "tile")
        scores[name] = int(score)
        assert scores[name] == sum(number * value for number, value in zip(fish, values, strict=True))
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    best = max(scores.values())
    for name, score in scores.items():
        assert f" ({name})" in alt
        assert (name in last.text.split("with")[0].split("```")[-1]) <= (score == best)
    assert f"with {best} points" in last.text

    proof = (await reef.people[0].slash("game record verify", channel=reef.thread)).reply
    assert "✅" in proof.text, proof.text
    export = (await reef.people[0].slash("game record export", channel=reef.thread)).reply
    verify(read(await export.file(0)))


async def test_the_panel_leads_through_a_turn(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    mover = await reef.chosen()
    card = await reef.card()
    panel = (await mover.click(card, "Move")).reply
    assert panel.files, "the board and the hand are before the eyes"
    assert "Larva: a cube, then tiles of its colour; two more plays" in panel.text
    assert "New shrimp: one" in panel.text
    panel = await picked(host, mover, panel, "shrimp")
    assert "New shrimp" not in panel.text, "only what can be chosen now"
    panel = await picked(host, mover, panel, "larva")
    assert "**Lay " in panel.text
    assert "from your hand" in panel.text
    panel = (await mover.click(panel, "Undo all 2")).reply
    assert "New shrimp: one" in panel.text
    over = await picked(host, mover, panel, "collect")
    assert "collect" in over.text
    assert not over.selects
    after = await reef.at("turn 2")
    assert after.mentions == [next(person.name for person in reef.people if person is not mover)]
    assert f"{reef.called(mover)} has taken something back" in card.text, "the card of the turn tells it"


async def picked(host: Host, person: Person, panel: SeenMessage, first: str) -> SeenMessage:
    """Do the first action whose notation begins so, pick by pick; the panel that follows."""
    state = stored(host)
    (seat,) = REEF.to_act(state)
    offers = (REEF.offer(state, seat, action) for action in REEF.legal(state, seat))
    path, *_ = next(offer for offer in offers if offer.notation.startswith(first)).paths
    for one in path:
        # A level of a single pick is passed by itself.
        if token_of(one.value) in picks(panel) or panel.selects:
            panel = await pick(person, panel, one.value)
    return (await person.click(panel, "Play it")).reply if "Play it" in panel.labels else panel


async def test_a_turn_in_one_line_is_completed_step_by_step(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    mover = await reef.chosen()
    larva = (await reef.legal(mover, "larva"))[0]
    line = larva
    for start in ("place", "end_larva", "collect"):
        completed = await mover.autocomplete(
            "reef turn", {"steps": f"{line}; {start}"}, focused="steps", channel=reef.thread
        )
        assert completed[0]["value"].startswith(f"{line}; {start}")
        assert completed[0]["name"].startswith("… ")
        line = completed[0]["value"]
    done = (await mover.slash("reef turn", {"steps": line}, channel=reef.thread)).reply
    assert "✅" in done.text
    assert await reef.mover() is not mover
    refused = (await mover.slash("reef turn", {"steps": line}, channel=reef.thread)).reply
    assert "✅" not in refused.text


async def test_help_has_the_rules_and_every_command(sandbox: Sandbox, host: Host) -> None:
    result = await sandbox.person("Eve").slash("reef help")
    commands = await result.message(1)
    assert "larva" in result.reply.text
    for name in ("larva", "undo", "hand", "turn", "values"):
        assert f"/reef {name}" in commands.text


async def test_an_export_tells_each_what_they_may_know(sandbox: Sandbox, host: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    ann, bob = reef.people
    choice = (await reef.legal(ann, "choose"))[0]
    await reef.do(ann, choice)
    mine = (await ann.slash("game record export", channel=reef.thread)).reply
    theirs = (await bob.slash("game record export", channel=reef.thread)).reply
    assert choice.encode() in await mine.file(0)
    for number in (0, 1):
        assert choice.encode() not in await theirs.file(number)
        assert b"choose" in await theirs.file(number)
    waiting = (await bob.slash("game record verify", channel=reef.thread)).reply
    assert "when the game is over" in waiting.text
    for person in (ann, bob):
        if "✅" in (await person.slash("game resign", {"sure": True}, channel=reef.thread)).reply.text:
            break
    assert (
        "come out again as the log has them"
        in (await bob.slash("game record verify", channel=reef.thread)).reply.text
    )
    assert b"turnpost-record/1" in await (
        await bob.slash("game record export", channel=reef.thread)
    ).reply.file(0)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_whole_game_on_phones(sandbox: Sandbox, host: Host, players: int) -> None:
    """By panels and commands in turn, from the choices to the last meal, one of them with closed messages."""
    sandbox.person(NAMES[players - 1]).close_dms()
    reef = await ReefTable.opened(sandbox, players, advanced=players == 3)
    await reef.chosen()
    for number in range(1, 2 * players + 1):
        card = await reef.at(f"turn {number}")
        mover = await reef.mover()
        assert card.mentions in ([mover.name], []), "who is to act is mentioned once"
        if number % 2:
            panel = (await mover.click(card, "Move")).reply
            panel = await picked(host, mover, panel, "shrimp")
            await picked(host, mover, panel, "collect")
        else:
            shrimp = (await reef.legal(mover, "shrimp"))[0]
            space = (await reef.legal(mover, "collect"))[number % 5]
            await reef.do(mover, f"{shrimp}; {space}")
    for person in reef.people[:-1]:
        await person.slash("game resign", {"sure": True}, channel=reef.thread)
    last = await sandbox.message(reef.thread, lambda look: "Play again" in look.labels)
    assert "wins" in last.text
    assert "1." in last.alt_texts[0], "the final table"
    assert (
        "come out again as the log has them"
        in (await reef.people[0].slash("game record verify", channel=reef.thread)).reply.text
    )
    await host.delivered()
    *out, last_out, _ = reef.people
    for person in (*out, last_out):
        dms = [dm.text for dm in person.dms]
        kept = [text for text in dms if "your hand" in text or "You are out of this game" in text]
        assert len(kept) == 1
        assert ("your hand" in kept[0]) == (person is last_out), "it is cleared while the game goes on"
    assert not reef.people[-1].dms


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reef/shrimps", "reef/locks"])
async def test_a_golden_game_to_its_last_meal(
    sandbox: Sandbox, host: Host, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Written out, turn by turn; the hands that come last are those of the end."""
    record = golden_record(name)
    engine = REEF
    state = start = engine.start(engine.options(record.options), len(record.seats), record.seed or "")
    monkeypatch.setitem(vars(REEF), "start", lambda *_: start)
    reef = await ReefTable.opened(sandbox, len(record.seats))
    lists: list[tuple[int, list[str]]] = []
    shown = True
    for entry in record.entries:
        assert isinstance(entry, Made)
        step = engine.apply(state, entry.seat, engine.parse(state, entry.seat, entry.text))
        if engine.forced(state) is None:
            if shown or lists[-1][0] != entry.seat:
                lists.append((entry.seat, []))
            lists[-1][1].append(entry.text)
            shown = step.reveals
        state = step.state
    for seat, texts in lists:
        await reef.do(reef.people[seat], "; ".join(texts))
    assert record.outcome is not None
    last = await sandbox.message(reef.thread, lambda look: "Play again" in look.labels)
    assert reef.named(record.outcome.text) in last.text
    for seat, person in enumerate(reef.people):
        await sandbox.wait_for(
            lambda person=person, seat=seat: tell_hand(state, seat) in held(person).text,  # type: ignore[misc]
            what="the last hand",
        )


@pytest.mark.slow
async def test_killed_in_the_middle_of_a_turn(sandbox: Sandbox, process: Host) -> None:
    reef = await ReefTable.opened(sandbox)
    mover = await reef.chosen()
    panel = (await mover.click(await reef.at("turn 1"), "Move")).reply
    panel = await picked(process, mover, panel, "shrimp")
    panel = await picked(process, mover, panel, "larva")
    hand = (await mover.slash("reef hand", channel=reef.thread)).reply.text
    await process.kill()
    await process.start_process()
    again = (await mover.slash("reef hand", channel=reef.thread)).reply.text
    assert again == hand
    panel = (await mover.click(panel, "Undo")).reply
    assert "Larva: a cube, then tiles of its colour; two more plays" in panel.text
    assert "New shrimp" not in panel.text, "only what can be chosen now"
    panel = await picked(process, mover, panel, "larva")
    panel = await picked(process, mover, panel, "place")
    await picked(process, mover, panel, "collect")
    await reef.at("turn 2")
    await sandbox.wait_for(lambda: held(mover).text != hand, what="the new hand")


async def test_who_join_at_the_same_moment_wait_until_the_card_shows_the_words_before(
    sandbox: Sandbox, host: Host
) -> None:
    ann, *others = (sandbox.person(name) for name in NAMES)
    await ann.slash("reef new", {"players": 4, "words": "one"})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    await asyncio.gather(*(person.slash("game join", {"words": f"of {person.name}"}) for person in others))
    await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
    await sandbox.wait_for(
        lambda: all(f"`of {person.name}`" in lobby.text for person in others), what="everybody's words"
    )
