"""What a player may do in the game itself."""

from functools import partial

from bot.service.game.live import LiveGame
from bot.service.game.picking import offers_of
from bot.service.game.preconditions import check_not_resigned, check_playing, seat_held
from bot.service.play.requested import match_action, parts_of
from bot.service.values.answers import Choices
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.wording import listed


def choices_of(
    live: LiveGame, person: Person, after: str = "", *, summary: GameSummary | None = None
) -> Choices:
    """See `Play.choices`; moves the game, which is only read, past the actions of `after`.

    `summary`: the game's present one, if it exists already.
    """
    seat = seat_held(live, person)
    summary, turn_hints = summary or live.summary(), live.engine.panel.hints(live.state, seat)
    for part in parts_of(live, after) if after.strip() else ():
        step = live.step(seat, match_action(live, seat, part))
        if step.reveals:
            raise Refused(
                "no_preview",
                "One of these reveals something hidden: nothing after it can be shown before it is played.",
            )
        live.states.present = step.state
    state = live.state
    offers = offers_of(live.engine, state, seat)
    # A seat that is not pending may still change its staged choice.
    if not offers:
        check_playing(live, seat)
        check_not_resigned(live, seat)
        view = live.states.view(state, seat)
        prompt, secret = view.prompt, view.prompt != summary.prompt
        if view.to_act and not view.names_pending:
            # The prompt would tell a player to choose who has chosen already.
            prompt = f"play waits for {listed(map(live.seat_name, view.to_act))}"
        # “It is White's turn” reads better; it says the same.
        whose = prompt.partition(":")[0].endswith("'s turn")
        sentence = f"It is {prompt}." if whose else f"It is not your turn: {prompt}."
        raise Refused("not_your_turn", sentence, secret=secret, game=summary)
    staged = live.engine.panel.staged(live.state, seat) is not None
    return Choices(summary, seat, offers, partial(live.states.view, state, seat), turn_hints, staged)
