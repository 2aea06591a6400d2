"""The judge of what is mailed sees what it is there to see, in whatever part and encoding of a mail."""

import gzip
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from bot.mail.reply_address import ReplyAddresses
from bot.service.facade import Service
from bot.store.database import Database
from bot.store.models import GameRow, IdentityRow
from render.contract import Frame
from sandbox.core import Options
from sandbox.driver import Sandbox
from sandbox.mail.addresses import BOT_ADDRESS
from tests.service.actors import ANN, BOB, SINCE, running
from tests.simulation.exposure import _painted
from tests.simulation.mail_exposure import MailExposure, people_of

ADDRESSES = {ANN: "ann@sandbox.example", BOB: "bob@sandbox.example"}


def mail(
    text: str, *, to: str = ADDRESSES[ANN], header: str = "", png: bytes | None = None, packed: str = ""
) -> bytes:
    message = EmailMessage()
    message["To"], message["Subject"], message["X-More"] = to, "Your move", " ".join(header.split())
    message.set_content(text, cte="base64")
    message.add_alternative(f'<p>Look</p><img src="cid:1" alt="{text}">', subtype="html", cte="base64")
    if png is not None:
        message.add_attachment(png, "image", "png")
    message.add_attachment(gzip.compress(packed.encode()), "application", "gzip")
    return message.as_bytes()


@pytest.mark.parametrize(
    "leak",
    [
        *("address", "seed", "mixture", "reply", "forged", "key", "token", "hand", "board"),
        *("notes", "plans", "private messages", "codes"),
    ],
)
async def test_a_leak_is_seen(service: Service, database: Database, leak: str) -> None:
    game = await running(service, "reef", seats=2)
    async with database.transaction() as unit:
        for person, address in ADDRESSES.items():
            unit.add(IdentityRow(kind="mail", external_id=address, person_id=person.id, verified_at=SINCE))
    keys = {key.id: key.secret for key in await service.mail.keys()}
    addresses = ReplyAddresses(BOT_ADDRESS, keys)
    async with database.reading() as unit:
        row = (await unit._session.execute(select(GameRow.seed, GameRow.mixture))).one()
    seat = next(one.seat for one in game.seats if one.person == BOB)
    held, view = await service.reading.hand(game.code, BOB)
    reply = addresses.make(BOB.id, game.code, seat, 3)
    text = {
        "address": f"Bob, {ADDRESSES[BOB].upper()}, moves.",
        "seed": str(row.seed),
        "mixture": str(row.mixture),
        "reply": reply,
        "forged": reply.replace("+", "+a"),
        "key": keys[1].hex(),
        "token": Options().token,
        "hand": held,
        "board": "Look:",
        "notes": "zq000000000001zq",
        "plans": "Whatever happens: colony N3",
        "private messages": "zq000000000002zq",
        "codes": "12345678",
    }[leak]
    own = addresses.make(ANN.id, game.code, 1 - seat, 3)
    async with Sandbox(Options(mail_to=("127.0.0.1", 1))) as sandbox:
        judge = MailExposure(people_of(sandbox), BOT_ADDRESS, database, service)
        judge.secrets.add(sandbox.token)
        if leak in {"notes", "plans", "private messages"}:
            judge.whispered(text, leak, "Bob")
        judge.take([ADDRESSES[BOB]], mail("Your code is 12345678", to=ADDRESSES[BOB]))
        frame = Frame(code=game.code, players=("", ""))
        public = _painted("reef", await service.reading.view(game.code, None), frame)
        png = _painted("reef", view, frame) if leak == "board" else public
        harmless = f"It is your move. Somebody else's address may end like Bob's: a{ADDRESSES[BOB]}"
        judge.take([ADDRESSES[ANN]], mail(harmless, header=own, png=public))
        assert await judge.faults(game.code) == []
        judge.take([ADDRESSES[ANN]], mail(text, header=own, png=png))
        assert await judge.faults(game.code)
        judge.take([ADDRESSES[ANN]], mail("It is your move.", header=text, png=png))
        assert await judge.faults(game.code)
        judge.take([ADDRESSES[ANN]], mail("It is your move.", packed=text, png=png))
        assert await judge.faults(game.code)
