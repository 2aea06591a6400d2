"""Lines of code that may change without a difference that tests could notice."""

from collections.abc import Mapping
from typing import Final

EQUIVALENT: Final[Mapping[str, tuple[str, ...]]] = {
    "how often to look, or how many at once, is a matter of speed alone": (
        "@cache",
        *(
            "_ANOTHER_LOOK =",
            "_AT_ONCE =",
            "_LEAST_WAIT =",
            "_BUSY_POLL =",
            "_DELIVERY_SECONDS =",
            "FRESH =",
            "_KEPT =",
            "_POLL =",
        ),
        *("_FEW: Final =", "_LAST_EVENT_SECONDS =", "_LONG_AGO =", "_LOOKED_AT ="),
        *("_READ_AT_ONCE =", "inherit_cache =", "_SHORT: Final = 32 * 1024"),
        *("_LOOKED_THROUGH:", "_BATCH =", "_REMEMBERED:", "_SEARCHED =", "_TRIES ="),
        *("max_ratelimit_timeout=", "@lru_cache(", "surroundings = lru_cache(", "_solved = lru_cache("),
        "class TaeState(Value",
        "since = tell() if len(events.events) <= _FEW",
        "self.put_off(row, ",
        "self._looks_at_all = False",
        "left = self._claims.left_to_others and due",
    ),
    "room for words that is well within Discord's limit, which a test holds": (
        *("head = [shorten(", "head.append(shorten(", "head = (shorten(", "texts = [shorten("),
        *('head = "\\n".join((shorten(', 'head = f"{shorten(', "lines.append(shorten("),
        'while texts and len("\\n\\n".join((*shown, texts[0]',
        "words, changed = await self._events_before(",
        "await responder.say(guide + fitting(",
        'return f"health {_fitting(',
        *("_FLAGS =", "_HAPPENED_LIMIT =", "_LONGEST_PREVIEW =", "_MOVES =", "_QUOTED =", "_QUOTED: Final ="),
        *("LONGEST_SUMMARY =", "_LINE = 120"),
    ),
    "how much of a hostile mail is looked at, within which any figure keeps it cheap": (
        *(
            "_SEEN: Final =",
            "_HEADER_BYTES: Final =",
            "_FIELDS: Final =",
            "_PARTS: Final =",
        ),
        *("_DEPTH: Final =", "_BOUNDARY: Final =", "_TYPE_LENGTH: Final =", "_LIMIT: Final = 150_000"),
        *("_SUBJECT_BYTES: Final =", "_FROM_LIMIT: Final =", "_REPORT_BYTES: Final =", "_TOP: Final ="),
        "waiting = [(_unix(raw), ",
        *("_MOST_NAMED: Final =", "_LINES: Final = 64", "_READ: Final =", "PICTURE_BYTES: Final ="),
    ),
    "how long a computer player looks is held by the arena's measurements alone": (
        *(
            "Level.GENTLE: _Effort(",
            "Level.STEADY: _Effort(",
            "Level.STRONG: _Effort(",
            "_SAMPLES =",
            "_SEES =",
        ),
        *("Level.GENTLE: Effort(", "Level.STEADY: Effort(", "Level.STRONG: Effort("),
        *("_COMBAT_SAMPLES: Final =", "_EXAMINED", "_ROUNDS: Final =", "_FARTHEST ="),
        "if len(self._found) >= _EXAMINED:",
        *("if self._nodes <= 0:", "states = [state, *(imagine(view, rng) for _ in range(effort.samples"),
    ),
    "one number stands for a lock as well as another": ("_LOCK = 0x",),
    "nobody guesses a key, whether it has a bit more or less": (
        'key = f"{rng.getrandbits(',
        "task = task_for(live.engine, view, row.seat, level, f",
        "row = MailKeyRow(id=number, secret=f",
    ),
    "nobody draws one of the few last of 2**256 numbers, however many they are": ("if value < 2**256 -",),
    "of what is read beyond what is shown it matters only that something is": ("limit=_PAGE_SIZE + 1,",),
    "after nine doublings the longest delay holds": ("seconds = min(FIRST_DELIVERY_DELAY * 2 ** min(",),
    "there may be any room round what is sketched; what is cut off, the golden pictures hold": (
        *("sketch = Sketch(", "sketch = Sketch.square("),
    ),
    "between the columns of a board there may be any room": ("self.height = 2 * board.size",),
    "what a seat may do is the same in all positions that it imagines": (
        *("return max(legal(states[0], seat), key=", "state = states[0]"),
    ),
    "the comparison saves time, and what follows finds the same": (
        "return len(near) > 1 and len({self.post(",
        "return not near & (near - 1) or not near & ~grown(",
        "touching = grid.around(taken & ~(1 << place)",
        "oldest = await events.at(live.row.id, seq - ACTS + ",
        "if lost - 1 <= after[0] and (after[1] or ",
        *("if not fresh and self._seen:", "if min(health) >= 0:", "if len(prefix) > 1:"),
        "return [turn for loss, turn in losses if loss > 0]",
    ),
    "every phase overrides what is abstract, or it could not be made": ("@abstractmethod",),
    "a further sum of energies only takes time": ("for total in range(2, higher + lower + 1):",),
    "no plies lead back to a position with as many of them left": ("self._found[key] = False",),
    "any number below 0 is no place": ("HOME =",),
    "whoever loses a combat loses ten points or more by it": ("return _POINT / 4 if any(_prospect(",),
    "levels that compare no plans look for no answers to them": ("answer: _Search =",),
    "nothing is as large as the least that counts, to the last bit": (
        "if instead - share > _SLIGHT:",
        "open_columns = [at for at in range(width) if goal[at] < ",
        "(at for at in range(height) if table[at][column] > ",
    ),
    "sums that differ in their last bits alone are one to whichever digit they are rounded": (
        "mark = round(worth, 9), ",
    ),
    "without a lead it is worth the same on either side": ("return (ahead if lead > 0.0",),
    "a cell does not touch itself": ("if other > cell and TOUCHING[",),
    "what is nobody's is worth nothing, however often it is counted": ("links = hostile > 0 and board",),
    "whoever has resigned has a number below 0, and everybody else the same": ("return (0, line.score, ",),
    "whoever has any time that is not quiet has some within eight days": ("_FORTNIGHT: Final =",),
    "whoever stops all mail answers no position": ("grant = Capability(person.id, None, None, 0, STOP)",),
    "no game in which anything was done has so low a public version": ("_OVERTAKEN: Final =",),
    "no delivery is both a card and the removal of buttons": ("card.c.id < row.c.id,",),
    "no two moments of a clock lie so far apart to the last bit": (
        "if loop.time() - began > _ANSWERED_WITHIN:",
    ),
    "a seat is taken over by an event that leaves the position as it is, and is no point of the game": (
        "if seat is not None and seated_since(events, seat, person) >= ",
    ),
    "no option has another number": ("users = [options[name] for number in range(",),
    "two messages never have one id, and a hundredth of a second does not matter here": (
        "return cause.order < results.message_id and live.now - results.done_at < _CROSSING",
    ),
}
"""Changes that are not drawn: by the reason, the beginnings of the lines of code that would change."""
