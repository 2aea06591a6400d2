"""What cards say and which buttons they carry."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from discord import ui
from msgspec.structs import replace

from bot.discord.formatting.layouts import Picture
from bot.discord.formatting.markdown import Markdown
from bot.discord.interaction.components import SELECT_OPTIONS, ButtonState
from bot.discord.panels.opening_fields import options_of
from bot.discord.posts import cards
from bot.discord.posts.cards import card_rows, list_line, lobby_card, lobby_seats, small_seed_lines, turn_card
from bot.discord.posts.notices import manager_parts, notice_buttons, notices_text
from bot.sentences.agreements import option_words
from bot.sentences.requests import request_lines
from bot.sentences.turns import duration_text
from bot.service.values.game_summary import Bank, GameSummary, SeatSummary
from bot.service.values.payloads import FirstPick, HeadLine, ManagerNotice, PanelButton, PostCard, TurnNotice
from bot.service.values.request import Person
from bot.service.values.seat_clocks import PauseRequest
from bot.service.values.terms import Terms
from engines.contract import Level, Outcome, StepSummary
from engines.meta import MetaEvent, narrate_meta
from engines.registry import ENGINES
from tests.discord.fake_interaction import looks
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary

ENGINE = ENGINES["roses"]
EVIL = Person(103, "**@everyone** `<@1>`")

SOON = datetime(2026, 1, 5, tzinfo=UTC)
PICTURE = Picture("roses.png", "alt")


def view_text(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def lobby(*seats: SeatSummary, **changes: Any) -> ui.LayoutView:
    return lobby_card(summary(status="lobby", seats=seats, to_act=(), **changes), ENGINE)


def card(shown: GameSummary, *happened: str) -> PostCard:
    return PostCard(shown, msgspec.Raw(b"null"), happened)


def begun(what: Any, shown: PostCard) -> PostCard:
    """The card with its last line as one that its head may repeat."""
    return replace(shown, head_lines=(HeadLine(what, 0, shown.summary_lines[-1]),))


def test_a_lobby_tells_chosen_drawn_and_free_seats_apart() -> None:
    chosen = summary(seats=(SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", None)))
    assert lobby_seats(chosen) == ["`W` **White**: Ann", "`B` **Black**: *free*"]
    drawn = summary(seats=(SeatSummary(0, "White", "W", ANN, drawn=True), SeatSummary(1, "Black", "B", None)))
    assert lobby_seats(drawn) == ["🎲 Ann, seat by lot", "➕ *free*"]


def test_a_waiting_lobby_has_buttons_and_a_started_one_has_none() -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", None))
    assert looks(lobby(*seats)) == ["+Join", "Leave", "Rules", "Add a computer"]
    started = lobby_card(summary(), ENGINE)
    assert looks(started) == []
    assert view_text(started).endswith("Play: https://discord.com/channels/11/13")
    at_once = lobby_card(summary(ply=0, thread_id=None), ENGINE)
    assert view_text(at_once).endswith("Play below, in the game's thread.")
    assert view_text(lobby_card(summary(status="abandoned"), ENGINE)).endswith("This game was called off.")
    gone = view_text(lobby_card(summary(), ENGINE, gone=True))
    assert gone.endswith("The game's thread was deleted. Its players find it by `/game inbox`.")


def test_a_lobby_with_a_computer_says_so_and_lets_it_be_sent_away() -> None:
    robot = Person(9, "Gentle computer", level=Level.GENTLE)
    view = lobby(SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", robot))
    assert "Gentle computer" in view_text(view)
    assert looks(view)[-2:] == ["(Add a computer)", "Remove a computer"]


def test_what_changes_much_stands_in_the_first_line_of_the_lobby() -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", None))
    usual = summary().options
    first, *rest = view_text(
        lobby(*seats, options=usual | {"support_contiguous": True, "long_phalanx": True})
    ).splitlines()
    assert first.endswith("`K7QX` · soldiers that support must touch")
    assert "long phalanx: on" in "".join(rest)
    assert "support contiguous" not in "".join(rest)
    assert view_text(lobby(*seats)).splitlines()[0].endswith("`K7QX`")


def test_names_cannot_ping_or_format() -> None:
    view = lobby(SeatSummary(0, "White", "W", EVIL), SeatSummary(1, "Black", "B", None), host=EVIL)
    assert "@everyone" not in view_text(view)
    assert "<@1>" not in view_text(view)


def test_a_running_card_names_the_mover_and_offers_everything() -> None:
    view = turn_card(card(summary(), "a soldier is dropped on d3"), PICTURE, ACCOUNTS)
    assert "A soldier is dropped on d3." in view_text(view)
    assert "<@101>" in view_text(view)
    assert looks(view) == ["*Move", "Board", "Moves", "Rules", "!Resign"]


def test_a_game_names_the_first_button_and_what_is_private_stands_beside_it() -> None:
    view = turn_card(card(summary(button="Plan", hands=True)), PICTURE, ACCOUNTS)
    assert looks(view) == ["*Plan", "My hand", "Board", "Moves", "Rules", "!Resign"]
    called = turn_card(card(summary(button="Plan", off_turn_prompt="Commit ships")), PICTURE, ACCOUNTS)
    assert looks(called)[0] == "*Commit ships"


def test_what_happened_is_told_in_its_order() -> None:
    result = replace(card(summary(), "Red eats"), step_summary=StepSummary("over", "The table."))
    assert "Red eats.\nThe table." in view_text(turn_card(result, PICTURE, ACCOUNTS))


def test_of_one_thing_that_happened_without_room_the_beginning_is_told() -> None:
    text = view_text(turn_card(card(summary(), "The first of many words " + "x" * 5_000), PICTURE, ACCOUNTS))
    assert "The first of many words" in text
    assert "and more before that" not in text


def test_beside_a_long_account_there_is_hardly_a_word_about_what_happened() -> None:
    result = replace(card(summary(), "Red eats"), step_summary=StepSummary("over", "y" * 2_000))
    assert cards._happened(result) == f"…\n{'y' * 2_000}"


def test_all_that_happened_is_told_where_there_is_room() -> None:
    clauses = [f"tile {number} is laid" for number in range(5)]
    text = view_text(turn_card(card(summary(), *clauses), PICTURE, ACCOUNTS))
    assert "\n".join(f"- {clause.capitalize()}" for clause in clauses) in text
    assert "and more before that" not in text


def test_where_there_is_no_room_the_oldest_news_give_way() -> None:
    clauses = [f"tile {number} is laid {'x' * 50}" for number in range(60)]
    result = replace(card(summary(), *clauses), step_summary=StepSummary("over", "The table."))
    text = view_text(turn_card(result, PICTURE, ACCOUNTS))
    assert "Tile 0 " not in text
    assert "and more before that\n- Tile" in text
    assert f"- {clauses[-1].capitalize()}\nThe table." in text
    assert len(text) < 2500


@pytest.mark.parametrize("beyond", [0, 1])
def test_nothing_is_left_out_until_there_is_no_room_for_saying_so(beyond: int) -> None:
    short = ["- A"] * 9
    left = cards._HAPPENED_LIMIT - len("\n".join([*short, "- X\n"])) - len(cards._EARLIER) + beyond
    lines = [*short, f"- X{'x' * left}"]
    clauses = [line.removeprefix("- ").lower() for line in lines]
    told = [cards._EARLIER, *lines[1:]] if beyond else lines
    assert cards._happened(card(summary(), *clauses)) == "\n".join(told)


@pytest.mark.parametrize("outcome", [None, StepSummary("over", "The table.")])
def test_of_the_news_as_many_are_told_as_have_room(outcome: StepSummary | None) -> None:
    clauses = [f"tile {number} is laid" for number in range(100, 600)]
    result = cards._happened(replace(card(summary(), *clauses), step_summary=outcome))
    assert result.endswith("- Tile 599 is laid" + ("\nThe table." if outcome else ""))
    a_line = len("- Tile 599 is laid\n")
    assert cards._HAPPENED_LIMIT - a_line <= len(result) <= cards._HAPPENED_LIMIT + 1


def test_an_old_card_keeps_its_news_and_loses_its_buttons() -> None:
    view = turn_card(card(summary(), "a soldier is dropped on d3"), PICTURE, ACCOUNTS, buttons=False)
    assert "A soldier is dropped on d3." in view_text(view)
    assert looks(view) == []
    assert "<@101>" not in view_text(view)


def test_an_old_card_keeps_a_request_only_if_it_shows_nothing_else() -> None:
    asked = summary(answers=((1, "draw accept"), (1, "draw decline")))
    request = request_lines(asked, Markdown())[0]
    for lines, buttons, shown in ((["a soldier"], True, 1), (["a soldier"], False, 0), ([], False, 1)):
        view = turn_card(card(asked, *lines), PICTURE, {}, buttons=buttons)
        assert view_text(view).count(request) == shown


@pytest.mark.parametrize(
    ("answers", "undo", "wanted"),
    [
        (((1, "draw accept"), (1, "draw decline")), None, ["+Accept the draw", "Decline the draw"]),
        (((1, "claim"), (1, "extend")), None, ["!Claim the win", "+Give more time"]),
        ((), (1,), ["+Allow the undo", "Refuse it"]),
    ],
)
def test_what_waits_for_an_answer_has_its_buttons(answers: Any, undo: Any, wanted: list[str]) -> None:
    shown = summary(answers=answers, undo_asked_by=0 if undo else None, undo_asked=undo or ())
    view = turn_card(replace(card(shown), pinged=(1,)), PICTURE, ACCOUNTS)
    assert looks(view)[5:] == wanted
    assert f"<@{ACCOUNTS[BOB.id]}>" in view_text(view)
    assert f"<@{ACCOUNTS[ANN.id]}>" not in view_text(view), "she is to move, but has been called before"


def test_a_card_of_a_game_that_waits_for_who_stayed_away_lets_it_go_on() -> None:
    shown = summary(status="paused", absent=(1,), to_act=())
    view = turn_card(replace(card(shown), pinged=(1,)), PICTURE, ACCOUNTS)
    assert f"⚠️ The game is paused, as <@{ACCOUNTS[BOB.id]}> stayed away." in view_text(view)
    ways = ["Find somebody for Black", "Ask to end it without a result"]
    assert looks(view) == ["+Resume", "Board", "Moves", "Rules", *ways]
    until = datetime(2026, 1, 5, tzinfo=UTC)
    open_seats = summary(status="paused", absent=(0, 1), open=((1, until),), to_act=(), talk="private")
    rows = [[button.item.label for button in row] for row in card_rows(open_seats)]
    assert rows[1] == ["Take over Black", "Find somebody for White", "Ask to end it without a result"]
    assert max(map(len, rows)) <= 5, "and no more than Discord takes in a row"
    paused = turn_card(card(summary(status="paused", to_act=())), PICTURE, ACCOUNTS)
    assert "Resume" not in "".join(looks(paused))


def test_every_card_of_a_game_with_banks_tells_what_they_hold() -> None:
    until = datetime(2026, 1, 5, tzinfo=UTC)
    shown = summary(banks=(Bank(90_000, until), Bank(90_000)), terms=Terms(bank_days=3), deadline=until)
    result = f"Time left: Ann ends <t:{until.timestamp():.0f}:R> · Bob 1 d 1 h"
    assert result in view_text(turn_card(card(shown), PICTURE, ACCOUNTS))
    against = tuple(
        replace(seat, person=seat.person and replace(seat.person, level=Level.STEADY if seat.seat else None))
        for seat in shown.seats
    )
    words = view_text(turn_card(card(replace(shown, seats=against)), PICTURE, ACCOUNTS))
    assert words.endswith(f"Time left: Ann ends <t:{until.timestamp():.0f}:R>"), "a computer has no clock"
    words = view_text(lobby(terms=Terms(bank_days=7, increment_hours=12), deadline_hours=None))
    assert "7 days each, 12 h more with each turn" in words
    assert [duration_text(seconds) for seconds in (0, 59, 3600, 19_800, 180_000)] == [
        *("0 min", "0 min", "1 h", "5 h 30 min", "2 d 2 h"),
    ]


def test_a_lobby_tells_what_becomes_of_lateness_and_absence() -> None:
    view = view_text(lobby(terms=Terms(at_zero="wait", absent_after=3)))
    assert "when time runs out, everybody is told, and play waits" in view
    assert "if somebody lets it run out 3 times in a row, the game pauses until somebody resumes it" in view
    assert "time runs out" not in view_text(lobby(deadline_hours=None)), "where there is no clock"


def test_a_finished_card_tells_the_outcome_and_offers_another_game() -> None:
    outcome = Outcome((1, 2), "castle", "White takes the castle and wins.")
    over = summary(status="finished", to_act=(), outcome=outcome, deadline=None)
    view = turn_card(card(over), PICTURE, ACCOUNTS)
    assert "Ann (White) takes the castle and wins." in view_text(view)
    assert looks(view) == ["Board", "History", "Rules", "+Play again"]
    reviewable = turn_card(card(over), PICTURE, ACCOUNTS, reviewable=True)
    assert looks(reviewable) == ["Board", "History", "Rules", "Review", "+Play again"]


def test_a_game_that_ended_without_a_result_is_offered_again() -> None:
    over = summary(status="abandoned", to_act=(), deadline=None, seed="5" * 32)
    view = turn_card(card(over), PICTURE, ACCOUNTS, reviewable=True)
    assert looks(view) == ["Board", "History", "Rules", "+Play again"]


PROMISE = {"commitment": "c" * 64, "contributions": ("discord:71", "my words")}


def test_a_lobby_promises_the_draw_where_anything_is_drawn() -> None:
    ann = SeatSummary(0, "White", "W", ANN)
    drawn = SeatSummary(0, "White", "W", ANN, drawn=True)
    free = SeatSummary(1, "Black", "B", None)
    for shown in (lobby(drawn, free, draws=False, **PROMISE), lobby(ann, free, draws=True, **PROMISE)):
        assert "c" * 64 in view_text(shown)
        assert "`discord:71`, `my words`" in view_text(shown)
    assert "c" * 64 not in view_text(lobby(ann, free, draws=False, **PROMISE))


def test_the_draw_of_seats_is_promised_before_the_second_player_joins() -> None:
    """Whoever opens the table has chosen a seat; the others' will be drawn."""
    ann = SeatSummary(0, "White", "W", ANN)
    free = [SeatSummary(number, "Other", "O", None) for number in (1, 2)]
    assert "c" * 64 in view_text(lobby(ann, *free, draws=False, **PROMISE))


def test_what_the_draw_of_seats_came_from_stays_on_the_lobby_card() -> None:
    """The words of who joins last are shown there alone, and nobody may have noted the hash."""
    started = summary(draws=False, **PROMISE)
    assert started.status == "active"
    assert "c" * 64 in view_text(lobby_card(started, ENGINE))
    assert "`my words`" in view_text(lobby_card(started, ENGINE))
    assert "c" * 64 not in view_text(lobby_card(started, ENGINES["gods"]))


def test_a_card_tells_of_the_draw_at_the_start_and_at_the_end_of_games_that_draw() -> None:
    def text(**facts: Any) -> str:
        return view_text(turn_card(card(summary(**{**PROMISE, **facts})), PICTURE, ACCOUNTS))

    assert "c" * 64 not in text(ply=0, draws=True), "it stands on the lobby's card"
    assert "0" * 64 in text(ply=0, draws=True, commitment=None), "a game of before"
    assert "0" * 64 not in text(ply=0, draws=False, commitment=None)
    assert "0" * 64 not in text(ply=3, draws=True, commitment=None)
    over = {"status": "finished", "to_act": (), "seed": "5" * 64, "secret": "5ec" + "0" * 61}
    assert "The secret: `5ec" in text(draws=True, **over)
    assert "The secret" not in text(draws=False, **over)


def test_a_game_of_before_shows_its_seed_and_its_hash() -> None:
    over = summary(status="finished", to_act=(), seed="5" * 64, draws=True)
    shown = view_text(turn_card(card(over), PICTURE, ACCOUNTS))
    assert f"SHA-256 of the secret seed: `{'0' * 64}`" in shown
    assert f"The seed: `{'5' * 64}`" in shown


def test_options_are_named_as_players_call_them() -> None:
    called = [
        option_words(summary(options={name: not getattr(engine.options({}), name)}), engine)
        for engine in ENGINES.values()
        for name, words in engine.option_words.items()
        if words.label != name
    ]
    assert ["larger devours smaller: on"] in called


def test_options_are_on_or_off_or_figures() -> None:
    options = {"show_ready": False, "refund": 0, "afk_out": 1}
    assert option_words(summary(options=options), ENGINES["gods"]) == [
        "show ready: off",
        "refund: 0",
        "afk out: 1",
    ]


def test_options_that_are_words_are_told_as_players_call_them() -> None:
    assert option_words(summary(options={"joining": "board"}), ENGINES["tae"]) == [
        "joining: scores where at most one region is led"
    ]
    for engine in ENGINES.values():
        kinds: dict[str, Any] = {name: kind for name, _, _, kind in options_of(engine)}
        for name, words in engine.option_words.items():
            assert not words.values or {*words.values} == {*kinds[name].values}, (engine.info.key, name)


def test_an_offer_of_a_draw_is_told_once() -> None:
    offer, answer = MetaEvent(0, "draw offer"), MetaEvent(1, "draw accept")
    assert [one.begins for one in (offer, answer)] == ["draw", None]
    event = narrate_meta(offer, ("White", "Black"))
    offered = summary(answers=((1, "draw accept"), (1, "draw decline")), draw_asked_by=(0,))
    asked = begun("draw", card(offered, "White drops a soldier", event))
    newest = view_text(turn_card(asked, PICTURE, ACCOUNTS))
    assert newest.count("offers a draw") == 1
    assert "Ann (White) drops a soldier" in newest
    old = view_text(turn_card(asked, PICTURE, ACCOUNTS, buttons=False))
    assert old.count("Ann (White) offers a draw") == 1


def test_whose_turn_it_is_is_told_once() -> None:
    """TaE tells it as an event, below the line that says it and until when."""
    told = begun("turn", card(summary(), "Black drops a soldier", "it is White's turn"))
    assert "Ann's turn" not in view_text(turn_card(told, PICTURE, ACCOUNTS))
    assert "Bob (Black) drops a soldier" in view_text(turn_card(told, PICTURE, ACCOUNTS))
    passed = begun("turn", card(summary(to_act=(1,)), "it is White's turn"))
    assert "It is Ann's turn" in view_text(turn_card(passed, PICTURE, ACCOUNTS))


@pytest.mark.parametrize(
    ("open_request", "event"),
    [
        ({"ending": (0,), "ending_asked": (1,)}, "White asks to end the game without a result"),
        (
            {"pausing": PauseRequest((0,), datetime(2026, 3, 1, tzinfo=UTC)), "pausing_asked": (1,)},
            "White asks that the game be paused until 1 March 2026",
        ),
    ],
)
def test_a_wish_is_told_once(open_request: dict[str, Any], event: str) -> None:
    (what, *_) = open_request
    told = begun(what, card(summary(**open_request), "White drops a soldier", event))
    newest = view_text(turn_card(told, PICTURE, ACCOUNTS))
    assert people_first(event) not in newest
    assert "may agree or decline" in newest
    assert "Ann (White) drops a soldier" in newest
    closed = view_text(turn_card(begun(what, card(summary(), event)), PICTURE, ACCOUNTS))
    assert people_first(event) in closed


def people_first(event: str) -> str:
    return event.replace("White", "Ann (White)")


def test_only_unusual_options_are_named() -> None:
    usual = summary()
    assert option_words(usual, ENGINE) == []
    assert option_words(summary(options=usual.options | {"quiet_limit": 50}), ENGINE) == ["quiet limit: 50"]


def test_a_list_marks_ones_own_turn() -> None:
    assert "your turn" in list_line(summary(), ANN.id)
    assert "your turn" not in list_line(summary(), BOB.id)


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("White drops a soldier", "you drop a soldier, due <t:1767571200:R>"),
        ("White's turn", "due <t:1767571200:R>"),
        ("White's turn: laying grey", "laying grey, due <t:1767571200:R>"),
    ],
)
def test_a_list_tells_its_reader_what_to_do_and_not_twice_that_it_is_their_turn(
    prompt: str, told: str
) -> None:
    line = list_line(summary(prompt=prompt), ANN.id)
    assert line.startswith("🟢 **your turn** · `K7QX` Guerre des Deux Roses · ")
    assert line.split(" · ")[3] == told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Ann (White) drops a soldier, due <t:1767571200:R>"),
        ({"deadline": None}, "Ann (White) drops a soldier"),
        ({"status": "paused"}, "is paused"),
        ({"status": "finished", "outcome": Outcome((1, 2), "castle", "White wins.")}, "Ann (White) wins."),
    ],
)
def test_a_list_says_how_a_game_stands(changes: dict[str, Any], words: str) -> None:
    line = list_line(summary(**{"to_act": ()} | changes), ANN.id)
    assert line == (
        f"`K7QX` Guerre des Deux Roses · Ann vs Bob · {words} · https://discord.com/channels/11/13"
    )


@pytest.mark.parametrize(("over", "people"), [(0, "Ann vs Bob"), (1, "Ann vs B…"), (8, "A…"), (9, "…")])
def test_in_a_list_players_give_way_to_what_is_to_be_done_and_the_link(over: int, people: str) -> None:
    whole = list_line(summary(), ANN.id)
    assert list_line(summary(), ANN.id, len(whole) - over) == whole.replace("Ann vs Bob", people)


def test_in_a_list_what_is_to_be_done_is_cut_before_the_link() -> None:
    line = list_line(summary(), ANN.id, 110)
    assert len(line) == 110
    assert line.endswith("… · https://discord.com/channels/11/13")


def test_a_digest_of_followed_games_says_until_when_however_many_are_awaited() -> None:
    seats = tuple(
        SeatSummary(seat, name, name[0], Person(seat, "Alexandra the Great of the North"))
        for seat, name in enumerate(("RED", "BLUE", "GREEN", "WHITE"))
    )
    long = summary(seats=seats, prompt="RED, BLUE, GREEN and WHITE choose their plans", away=((0, SOON),))
    told = [(card(game, "White drops a soldier"), "") for game in (long, summary())]
    text = view_text(cards.follow_digest(told))
    assert text.count("\n⏳ due <t:1767571200:R>\n") == 2
    assert "is away" not in text


@pytest.mark.parametrize(
    ("free", "invited", "words"), [(2, 2, "+Accept"), (3, 2, "+Join"), (1, 0, "+Join"), (0, 0, "(+Join)")]
)
def test_a_lobby_offers_what_there_is_to_take(free: int, invited: int, words: str) -> None:
    names = ("Red", "Blue", "Green", "Grey")
    seats = tuple(SeatSummary(at, name, name[0], None if at < free else BOB) for at, name in enumerate(names))
    waiting = summary(key="reef", status="lobby", seats=seats, to_act=())
    view = lobby_card(waiting, ENGINES["reef"], invited=["<@1>", "<@2>"][:invited])
    assert looks(view)[0] == words
    assert "*Start" in looks(view)
    assert ("invites you to play" in view_text(view)) == bool(invited)


def test_as_many_games_are_told_as_one_message_has_room_for() -> None:
    others = tuple(
        TurnNotice(BOB.id, "turn", summary(code=f"G{number:03}", deadline=SOON + timedelta(hours=number)))
        for number in range(30)
    )
    notices = notices_text(replace(others[-1], others=others[-2::-1]))
    shown = notices.count("Guerre")
    assert notices.index("G000") < notices.index("G001")
    assert notices.endswith(f"… and {30 - shown} more games: `/game inbox` lists all that wait for you.")
    assert 1600 < len(notices) <= 1900


@pytest.mark.parametrize("others", [0, 1])
def test_a_notice_that_is_too_long_by_itself_is_cut(others: int) -> None:
    lost = tuple((f"{'a5-b6 ' * 40}{number}", "own") for number in range(12))
    notice = TurnNotice(BOB.id, "fallen", summary(code="G001", deadline=SOON), orders=lost)
    more = tuple(TurnNotice(BOB.id, "turn", summary(code="G002", deadline=None)) for _ in range(others))
    text = notices_text(replace(notice, others=more))
    assert "G001" in text
    assert "What you had planned will not be played" in text
    assert text.endswith("all that wait for you." if others else "…")
    assert 1700 < len(text) <= 1900


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("thread_id", [None, 13])
def test_managers_do_not_hear_that_players_of_a_paused_game_play_on(
    thread_id: int | None, *, gone: bool
) -> None:
    for paused in (False, True):
        text, _ = manager_parts(ManagerNotice(11, 12, thread_id, "50013", gone, "K7QX", paused=paused))
        assert ("`K7QX` is paused" in text, "direct message" in text) == (paused, not paused)


def test_managers_hear_of_a_player_whose_mail_comes_back() -> None:
    notice = ManagerNotice(11, 12, None, "", gone=False, code="K7QX", unreachable=Person(3, "Cleo*"))
    text, buttons = manager_parts(notice)
    assert text.startswith("⚠️ Cleo\\*, who plays game `K7QX` in <#12> by mail, can no longer be reached")
    assert buttons == []


def test_four_buttons_stand_side_by_side_where_something_is_private() -> None:
    def rows(**facts: Any) -> list[int]:
        view = turn_card(card(summary(**facts)), PICTURE, ACCOUNTS)
        return [len(item.children) for item in view.children if isinstance(item, ui.ActionRow)]

    asked: dict[str, Any] = {"answers": ((1, "draw accept"), (1, "draw decline")), "undo_asked_by": 0}
    assert rows() == [5]
    assert rows(**asked) == [5, 4]
    assert rows(hands=True) == rows(talk="all", hands=False, button="Plan") == [4, 2]
    assert rows(hands=True, talk="all", **asked) == [4, 5, 2]


def test_whose_turn_it_is_comes_before_what_happened_and_the_picture() -> None:
    view = turn_card(card(summary(notes=("a note",)), "a soldier is dropped on d3"), PICTURE, ACCOUNTS)
    parts = [type(item).__name__ for item in view.walk_children()]
    assert parts[:4] == ["Container", "TextDisplay", "TextDisplay", "MediaGallery"]
    lines = view_text(view).splitlines()
    assert lines[1].startswith("➤ <@101> (White) drops a soldier")
    assert lines.index("A soldier is dropped on d3.") > 1


def test_no_part_of_a_card_crowds_another_out() -> None:
    long: dict[str, Any] = {"title": "x" * 5_000, "prompt": "x" * 5_000, "seed_hash": "c" * 64}
    shown = summary(notes=("n" * 5_000,), contributions=("w" * 5_000,), draws=True, ply=0, **long)
    view = turn_card(card(shown), PICTURE, ACCOUNTS)
    texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    promised, added = texts[2:]
    assert [len(text) for text in texts[:2]] == [1001, 800]
    assert promised.endswith(f"`{'c' * 64}`")
    assert len(added) == len("-# By joining, players add to it: ") + 500


def test_of_very_many_words_for_the_draw_a_card_shows_the_newest() -> None:
    words = tuple(f"word{number:056}" for number in range(30))
    shown = "\n".join(small_seed_lines(summary(contributions=words)))
    assert shown.endswith(", ".join(f"`{one}`" for one in words[-7:]))
    assert words[0] not in shown
    few = "\n".join(small_seed_lines(summary(contributions=words[:7])))
    assert few.endswith(": " + ", ".join(f"`{one}`" for one in words[:7]))


def test_a_notice_of_many_games_has_as_many_buttons_as_a_message_holds() -> None:
    first, *others = (
        TurnNotice(BOB.id, "turn", summary(code=code), button=PanelButton("Move", code, 7, 1))
        for code in (f"G{number:03}" for number in range(30))
    )
    assert len(notice_buttons(replace(first, others=tuple(others)))) == SELECT_OPTIONS


def test_where_several_are_to_act_a_cards_buttons_name_no_seat() -> None:
    for to_act, seat in (((1,), 1), ((0, 1), None)):
        (move, *_), *_ = card_rows(summary(to_act=to_act))
        assert (move.state.action, move.state.seat) == ("move", seat)


def test_where_only_computers_are_still_in_play_nobody_is_offered_a_move() -> None:
    (row,) = card_rows(summary(only_computers_play=True, hands=True, talk="open"))
    assert [button.item.label for button in row] == ["Messages", "Board", "Moves", "Rules"]


def test_the_first_picks_stand_before_the_other_buttons() -> None:
    rows = card_rows(summary(), [FirstPick(f"c{place}", f"c{place}") for place in range(6)])
    assert [len(row) for row in rows] == [5, 1, 5]
    assert rows[0][0].state == ButtonState("first", "K7QX", 7, 0, "c0")
    assert rows[2][0].state.action == "move"


def test_a_card_invites_those_for_whom_seats_are_kept() -> None:
    free = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", None))
    waiting = summary(status="lobby", seats=free, to_act=())
    view = lobby_card(waiting, ENGINE, invited=["<@102>"])
    assert "✉️ <@102>: Ann invites you to play." in view_text(view)
    assert looks(view) == ["+Accept", "Decline", "Leave", "Rules", "Add a computer"]
    assert looks(lobby_card(waiting, ENGINE)) == ["+Join", "Leave", "Rules", "Add a computer"]


def test_notes_name_people_with_their_seats() -> None:
    view = turn_card(card(summary(notes=("**White 2** to commit",)), "done"), PICTURE, ACCOUNTS)
    assert "**Ann (White) 2** to commit" in view_text(view)
