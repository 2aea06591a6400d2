"""The listener's TLS certificate, reloaded when its files change."""

import ssl
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)


class Certificate:
    """A certificate chain and its key, as files that are renewed from time to time."""

    def __init__(self, chain: Path, key: Path) -> None:
        """Raises OSError where they cannot be used (`ssl.SSLError` is one)."""
        self._files = (chain, key)
        self._read_at = self._changed_at()
        self._context = self._loaded()

    def context(self) -> ssl.SSLContext:
        """What a connection is protected with that begins now."""
        try:
            changed_at = self._changed_at()
            if changed_at != self._read_at:
                self._context = self._loaded()
                self._read_at = changed_at
        except OSError as error:
            # The files may be half written at this moment.
            log.warning("mail_certificate_unreadable", reason=type(error).__name__)
        return self._context

    def _changed_at(self) -> list[int]:
        return [file.stat().st_mtime_ns for file in self._files]

    def _loaded(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*self._files)
        return context
