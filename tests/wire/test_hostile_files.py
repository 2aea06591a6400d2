"""Files that are no records, given to `/admin import` with the real client: each is refused in a sentence."""

import gzip
from random import Random

import pytest

from sandbox.driver import Sandbox
from sandbox.world.permissions import MANAGE_GUILD
from tests.wire.hosting import DROPS, Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]

_NASTY = (
    b"",
    b"\x00" * 1000,
    b"{",
    b"[" * 200_000,
    b'{"game": ' * 50_000,
    "{}".encode("utf-16"),
    b"\xff\xfe{}",
    b'{"game": "roses", "players": 1e999}',
    gzip.compress(b"{}" * 100_000),
    b".".join([b"a"] * 20_000) + b" = 1",
    b"x = [" + b"[" * 10_000,
    b"#" * 1_000_000,
    b"\n" * 1_000_000,
)


def _spoiled(data: bytes, rng: Random) -> bytes:
    """A file with a few of its bytes taken out, doubled, swapped or replaced."""
    spoiled = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randrange(len(spoiled)), rng.randint(1, 40)
        part = spoiled[at : at + size]
        spoiled[at : at + size] = rng.choice([b"", part * 2, part[::-1], rng.randbytes(size), b"9" * size])
    return bytes(spoiled)


async def test_no_file_does_more_than_to_be_refused(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play(*DROPS)
    cleo, eve = sandbox.person("Cleo"), sandbox.person("Eve")
    sandbox.promote(cleo, MANAGE_GUILD)
    exported = (await cleo.slash("admin export", channel=table.thread)).reply
    rng = Random(1)
    records = [await exported.file(number) for number in range(2)]
    files = [*_NASTY, *(_spoiled(rng.choice(records), rng) for _ in range(40))]
    for data in files:
        options = {"file": data, "player1": cleo, "player2": eve}
        asked = await cleo.slash("admin import", options, channel="off-topic")
        answer = asked.reply
        assert answer.ephemeral
        # What is still a record, such as one with another name in its header, is proposed.
        assert "Something went wrong" not in answer.text, (data[:200], answer.text)
        assert answer.text.strip(), data[:200]
        assert len(answer.text) < 1500, (data[:200], answer.text)
    assert not sandbox.threads("off-topic")
    assert table.code in (await eve.slash("game show", channel=table.thread)).reply.text
