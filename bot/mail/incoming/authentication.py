"""The checks of a mail by our own mail server: Authentication-Results, RFC 8601."""

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

Verdict: TypeAlias = Literal["pass", "fail", "none"]
"""Our own mail server's DMARC result; "none": it reports nothing."""

_NAME: Final = re.compile(r"[^\s;()\"]+")
_PIECE: Final = re.compile(r'[^"()\\]+|\\.|["()\\]', re.DOTALL)
_RESULT: Final = re.compile(r"\s*dmarc\s*=\s*([a-z]+)(?=\s|$)", re.IGNORECASE)
_DOMAIN: Final = re.compile(r"\sheader\.from\s*=\s*([^\s;]+)", re.IGNORECASE)
_SEEN: Final = 4_000


def dmarc(results: Iterable[str], authserv_id: str, domain: str) -> Verdict:
    """The verdict on a mail from a domain, by the values of its Authentication-Results, the topmost first.

    Headers of servers other than `authserv_id` are ignored. A sender may have forged some in our name: only
    the topmost can authenticate a mail, and no other may contradict it.
    """
    ours = (value for value in results if _is_ours(value, authserv_id))
    verdicts = [_verdict(value, _plain(value[:_SEEN]), domain) for value in ours]
    if "fail" in verdicts:
        return "fail"
    return "pass" if verdicts[:1] == ["pass"] and "none" not in verdicts else "none"


def _is_ours(value: str, authserv_id: str) -> bool:
    """Whether the value begins with our name; behind a comment a server's filter would not find the name."""
    name = _NAME.match(value)
    return bool(authserv_id) and name is not None and name[0].lower() == authserv_id.lower()


def _plain(value: str) -> str:
    """The text without quoted strings and comments, which may quote the sender.

    The mark that begins an unended one stays.
    """
    kept, depth, quoted = list[str](), 0, False
    for piece in _PIECE.findall(value):
        if quoted:
            quoted = piece != '"'
        elif depth:
            depth += (piece == "(") - (piece == ")")
        elif piece == "(":
            depth = 1
            kept.append(" ")
        elif piece == '"':
            quoted = True
            kept.append("?")
        else:
            kept.append(piece)
    return "".join(kept) + '"' * quoted + "(" * (depth > 0)


def _verdict(value: str, plain: str, domain: str) -> Verdict | None:
    """The DMARC result in one header of ours; None if it has none. `plain`: its beginning, from `_plain`."""
    if len(value) > _SEEN or set('()"') & set(plain):
        # The header holds text of the sender that our mail server should have quoted.
        return "fail"
    verdicts = {_verdict_for(result, domain) for result in plain.split(";")[1:] if _RESULT.match(result)}
    if "fail" in verdicts:
        return "fail"
    return verdicts.pop() if len(verdicts) == 1 else "none" if verdicts else None


def _verdict_for(result: str, domain: str) -> Verdict:
    found = _RESULT.match(result)
    sender_domain = _DOMAIN.search(result)
    if sender_domain is not None:
        checked = sender_domain[1].lower().rpartition("@")[2].rstrip(".")
        if checked != domain and not domain.endswith(f".{checked}"):
            # The mail server has checked another sender than the one read here.
            return "fail"
    match found and found[1].lower():
        case "pass":
            return "pass"
        case "fail" | "reject" | "quarantine":
            return "fail"
        case _:
            return "none"
