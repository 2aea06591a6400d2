"""What being forgotten means: what is removed, what becomes of games, and what stays."""

from collections.abc import Sequence

from bot.service.accounts.privacy import Forgetting
from bot.service.values.request import FORMER


def forgetting_lines(planned: Forgetting, mark: str = "") -> list[str]:
    """What being forgotten means, a line each, with `mark` on both sides of the code of a game."""
    lines = [
        "Your name, your accounts, your addresses and your preferences are removed, and messages and "
        "invitations to you are forgotten. In the records of games you become "
        f"“{FORMER}”, a pseudonym that leads back to nobody.",
    ]
    if planned.running:
        seats = "seat stays" if len(planned.running) == 1 else "seats stay"
        lines.append(
            f"⚠️ You still play in {_codes(planned.running, mark)}. Your {seats} without you; the other "
            "players wait for the clock or for an admin. Resign first if you would rather end the game."
        )
    if planned.waiting:
        have = "has" if len(planned.waiting) == 1 else "have"
        lines.append(f"You leave {_codes(planned.waiting, mark)}, which {have} not started.")
    if planned.over:
        count = "One game stays as it was" if planned.over == 1 else f"{planned.over} games stay as they were"
        lines.append(f"{count} played, under the pseudonym.")
    if planned.waiting or planned.running or planned.over:
        lines.append("Words that you gave for a draw stay in it: everything that is drawn follows from them.")
    if planned.messages:
        lines.append("What you said to other players is removed here, not where they have it already.")
    lines.append(
        "A running game with secrets in which you have sat, or whose secrets you were told, keeps a keyed "
        "hash of your account until it is over, so that nobody can come back and use what they know. "
        "Anybody who has blocked you keeps one as long as they do, and anybody whose invitation you "
        "declined keeps one, so that they do not ask you again. An address that wants no more invitations "
        "stays, as a hash. Messages of yours that somebody has reported stay with the report, under the "
        "pseudonym."
    )
    lines.append("What was posted on Discord or mailed stays there. This cannot be undone.")
    return lines


def _codes(codes: Sequence[str], mark: str) -> str:
    shown = ", ".join(f"{mark}{code}{mark}" for code in codes[:20])
    return shown if len(codes) <= 20 else f"{shown} and {len(codes) - 20} more"
