"""Rows of a page: what a section of a long list holds is said in as many characters as Discord takes."""

import discord
import pytest

from bot.discord.interaction.choosing import page_of, rows_of
from bot.discord.interaction.components import SELECT_OPTIONS, ButtonState
from bot.discord.panels import questions
from bot.service.game.picking import Entry, level_of, sections_of
from engines.contract import Action, LazyOffer, Offer, Pick
from engines.registry import ENGINES
from engines.roses.actions import Drop


def described(*picks: Pick) -> list[str]:
    """What stands below the names of the sections into which these picks are divided."""

    def state(*parts: str) -> ButtonState:
        return ButtonState("choose", "K7QX", 1, 0, "/".join(parts))

    *_, (select,) = rows_of(page_of([Entry(pick) for pick in picks], ()), state)
    assert isinstance(select.item, discord.ui.Select)
    return [str(option.description) for option in select.item.options]


def test_a_section_is_described_by_places_or_by_what_is_no_place() -> None:
    on_board = [Pick(f"p{number}", f"p{number} · soldier", at=f"p{number}") for number in range(24)]
    first, *_ = described(*on_board, Pick("no", "Nothing"))
    assert first.startswith("p0, p1, p2")
    assert described(*on_board, Pick("no", "Nothing"))[-1].endswith("Nothing")


def test_a_long_section_is_described_in_a_hundred_characters() -> None:
    long = [Pick(f"p{number}", f"{number:02} {'x' * 40}") for number in range(60)]
    assert {len(text) for text in described(*long)} == {100}


def test_a_section_is_opened_that_is_there() -> None:
    entries = [Entry(Pick(f"p{number}", f"p{number}")) for number in range(60)]
    sections = page_of(entries).sections
    opened = [page_of(entries, (number,)).entries for number in range(len(sections) + 1)]
    assert opened == [*(section for _, section in sections), tuple(entries)]


class Known(LazyOffer[Action]):
    """Says its first pick before its paths are made."""

    @property
    def first(self) -> str:
        return self.paths[0][0].value


@pytest.mark.parametrize("kind", [LazyOffer, Known])
def test_a_first_question_with_one_answer_is_not_asked(kind: type[LazyOffer[Action]]) -> None:
    def offer(*values: str) -> Offer[Action]:
        path = tuple(Pick(value, value.upper()) for value in values)
        return kind(Drop(values[-1]), values[-1], None, lambda: (path,))

    level = level_of([offer("go", "c1"), offer("go", "d1")])
    assert [entry.pick.value for entry in level.entries] == ["c1", "d1"]
    level = level_of([offer("go", "c1"), offer("stay", "d1")])
    assert [entry.pick.value for entry in level.entries] == ["go", "stay"]


def test_parts_of_a_group_do_not_repeat_its_name() -> None:
    entries = [Entry(Pick(f"r{n}", f"Region {cell}", group="region")) for n, cell in enumerate(("A1", "J3"))]
    assert [section.name for section in sections_of(entries, 1, 25)] == ["region: A1", "region: J3"]


def test_a_long_list_is_divided_into_no_more_sections_than_a_select_holds() -> None:
    def sections(count: int, size: int, most: int, groups: tuple[str, ...] = ("",)) -> list[tuple[str, int]]:
        names = [f"p{number}" for number in range(count)]
        entries = [Entry(Pick(name, name, group=group)) for group in groups for name in names]
        return [(section.name, len(section.entries)) for section in sections_of(entries, size, most)]

    assert sections(61, 20, 2) == [("p0 to p29", 30), ("p30 to p60", 31)]
    assert sections(40, 20, 2) == [("p0 to p19", 20), ("p20 to p39", 20)]
    assert sections(3, 1, 3) == [("p0", 1), ("p1", 1), ("p2", 1)]
    assert sections(2, 20, 2, ("A", "B")) == [("A", 2), ("B", 2)]
    assert sections(2, 20, 1, ("A", "B")) == [("p0 to p1", 4)]
    assert sections(30, 20, 3, ("A", "B")) == [("A", 30), ("B", 30)]


def test_questions_about_actions_are_found_by_kind_and_then_by_cell() -> None:
    """They were cut into parts such as “leader merchant A8 to leader scientist L1”."""
    engine = ENGINES["tae"]
    state = engine.start(engine.options({}), 2, "5eed" * 16)
    asked = engine.questions.suggest(state, engine.to_act(state)[0])
    page = questions._page([questions._entry(one) for one in asked], ())
    names = [section.name for section in page.sections]
    assert names[:4] == ["scores", "resources", "combats", "region"]
    assert names[4:6] == ["preview leader merchant: B1 to N6", "preview leader merchant: H7 to L11"]
    assert all(name.startswith(("preview leader ", "preview colony ")) for name in names[4:])
    assert len(names) <= SELECT_OPTIONS
