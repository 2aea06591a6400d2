"""Whatever depends on the facts, once for each of them: what is said is written down whole (`saying`)."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, Final, get_args

import msgspec
import pytest

from bot.discord.admin.server import _lines
from bot.discord.api.error_codes import LACKING, lacking
from bot.discord.formatting.layouts import Picture, layout
from bot.discord.formatting.markdown import status_line
from bot.discord.interaction.components import StatefulItem
from bot.discord.interaction.rights import lacking_line
from bot.discord.posts import cards, chat, notices
from bot.sentences.answers import DROP_REASONS
from bot.sentences.forgetting import forgetting_lines
from bot.service.accounts.privacy import Forgetting
from bot.service.admin.reports import ReportLine
from bot.service.notices.place_refusals import GONE, UNAVAILABLE
from bot.service.people.servers import ServerSettings
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import Bank, GameSummary, SeatSummary
from bot.service.values.payloads import ManagerNotice, PostCard, TurnNotice
from bot.service.values.request import Person, Place
from bot.service.values.seat_clocks import PauseRequest
from engines.contract import Level, Outcome, StepSummary
from engines.registry import ENGINES
from tests.discord import saying
from tests.discord.fake_interaction import looks
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary

SOON = datetime(2026, 1, 5, tzinfo=UTC)
COMPUTER = Person(9, "Computer", level=Level.STEADY)
FACTS: Final[dict[str, dict[str, Any]]] = {
    "lobby": {"status": "lobby", "to_act": (), "ply": 0},
    "lobby with a free seat": {
        **{"status": "lobby", "to_act": (), "ply": 0},
        "seats": (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", None)),
    },
    "against a computer": {
        "seats": (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", COMPUTER))
    },
    "running": {},
    "without a clock": {"deadline": None, "deadline_hours": None},
    "with banks": {"deadline": None, "deadline_hours": None, "banks": (Bank(90.0, SOON), Bank(7200.0))},
    "both called": {
        **{"to_act": (0, 1), "mentioned": (0, 1), "prompt": "White and Black may commit ships"},
        **{"off_turn_prompt": "Commit", "hands": True},
    },
    "paused": {"status": "paused", "to_act": ()},
    "paused until a day": {"status": "paused", "to_act": (), "paused_until": SOON},
    "paused for who is absent": {"status": "paused", "to_act": (), "absent": (1,), "open": ((1, SOON),)},
    "somebody away": {"away": ((1, SOON),), "clock_stopped": True, "talk": "private"},
    "undo asked": {"undo_asked_by": 1, "undo_asked": (0,), "undo_actions": ((1, "@d6"),)},
    "draw offered": {"answers": ((0, "draw accept"), (0, "draw decline"))},
    "time run out": {"answers": ((0, "claim"), (0, "extend"))},
    "end asked": {"ending": (1,), "ending_asked": (0,)},
    "pause asked": {"pausing": PauseRequest((1,), SOON), "pausing_asked": (0,)},
    "over": {
        "status": "finished",
        "to_act": (),
        "outcome": Outcome((1, 2), "castle", "White wins"),
        "seed": "5eed",
    },
    "called off": {"status": "abandoned", "to_act": ()},
    "on no server": {"guild_id": None, "channel_id": None, "thread_id": None},
}


def _ids(buttons: list[StatefulItem]) -> list[str]:
    return [f"{looks(layout([one]))[0]} {one.item.custom_id}" for one in buttons]


def _card(shown: GameSummary, **more: Any) -> PostCard:
    return PostCard(shown, msgspec.Raw(b"null"), ("White drops a soldier on d3",), **more)


@pytest.mark.parametrize("facts", FACTS)
def test_how_a_game_stands_in_every_post(facts: str) -> None:
    shown, picture = summary(**FACTS[facts]), Picture("roses.png", "alt")
    saying.note("status", {"to all": status_line(shown), "to Bob": status_line(shown, reader=1)})
    saying.note(
        "in a list", {"Ann's": cards.list_line(shown, ANN.id), "nobody's": cards.list_line(shown, None)}
    )
    if shown.status == "lobby" or shown.ply == 0:
        for source, invited in (("", ()), ("https://git.example/turnpost", ("<@102>",))):
            saying.note("lobby", {"card": cards.lobby_card(shown, ENGINES[shown.key], source, invited)})
        return
    told = _card(shown, step_summary=StepSummary("it is told", "**White** drops"))
    for buttons in (True, False):
        saying.note(
            "card",
            {"layout": cards.turn_card(told, picture, ACCOUNTS, buttons=buttons, reviewable=buttons)},
        )
    saying.note("plain", {"layout": cards.plain_card(_card(shown), ACCOUNTS)})
    saying.note("followed", {"layout": cards.follow_digest([(_card(shown), "It began."), (told, "")])})


OCCASIONS = get_args(msgspec.structs.fields(TurnNotice)[1].type)


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_what_everybody_is_told_directly(occasion: Any) -> None:
    for facts in ("running", "end asked", "on no server"):
        plain = TurnNotice(ANN.id, occasion, summary(**FACTS[facts]), "It is told.")
        orders = tuple((f"@c{number}", reason) for number, reason in enumerate(DROP_REASONS, start=1))
        for more in (
            {},
            {"until": SOON, "must_play": True, "orders": orders, "refusal": "50013"},
        ):
            notice = msgspec.structs.replace(plain, **more)
            buttons = _ids(notices.notice_buttons(notice))
            saying.note(facts, {"text": notices.notice_text(notice), "buttons": buttons})


def test_the_most_urgent_of_several_games_comes_first() -> None:
    def of(code: str, deadline: datetime | None) -> TurnNotice:
        return TurnNotice(ANN.id, "turn", summary(code=code, deadline=deadline))

    others = (of("NONE", None), of("SOON", SOON), of("LATE", SOON + timedelta(days=1)))
    last = msgspec.structs.replace(of("LAST", SOON + timedelta(days=2)), others=others)
    saying.note("several", {"text": notices.notices_text(last, {"SOON": "Black drops a soldier"})})


def test_obstacles_are_named() -> None:
    for refusal in (*map(str, LACKING), GONE, UNAVAILABLE, "999", "other"):
        saying.note(refusal, {"words": lacking(refusal)})
    saying.note("to the mover", {"words": notices.unposted_words("50013")})
    for rights in ([], ["attach files"], ["send messages", "view channel"]):
        saying.note("rights", {"line": lacking_line(rights)})


def test_what_managers_are_told() -> None:
    for thread, gone, who in product((None, 13), (False, True), (None, BOB)):
        text, buttons = notices.manager_parts(ManagerNotice(11, 12, thread, "50013", gone, "K7QX", who))
        saying.note("managers", {"text": text, "buttons": _ids(buttons)})
    for settings in (
        ServerSettings(),
        ServerSettings(channels=(12, 13), openers="roles", roles=(5, 6), hours=0.0, quiet=True),
        ServerSettings(openers="managers", hours=36.5, channel_lobbies=3, person_lobbies=2, person_games=9),
        ServerSettings(reports_channel_id=14),
    ):
        saying.note("settings", {"lines": _lines(settings)})
    lines = [ReportLine(number, SOON, 11, code) for number, code in ((4, "K7QX"), (5, None))]
    for some in (lines, lines[1:]):
        saying.note("reports", {"layout": chat.report_list(some)})


def test_invitations_in_words() -> None:
    for inviter, waits, place in (
        (None, True, None),
        (BOB, False, Place(11, 13)),
        (BOB, True, Place(11, 13)),
    ):
        asked = Invitation(
            id=4, code="K7QX", title="Nim", seat_name="Hop", place=place, person=ANN, inviter=inviter,
            expires_at=SOON, status="open", waits=waits,
        )  # fmt: skip
        for to_return in (False, True):
            text, buttons = notices.invitation_parts(asked, ACCOUNTS, to_return=to_return)
            saying.note("invitation", {"text": text, "buttons": _ids(buttons)})
        for status in ("declined", "expired"):
            text = notices.not_taken_text(msgspec.structs.replace(asked, status=status), ACCOUNTS)
            saying.note(status, {"text": text})


def test_what_it_means_to_be_forgotten() -> None:
    for planned in (
        Forgetting((), (), 0, 0),
        Forgetting(("K7QX",), ("L8RY",), 1, 1),
        Forgetting(("K7QX", "L8RY"), tuple(f"G{number:03}" for number in range(20)), 2, 0),
        Forgetting((), tuple(f"G{number:03}" for number in range(22)), 0, 0),
        Forgetting(("K7QX",), (), 0, 0),
        Forgetting((), (), 1, 0),
    ):
        saying.note("forgetting", {"lines": forgetting_lines(planned, mark="`")})
