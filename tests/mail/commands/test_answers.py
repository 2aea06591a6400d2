"""What is answered to each line about a game, where it depends on what was written before."""

from dataclasses import replace as evolve
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.mail.commands import lookups
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.sentences.plays import undone_words
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.answers import Played
from bot.service.values.payloads import ShownBoard, TurnNotice
from engines.contract import AnyEngine, Level
from tests.engines.tae.table import load
from tests.mail.people import Conversation
from tests.service.actors import ANN, BOB, SAMPLE, act, new_cause, play_through, running


async def test_a_game_against_computers_ends_without_a_result_only_after_a_question(
    conversation: Conversation, service: Service
) -> None:
    """Nobody else must agree: a slip would end it."""
    await conversation.players.link(ANN)
    setup = GameSetup("roses", seat=0, levels=(Level.GENTLE,))
    conversation.code = (await service.lobby.create(ANN, None, setup, cause=new_cause())).code
    asked = await conversation.write(ANN, "draw no result")
    assert "Answer this mail with “yes” to end it without a result." in asked.text
    assert (await service.reading.summary(conversation.code)).status == "active"
    game = await service.reading.summary(conversation.code)
    confirms = await conversation.players.address(ANN, game, asked.confirms)
    assert "The game was called off." in (await conversation.write(ANN, "yes", confirms)).text


@pytest.mark.parametrize(("key", "undoes"), [("roses", True), ("flicflac", False), ("gods", False)])
async def test_who_has_played_by_mail_takes_it_back_by_a_tap(
    conversation: Conversation, key: str, undoes: bool
) -> None:
    game = await conversation.players.nowhere(key, 4 if key == "gods" else 2)
    conversation.code = game.code
    mover, move = (ANN, BOB)[game.to_act[0]], ""
    for _ in range(2):
        move = (await legal_moves(conversation.service, mover, game.code))[0].notation
        answer = await conversation.write(mover, move)
        assert answer.choices == (("Take it back", "undo"),) * undoes
        if key == "roses":
            mover = BOB if mover == ANN else ANN
    if key == "roses":
        back = await conversation.write(BOB if mover == ANN else ANN, "undo")
        assert (back.text.split(".")[0], back.choices) == (f"Undone: {move}", ())


async def test_what_has_shown_something_is_not_taken_back_by_a_tap_though_others_were_undone(
    conversation: Conversation,
) -> None:
    """A tap would ask others to agree to what cannot go back."""
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    mover = (ANN, BOB)[game.to_act[0]]
    offers = (await conversation.service.play.choices(mover, game.code)).offers
    colony = next(one.notation for one in offers if one.notation.startswith("colony"))
    for line, undoes in ((colony, True), ("undo", False), (colony, True)):
        answer = await conversation.write(mover, line)
        assert answer.choices == (("Take it back", "undo"),) * undoes
    # The end of the turn draws a ship.
    assert (await conversation.write(mover, "end")).choices == ()


async def test_who_starts_a_combat_by_mail_is_told_of_it_by_the_answer_alone(
    conversation: Conversation, engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = load("r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5", hands={"bow": {"settler": 1}}, artifacts="A1 B1")
    monkeypatch.setitem(engines, "tae", evolve(engines["tae"], set_up=lambda *_: state))
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    for person in (ANN, BOB):
        wish = conversation.service.preferences.set_notice_settings
        await wish(person, {"by": "mail", "private_by_mail": True})
    answer = await conversation.write(ANN, "yes colony settler I5")
    assert answer.picture
    notices = [one for one in await conversation.players.sent() if isinstance(one, TurnNotice)]
    assert [one.person_id for one in notices if one.occasion == "called"] == [BOB.id]


@pytest.mark.parametrize("stays", [True, False])
async def test_who_starts_a_combat_on_discord_and_leaves_is_told_of_it_by_mail(
    conversation: Conversation, engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch, stays: bool
) -> None:
    state = load("r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5", hands={"bow": {"settler": 1}}, artifacts="A1 B1")
    monkeypatch.setitem(engines, "tae", evolve(engines["tae"], set_up=lambda *_: state))
    game = await conversation.players.nowhere("tae", deadline_hours=48)
    service, clock = conversation.service, conversation.clock

    async def told() -> list[str]:
        notices = [one for one in await conversation.players.sent() if isinstance(one, TurnNotice)]
        return [one.occasion for one in notices if one.person_id == ANN.id and one.occasion != "table"]

    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    await act(service, ANN, game.code, "colony settler I5")
    clock.advance(timedelta(minutes=5))
    if stays:
        await act(service, ANN, game.code, "reinforce 0")
    clock.advance(timedelta(minutes=6))
    await service.clock.process(game.code)
    assert await told() == ([] if stays else ["called"])
    if stays:
        await act(service, BOB, game.code, "reinforce 0")
        clock.advance(timedelta(minutes=6))
        assert await told() == ["turn"], "what goes on when the others have answered is told in any case"


@pytest.mark.parametrize("sentence", ["I play 1", "Je joue 1, merci", "“I take 1.”"])
async def test_a_sentence_that_may_say_how_many_ships_is_no_number_of_a_move(
    conversation: Conversation, engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    """A commitment is final."""
    state = load(
        "r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5", hands={"bow": {"settler": 1, "merchant": 2}}, artifacts="A1 B1"
    )
    monkeypatch.setitem(engines, "tae", evolve(engines["tae"], set_up=lambda *_: state))
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    await conversation.service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    await act(conversation.service, ANN, game.code, "colony settler I5")
    listed = await legal_moves(conversation.service, ANN, game.code)
    assert [move.notation for move in listed] == ["reinforce 0", "reinforce 1", "reinforce 2"]
    now = await conversation.service.reading.summary(game.code)
    to = await conversation.players.address(ANN, now, list_key(listed))
    answer = await conversation.write(ANN, sentence, to)
    assert "Move 1 of the list is “reinforce 0”: write “1” alone for that, or “reinforce 1”." in answer.text
    assert "Nothing in your mail was done." in answer.text
    assert "reinforce 0" in (await conversation.write(ANN, "move 1", to)).text


async def test_a_number_of_another_list_promises_no_list_where_moves_are_withheld(
    conversation: Conversation,
) -> None:
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    person = (ANN, BOB)[game.to_act[0]]
    await conversation.expect((person, "999", "so nothing was done. This is how things stand."))


async def test_moves_about_a_cell_are_not_those_about_a_longer_name(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("flicflac")).code
    listed = (await conversation.write(ANN, "moves H1")).text.splitlines()
    assert any(" H1 " in line for line in listed)
    assert not any("H15" in line for line in listed)


async def test_one_command_is_explained_with_every_option(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("tae")).code
    await conversation.expect(
        (ANN, "help settings", "Choose how Turnpost shows and tells you things\n"),
        (ANN, "help settings", "on Discord, or nowhere (mail, thread, dm or none)\n"),
        (ANN, "help settings", "plans and private messages may come by mail (yes or no)\n"),
        (ANN, "Help undo?", "“undo” by mail:\nTake back what you did last"),
        (ANN, "help pause until", "“pause until” by mail:\n"),
        (
            ANN,
            "help new flicflac",
            "\n- size: Cells along each edge of the board; 8 by default (5 to 8)\n",
        ),
        (ANN, "help new flicflac", "\n- seat: Where you sit; random by default (random, "),
        (ANN, "help new roses", "may also charge as a whole; no by default (yes or no)\n"),
        (
            ANN,
            "help new reef",
            "- players: How many play at most; 4, or you and the computers, by default",
        ),
        (
            ANN,
            "help new gods",
            "Energy points of each god at the start; 60 by default, or as the “preset” has it (",
        ),
        (ANN, "help new gods", "mode: Rounds by deadline, or live rounds of seconds; async by default ("),
        (ANN, "help new gods", "- terms: Clock and absence: vacation, absence and after, such as "),
        (ANN, "help new", "“new” and a game opens a table:\n- “new roses”: Guerre des Deux Roses\n"),
        (ANN, "help new", "with their defaults. “new roses computers: 1” plays at once, against a computer."),
        (ANN, "help Flic Flac", "“flicflac new” by mail:\nOpen a game of Flic Flac\n\n- size: "),
        (ANN, "help leader", "- type: merchant (G), scientist (R), settler (K) or miner (U)"),
        (ANN, "help report", "- words: Which, by their number; leave out to list all\n- game:"),
        (ANN, "help review", "- turn: Which of its turns to show (1 to 99)\n"),
        (ANN, "report 0", "“0” does not fit “words:”."),
        (ANN, "help me", "a line for each thing"),
        (ANN, "help accept", "Agree to what is asked of you: a draw, an undo, a pause, an invitation"),
        (ANN, "help", "“help” and one of these, such as “help settings”, explains it."),
    )


async def test_a_game_that_is_over_cannot_be_given_up(conversation: Conversation, service: Service) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect((ANN, "resign", "You have not resigned"))
    await play_through(service, conversation.code, SAMPLE)
    await conversation.expect(
        (ANN, "resign", "is over. Ann (White) wins: Bob's castle has fallen."),
        (BOB, "draw", "is over. Ann (White) wins: Bob's castle has fallen."),
    )


async def test_a_game_from_its_first_mail_to_its_end(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "history", "Nothing has been played yet."),
        (ANN, "catchup", "Nothing has happened since you last played."),
        (ANN, "moves", "   1  @d3  drop a soldier on d3"),
        (ANN, "moves E4", "   2  @e4  drop a soldier on e4"),
        (ANN, "moves zzz", "None of your moves names that. “moves” alone lists them all."),
        (ANN, "board at: 0", "The game at its beginning."),
        (ANN, "board at: x", "“x” is not a point of this game: name one by its number."),
        (ANN, "board at: 9999999999", "“9999999999” is not a point of this game: name one by its number."),
        (ANN, "board at: 999999999", "The game at its beginning."),
        (ANN, "history: all of it", "To say it to everybody at the table answer “say history: all of it”."),
        (ANN, "board at: 1 side: Red", "There is no seat “Red”"),
        (ANN, "extend", "Bob (Black) has not missed a deadline."),
        (ANN, "accept", "Nothing waits for your answer in Guerre des Deux Roses"),
        (ANN, "decline", "Nothing waits for your answer in Guerre des Deux Roses"),
        (ANN, "@e4\n@c2", "In Guerre des Deux Roses a mail plays one move. Nothing was done."),
        (ANN, "record verify", "The secret is published when the game is over"),
        (ANN, "@d3", "You drop a soldier on d3. [@d3]\nBob (Black) drops a soldier."),
        (BOB, "board at: 1", "The game at point 1 of 1. Ann (White): @d3"),
        (BOB, "try @c5, d4", "Nothing may be dropped on the red cell d4"),
        (BOB, "try @c5, @e4", "Tried from point 1 on, and nothing of it is played: @c5, @e4."),
        (BOB, "game try at 0 @E4.", "Tried from the beginning, and nothing of it is played: @e4."),
        (BOB, "try 1", "That number was from a list of other moves"),
        (BOB, "review", "is not over: it can be looked through afterwards."),
        (BOB, "catchup", "- Ann (White) drops a soldier on d3"),
        (BOB, "claim", "Ann (White) has not missed a deadline."),
        (BOB, "undo ask", "You have not played anything yet"),
        (BOB, "redo", "nothing of yours left to redo"),
        (ANN, "draw no result", "You asked to end it without a result; Bob must agree."),
        (BOB, "inbox", "* Guerre des Deux Roses"),
        (BOB, "decline", "It goes on."),
        (BOB, "draw no result", "You asked to end it without a result; Ann must agree."),
        (ANN, "accept", "The game was called off."),
        (ANN, "record verify", "and the game's actions, 1 in all, with every draw, come out again"),
    )


async def test_the_present_board_is_shown_from_any_side(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await play_through(conversation.service, conversation.code, ["@d3"])
    shown = await conversation.write(ANN, "board side: Black")
    assert (shown.board, shown.picture) == (ShownBoard("past", 1, side=1), False)
    await conversation.expect(
        (ANN, "board side: White", "Bob (Black) drops a soldier. Due "),
        (ANN, "board K0QX", "There is no seat “K0QX”; there are: White, Black."),
    )


@pytest.mark.parametrize("private", [False, True])
async def test_what_is_drawn_in_secret_is_mailed_only_to_who_wishes_that(
    conversation: Conversation, *, private: bool
) -> None:
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    (seat,) = game.to_act
    person = (ANN, BOB)[seat]
    await conversation.service.preferences.set_notice_settings(person, {"private_by_mail": private})
    await conversation.service.preferences.change(person, confirm="never")
    choices = await conversation.service.play.choices(person, game.code)
    swap = next(offer.notation for offer in choices.offers if offer.notation.startswith("swap"))
    secret = ("draw", swap.removeprefix("swap "))
    answer = await conversation.write(person, swap)
    assert "you swap 1 ship" in answer.text.lower()
    assert [words in answer.text for words in secret] == [private, private]


async def test_what_was_undone_in_secret_is_not_named_to_others(conversation: Conversation) -> None:
    game = await conversation.players.nowhere()
    undone = Played(game, "undo reinforce 2", (), public_notation="undo reinforce sealed")
    assert undone_words(undone) == "Undone: reinforce 2."
    assert undone_words(undone.public) == "Undone: reinforce sealed."
    assert undone_words(replace(undone, public_notation=None).public) == "That is undone."


async def test_a_line_is_tried_from_the_present_unless_a_point_is_named(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await act(conversation.service, ANN, conversation.code, "@d3")
    await act(conversation.service, BOB, conversation.code, "@c5")
    await conversation.expect(
        (ANN, "try @c2", "Tried from point 2 on"), (ANN, "try at 1 @b4", "Tried from point 1 on")
    )


async def test_of_a_line_in_which_several_choose_it_is_said_for_whom(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("gods", 4)).code
    await conversation.service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    await conversation.expect((BOB, "try ready", "played: ready. Now you choose for Bob (BLUE)."))


async def test_what_a_late_opponent_leaves_open_is_no_request(conversation: Conversation) -> None:
    """“accept” means what somebody asks for: the game could be claimed, but nobody has offered a draw."""
    conversation.code = (await conversation.players.nowhere(deadline_hours=10)).code
    conversation.clock.advance(timedelta(hours=11))
    late = await conversation.service.clock.process_timeout(conversation.code)
    assert late.answers == ((1, "claim"), (1, "extend"))
    await conversation.expect((BOB, "accept", "Nothing waits for your answer in Guerre des Deux Roses"))


async def test_a_pause_is_asked_for_answered_and_ended(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "pause end", "is not paused."),
        (ANN, "pause until 2026-03-01", "You asked for a pause until Sun 1 Mar 2026"),
        (ANN, "draw no result", "Bob must agree."),
        (
            BOB,
            "accept",
            "2 things wait for your answer: say “draw accept no result” or “pause",
        ),
        (BOB, "pause answer decline", "You declined, so nothing changes."),
        (ANN, "pause until March 1", "; Bob must agree within two days."),
        (BOB, "pause answer agree", "The game is paused until Sun 1 Mar 2026"),
        (BOB, "pause end", "You asked to go on now; Ann must agree within two days."),
        (ANN, "pause answer agree", "Your turn: you drop a soldier."),
    )


async def test_a_request_is_answered_in_its_own_words(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "@d3", "You drop a soldier on d3."),
        (BOB, "@c5", "You drop a soldier on c5."),
        (ANN, "undo", "Bob must agree."),
        (BOB, "Allow", "Undone: @c5 and @d3."),
        (ANN, "pause until 2026-03-01", "You asked for a pause until Sun 1 Mar 2026"),
        (BOB, "Agree.", "The game is paused until Sun 1 Mar 2026"),
    )


async def test_a_mail_to_somebody_else_gives_leave_to_nothing(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    game = await conversation.service.reading.summary(conversation.code)
    bobs = await conversation.players.address(BOB, game)
    for line in ("@d3", "resign", "leave", "away until 3 Jan"):
        answer = await conversation.write(ANN, line, bobs)
        assert "written to somebody else, so nothing was done" in answer.text, line
    assert (await conversation.service.reading.summary(conversation.code)) == game


async def test_a_vacation_makes_no_mail_old(conversation: Conversation) -> None:
    """Nobody is told of it by another mail, whose answer would count."""
    players, service = conversation.players, conversation.service
    game = await players.nowhere(deadline_hours=24)
    conversation.code = game.code
    to = await players.address(ANN, game)
    for person in (BOB, ANN):
        await service.vacations.plan(person, conversation.clock.now().date() + timedelta(days=3))
    away = await conversation.write(ANN, "@d3", to)
    assert "You are on vacation until" in away.text
    assert "“away end”" in away.text
    await service.vacations.end(ANN)
    assert "You drop a soldier on d3." in (await conversation.write(ANN, "@d3", to)).text


async def test_what_a_game_calls_declining_is_played(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("reef")).code
    await conversation.expect(
        (ANN, "decline", "Feed and decline belong to the final feeding"),
        (ANN, "accept", "Nothing waits for your answer in Reef"),
    )


async def test_a_question_mark_asks_and_does_nothing(conversation: Conversation) -> None:
    """“board?” was no command, and “undo?” was taken for a move."""
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "moves?", "   1  @d3  drop a soldier on d3"),
        (ANN, "moves E4 ?", "   2  @e4  drop a soldier on e4"),
        (ANN, "try @d3?", "nothing of it is played: @d3"),
        (ANN, "@d3", "You drop a soldier on d3. [@d3]"),
        (ANN, "board at: 1?!", "The game at point 1 of 1. Ann (White): @d3"),
        (ANN, "undo?", "“undo” by mail:\nTake back what you did last"),
        (ANN, "resign?", "“resign” by mail:\nGive the game up"),
        (ANN, "History?", "@d3"),
    )


@pytest.mark.parametrize("asked", ["draw", "resign", "privacy delete"])
async def test_who_says_no_to_a_question_has_done_nothing(conversation: Conversation, asked: str) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    question = await conversation.write(ANN, asked)
    to = await conversation.players.answer_address(question)
    no = await conversation.write(ANN, "No.", to)
    assert no.text == "Nothing was done. To decline what somebody asks of you write “decline”."
    assert no.confirms == ""


async def test_a_history_that_is_too_long_for_a_mail_is_attached_whole(
    conversation: Conversation, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_LINES", 2)
    conversation.code = (await conversation.players.nowhere()).code
    await play_through(service, conversation.code, ["@d3", "@c5"])
    assert (await conversation.write(ANN, "history")).attached == ()
    await play_through(service, conversation.code, ["@c2"])
    answer = await conversation.write(ANN, "history")
    ((name, whole),) = answer.attached
    lines = whole.splitlines()
    assert (name, len(lines), lines[0].endswith("@d3")) == ("history.txt", 3, True)
    assert answer.text.splitlines() == ["1 line before that: the attached text has all.", *lines[1:]]


async def test_of_a_very_long_line_the_beginning_is_tried_and_that_is_said(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await conversation.players.link(ANN)
    conversation.code = (await running(conversation.service)).code
    monkeypatch.setattr(lookups, "_TRIED", 2)
    tried = "Tried from the beginning, and nothing of it is played: @d3, @c5."
    two, three = [await conversation.write(ANN, f"try @d3, @c5{more}") for more in ("", ", @e4")]
    assert two.text == tried
    assert three.text == f"{tried} Only the first 2 moves of a line are tried."


@pytest.mark.parametrize(("shown", "told"), [(1, "\n… and 1 more game."), (2, "")])
async def test_of_very_many_games_it_is_said_how_many_are_not_listed(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch, shown: int, told: str
) -> None:
    await conversation.players.link(BOB)
    for _ in range(2):
        await running(conversation.service)
    monkeypatch.setattr(lookups, "_GAMES", shown)
    answer = await conversation.write(BOB, "inbox")
    assert answer.text.count("Guerre des Deux Roses") == shown
    assert ("more game" in answer.text) == bool(told)
    assert answer.text.endswith(told)
