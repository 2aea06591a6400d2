"""Postfix and Dovecot from Debian, on free ports of loopback, in a folder of their own.

Postfix is the mail server of the host and of the world: what goes to ``games.example`` it hands to the bot by
LMTP, what goes to ``people.example`` to Dovecot, which keeps the mailboxes, by LMTP as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import imaplib
import os
import shutil
import smtplib
import subprocess
import tempfile
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from pwd import getpwnam

from tests.ports import free_port

PASSWORD = "hunter22-hunter22"
PEOPLE = ("ann", "bob", "cleo", "dan")
BOT = "turn@games.example"
"""The bot's address for mail by LMTP; `turn@people.example` is a mailbox that a bot reads by IMAP."""

_DAEMONS = "/usr/lib/postfix/sbin"
_MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/log/mail.log
maillog_file_prefixes = {folder}
myhostname = mx.games.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
smtp_tls_security_level = none
biff = no
recipient_delimiter = +
relay_domains = games.example people.example
virtual_alias_maps = inline:{{ postmaster@games.example=ann@people.example }}
transport_maps = inline:{{
  games.example=lmtp:inet:127.0.0.1:{bot}, people.example=lmtp:inet:127.0.0.1:{lmtp} }}
default_transport = error:nobody knows the way there
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = reject_unverified_recipient
unverified_recipient_reject_code = 550
address_verify_poll_count = 20
address_verify_poll_delay = 1s
address_verify_negative_refresh_time = 1s
header_checks = regexp:{folder}/etc/headers
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
"""
_MASTER = """\
127.0.0.1:{smtp} inet n - n - - smtpd
  -o message_size_limit=245760
127.0.0.1:{submission} inet n - n - - smtpd
  -o smtpd_recipient_restrictions=
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
_HEADERS = """\
/^Authentication-Results:/ IGNORE
/^X-Checked: (pass|fail)$/ PREPEND Authentication-Results: mx.games.example;
    dmarc=$1 header.from=people.example
"""
"""Header checks in place of a filter for DMARC: they drop foreign results, and write those in X-Checked."""
_DOVECOT = """\
base_dir = {folder}/run
log_path = {folder}/log/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{folder}/mail/%n
recipient_delimiter = +
lmtp_hdr_delivery_address = original
postmaster_address = postmaster@people.example
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {folder}/etc/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {folder}/etc/users
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
namespace inbox {{
  inbox = yes
}}
"""


def missing() -> str | None:
    """Why these tests cannot run here; None if they can."""
    if not Path(_DAEMONS, "master").exists() or not Path(_DAEMONS, "lmtp").exists():
        return "Postfix is not installed"
    if shutil.which("dovecot") is None or not Path("/usr/lib/dovecot/lmtp").exists():
        return "Dovecot with LMTP is not installed"
    return None if os.geteuid() == 0 else "Postfix is started by root alone"


class RealServers:
    """Postfix and Dovecot, configured and run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.smtp, self.submission, self.imap, self.lmtp, self.bot = (free_port() for _ in range(5))

    def write(self) -> None:
        """Write the configuration files."""
        for name in ("etc", "queue", "data", "log", "run", "mail"):
            (self.folder / name).mkdir(mode=0o755)
        nobody, postfix = getpwnam("nobody"), getpwnam("postfix")
        os.chown(self.folder / "data", postfix.pw_uid, postfix.pw_gid)
        os.chown(self.folder / "mail", nobody.pw_uid, nobody.pw_gid)
        fields = {
            "folder": self.folder,
            "daemons": _DAEMONS,
            **{name: getattr(self, name) for name in ("smtp", "submission", "imap", "lmtp", "bot")},
        }
        for name, text in (("main.cf", _MAIN), ("master.cf", _MASTER), ("dovecot.conf", _DOVECOT)):
            (self.folder / "etc" / name).write_text(text.format(**fields))
        (self.folder / "etc/headers").write_text(_HEADERS)
        users = (
            f"{one}@people.example:{PASSWORD}:{nobody.pw_uid}:{nobody.pw_gid}::{self.folder}/mail/{one}::\n"
            for one in (*PEOPLE, "turn")
        )
        (self.folder / "etc/users").write_text("".join(users))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[RealServers]:
        """Run both servers for the block."""
        await asyncio.to_thread(self.write)
        etc = self.folder / "etc"
        postfix = ("postfix", "-c", str(etc))
        commands = ((*postfix, "start-fg"), ("dovecot", "-F", "-c", str(etc / "dovecot.conf")))
        started = [
            await asyncio.create_subprocess_exec(
                *command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
            )
            for command in commands
        ]
        try:
            for port in (self.smtp, self.submission, self.imap, self.lmtp):
                await self._open(port, started)
            yield self
        finally:
            # Postfix's master process has left the process group.
            stopping = await asyncio.create_subprocess_exec(*postfix, "stop", stderr=subprocess.DEVNULL)
            await stopping.wait()
            with contextlib.suppress(ProcessLookupError):
                started[1].terminate()
            for process in started:
                await process.wait()

    async def _open(self, port: int, started: list[asyncio.subprocess.Process]) -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                gone = [one.returncode for one in started if one.returncode is not None]
                assert not gone, self.logs()
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return

    def logs(self) -> str:
        """The logs of both servers."""
        return "\n".join(path.read_text() for path in sorted((self.folder / "log").glob("*.log")))

    # -- people ------------------------------------------------------------------------------------------

    async def send(
        self, sender: str, to: str, text: str, *, checked: str = "", **headers: str
    ) -> smtplib.SMTPRecipientsRefused | None:
        """Send a mail from outside. Returns the refusal of the recipient, if there is one.

        `checked`: what our mail server finds of DMARC, ``pass`` or ``fail``.
        """
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, to
        if checked:
            mail["X-Checked"] = checked
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        return await asyncio.to_thread(self._send, self.smtp, sender, to, mail.as_bytes())

    async def submit(self, sender: str, to: str, mail: EmailMessage) -> None:
        """Hand a mail over for the bot, whatever it says."""
        await asyncio.to_thread(self._send, self.submission, sender, to, mail.as_bytes())

    def _send(self, port: int, sender: str, to: str, raw: bytes) -> smtplib.SMTPRecipientsRefused | None:
        with smtplib.SMTP("127.0.0.1", port, local_hostname="far.example") as client:
            try:
                client.sendmail(sender, [to], raw)
            except smtplib.SMTPRecipientsRefused as refused:
                return refused
        return None

    async def mails(self, person: str) -> list[EmailMessage]:
        """The mails in a mailbox, the oldest first."""
        return await asyncio.to_thread(self._mails, person)

    def _mails(self, person: str) -> list[EmailMessage]:
        client = imaplib.IMAP4("127.0.0.1", self.imap)
        try:
            client.login(f"{person}@people.example", PASSWORD)
            client.select("INBOX")
            found = []
            for number in client.search(None, "ALL")[1][0].split():
                parts = client.fetch(number, "(BODY.PEEK[])")[1]
                raw = next(part[1] for part in parts if isinstance(part, tuple))
                found.append(message_from_bytes(raw, policy=policy.default))
            return found
        finally:
            client.logout()


@contextlib.asynccontextmanager
async def real_servers() -> AsyncIterator[RealServers]:
    """Run both servers in a temporary folder, through which other users may pass."""
    folder = await asyncio.to_thread(_folder)
    try:
        async with RealServers(folder).running() as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="turnpost-mail-"))
    folder.chmod(0o755)
    return folder
