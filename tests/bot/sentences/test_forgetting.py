"""What somebody reads before they are forgotten."""

from bot.sentences.forgetting import forgetting_lines
from bot.service.accounts.privacy import Forgetting


def test_being_forgotten_is_told_line_by_line() -> None:
    def lines(**found: object) -> str:
        nothing = {"waiting": (), "running": (), "over": 0, "messages": 0}
        return "\n".join(forgetting_lines(Forgetting(**(nothing | found)), mark="`"))  # type: ignore[arg-type]

    assert "One game stays as it was played" in lines(over=1)
    assert "2 games stay as they were played" in lines(over=2)
    assert "were played" not in lines()
    assert "You leave `A`, `B`, which have not started" in lines(waiting=("A", "B"))
    assert "You leave `A`, which has not started" in lines(waiting=("A",))
    assert "in `A`. Your seat stays" in lines(running=("A",))
    assert "in `A`, `B`. Your seats stay" in lines(running=("A", "B"))
    codes = tuple(f"C{number}" for number in range(21))
    assert "`C19`, which" in lines(waiting=codes[:20])
    assert "`C19` and 1 more, which" in lines(waiting=codes)
    assert "What you said" in lines(messages=1)
