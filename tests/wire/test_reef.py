"""Reef Encounter over the wire: turns of many actions, hands that are their owners' alone, going back."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.service.game.picking import token_of
from engines.record import Made, read, verify
from engines.reef.counts import from_letters, things
from engines.reef.engine import REEF
from engines.reef.questions import tell_hand
from engines.reef.setup import set_up as deal
from engines.reef.state import ReefState
from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.entities import Channel
from sandbox.world.permissions import MANAGE_GUILD
from tests.engines.reef.greedy_player import greedy_choice
from tests.records import golden_record
from tests.wire.hosting import Host, hosted, shown_to
from tests.wire.panels import pick, picks

pytestmark = [pytest.mark.wire, pytest.mark.slow]

NAMES = ("Ann", "Bob", "Cleo", "Dan")
SEATS = ("Purple", "Green", "Red", "Yellow")


class Reef:
    """A game of the first so many people, each in the seat of the same number."""

    def __init__(self, sandbox: Sandbox, thread: Channel, people: list[Person]) -> None:
        self.sandbox = sandbox
        self.thread = thread
        self.people = people
        self.code = thread.name.split()[0]

    @classmethod
    async def opened(cls, sandbox: Sandbox, players: int = 2, **options: Any) -> Reef:
        people = [sandbox.person(name) for name in NAMES[:players]]
        # With words of theirs the draws do not hang on the ids of interactions.
        words = {"words": "the sea"}
        await people[0].slash("reef new", {"seat": SEATS[0], "players": players, **words, **options})
        lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
        for person, seat in zip(people[1:], SEATS[1:], strict=False):
            await person.slash("game join", {"seat": seat, **words})
        await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
        reef = cls(sandbox, sandbox.channel(lobby), people)
        await reef.card()
        return reef

    async def card(self, after: SeenMessage | None = None) -> SeenMessage:
        return await self.sandbox.message(self.thread, lambda look: "Board" in look.labels, after=after)

    async def legal(self, person: Person, start: str = "") -> list[str]:
        offered = await person.autocomplete(
            "move", {"notation": start}, focused="notation", channel=self.thread
        )
        # Where nothing is legal, what was typed comes back with the reason.
        return [choice["value"] for choice in offered if choice["value"] not in {start, "?"}]

    async def do(self, person: Person, text: str) -> SeenMessage:
        reply = (await person.slash("move", {"notation": text}, channel=self.thread)).reply
        assert "✅" in reply.text, reply.text
        return reply

    async def chosen(self, but: Person | None = None) -> Person:
        """Everybody, but who has chosen before, chooses; who begins."""
        for person in (one for one in self.people if one is not but):
            hand = (await person.slash("reef hand", channel=self.thread)).reply.text
            # Of two colours that are held: a cube can be played whichever tile goes into the fish.
            words = re.findall("white|yellow|orange|pink|grey", hand.split("**Larva")[0])
            held = [word[0].upper() for word in words]
            await self.do(person, f"choose {held[0]} {held[0]}{held[1]}")
        await self.at("turn 1")
        return await self.mover()

    async def at(self, turn: str) -> SeenMessage:
        """The card of a turn."""
        return await self.sandbox.message(
            self.thread, lambda look: f"· {turn}\n" in look.text and look.files != []
        )

    def called(self, person: Person) -> str:
        """How the game calls a person: by name, the seat behind it."""
        return f"{person.name} ({SEATS[self.people.index(person)]})"

    def named(self, text: str) -> str:
        """An engine's words of seats as the game tells them of people."""
        for person, seat in zip(self.people, SEATS, strict=False):
            text = text.replace(seat, self.called(person))
        return text

    async def mover(self) -> Person:
        """Whose turn it is."""
        for person in self.people:
            if await self.legal(person, "collect"):
                return person
        raise AssertionError("it is nobody's turn")


async def test_going_back_within_a_turn_by_command_and_button(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    mover = await reef.chosen()
    other = next(person for person in reef.people if person is not mover)
    cube = (await reef.legal(mover, "tile"))[0]
    shrimp = (await reef.legal(mover, "shrimp"))[0]
    await reef.do(mover, f"{shrimp}; {cube}")
    result = (await mover.slash("reef undo", channel=reef.thread)).reply
    assert result.ephemeral
    assert f"Undone: {cube}." in result.text
    card = await reef.sandbox.message(
        reef.thread, lambda look: f"{reef.called(mover)} undoes {cube}" in look.text
    )
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


def stored(host: Host) -> ReefState:
    """The only game as it lies in the database, secrets included."""
    with contextlib.closing(sqlite3.connect(host.file)) as database:
        (state,) = database.execute("SELECT state FROM games").fetchone()
    return REEF.codec.decode_state(state)


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
    reef = await Reef.opened(sandbox, 3)
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


def held(person: Person) -> SeenMessage:
    """The one direct message that shows a person's hand."""
    shown = [look for look in person.dms if "your hand" in look.text]
    assert len(shown) == 1
    return shown[0]


async def test_a_hand_is_one_direct_message_that_is_kept_up_to_date(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    ann, bob = reef.people
    await sandbox.wait_for(lambda: ann.dms and bob.dms, what="the first hands")
    for person in reef.people:
        message = held(person)
        assert message.files
        assert "Behind your screen" in message.alt_texts[0]
        assert "**Fish**: nothing yet" in message.text
    before = held(bob).text
    await reef.do(ann, (await reef.legal(ann, "choose"))[0])
    await sandbox.wait_for(lambda: "once all have chosen" in held(ann).text, what="the new hand")
    assert held(ann).edited
    assert held(bob).text == before
    shown = (await ann.slash("reef hand", channel=reef.thread)).reply
    assert shown.ephemeral
    assert shown.text == held(ann).text
    assert await shown.file() == await held(ann).file()
    pressed = (await ann.click(await reef.card(), "My hand")).reply
    assert pressed.ephemeral
    assert pressed.text == shown.text
    in_dm = (await ann.slash("game hand", {"game": reef.code}, channel=ann.dm_channel)).reply
    assert in_dm.text == shown.text
    eve = sandbox.person("Eve")
    assert "You do not play" in (await eve.click(await reef.card(), "My hand")).reply.text


async def test_a_hand_that_was_deleted_comes_again(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    ann = reef.people[0]
    await sandbox.wait_for(lambda: ann.dms, what="the first hand")
    sandbox.delete_message(held(ann))
    await reef.do(ann, (await reef.legal(ann, "choose"))[0])
    await sandbox.wait_for(lambda: ann.dms, what="another message")
    assert "once all have chosen" in held(ann).text


async def test_who_leaves_a_seat_to_somebody_else_keeps_no_hand(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
    ann, eve, cleo = reef.people[0], sandbox.person("Eve"), sandbox.person("Cleo")
    sandbox.promote(cleo, MANAGE_GUILD)
    await sandbox.wait_for(lambda: ann.dms and ann.dms[0].files, what="the first hand")
    before, card = held(ann).text, await reef.card()
    wish = {"seat": SEATS[0], "player": eve}
    plan = (await cleo.slash("admin replace", wish, channel=reef.thread)).reply
    await cleo.click(plan, "Do it")
    await eve.click(await eve.wait_for_dm(lambda look: "Accept" in look.labels), "Accept")
    await sandbox.wait_for(lambda: not ann.dms[0].files, what="the hand to go")
    assert "Somebody else plays Purple now" in ann.dms[0].text
    await sandbox.wait_for(lambda: any(one.files for one in eve.dms), what="the hand of who is new")
    assert held(eve).text.partition("\n")[2].startswith(before.partition("\n")[2][:40])
    for label in ("My hand", "Move"):
        pressed = (await ann.click(card, label)).messages[-1]
        assert "You do not play" in pressed.text
        assert not pressed.files
    board = (await ann.slash("game show", channel=reef.thread)).reply
    public = (await cleo.slash("game show", channel=reef.thread)).reply
    assert await board.file() == await public.file()


async def test_closed_direct_messages_are_noticed_once(sandbox: Sandbox, host: Host) -> None:
    ann = sandbox.person("Ann")
    ann.close_dms()
    reef = await Reef.opened(sandbox)
    await sandbox.wait_for(
        lambda: any(one.status == 403 for one in sandbox.records.requests("POST", "/channels/*/messages")),
        what="the refusal",
    )
    ann.open_dms()
    await reef.chosen()
    assert not ann.dms
    assert "Larva cubes" in (await ann.click(await reef.card(), "My hand")).reply.text
    await ann.slash("game settings", {"hand_messages": True})
    if await reef.mover() is not ann:
        await reef.do(reef.people[1], "collect W")
    await reef.do(ann, "collect Y")
    await sandbox.wait_for(lambda: ann.dms, what="the hand")
    refusals = [one for one in sandbox.records.requests("POST", "/channels/*/messages") if one.status == 403]
    assert len(refusals) == 1


async def test_the_panel_leads_through_a_turn(sandbox: Sandbox, host: Host) -> None:
    reef = await Reef.opened(sandbox)
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
    assert f"{reef.called(mover)} undoes 2 actions" in card.text, "the card of the turn tells it"


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
    reef = await Reef.opened(sandbox)
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
    reef = await Reef.opened(sandbox)
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
    reef = await Reef.opened(sandbox, players, advanced=players == 3)
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
    assert all(len([dm for dm in person.dms if "your hand" in dm.text]) == 1 for person in reef.people[:-1])
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
    reef = await Reef.opened(sandbox, len(record.seats))
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
    reef = await Reef.opened(sandbox)
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


@pytest.mark.slow
async def test_a_hand_leaves_no_trace_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Twice the same game but for Ann's tiles, their number included, and what she puts into her fish.

    Everything that Bob and a bystander are shown is the same to the byte: cards, pictures, answers,
    autocomplete, refusals, direct messages, histories, exports.
    """
    seen = []
    for run, (tiles, fish) in enumerate((("WWWPPGG", "W"), ("YYPPPOOOG", "Y"))):
        monkeypatch.setattr("bot.service.facade.SystemRandom", lambda: Random(7))
        monkeypatch.setitem(vars(REEF), "set_up", lambda *given, tiles=tiles: dealt(tiles, *given))
        folder = tmp_path / str(run)
        folder.mkdir()
        async with Sandbox() as sandbox, hosted(sandbox, folder) as host:
            seen.append(await spied_on(host, fish))
    assert seen[0].pop("Ann") != seen[1].pop("Ann")
    assert seen[0] == seen[1]
    assert len(seen[0]["Bob"]) > 20
    text = "".join(capfd.readouterr())
    for secret in ("Hand", "choose W", "choose Y", "WWWPPGG"):
        assert secret not in text


def dealt(tiles: str, *given: Any) -> ReefState:
    """The game's own set-up, but with these tiles in the first seat's hand."""
    return deal(*given).with_player(0, hand=from_letters(tiles))


async def spied_on(host: Host, fish: str) -> dict[str, list[str]]:
    """What each comes to see of a game in which Ann does the same whatever she holds."""
    sandbox = host.sandbox
    reef = await Reef.opened(sandbox)
    ann, bob = reef.people
    eve = sandbox.person("Eve")
    answers: list[str] = []

    async def ask(person: Person, command: str, **options: Any) -> None:
        reply = (await person.slash(command, options, channel=reef.thread)).reply
        files = [sha256(await reply.file(index)).hexdigest() for index in range(len(reply.files))]
        answers.append(plain("\n".join((command, reply.text, *reply.alt_texts, *files))))

    async def spy() -> None:
        await host.delivered()
        for person in (bob, eve):
            for command in (
                "game show",
                "game history",
                "game record export",
                "reef hand",
                "reef values",
                "game moves",
            ):
                await ask(person, command)
            await ask(person, "reef tile", colour="W")
            await ask(person, "move", notation="larva P; place B1:A1")
            for command, option in (("move", "notation"), ("reef larva", "colour"), ("reef tile", "colour")):
                answers.append(str(await person.autocomplete(command, focused=option, channel=reef.thread)))

    await host.delivered()
    await reef.do(ann, f"choose {fish} PG")
    await spy()
    await reef.do(bob, (await reef.legal(bob, "choose"))[0])
    await reef.at("turn 1")
    if await reef.mover() is bob:
        await host.delivered()
        await reef.do(bob, "collect Y")
        await reef.at("turn 2")
    await host.delivered()
    await reef.do(ann, "larva P")
    await host.delivered()
    await reef.do(ann, (await reef.legal(ann, "place"))[0])
    await spy()
    await ann.slash("reef undo", channel=reef.thread)
    await host.delivered()
    await reef.do(ann, "cancel; collect O")
    await sandbox.message(reef.thread, lambda look: look.mentions == ["Bob"])
    await spy()
    shown = {"answers": answers}
    for person in (ann, bob, eve):
        # In the order of what is said, not of moments: cards and direct messages come side by side.
        bodies = {plain(one.body.decode()) for one in shown_to(sandbox, person)}
        shown[person.name] = sorted(bodies)
    return shown


def plain(text: str) -> str:
    """Without moments and the numbers of messages."""
    return re.sub(r"<t:\d+|\d{15,20}", "…", text)


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
