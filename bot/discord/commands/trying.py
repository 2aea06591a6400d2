"""`/game try`: a private board to try lines of moves, whose actions are picked as in the panel that plays."""

from collections.abc import Sequence

from bot.discord.commands.about_game import resolve_game
from bot.discord.commands.lookback import point_number
from bot.discord.formatting.markdown import escaped, title, with_people
from bot.discord.interaction.components import ButtonState, unknown_button
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels.panel import PanelSource, show_level
from bot.sentences import turns
from bot.service.game.picking import level_of
from bot.service.lookback.trying import Tried
from bot.service.values.answers import Choices
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.wording import shorten

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST = 44
"""Characters of a line in a custom id: two for each action. The picks after the line need the rest."""
_SHOWN = 600
"""Characters of a line in words."""


async def try_out(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Show the board at a point of the game, the newest unless one is named. Raises Refused."""
    number = point_number(str(options["at"])) if "at" in options else -1
    await _show(responder, await _tried(responder, summary.code, number, ()), ())


async def press(responder: Responder, state: ButtonState) -> None:
    """Make a pick, or go a step back; `payload` holds point, line and picks. Raises Refused."""
    summary = await resolve_game(responder, {"game": state.code})
    number, line = _read(state.payload)
    tried = await _tried(responder, summary.code, number, line)
    source = _source(tried, line)
    picks, opened = source.picked(state)
    level = level_of(tried.offers, picks)
    if level.offer is None:
        await show_level(responder, source, level, opened, note=_note(tried))
        return
    further = (*line, tried.offers.index(level.offer))
    if 2 * len(further) > _LONGEST or further[-1] >= len(_DIGITS) ** 2:
        note = f"{_words(tried)}\nThis line cannot get any longer here: go back, or begin at a later point."
        await show_level(responder, source, note=note)
        return
    await _show(responder, await _tried(responder, summary.code, number, further), further)


async def share(responder: Responder, state: ButtonState) -> None:
    """Show everybody a line of a game that is over. Raises Refused."""
    summary = await resolve_game(responder, {"game": state.code})
    if summary.status != "finished":
        raise Refused("not_over", f"{title(summary)} is not over: what you try stays with you until then.")
    number, line = _read(state.payload)
    tried = await _tried(responder, summary.code, number, line)
    picture = await responder.picture(summary, tried.view, preview=True)
    shown = f"{escaped(responder.identity.name)} shows a line that was not played."
    await responder.post(f"{title(summary)}\n{shown}\n{_words(tried)}", picture)


async def _tried(responder: Responder, code: str, number: int, line: Sequence[int]) -> Tried:
    return await responder.service.trying.tried(code, responder.person, number, line)


async def _show(responder: Responder, tried: Tried, line: Sequence[int]) -> None:
    await show_level(responder, _source(tried, line), note=_note(tried))


def _source(tried: Tried, line: Sequence[int]) -> PanelSource:
    where = (str(tried.point.number), _written(line))
    before = f"{where[0]}/{_written(line[:-1])}"
    choices = Choices(tried.summary, tried.seat or 0, tried.offers, lambda: tried.view)
    source = PanelSource(choices, action="try", where=where, back=("try", before) if line else None)
    if tried.summary.status != "finished" or not line:
        return source
    return source._replace(also=(source.state("share", "/".join(where)).button("Show everybody"),))


def _note(tried: Tried) -> str:
    return f"{_words(tried)}\n{with_people(turns.chosen_for(tried), tried.summary)}".rstrip()


def _words(tried: Tried) -> str:
    begun = f"from point {tried.point.number}" if tried.point.number else "from the beginning"
    line = shorten(" ".join(tried.line), _SHOWN)
    told = f" Line: {escaped(line, _SHOWN)}" if line else ""
    return f"**Trying {begun}**: nothing of this is played.{told}"


def _written(line: Sequence[int]) -> str:
    """A line as a custom id holds it: the index of each action among those then legal, in two characters."""
    digits = (divmod(place, len(_DIGITS)) for place in line)
    return "".join(f"{_DIGITS[high]}{_DIGITS[low]}" for high, low in digits)


def _read(payload: str) -> tuple[int, tuple[int, ...]]:
    """Point and line of a payload. Raises Refused for one that no message of ours has."""
    number, line, *_ = (*payload.split("/"), "", "")
    if not {*line}.issubset(_DIGITS) or len(line) % 2 or len(line) > _LONGEST:
        raise unknown_button()
    pairs = (line[place : place + 2] for place in range(0, len(line), 2))
    return point_number(number), tuple(int(pair, len(_DIGITS)) for pair in pairs)
