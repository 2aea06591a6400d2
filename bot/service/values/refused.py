"""How a use case turns a request down."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from bot.service.values.game_summary import GameSummary
from engines.contract import ErrorCode, IllegalAction, IllegalOptions

UNREADABLE: Final = frozenset({ErrorCode.SYNTAX, ErrorCode.BAD_ACTION})
"""The codes of texts that are no move in any position: games have one or the other."""
MOMENTS: Final = timedelta(seconds=3)
"""How long it takes, as a rule, until the database knows of what Discord shows already."""


class Refused(Exception):  # noqa: N818 -- the use case's answer, not a fault
    """A request that a use case refuses: a stable code and one clear sentence for the player alone.

    `passes_within`: how long an obstacle that passes by itself may last, for a door to retry meanwhile; zero
    for any other. `secret`: the sentence may tell what the player alone may know.
    """

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        passes_within: timedelta = timedelta(0),
        secret: bool = False,
        game: GameSummary | None = None,
    ) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.passes_within = passes_within
        self.secret = secret
        self.game = game
        """The game whose seats the sentence names, where the door adds the players' names."""


class IsAway(Refused):
    """A player on vacation acts: a door asks whether they are back."""

    def __init__(self, game_code: str, until: datetime) -> None:
        super().__init__("away", f"You are on vacation until {until:%Y-%m-%d}; end it first.")
        self.game_code = game_code
        self.until = until


def no_such_game(code: str) -> Refused:
    """The refusal for an unknown code, and for a game out of reach: the two cannot be told apart."""
    return Refused("no_such_game", f"There is no game {code} here.")


def not_running(code: str) -> Refused:
    """The refusal of what only a running game allows."""
    return Refused("not_running", f"Game {code} is not running.")


def not_by_mail(game: GameSummary) -> Refused:
    """The refusal of what its reader did not choose to get by mail."""
    sentence = (
        "This might reveal what only you may know, which comes by mail only if you ask for that: write "
        "“settings private_by_mail: yes”."
    )
    return Refused("not_by_mail", sentence, game=game)


@contextmanager
def refuse_options() -> Iterator[None]:
    """Raise Refused where the rules raise IllegalOptions, with the same sentence."""
    try:
        yield
    except IllegalOptions as illegal:
        raise Refused("bad_options", str(illegal)) from illegal


@contextmanager
def refuse_illegal(game: Callable[[], GameSummary] | None = None, *, public: bool = False) -> Iterator[None]:
    """Raise Refused where the rules raise IllegalAction, with the same code and sentence, about this game.

    `public`: all that is refused here is refused for what everybody may know.
    """
    try:
        yield
    except IllegalAction as illegal:
        secret = not (public or illegal.public)
        raise Refused(illegal.code, illegal.sentence, secret=secret, game=game and game()) from illegal
