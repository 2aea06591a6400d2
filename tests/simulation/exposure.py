"""Checks that no hand, no board from another's seat and no private word reaches anybody else.

While `signed`, every picture, alt text and text board says for which seat it was drawn. What each seat holds
or plans is noted. Both are compared, letter by letter, with each text that the server has delivered.
"""

import contextlib
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple
from unittest import mock

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.column_values import RUNNING
from bot.service.facade import Service
from engines.contract import View
from engines.registry import ENGINES
from engines.wording import shorten
from render.contract import Frame
from render.phrases import MOST_ALT
from render.registry import renderer_for

_SIGN = re.compile(r"⟦(\w+) (\d+)⟧")
_TRIED = "nothing of this is played"
"""The words above boards on which somebody tries lines for all sides: hidden parts are imagined there."""
_MARKUP = re.compile(r"[*_`\\]")


class Shown(NamedTuple):
    """A message as it reached some people."""

    text: str
    """The text of the message, with its alt texts."""
    readers: frozenset[int]


class Exposure:
    """The messages that people were shown, and the hands and plans of each seat at the time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._shown: list[Shown] = []
        self._owners: dict[tuple[str, int], set[int]] = defaultdict(set)
        """The accounts of all persons who have sat in a seat, by game and seat."""
        self._held: dict[tuple[str, int], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """The lines of each seat's hands and plans, and the accounts of the persons who sat there then."""
        self._over: set[str] = set()
        self._words: dict[str, tuple[frozenset[int], str]] = {}
        self.kinds: Counter[str] = Counter()
        """How often words of each kind reached people who may read them."""
        self.judged = 0
        """The number of texts that were compared."""
        self.signs = 0
        """The number of boards among them that were drawn for one seat."""

    def whispered(self, word: str, readers: set[int], kind: str = "private messages") -> None:
        """Note words that only these people, and those noted before, may ever read."""
        known, _ = self._words.get(word, (frozenset(), kind))
        self._words[word] = known | readers, kind

    def shown(self, text: str, readers: set[int]) -> None:
        """A message has reached these people."""
        self._shown.append(Shown(_MARKUP.sub("", text), frozenset(readers)))

    async def look(self, codes: list[str], account_of: dict[str, int]) -> None:
        """Note the owners, hands and plans of all seats. `account_of`: people's accounts by name."""
        for code in codes:
            summary = await self._service.reading.summary(code)
            if summary.status not in RUNNING:
                self._over.add(code)
                continue
            for seat in summary.seats:
                if seat.person is None or seat.person.name not in account_of:
                    continue
                owner = account_of[seat.person.name]
                self._owners[code, seat.seat].add(owner)
                own, public = [
                    await self._service.reading.view(code, viewer) for viewer in (seat.person, None)
                ]
                for note in own.notes:
                    if note not in public.notes:
                        self._held[code, seat.seat][_MARKUP.sub("", note)].add(owner)
                if ENGINES[summary.key].hand is not None:
                    held, _ = await self._service.reading.hand(code, seat.person)
                    line = _MARKUP.sub("", held.splitlines()[0]).rstrip(".")
                    self._held[code, seat.seat][line].add(owner)

    def faults(self) -> Iterator[str]:
        """The faults since the last call: texts shown to people who must not see them."""
        shown, self._shown = self._shown, []
        self.judged += len(shown)
        for text, readers in shown:
            for word, (allowed, kind) in self._words.items():
                if word not in text:
                    continue
                self.kinds[kind] += 1
                if not readers <= allowed:
                    yield f"{kind} {word!r} were shown to others: {text[:200]!r}"
            if _TRIED in text:
                continue
            for code, seat in _SIGN.findall(text):
                self.signs += 1
                if code not in self._over and not readers <= self._owners[code, int(seat)]:
                    yield f"the board of {code} as seat {seat} sees it was shown to others: {text[:200]!r}"
            for (code, _seat), lines in self._held.items():
                if code in self._over:
                    continue
                for line, owners in lines.items():
                    if line in text and not readers <= owners | self._also_hold(code, line):
                        yield f"what somebody holds in {code} was shown to others: {line!r}"

    def _also_hold(self, code: str, line: str) -> set[int]:
        """The accounts of the people in a game who have held the same line."""
        seats = (lines for (game, _), lines in self._held.items() if game == code)
        return {owner for lines in seats for owner in lines.get(line, ())}


@contextlib.contextmanager
def signed() -> Iterator[None]:
    """Let boards name the seat for which they were drawn. Pictures are blank: they have other tests."""
    with (
        mock.patch("bot.picture_service.paint", _painted),
        mock.patch("bot.picture_service.renderer_for", _Signing),
    ):
        yield


class _Signing:
    """A renderer whose texts begin with the seat for which they are made."""

    def __init__(self, key: str) -> None:
        self._renderer: Any = renderer_for(key)

    def alt(self, view: View, frame: Frame) -> str:
        return shorten(f"{_sign(view, frame)}{self._renderer.alt(view, frame)}", MOST_ALT)

    def text(self, view: View, frame: Frame) -> str:
        return f"{_sign(view, frame)}{self._renderer.text(view, frame)}"


def _sign(view: View, frame: Frame) -> str:
    return "" if view.viewer is None else f"⟦{frame.code} {view.viewer}⟧ "


def _painted(_key: str, view: View, frame: Frame) -> bytes:
    signature = PngInfo()
    signature.add_itxt("for", _sign(view, frame))
    stream = io.BytesIO()
    Image.new("P", (8, 8)).save(stream, "PNG", pnginfo=signature)
    return stream.getvalue()


def signature_of(png: bytes) -> str:
    """The seat for which a picture was drawn; empty for a public one."""
    with Image.open(io.BytesIO(png)) as picture:
        return str(picture.info.get("for", ""))
