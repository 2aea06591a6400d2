"""How the golden games end, for two, three and four."""

from engines.record import replay
from tests.engines.reef.table import ENGINE
from tests.records import golden_record

GAMES = [
    golden_record(f"reef/{name}")
    for name in ("two", "three", "four", "shrimps", "locks", "resignation", "clock")
]


def test_the_last_step_tells_the_final_table() -> None:
    for record in GAMES:
        *before, last = replay(record).played
        assert all(played.step.summary is None for played in before)
        account, outcome = last.step.summary, record.outcome
        assert account is not None
        assert outcome is not None
        assert outcome.scores is not None
        assert len(account.headline) <= 80
        result, cut = account.text.partition("\n")[0].rstrip("."), account.headline.removesuffix("…")
        assert result.startswith(cut[0].upper() + cut[1:])
        assert (cut == account.headline) == (len(cut) == len(result)), "what is cut says so"
        assert len(account.text) <= 1_500
        for seat, score in enumerate(outcome.scores):
            name = ENGINE.info.seat_names(len(outcome.scores))[seat]
            assert any(
                line.startswith(f"**{outcome.ranks[seat]}.** {name}, {score} point")
                for line in account.text.splitlines()
            )
