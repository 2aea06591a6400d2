"""Panels lead pick by pick to an action, and back; each press knows all it needs by itself."""

from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.formatting.markdown import played_words
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.panels import panel, toggles
from bot.service.values.answers import Choices, Played, Preview, StagedChoices, TogglePress, UndoRange
from bot.service.values.refused import MOMENTS, Refused
from engines.contract import END, LazyOffer, Offer, Outcome, Pick, StagedPanel, StepSummary, Toggle
from engines.roses.actions import Pass
from tests.discord.fake_interaction import FakeInteraction, buttons, looks, options
from tests.discord.summaries import ANN, summary
from tests.service.actors import refusal


def offer(notation: str, *path: str) -> Offer[Any]:
    """An action that is reached by these picks."""
    picks = tuple(Pick(value, f"to {value}", f"note of {value}") for value in path)
    return LazyOffer(Pass(), notation, lambda: (notation, ""), lambda: (picks,))


OFFERS = (offer("drop a1", "drop", "a1"), offer("drop b1", "drop", "b1"), offer("go", "step", "c1", "d1"))


class FakePlay:
    """The use cases of play, with these offers."""

    def __init__(self, *offers: Offer[Any], undoable: int = 0, redoable: int = 0, **changes: Any) -> None:
        self.offers = offers
        self.within = UndoRange(undoable, redoable)
        self.summary = summary(**changes)
        self.hints = ""
        self.view: Any = SimpleNamespace(prompt="White drops a soldier", notes=())
        self.asks = True
        """Whether actions are to be confirmed."""
        self.board: StagedPanel | None = None
        self.foreseen: tuple[str, ...] = ("a soldier steps",)
        self.refusal: Refused | None = None
        self.asked: list[tuple[str, Any]] = []

    async def choices(self, _person: object, _code: str, *, after: str = "") -> Choices:
        return Choices(self.summary, 0, self.offers, lambda: self.view, self.hints)

    async def undo_range(self, _person: object, _code: str) -> UndoRange:
        return self.within

    async def with_undo_range(self, _live: object, done: Played | Preview) -> Played | Preview:
        return done

    async def staging(self, _person: object, _code: str) -> StagedChoices | None:
        return None if self.board is None else StagedChoices(self.summary, 0, self.board, None)  # type: ignore[arg-type]

    async def attempt(self, person: object, code: str, action: Any, **how: Any) -> Played | Preview:
        assert how.pop("pointed")
        if not self.asks:
            return await self.act(person, code, action, **how)
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(("preview", how["expected_public_version"]))
        return Preview(self.summary, 0, "go", "step to d1", None, self.foreseen)

    async def act(self, person: object, code: str, action: Any, **how: Any) -> Played:
        assert (person, code, how["cause"].key) == (ANN, "K7QX", "discord:9000")
        self.asked.append((str(action), how["expected_public_version"]))
        if self.refusal is not None:
            raise self.refusal
        self.played = action
        return Played(self.summary, "step to d1", ("a soldier steps",))

    async def take_back(self, _person: object, _code: str, *, whole: bool, **how: Any) -> Played:
        self.asked.append(("all" if whole else "last", how["expected_public_version"]))
        if self.refusal is not None:
            raise self.refusal
        return Played(self.summary, "undo the last step", ())

    async def redo(self, _person: object, _code: str, **how: Any) -> Played:
        self.asked.append(("again", how["expected_public_version"]))
        if self.refusal is not None:
            raise self.refusal
        return Played(self.summary, "step to d1", ("a soldier steps",))


class Panel:
    """A panel that Ann presses on."""

    def __init__(self, *offers: Offer[Any], **more: Any) -> None:
        self.play = FakePlay(*(offers or OFFERS), **more)

        async def nothing(*_: object) -> None:
            return None

        service = SimpleNamespace(play=self.play, undo=self.play, dm_routes=SimpleNamespace(follow=nothing))
        self.interaction = FakeInteraction(service)
        self.pictures = drawing(self.interaction)

    @property
    def text(self) -> str:
        return self.interaction.sent[-1].text

    @property
    def buttons(self) -> dict[str, str]:
        return buttons(self.interaction.sent[-1].content["view"])

    @property
    def options(self) -> dict[str, str | None]:
        return dict(options(self.interaction.sent[-1].content["view"]))

    async def press(
        self, handler: Any, action: str, payload: str = "", *values: str, version: int = 7
    ) -> None:
        state = ButtonState(action, "K7QX", version, 0, payload, values=values)
        await handler(await self.interaction.identified(), state)

    async def click(self, label: str, *values: str) -> None:
        """Press what the panel shows."""
        number = self.buttons[label]
        match = StatefulItem.__discord_ui_compiled_template__
        found = match.fullmatch(number)
        assert found is not None, number
        state = ButtonState.matched(found)._replace(values=values)
        handlers = {
            "choose": panel.choose,
            "play": panel.play,
            "close": panel.close,
            "takeback": panel.take_back,
            "redo": panel.redo,
        }
        handlers["switch"] = toggles.press
        await handlers[state.action](await self.interaction.identified(), state)


async def test_pick_by_pick_to_a_preview_and_back() -> None:
    ann = Panel()
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]
    await ann.click("to drop")
    assert list(ann.buttons) == ["to a1", "to b1", "Back", "Look", "Close"]
    assert "**To drop**: what next?" in ann.text
    assert "-# **to a1**: note of a1" in ann.text
    await ann.click("to b1")
    assert ann.play.asked == [("preview", 7)]
    assert "-# step to d1" in ann.text
    assert "A soldier steps." in ann.text
    assert list(ann.buttons) == ["Play it", "Back", "Close"]
    await ann.click("Back")
    assert list(ann.buttons) == ["to a1", "to b1", "Back", "Look", "Close"]
    await ann.click("Back")
    assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]
    await ann.click("Close")
    assert "nothing was played" in ann.text


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("White drops a soldier", "You drop a soldier."),
        ("White to move up to six pieces", "Move up to six pieces."),
        ("White's turn", "Your turn."),
        ("Black drops a soldier", "Bob (Black) drops a soldier."),
    ],
)
async def test_a_panel_speaks_to_its_reader(prompt: str, told: str) -> None:
    ann = Panel()
    ann.play.view.prompt = prompt
    await ann.press(panel.open_panel, "move")
    assert told in ann.text.split("\n")


async def test_a_preview_speaks_to_its_reader() -> None:
    ann = Panel()
    ann.play.foreseen = ("White moves c3 to d3", "Black's castle falls")
    await ann.press(panel.choose, "choose", "step/c1/d1")
    assert "You move c3 to d3; Bob's castle falls." in ann.text


async def test_from_deep_among_the_picks_each_step_back_takes_one_of_them_back() -> None:
    ways = [tuple(way) for way in ("ace", "acf", "ad", "b")]
    picks = [tuple(Pick(one, f"to {one}") for one in way) for way in ways]
    ann = Panel(*(LazyOffer(Pass(), way[-1].value, paths=partial(tuple, [way])) for way in picks))
    await ann.press(panel.open_panel, "move")
    shown = [list(ann.buttons)]
    for label in ("to a", "to c"):
        await ann.click(label)
        shown.append(list(ann.buttons))
    assert [one[:2] for one in shown] == [["to a", "to b"], ["to c", "to d"], ["to e", "to f"]]
    for before in (shown[1], shown[0]):
        await ann.click("Back")
        assert list(ann.buttons) == before


async def test_a_pick_may_say_itself_what_is_asked_once_it_is_picked() -> None:
    soldier = Pick("d3", "d3", "move this soldier", at="d3", then="Soldier d3: where to?")
    ways = [(soldier, Pick(target, target, at=target)) for target in ("d4", "e4")]
    ann = Panel(*(LazyOffer(Pass(), way[1].value, paths=partial(tuple, [way])) for way in ways))
    await ann.press(panel.choose, "choose", "d3")
    assert "**Soldier d3: where to?**" in ann.text
    assert "what next" not in ann.text


async def test_the_last_pick_says_what_is_asked() -> None:
    first, second = (Pick(one, one, then=f"After {one}?") for one in ("d3", "d4"))
    ways = [(first, second, Pick(end, end)) for end in "ab"]
    ann = Panel(*(LazyOffer(Pass(), way[2].value, paths=partial(tuple, [way])) for way in ways))
    await ann.press(panel.choose, "choose", "d3/d4")
    assert "**After d4?**" in ann.text


async def test_a_pick_below_a_hand_plays_nothing_however_old_it_is() -> None:
    ann = Panel()
    await ann.press(panel.use_hand, "held", "drop", version=2)
    assert list(ann.buttons) == ["to a1", "to b1", "Back", "Look", "Close"]
    await ann.press(panel.use_hand, "held", "gone", version=2)
    assert "You cannot do that now" in ann.text
    whole = Panel(offer("grab", "grab"))
    whole.play.asks = False
    await whole.press(panel.use_hand, "held", "grab")
    assert list(whole.buttons) == ["to grab", "Look", "Close"]
    assert whole.play.asked == []


async def test_what_need_not_be_confirmed_is_played_by_its_last_pick() -> None:
    ann = Panel()
    ann.play.asks = False
    await ann.press(panel.choose, "choose", "drop/b1")
    assert ann.play.played is OFFERS[1].action
    assert ann.text.startswith("**Guerre des Deux Roses** `K7QX`")
    assert "✅ A soldier steps.\n-# step to d1" in ann.text
    assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]


async def test_a_question_with_one_answer_is_not_asked_but_the_last_one() -> None:
    ann = Panel(offer("go", "step", "c1", "d1"))
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["to d1", "Look", "Close"]
    assert "**To step, to c1**: what next?" in ann.text
    await ann.click("to d1")
    assert ann.play.asked == [("preview", 7)]


async def test_a_preview_is_played_and_the_panel_goes_on() -> None:
    ann = Panel()
    await ann.press(panel.play, "play", "go")
    assert ann.play.asked == [("go", 7)]
    assert "✅ A soldier steps." in ann.text
    assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]


async def test_a_panel_of_an_earlier_position_shows_the_present_one() -> None:
    for handler, action, payload in ((panel.choose, "choose", "drop/a1"), (panel.open_panel, "move", "")):
        ann = Panel()
        await ann.press(handler, action, payload, version=6)
        assert "present one" in ann.text
        assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]
    for handler, action in ((panel.play, "play"), (panel.choose, "choose")):
        ann = Panel()
        ann.play.refusal = Refused("stale", "The game has gone on.")
        await ann.press(handler, action, "drop/a1")
        assert "The game has gone on." in ann.text
        ann.play.refusal = Refused("not_your_turn", "No.")
        assert await refusal(ann.press(handler, action, "drop/a1")) == "not_your_turn"


async def test_buttons_of_a_former_kind_open_the_panel_as_it_is_now() -> None:
    ann = Panel()
    await ann.press(panel.open_former, "pick", "0/drop", "a1")
    assert "out of date" in ann.text
    assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]


@pytest.mark.parametrize("payload", ["jump", "drop/zz", "drop/b1/b1", "+7", "+x"])
async def test_picks_that_lead_nowhere_begin_again(payload: str) -> None:
    ann = Panel()
    await ann.press(panel.choose, "choose", payload)
    assert [label for label in ann.buttons if label != "Back"] == ["to drop", "to step", "Look", "Close"]
    assert ann.play.asked == []


def cells(number: int, *, groups: int = 1) -> list[Offer[Any]]:
    """So many offers of one pick each, in groups; the last are those that one likely wants."""
    picks = [
        Pick(
            f"c{place}",
            f"c{place}",
            at=f"c{place}",
            group=f"g{place * groups // number}" if groups > 1 else "",
        )
        for place in range(number)
    ]
    return [
        LazyOffer(Pass(), pick.value, paths=lambda pick=pick: ((pick,),), rank=lambda place=place: place)  # type: ignore[misc]
        for place, pick in enumerate(picks)
    ]


async def test_twenty_are_buttons_and_marked_on_the_board() -> None:
    ann = Panel(*cells(20))
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == [*(f"c{place}" for place in range(20)), "Look", "Close"]
    assert ann.pictures.frames[-1].choices == tuple(f"c{place}" for place in range(20))


async def test_of_more_the_best_are_buttons_and_a_select_leads_to_all() -> None:
    ann = Panel(*cells(60, groups=2))
    await ann.press(panel.open_panel, "move")
    more = "More: 20 of 60 shown"
    assert list(ann.buttons) == [*(f"c{place}" for place in range(40, 60)), more, "Look", "Close"]
    assert list(ann.options) == ["g0: c0 to c14", "g0: c15 to c29", "g1: c30 to c44", "g1: c45 to c59"]
    assert str(ann.options["g0: c15 to c29"]).startswith("c15, c16, c17")
    await ann.click(more, "+1")
    assert list(ann.buttons) == [*(f"c{place}" for place in range(15, 30)), "Back", "Look", "Close"]
    assert ann.pictures.frames[-1].choices == tuple(f"c{place}" for place in range(15, 30))
    assert "**G0: c15 to c29**: what next?" in ann.text
    await ann.click("c20")
    assert ann.play.asked == [("preview", 7)]
    await ann.press(panel.choose, "choose", "+1")
    await ann.click("Back")
    assert more in ann.buttons


async def test_thousands_are_found_as_well() -> None:
    ann = Panel(*cells(1000, groups=40))
    await ann.press(panel.open_panel, "move")
    (more,) = (label for label in ann.buttons if label.startswith("More"))
    assert len(ann.options) == 25
    await ann.click(more, "+3")
    (more,) = (label for label in ann.buttons if label.startswith("More"))
    await ann.click(more, "+0")
    assert next(iter(ann.buttons)) == "c120"
    await ann.click("c121")
    assert ann.play.asked == [("preview", 7)]


async def test_what_ends_the_turn_stands_in_the_last_row() -> None:
    end = LazyOffer(Pass(), "end", paths=lambda: ((Pick("end", "End the turn", group=END),),))
    ann = Panel(*cells(3), end, undoable=2, key="reef")
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["c0", "c1", "c2", "Undo", "Undo all 2", "End the turn", "Look", "Close"]
    await ann.click("End the turn")
    assert ann.play.asked == [("preview", 7)]


def ends(count: int) -> list[Offer[Any]]:
    """Actions that end a turn."""
    return [
        LazyOffer(Pass(), f"e{n}", paths=lambda n=n: ((Pick(f"e{n}", f"End {n}", group=END),),))  # type: ignore[misc]
        for n in range(count)
    ]


@pytest.mark.parametrize(("count", "more"), [(2, ["Show"]), (3, [])])
async def test_what_else_is_offered_stands_in_the_last_row_where_there_is_room(
    count: int, more: list[str]
) -> None:
    ann = Panel(*cells(2), *ends(count))
    source = panel.PanelSource(await ann.play.choices(ANN, "K7QX"), action="try", back=("try", "0/"))
    source = source._replace(also=(source.state("share", "0/").button("Show"),))
    await panel.show_level(await ann.interaction.identified(), source)
    last = [f"End {n}" for n in range(count)]
    assert list(ann.buttons) == ["c0", "c1", "Back", *last, *more, "Close"]


async def test_more_ends_than_have_room_stand_with_the_rest() -> None:
    ann = Panel(*cells(2), *ends(3), undoable=2, key="reef")
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["c0", "c1", "End 2", "Undo", "Undo all 2", "End 0", "End 1", "Close"]


async def test_the_picks_made_are_marked_on_the_board() -> None:
    soldier, target = Pick("c3", "c3", at="c3"), Pick("x", "d4", at="d4")
    ann = Panel(
        LazyOffer(Pass(), "one", paths=lambda: ((soldier, target),)),
        LazyOffer(Pass(), "two", paths=lambda: ((soldier, Pick("pass", "stay")),)),
        LazyOffer(Pass(), "three", paths=lambda: ((Pick("e3", "e3", at="e3"),),)),
    )
    await ann.press(panel.choose, "choose", "c3")
    assert [(frame.choices, frame.chosen) for frame in ann.pictures.frames] == [(("d4",), ("c3",))]


@pytest.mark.parametrize(("undoable", "labels"), [(0, []), (1, ["Undo"]), (2, ["Undo", "Undo all 2"])])
async def test_what_can_be_taken_back_has_a_button(undoable: int, labels: list[str]) -> None:
    ann = Panel(undoable=undoable, key="reef")
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["to drop", "to step", *labels, "Look", "Close"]
    for label in labels:
        await ann.click(label)
        assert "↩️ Undone: the last step." in ann.text
    assert [how for how, _ in ann.play.asked] == ["last", "all"][: len(labels)]
    # Where nothing is ever taken back, nobody looks for it.
    ann = Panel(undoable=undoable, key="gods")
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["to drop", "to step", "Look", "Close"]


async def test_what_was_taken_back_can_be_done_again_from_the_panel() -> None:
    ann = Panel(undoable=1, redoable=1, key="reef")
    await ann.press(panel.open_panel, "move")
    assert list(ann.buttons) == ["to drop", "to step", "Undo", "Redo", "Look", "Close"]
    await ann.click("Redo")
    assert ann.play.asked == [("again", 7)]
    assert "a soldier steps" in ann.text.lower()
    ann.play.refusal = Refused("nothing_to_redo", "Too late.")
    await ann.press(panel.redo, "redo")
    assert "Too late." in ann.text


async def test_what_can_no_longer_be_taken_back_is_told_in_the_panel() -> None:
    ann = Panel(undoable=1, key="reef")
    for code in ("stale", "nothing_to_undo", "revealed"):
        ann.play.refusal = Refused(code, "Too late.")
        await ann.press(panel.take_back, "takeback")
        assert "Too late." in ann.text
    ann.play.refusal = Refused("busy", "Later.")
    assert await refusal(ann.press(panel.take_back, "takeback")) == "busy"


async def test_hints_stand_over_the_first_question_alone() -> None:
    ann = Panel()
    ann.play.hints = "You may still drop."
    await ann.press(panel.open_panel, "move")
    assert "You may still drop." in ann.text
    await ann.click("to drop")
    assert "You may still drop." not in ann.text


class Pictures:
    """Draws nothing, and keeps what was asked for."""

    def __init__(self) -> None:
        self.frames: list[Any] = []

    async def picture(self, _key: str, _view: object, frame: Any) -> discord.File:
        self.frames.append(frame)
        return discord.File(BytesIO(b"png"), filename="gods.png")


def drawing(interaction: FakeInteraction) -> Pictures:
    """Give an interaction pictures."""

    async def preferences(_: object) -> SimpleNamespace:
        return SimpleNamespace(theme="dark")

    context = interaction.client.context
    context.service.preferences = SimpleNamespace(of=preferences)
    pictures = Pictures()
    object.__setattr__(context, "pictures", pictures)
    return pictures


async def test_a_panel_shows_the_board_from_its_players_side() -> None:
    ann = Panel()
    await ann.press(panel.open_panel, "move")
    shown = [(frame.perspective, frame.preview, frame.theme) for frame in ann.pictures.frames]
    assert shown == [(0, False, "dark")]
    assert [file.filename for file in ann.interaction.sent[-1].content["attachments"]] == ["gods.png"]


async def test_a_preview_shows_the_position_that_would_be() -> None:
    ann = Panel()
    frames = ann.pictures.frames
    view: Any = object()
    seen = Preview(ann.play.summary, 0, "go", "step to d1", view, words="w" * 4000)
    await panel.show_preview(await ann.interaction.identified(), seen)
    assert [(frame.preview, frame.recent_events) for frame in frames] == [(True, "")]
    assert looks(ann.interaction.sent[-1].content["view"]) == ["+Play it", "Close"]
    assert 2900 < ann.text.count("w") <= 3000


async def test_the_banner_of_a_preview_speaks_to_its_reader() -> None:
    ann = Panel()
    view: Any = object()
    seen = Preview(ann.play.summary, 0, "go", "step to d1", view, ("White moves c3 to d3",))
    await panel.show_preview(await ann.interaction.identified(), seen)
    assert [frame.recent_events for frame in ann.pictures.frames] == ["You move c3 to d3."]


def toggles_panel(*rows: tuple[Toggle, ...]) -> Panel:
    """A panel of toggles."""
    ann = Panel()
    ann.play.board = StagedPanel("attack BLUE", rows)
    return ann


async def test_a_press_on_a_toggle_says_what_it_is_to_be() -> None:
    ann = toggles_panel(
        (Toggle("blue", "BLUE", "plan Ab", on=True), Toggle("green", "GREEN", "plan Ag", on=False)),
        (Toggle("ready", "Ready", "ready"), Toggle("clear", "Clear", None)),
    )
    await ann.press(panel.open_panel, "move")
    assert looks(ann.interaction.sent[-1].content["view"]) == [
        "+✓ BLUE",
        "GREEN",
        "Ready",
        "(Clear)",
        "Look",
        "Plan ahead",
    ]
    assert ann.buttons == {
        "✓ BLUE": "tb:switch:K7QX:7:0:blue/0",
        "GREEN": "tb:switch:K7QX:7:0:green/1",
        "Ready": "tb:switch:K7QX:7:0:ready/",
        "Clear": "tb:switch:K7QX:7:0:clear/",
        "Look": "tb:board:K7QX:7::",
        "Plan ahead": "tb:plan:K7QX:7::",
    }
    for label, on in (("✓ BLUE", False), ("GREEN", True), ("Ready", None)):
        await ann.click(label)
        assert ann.play.played == TogglePress(label.removeprefix("✓ ").lower(), on)
    assert ann.play.asked[-1][1] == 7
    assert "✅ A soldier steps." in ann.text


@pytest.mark.parametrize("width", range(6))
async def test_the_look_stands_in_the_last_row_that_has_room(width: int) -> None:
    ann = toggles_panel(*[tuple(Toggle(f"{n}", f"{n}", None) for n in range(width))] * min(width, 1))
    await ann.press(panel.open_panel, "move")
    (box,) = ann.interaction.sent[-1].content["view"].to_components()
    rows = [one["components"] for one in box["components"] if one["type"] == 1]
    assert [len(row) for row in rows] == ([5, 1, 1] if width == 5 else [width + 1, 1])


@pytest.mark.parametrize(
    ("code", "words"), [("stale", "Gone on."), ("no_switch", "Gone on."), ("no_change", "attack BLUE")]
)
async def test_a_press_that_changes_nothing_shows_the_panel_as_it_is(code: str, words: str) -> None:
    ann = toggles_panel((Toggle("blue", "BLUE", "plan Ab", on=True),))
    ann.play.refusal = Refused(code, "Gone on.")
    await ann.press(toggles.press, "switch", "blue/0")
    assert words in ann.text
    assert ("Gone on." in ann.text) is (code != "no_change")
    assert "✓ BLUE" in ann.buttons


async def test_any_other_refusal_of_a_press_is_one() -> None:
    ann = toggles_panel((Toggle("blue", "BLUE", "plan Ab", on=True),))
    ann.play.refusal = Refused("closing", "Not now.", passes_within=MOMENTS)
    assert await refusal(ann.press(toggles.press, "switch", "blue/0")) == "closing"


async def test_the_end_puts_the_toggles_away() -> None:
    ann = toggles_panel((Toggle("blue", "BLUE", "plan Ab", on=True),))
    over = Outcome((1, 2), "alone", "RED wins.")
    ann.play.summary = summary(status="finished", outcome=over, to_act=())
    await ann.press(toggles.press, "switch", "blue/0")
    assert "RED wins." in ann.text
    assert ann.buttons == {}


async def test_much_that_has_happened_is_said_in_a_few_words() -> None:
    lines = tuple(f"White takes {number}" for number in range(4))
    told = StepSummary("Round 3: White falls", "**Round 3**")
    played = Played(summary(), "ready, round 3: ...", lines, step_summary=told)
    assert played_words(played) == "✅ Round 3: Ann (White) falls. See the card.\n-# ready, round 3: ..."
    assert "takes 2" in played_words(Played(summary(), "3", lines[:3], step_summary=told))
