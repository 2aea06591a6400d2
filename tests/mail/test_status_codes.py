"""What mail servers say of failures, and whether an address is none."""

import pytest

from bot.mail.status_codes import code_of, ends_an_address

_DEAD = (
    # Gmail
    "5.1.1|550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking "
    "the recipient's email address for typos or 550-5.1.1 unnecessary spaces. For more information, go to",
    "5.2.1|550-5.2.1 The email account that you tried to reach is inactive. For more information, go to",
    # Exchange
    "5.1.10|550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "5.4.1|550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    "5.0.350|Remote server returned an error -> 550 5.1.1 user unknown",
    # Postfix
    "5.1.1|550 5.1.1 <ann@x.example>: Recipient address rejected: User unknown in virtual mailbox table",
    "5.4.4|Host or domain name not found. Name service error for name=x.example type=AAAA: Host not found",
    "5.0.0|550 No such user here (Postfix 2.11.0)",
    # Exim
    "5.0.0|550 Unrouteable address",
    "5.0.0|550 no such user (Exim 4.94.2)",
    # sendmail
    "5.1.2|550 5.1.2 <ann@players.example>... Host unknown (Name server: players.example: host not found)",
    # Yahoo
    "5.0.0|554 delivery error: dd This user doesn't have a yahoo.com account (ann@yahoo.com) [0] - mta1.mail",
    "5.0.0|554 30 Sorry, your message to a@yahoo.com cannot be delivered. This mailbox is disabled (554.30).",
    # iCloud, Proton, GMX, IronPort
    "5.1.1|550 5.1.1 <ann@icloud.com>: user does not exist",
    "5.1.1|550 5.1.1 <ann@proton.me>: Recipient address rejected: Address does not exist",
    "5.0.0|550 Requested action not taken: mailbox unavailable",
    "5.0.0|550 #5.1.0 Address rejected.",
    "5.0.0|550 none such, spam-full@players.example. (5.1.1.)",
    "5.0.0|550 there is no spam-full@players.example here",
)
_ALIVE = (
    # Gmail
    "5.2.1|550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional",
    "5.2.2|552-5.2.2 The email account that you tried to reach is over quota.",
    "5.7.26|550-5.7.26 This mail has been blocked because the sender is unauthenticated.",
    # Exchange
    "5.2.0|554 5.2.0 STOREDRV.Deliver.Exception:StoragePermanentException; Failed to process message",
    "5.7.64|550 5.7.64 TenantAttribution; Relay Access Denied",
    "5.0.350|Remote server returned an error -> 552 5.2.2 mailbox full",
    "5.1.0|554 5.1.0 Sender denied",
    # Postfix
    "5.1.0|550 5.1.0 <turn@games.example>: Sender address rejected: User unknown in virtual mailbox table",
    "5.1.7|550 5.1.7 <turn@games.example>: Sender address rejected: undeliverable address",
    # Exim
    "5.0.0|550 Administrative prohibition",
    "5.0.0|550 Sender verify failed",
    "5.0.0|mailbox is full (MTA-imposed quota exceeded while writing to file)",
    "5.0.0|550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)",
    "5.0.0|550 X-Host-Lookup-Failed: Reverse DNS lookup failed for 192.0.2.1",
    "5.0.0|550 Message rejected because SPF check failed",
    # GMX
    "5.0.0|554-No SMTP service 554-Bad DNS PTR resource record.",
    "5.0.0|554 Nemesis ESMTP Service not available: IP address is black listed.",
    "5.0.0|552-Requested mail action aborted: exceeded storage allocation",
    "5.0.0|554 Transaction failed Reject due to policy restrictions.",
    # Yahoo, iCloud, Charter, sendmail
    "5.0.0|554 Message not allowed - [PH01] Email not accepted for policy reasons.",
    "5.2.2|552 5.2.2 <ann@icloud.com>: user is over quota",
    "5.2.0|550 5.2.0 Message rejected. AUP#1260",
    "5.0.0|552 Message size exceeds fixed maximum message size",
    "5.0.0|550 5.3.0 rejected by milter (sendmail 8.15.2)",
)


@pytest.mark.parametrize(
    ("said", "ends"), [*((said, True) for said in _DEAD), *((said, False) for said in _ALIVE)]
)
def test_what_servers_write_says_whether_an_address_is_dead(said: str, ends: bool) -> None:
    status, _, words = said.partition("|")
    assert ends_an_address(code_of(status, words), words) is ends
