"""What all doors say, with names and times as this test writes them."""

from dataclasses import replace as changed
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.sentences import agreements, answers, draws, plays, requests, reviews, speech, turns
from bot.service.jobs.reviews import ReviewPage, ShownSwing
from bot.service.play.orders import Order, Planned
from bot.service.values.answers import Played, Preview, Proof, UndoAnswer, Vacation
from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.request import Person
from bot.service.values.seat_clocks import PauseRequest
from bot.service.values.terms import Terms
from engines.registry import ENGINES
from engines.reviewing import Review, Swing, Turn
from tests.discord.summaries import ANN, BOB, summary

SOON = datetime(2026, 1, 5, tzinfo=UTC)
ROSES = ENGINES["roses"]


class Spoken:
    """Marks what the sentences leave to the door."""

    def name(self, person: Person, *, mentioned: bool = False) -> str:
        return f"@{person.name}" if mentioned else person.name

    def moment(self, at: datetime) -> str:
        return f"{at:%d %B}"

    def ahead(self, at: datetime) -> str:
        return f"before {at:%d %B}"

    def literal(self, text: str) -> str:
        return f"‹{text}›"

    def fixed(self, text: str) -> str:
        return text


SPOKEN = Spoken()


def lobby(free: int, *people: Person, **facts: Any) -> GameSummary:
    names = ("White", "Black", "Red", "Blue")
    sitting = [*people, *(None for _ in range(free))]
    seats = tuple(SeatSummary(seat, names[seat], "W", person) for seat, person in enumerate(sitting))
    return summary(**{"status": "lobby", "to_act": (), "seats": seats} | facts)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (lobby(2), "It starts with two more players."),
        (lobby(1, ANN), "It starts with one more player."),
        (lobby(3, ANN, min_seats=2), "It starts with one more player, when one of you says so."),
        (lobby(3, ANN, min_seats=3), "It starts with two more players, when one of you says so."),
        (lobby(2, ANN, BOB, min_seats=2), "It starts when one of you says so, or with four players."),
        (lobby(0, ANN, BOB), "It starts when one of you says so, or with two players."),
    ],
)
def test_players_of_a_lobby_know_when_it_starts(shown: GameSummary, words: str) -> None:
    assert agreements.how_it_starts(shown, "says so") == words
    assert agreements.can_start(shown) == words.startswith("It starts when")


def test_more_players_than_are_needed_can_start_too() -> None:
    assert agreements.can_start(lobby(1, ANN, BOB, ANN, min_seats=2))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"deadline_hours": 24.0}, "24 h a turn"),
        ({"deadline_hours": 36.0}, "36 h a turn"),
        ({"deadline_hours": 48.0}, "2 days a turn"),
        ({"deadline_hours": 49.0}, "49 h a turn"),
        ({"deadline_hours": 72.0}, "3 days a turn"),
        ({"deadline_hours": 1.5}, "1.5 h a turn"),
        ({"deadline_hours": None}, "no clock"),
        ({"key": "gods", "deadline_hours": 24.0}, "24 h a round"),
        ({"key": "gods", "deadline_hours": 48.0}, "2 days a round"),
        ({"key": "gods", "deadline_hours": None, "seconds_per_period": 30.0}, "30 s a round"),
        ({"terms": Terms(bank_days=1)}, "1 day each"),
        ({"terms": Terms(bank_days=3)}, "3 days each"),
        ({"terms": Terms(bank_days=3, increment_hours=6)}, "3 days each, 6 h more with each turn"),
    ],
)
def test_the_clock_is_told_by_what_it_counts(facts: dict[str, Any], words: str) -> None:
    shown = summary(**facts)
    assert agreements.clock_words(shown, ENGINES[shown.key]) == words


@pytest.mark.parametrize(
    ("facts", "timed"),
    [
        ({}, True),
        ({"deadline_hours": None}, False),
        ({"deadline_hours": None, "seconds_per_period": 30.0}, True),
        ({"deadline_hours": None, "terms": Terms(bank_days=3, absence="substitute")}, True),
    ],
)
def test_what_becomes_of_absence_is_told_where_there_is_a_clock(facts: dict[str, Any], timed: bool) -> None:
    agreed = agreements.agreed_words(summary(**{"terms": Terms(absence="substitute")} | facts), ROSES)
    assert any("substitute" in words for words in agreed) == timed


def test_only_unusual_options_are_told() -> None:
    options = summary().options
    name = next(one for one, value in options.items() if value is False)
    assert agreements.option_words(summary(), ROSES) == []
    assert agreements.headlines(summary(), ROSES) == []
    unusual = summary(options={**options, name: True})
    told = agreements.option_words(unusual, ROSES) + agreements.headlines(unusual, ROSES)
    assert len(told) == 1


def test_a_vacation_is_told_from_day_to_day() -> None:
    away = Vacation((SOON, datetime(2026, 1, 9, tzinfo=UTC)), 20, None, begun=True)
    assert answers.vacation_words(away, "“away”", SPOKEN).startswith(
        "Your vacation: 05 January to 09 January."
    )
    here = replace(away, dates=None)
    assert answers.vacation_words(here, "“away”", SPOKEN).startswith("You are not away. You have 20 of ")


@pytest.mark.parametrize(
    ("did", "words"),
    [
        ("asked", "You asked for a pause until 05 January; Bob must agree within two days."),
        ("agreed", "You agreed; Bob must agree too."),
    ],
)
def test_who_asks_for_a_pause_learns_who_must_agree(did: Any, words: str) -> None:
    asked = summary(pausing=PauseRequest((0,), SOON), pausing_asked=(1,))
    assert answers.pause_words(asked, did, "It is paused.", SPOKEN) == words
    assert answers.pause_words(summary(), did, "It is paused.", SPOKEN) == "It is paused."


def test_who_would_end_a_game_learns_what_comes_of_it() -> None:
    def said(wished: bool, **facts: Any) -> str:
        return answers.ending_words(summary(**facts), "It was called off.", SPOKEN, wished=wished)

    asked = {"ending": (0,), "ending_asked": (1,)}
    assert said(True, **asked) == "You asked to end it without a result; Bob must agree."
    assert said(False) == "It goes on."
    assert said(True, status="abandoned") == "It was called off."


def planned(kind: Any, notation: str | None, *line: tuple[int, str], most: int | None = None) -> str:
    order = Order(1, kind, line, notation)
    return answers.order_words(order, Planned(summary(), 1, (order,), ()), str, "*", most)


def test_a_plan_is_told_with_what_is_still_to_be_said() -> None:
    assert planned("whatever", "@c5") == "Whatever happens: *@c5*"
    assert planned("pass", "pass") == "Until your turn, whenever you are called: *pass*"
    assert planned("line", "b", (0, "a")) == "If White plays a, then you play *b*"
    still = "If White plays a, you play b, then *what you play is still to be said*"
    assert planned("line", None, (0, "a"), (1, "b")) == still


def test_a_plan_that_is_too_long_loses_its_middle_and_no_more_than_that() -> None:
    line = [(0, letter) for letter in "abcd"]
    whole, *cut = (
        f"If {steps}, then you play *z*"
        for steps in (
            "White plays a, White plays b, White plays c, White plays d",
            "White plays a, White plays b, …, White plays d",
            "White plays a, …, White plays d",
            "White plays a, …",
        )
    )
    assert planned("line", "z", *line, most=len(whole)) == whole
    for shorter, longer in zip(cut, (whole, *cut), strict=False):
        assert planned("line", "z", *line, most=len(longer) - 1) == shorter
        assert planned("line", "z", *line, most=len(shorter)) == shorter
    assert planned("line", "z", *line, most=1) == cut[-1]
    assert planned("line", "z", (0, "a"), most=1) == "If White plays a, then you play *z*"


@pytest.mark.parametrize(
    ("status", "people", "drawn", "lots"),
    [
        ("lobby", 0, False, True),
        ("lobby", 1, False, False),
        ("lobby", 1, True, True),
        ("lobby", 2, False, False),
        ("lobby", 2, True, True),
        ("active", 2, False, True),
    ],
)
def test_lots_decide_seats_as_long_as_several_are_left_for_them(
    status: Any, people: int, drawn: bool, lots: bool
) -> None:
    some = lobby(2 - people, *(ANN, BOB)[:people], status=status, draws=False)
    shown = replace(some, seats=tuple(replace(one, drawn=drawn) for one in some.seats))
    by_lot = changed(ROSES, info=replace(ROSES.info, seating="lot"))
    in_order = changed(ROSES, info=replace(ROSES.info, seating="order"))
    assert draws.draws_anything(shown, by_lot) == lots
    assert not draws.draws_anything(shown, in_order)
    assert draws.draws_anything(replace(shown, draws=True), in_order)


def test_the_draw_is_promised_and_then_proved() -> None:
    alone = summary(seed_hash="h1", seed=None)
    both = summary(commitment="h2", secret=None, seed_hash="h1", contributions=("x", "y"))
    added = "By joining, players add to it: x, y"
    assert draws.seed_lines(alone, SPOKEN) == ["SHA-256 of the secret seed: h1"]
    assert draws.seed_lines(replace(alone, seed="s"), SPOKEN)[1:] == ["The seed: s"]
    assert draws.seed_lines(replace(alone, seed_hash=None), SPOKEN) == []
    assert draws.seed_lines(both, SPOKEN) == ["SHA-256 of the secret of the draw: h2", added]
    assert draws.seed_lines(replace(both, secret="s"), SPOKEN)[2:] == ["The secret: s"]


@pytest.mark.parametrize(
    ("lengths", "shown"),
    [
        ((100, 199, 197), "a" * 100 + ", " + "b" * 199 + ", " + "c" * 197),
        ((100, 199, 198), "…, " + "b" * 199 + ", " + "c" * 198),
        ((300, 300, 100), "…, " + "b" * 300 + ", " + "c" * 100),
        ((300, 300, 300), "…, " + "c" * 300),
        ((200, 200, 200, 200), "…, " + "c" * 200 + ", " + "d" * 200),
        ((400, 400), "a" * 400 + ", " + "b" * 97 + "…"),
        ((100, 100, 600), "…, " + "c" * 496 + "…"),
    ],
)
def test_of_very_many_contributions_the_newest_are_shown(lengths: tuple[int, ...], shown: str) -> None:
    added = tuple(letter * length for letter, length in zip("abcd", lengths, strict=False))
    promised = summary(seed_hash=None, contributions=added)
    assert draws.seed_lines(promised, SPOKEN) == [f"By joining, players add to it: {shown}"]


def test_a_proof_shows_what_is_known() -> None:
    sound = Proof(summary(seed="s"), 3, None, ("h",))
    signs = {
        "✅": sound,
        "❌": replace(sound, inconsistency="It is torn."),
        "": replace(sound, summary=summary()),
        "⚠️✅": replace(sound, noted=1),
    }
    for expected, proof in signs.items():
        assert "".join(sign for sign, _ in draws.proof_lines(proof)) == expected


def test_an_action_is_told_to_its_actor_in_the_best_words_there_are() -> None:
    played = Played(summary(), "@d3", ("White drops a soldier",), ("White drops @d3",), words="Done", seat=0)
    assert plays.done_lines(played) == ("you drop @d3",)
    assert plays.done_lines(replace(played, own_lines=())) == ("you drop a soldier",)
    assert plays.done_lines(replace(played, own_lines=(), summary_lines=())) == ("Done",)
    assert plays.done_lines(replace(played, seat=1)) == ("White drops @d3",)


def test_a_preview_has_words_of_its_own_or_those_of_the_action() -> None:
    seen = Preview(summary(), 0, "", "@d3", None, ("White drops a soldier",), "It wins.")
    assert plays.preview_words(seen) == "It wins."
    assert plays.preview_words(replace(seen, words="")) == "You drop a soldier."


def test_requests_are_shown_to_whom_they_ask() -> None:
    def lines(reader: int | None, **facts: Any) -> list[str]:
        return requests.request_lines(summary(**facts), SPOKEN, reader)

    until = PauseRequest((0,), SOON)
    assert lines(None) == lines(0) == []
    for facts, words in (
        (
            {"ending": (0,), "ending_asked": (1,)},
            "🤝 Ann would like to end the game without a result: {} may agree or decline.",
        ),
        (
            {"pausing": until, "pausing_asked": (1,)},
            "🤝 Ann would like to pause until 05 January: {} may agree or decline.",
        ),
        (
            {"pausing": PauseRequest((0,), None), "pausing_asked": (1,)},
            "🤝 Ann would like to go on now: {} may agree or decline.",
        ),
    ):
        assert lines(None, **facts) == [words.format("@Bob")]
        assert lines(1, **facts) == [words.format("you")]
        assert lines(0, **facts) == []
    undo: dict[str, Any] = {"undo_asked_by": 0, "undo_asked": (1,), "undo_actions": ((1, "b"), (0, "a"))}
    assert lines(None, **undo) == ["↩️ @Bob: Ann asks to undo ‹a›; your ‹b› goes back too."]
    assert lines(1, **undo) == ["↩️ Ann asks to undo ‹a›; your ‹b› goes back too."]
    assert lines(0, **undo) == []
    assert lines(1, answers=((0, "draw accept"), (1, "claim")))[0].startswith("⌛")
    offered = ((1, "draw accept"), (1, "draw decline"))
    assert lines(None, answers=offered) == ["🤝 @Ann offers a draw: @Bob may accept or decline it."]
    late = "⌛ @Ann has run out of time: @Bob may claim the win or give more time."
    assert lines(None, answers=((1, "claim"),)) == [late]


def test_of_several_players_those_who_ask_for_a_draw_are_named() -> None:
    people = (ANN, BOB, Person(3, "Cleo"), Person(4, "Dan"))
    seats = tuple(SeatSummary(seat, person.name, "?", person) for seat, person in enumerate(people))

    def lines(reader: int | None, *offering: int) -> list[str]:
        answers = tuple((seat, "draw accept") for seat in range(4) if seat not in offering)
        asked = summary(seats=seats, answers=answers, draw_asked_by=offering)
        return requests.request_lines(asked, SPOKEN, reader)

    assert lines(None, 2) == ["🤝 @Cleo offers a draw: @Ann, @Bob and @Dan may accept it."]
    assert lines(1, 2) == ["🤝 @Cleo offers a draw: you may accept it."]
    assert lines(2, 2) == []
    assert lines(None, 0, 2) == ["🤝 @Ann and @Cleo offer a draw: @Bob and @Dan may accept it."]


@pytest.mark.parametrize(
    ("lengths", "whole"), [((98, 98), True), ((98, 99), False), ((300, 300), False), ((300,), True)]
)
def test_what_goes_back_is_named_as_far_as_there_is_room(lengths: tuple[int, ...], whole: bool) -> None:
    # Two signs around each, and a comma and a blank between two: 198 characters have 2 to spare.
    texts = [letter * (length - 1) for letter, length in zip("ab", lengths, strict=False)]
    undone = UndoAnswer(summary(), "undone", tuple((0, text) for text in reversed(texts)))
    words = requests.undo_answer_words(undone, 0, SPOKEN)
    assert words.endswith(" and 1 more.") != whole
    assert all(f"‹{text}›" in words for text in texts) == whole
    assert f"‹{texts[0]}›" in words


@pytest.mark.parametrize(
    ("seat", "actions", "words"),
    [
        (0, ((0, "a"),), "You asked to undo ‹a›. Bob must agree."),
        (None, ((0, "a"),), "You asked to undo your last action. Bob must agree."),
        (0, (), "You asked to undo your last action. Bob must agree."),
    ],
)
def test_who_asks_to_undo_learns_what_would_go_back(seat: int | None, actions: Any, words: str) -> None:
    asked = summary(undo_asked_by=0, undo_asked=(1,))
    assert requests.undo_answer_words(UndoAnswer(asked, "asked", actions), seat, SPOKEN) == words


def test_what_goes_back_with_no_action_of_ones_own_is_the_last() -> None:
    undone = UndoAnswer(summary(), "undone", ())
    assert requests.undo_answer_words(undone, 0, SPOKEN) == "Undone: the last actions."
    agreed = UndoAnswer(summary(), "agreed", ())
    assert requests.undo_answer_words(agreed, 0, SPOKEN) == "You agreed; The others must agree too."


def reviewed(exact: bool, *swings: Swing, moves: int = 3) -> ReviewPage:
    review = Review(turns=(moves, moves), swings=swings, exact=exact)
    return ReviewPage(summary(), review, 0, None)


LOST = Swing(Turn(1, 3, 4), 0.25, ("@c5",), 0.5)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (reviewed(False, moves=0), "Nobody has made a move: there is nothing to review."),
        (
            reviewed(False),
            "Of 6 turns: a computer would have done nothing from which it expected more.",
        ),
        (reviewed(False, LOST), "Of 6 turns: a computer guesses that most was lost in 1."),
        (
            reviewed(True, LOST),
            "The best play is known. Mistakes: White 0 in 3 turns and Black 1 in 3 turns.",
        ),
    ],
)
def test_a_review_tells_its_result(found: ReviewPage, words: str) -> None:
    assert reviews.review_words(found, str) == words


@pytest.mark.parametrize(("exact", "label"), [(True, "Better"), (False, "The computer")])
def test_a_turn_is_shown_beside_a_better_one(exact: bool, label: str) -> None:
    after, instead = cast("Any", "after"), cast("Any", "instead")
    point, before = cast("Any", None), cast("Any", None)
    shown = ShownSwing(LOST, point, before, ("black moves. ", " ", "it rains"), after, (), instead)
    played, better = reviews.swing_sides(reviewed(exact, LOST), shown, str)
    assert tuple(played) == ("Played", "Black moves; it rains", "after", False)
    assert tuple(better) == (label, "nothing that is seen", "instead", True)


@pytest.mark.parametrize(("length", "whole"), [(700, True), (701, False)])
def test_a_long_turn_is_cut(length: int, whole: bool) -> None:
    shown = SimpleNamespace(played=("X" * length,), line=(), after=None, instead=None)
    played, _ = reviews.swing_sides(reviewed(True), cast("Any", shown), str)
    assert (played.words == "X" * length) == whole
    assert len(played.words) == 700


def test_few_clauses_are_a_sentence_and_many_a_list() -> None:
    assert speech.bulleted(["a", "", "b", "c"]) == "A; b; c."
    assert speech.bulleted(["a", "b", "c", "d"]) == "- A\n- B\n- C\n- D"


def test_people_stand_beside_their_seats_but_in_a_table() -> None:
    seated = summary(seats=(SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", None)))
    text = "White moves. ```White 3``` White and Black ```Black 2``` end. ```White``` White"
    assert speech.with_people(text, seated, lambda person: person.name) == (
        "Ann (White) moves. ```White 3``` Ann (White) and Black ```Black 2``` end. ```White``` Ann (White)"
    )


def test_a_player_is_called_only_where_they_are_to_do_something() -> None:
    assert speech.person_in(summary(), 1, SPOKEN) == "Bob"
    assert speech.person_in(summary(), 1, SPOKEN, mentioned=True) == "@Bob"
    assert speech.person_in(lobby(1, ANN), 1, SPOKEN) == "Black"
    paused = summary(status="paused", absent=(1,))
    assert turns.stopped_words(paused, "with “resume”", SPOKEN).startswith("The game is paused, as @Bob ")


def test_a_game_waits_for_something_that_its_player_is_told() -> None:
    shown = summary(prompt="White moves up to six pieces")
    assert turns.pending_task(shown, None) == "White moves up to six pieces"
    assert turns.pending_task(shown, 0) == "you move up to six pieces"
    assert turns.pending_task(summary(prompt="Commit", names_pending=False), 0) == "commit"


def test_those_whom_the_prompt_does_not_name_are_named_beside_it() -> None:
    both = summary(mentioned=(0, 1))
    assert [person for _, person in turns.unnamed(both)] == [BOB]
    assert [person for _, person in turns.unnamed(replace(both, names_pending=False))] == [ANN, BOB]
    assert turns.unnamed(summary(mentioned=(0,))) == []
    assert turns.unnamed(lobby(1, ANN, mentioned=(1,))) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59, "0 min"),
        (60, "1 min"),
        (3_599, "59 min"),
        (3_600, "1 h"),
        (19_200, "5 h 20 min"),
        (86_399, "23 h 59 min"),
        (86_400, "1 d"),
        (86_460, "1 d"),
        (90_060, "1 d 1 h"),
        (6 * 86_400 + 10_800, "6 d 3 h"),
    ],
)
def test_a_length_of_time_has_its_two_largest_units(seconds: float, words: str) -> None:
    assert turns.duration_text(seconds) == words
