"""Players who know only what they are told, and play games to their end."""

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from typing import Final

from bot.service.values.seat_clocks import PINGED_AGAIN
from sandbox.driver import Person, Sandbox, SeenMail, SeenMessage
from sandbox.world.entities import Channel
from tests.manual_clock import SetClock
from tests.simulation.mail_exposure import MailExposure
from tests.wire.hosting import Host
from tests.wire.mail_tables import Correspondent, Listed, links_in, moves_in

_TASTES: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "roses": ((r"and win$", 1000), (r"over the edge", 100), (r"^push", 10)),
    "flicflac": (("back to|back home|taken back", 0), ("captured", 50), ("−", 10), ("health", 3)),
    "gods": ((r"attack.*attack|^attack \w+ and|^attack.*,.*and", 20), ("^attack", 3)),
    "reef": (
        *(("^eat", 30), ("^new shrimp", 5), ("^play a larva", 4), (r"^B\d", 5), ("^collect", 15)),
        *(("^shrimp|cube back", 0), ("no more tiles", 0.1), ("alga|cube to tile|tile to cube", 0.1)),
    ),
    "tae": (("given up|nothing", 0.3), ("combat", 10), ("^Swap.*(,| and )", 15)),
}
"""The weights of moves, by a pattern of their words: the first that fits counts; other moves have 1."""
_BETWEEN: Final = timedelta(minutes=4)
"""The time between two mails: nobody gets more than twenty answers in an hour."""
_ANYTIME: Final = ("notes", "private", "say")
_MORE: Final = ("plan-ahead", *_ANYTIME, "plan-ahead", "notes", "private", "undo", "undo ask")
"""The commands that a player writes between moves, in this order as far as possible."""


class Player:
    """A player who chooses moves by their words."""

    def __init__(self, key: str, code: str, random: Random) -> None:
        self.code = code
        self.over = False
        self._key = key
        self.random = random
        self.careful = False
        """Whether the last moves were refused as a whole, so that the next one is sent alone."""

    async def act(self) -> str | None:
        """Do what is asked, if anything is. Returns the text that was written, or None."""
        raise NotImplementedError

    @property
    def shown(self) -> int:
        """The number of messages or mails that the player was shown."""
        raise NotImplementedError

    def choose(self, listed: Sequence[Listed]) -> list[Listed]:
        """The moves to play of the legal ones; several where one mail or command takes them."""
        by_notation = {one.notation: one for one in listed}
        if "not ready" in by_notation:
            return []
        if {"clear", "ready"} <= by_notation.keys():
            return [by_notation["ready"]]
        if self._key == "flicflac" and not self.careful:
            pieces = {one.notation.split()[0] for one in listed} - {"end", "reset"}
            wanted = [
                self._liked([one for one in listed if one.notation.split()[0] == piece])
                for piece in sorted(pieces, key=lambda _: self.random.random())
            ]
            return [one for one in wanted if "back" not in one.words] + [by_notation["end"]]
        first = self._liked(listed)
        if self._key == "tae" and not self.careful and first.notation.startswith("colony"):
            others = [
                one for one in listed if one.notation.startswith("leader") and "combat" not in one.words
            ]
            return [first, *(self.random.sample(others, 1) if others else ())]
        return [first]

    def _liked(self, listed: Sequence[Listed]) -> Listed:
        weights = [self._weight(one.words) for one in listed]
        return self.random.choices(listed, weights if any(weights) else None)[0]

    def _weight(self, words: str) -> float:
        return next((weight for pattern, weight in _TASTES[self._key] if re.search(pattern, words)), 1)


class MailPlayer(Player):
    """Answers each mail that asks for something: by a number, by notation, or by the link of a move."""

    def __init__(
        self,
        person: Correspondent,
        key: str,
        code: str,
        random: Random,
        judge: MailExposure | None = None,
        *,
        undoes: bool = True,
    ) -> None:
        """`judge`: is told of private words; with a judge the player writes more than moves."""
        super().__init__(key, code, random)
        self.person = person
        self._judge = judge
        self._newest = 0
        self._acts = 0
        self._left = [one for one in _MORE if judge is not None and (undoes or not one.startswith("undo"))]
        self._offered: Sequence[Listed] = ()

    @property
    def shown(self) -> int:
        return len(self.person.mails)

    async def act(self) -> str | None:
        """Answer the newest mail that offers something, and wait for the answer."""
        written = await self._answer_newest()
        await self._write_more()
        return written

    async def _answer_newest(self) -> str | None:
        new = [one for one in self.person.mails if one.id > self._newest and self.code in one.subject]
        if not new:
            return None
        self._newest = new[-1].id
        self.over = self.over or any("the game is over" in one.subject for one in new)
        asks = next((mail for mail in reversed(new) if links_in(mail, "number")), None)
        asked = [one for mail in new for one in links_in(mail, "button") if one.body == "undo allow"]
        previews = [(mail.id, one) for mail in new for one in links_in(mail, "button") if one.body == "yes"]
        # The mail after a preview offers something else.
        sure = [one for number, one in previews if asks is None or number >= asks.id]
        if self.over or (asks is None and not sure and not asked):
            return None
        if asked:
            written = await self.person.mail("accept", to=asked[-1].to, subject=asked[-1].subject)
        elif sure:
            written = await self.person.mail("yes", to=sure[-1].to, subject=sure[-1].subject)
        else:
            assert asks is not None
            self._offered = moves_in(asks)
            chosen = self.choose(self._offered)
            if not chosen:
                return None
            written = await self._answer(asks, chosen)
        answer = await self.person.mailed(lambda mail: mail.in_reply_to == written.message_id)
        # Moves that do not go together are refused as a whole.
        self.careful = "Nothing" in answer.text or "nothing" in answer.text or "not done" in answer.text
        return written.text

    async def _write_more(self) -> None:
        """Write something besides moves, now and then."""
        self._acts += 1
        mails = [one for one in self.person.mails if self.code in one.subject]
        if self._judge is None or self._acts % 2 or self.over or not mails:
            return
        pending = bool(links_in(mails[-1], "number"))
        possible = [one for one in self._left if not pending or one in _ANYTIME]
        if not possible:
            return
        self._left.remove(kind := possible[0])
        name, word = self.person.name, f"zq{self.random.randrange(10**12):012d}zq"
        match kind:
            case "notes":
                self._judge.whispered(word, "notes", name)
            case "private":
                seats = await self._judge.seats(self.code)
                if not seats:
                    return
                reader = self.random.choice([one for one in seats if one != name])
                self._judge.whispered(word, "private messages", name, reader)
                kind = f"-{seats[reader]}"
            case "plan-ahead" if self._offered:
                word = self.random.choice(self._offered).notation
                self._judge.whispered(f"Whatever happens: {word}", "plans", name)
                kind = "plan-ahead action:"
            case "undo" | "undo ask" | "plan-ahead":
                word = ""
        written = await self.person.reply(mails[-1], f"{kind} {word}".strip())
        await self.person.mailed(lambda mail: mail.in_reply_to == written.message_id)

    async def _answer(self, mail: SeenMail, chosen: Sequence[Listed]) -> SeenMail:
        if len(chosen) == 1 and self.random.random() < 0.4:
            links = [one for one in links_in(mail, "number") if one.body == chosen[0].notation]
            if links:
                return await self.person.mail(links[0].body, to=links[0].to, subject=links[0].subject)
        by_number = self.random.random() < 0.5
        return await self.person.reply(
            mail, "\n".join(one.number if by_number and one.number else one.notation for one in chosen)
        )


class DiscordPlayer(Player):
    """Plays in the game's thread, by moves that the command offers."""

    def __init__(
        self, person: Person, key: str, code: str, random: Random, *, sandbox: Sandbox, thread: Channel
    ) -> None:
        super().__init__(key, code, random)
        self.person = person
        self._sandbox = sandbox
        self._thread = thread
        self._planned = False

    @property
    def shown(self) -> int:
        return len(self._sandbox.messages(self._thread))

    async def act(self) -> str | None:
        """Play a move that is offered now, and wait for the answer."""
        card = await self._sandbox.message(self._thread, lambda look: bool(look.files))
        self.over = "Play again" in card.labels
        listed = [] if self.over else await self._listed(card)
        if not listed:
            return None
        text = ", ".join(one.notation for one in self.choose(listed))
        reply = (await self.person.slash("move", {"notation": text}, channel=self._thread)).reply
        if "Play it" in reply.labels:
            reply = (await self.person.click(reply, "Play it")).reply
        # Moves that do not go together are refused as a whole.
        self.careful = "✅" not in reply.text and "🏁" not in reply.text
        self._planned = not self.careful and text != "ready"
        return text

    async def _listed(self, card: SeenMessage) -> list[Listed]:
        if self._key == "gods":
            # A player who is ready may still change the plan, but is no longer asked.
            if self.person.mention not in card.text:
                return []
            if self._planned:
                return [Listed("", "ready", "ready")]
        offered = await self.person.autocomplete("move", focused="notation", channel=self._thread)
        listed = [Listed("", one["value"], one["name"].partition(" · ")[2]) for one in offered]
        listed = [one for one in listed if one.notation not in {"", "?"}]
        if listed and self._key == "flicflac" and all(one.notation != "end" for one in listed):
            listed.append(Listed("", "end", "end the phase"))
        return listed


async def play(
    host: Host,
    clock: SetClock,
    players: Sequence[Player],
    most: int,
    faults: Callable[[], Awaitable[Sequence[str]]] | None = None,
) -> int:
    """Let them play until the game is over for one of them; how often they wrote, `most` at most.

    `faults`: what is wrong, asked after each act.
    """
    written = 0
    while not any(player.over for player in players):
        assert written < most, f"{written} mails and no end"
        before = [player.shown for player in players]
        acted = 0
        for player in players:
            # Deliveries under way hold leases that a leap of the clock would end.
            await host.delivered()
            clock.set_forward(_BETWEEN)
            acted += await player.act() is not None
            found = [] if faults is None else await faults()
            assert not found, found
        written += acted
        if not acted and not any(player.over for player in players):
            await host.delivered()
            if not _more(players, before):
                # Of a turn that was undone a player is notified again only after a while.
                clock.set_forward(PINGED_AGAIN)
            await host.sandbox.wait_for(partial(_more, players, before), what="something to play on")
    return written


def _more(players: Sequence[Player], before: list[int]) -> bool:
    return [player.shown for player in players] != before
