"""``serve``: one game over standard input and output, a JSON object a line each way.

docs/engine-protocol.md describes every request and answer.
"""

import argparse
from typing import Any, BinaryIO, TextIO

import msgspec

from engines.conformance.commands.arguments import Subparsers, add_command, add_game, game
from engines.conformance.commands.requests import Ask, Complaint, Request, Session

MAX_LINE = 1 << 20
"""Longest request, in bytes."""

_REQUEST: Any = Request


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    add_game(add_command(subparsers, "serve", "a line protocol in JSON, for other programs", run))


def run(given: argparse.Namespace, stdin: BinaryIO, stdout: TextIO) -> int:
    """Answer each line until the input ends or a request says ``quit``."""
    session = Session(game(given.game))
    while not session.over:
        line = stdin.readline(MAX_LINE + 1)
        if not line:
            break
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = stdin.readline(MAX_LINE)
            answer = _error(None, Complaint("bad_request", f"A request has at most {MAX_LINE:,} bytes."))
        elif line.strip():
            answer = _answer(session, line)
        else:
            continue
        stdout.write(answer + "\n")
        stdout.flush()
    return 0


def _answer(session: Session, line: bytes) -> str:
    tag = None
    try:
        tag = msgspec.json.decode(line, type=_Tag).id
        request: Ask = msgspec.json.decode(line, type=_REQUEST)
        body = request.answer(session)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return _error(tag, Complaint("bad_request", f"That request cannot be read: {error}."))
    except Complaint as complaint:
        return _error(tag, complaint)
    return msgspec.json.encode({**_echo(tag), **body}).decode()


def _error(tag: str | int | None, complaint: Complaint) -> str:
    body = {"error": {"code": complaint.code, "sentence": complaint.sentence}}
    return msgspec.json.encode({**_echo(tag), **body}).decode()


def _echo(tag: str | int | None) -> dict[str, object]:
    return {} if tag is None else {"id": tag}


class _Tag(msgspec.Struct):
    """The part of a request that every answer repeats."""

    id: str | int | None = None
