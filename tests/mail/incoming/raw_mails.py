"""The bytes of incoming mails."""

from bot.mail.incoming.parsing import Incoming, read

RECIPIENT = "turn+k7qx.0.c.1.1.mfrggzdfmztwq2lk@games.example"


def raw_mail(
    *fields: str, body: str = "12\r\n", sender: str | None = "From: Ann <Ann@Players.example>"
) -> bytes:
    header = [*([sender] if sender is not None else []), *fields]
    return ("\r\n".join(header) + "\r\n\r\n" + body).encode("utf-8")


def read_mail(*fields: str, **options: str | None) -> Incoming:
    return read(raw_mail(*fields, **options), RECIPIENT, "mx.games.example")  # type: ignore[arg-type]
