"""The metrics in a Prometheus registry. Each label has few values, and none identifies a player."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.observer import Observer
from bot.store.repositories.inspection import QueueStatistics
from render.cache import cached_bytes

_MOMENTS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Buckets in seconds; Discord gives an interaction up after 3."""
_LATENESS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0, 3600.0)

_PERSONAL: Final = ("away", "notes", "privacy")
"""Private commands, counted with those about games."""
_OUTCOMES: Final = ("done", "fault", "database_away")

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class _Queues(Collector):
    """Whether the database answers, and only then the queues in it: old figures would look like new ones."""

    def __init__(self) -> None:
        self.present: QueueStatistics | None = None

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The figures of this moment."""
        present = self.present
        yield GaugeMetricFamily("turnpost_database_up", "1 if the database answers.", present is not None)
        if present is None:
            return
        yield GaugeMetricFamily("turnpost_outbox_parcels", "Deliveries that wait.", present.deliveries)
        yield GaugeMetricFamily(
            "turnpost_outbox_age_seconds", "Age of the oldest delivery that waits.", present.delivery_age
        )
        yield GaugeMetricFamily(
            "turnpost_timers_overdue", "Deadlines that have passed and not taken effect.", present.overdue
        )
        yield GaugeMetricFamily(
            "turnpost_jobs", "Jobs of computers that wait for somebody who thinks.", present.jobs
        )
        yield GaugeMetricFamily("turnpost_job_age_seconds", "Age of the oldest of them.", present.job_age)


class PrometheusObserver(Observer):
    """Counts and measures the reported durations and outcomes."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        seconds = partial(Histogram, buckets=_MOMENTS, registry=registry)
        count, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self._acknowledged = seconds(
            "turnpost_acknowledge_seconds", "From an interaction's arrival to its first answer."
        )
        self._interactions = seconds(
            "turnpost_interaction_seconds",
            "From an interaction's arrival to its answer, by group of commands.",
            ["command"],
        )
        self._outcomes = count(
            "turnpost_interactions",
            "Interactions by group of commands and outcome: done, refused, fault or database_away.",
            ["command", "outcome"],
        )
        self._deliveries = seconds("turnpost_delivery_seconds", "Carrying a delivery, by kind.", ["kind"])
        self._results = count(
            "turnpost_deliveries",
            "Deliveries carried by kind and result: done, again:CODE or dropped:CODE.",
            ["kind", "result"],
        )
        self._mails = seconds(
            "turnpost_mail_seconds",
            "Carrying a mail out that came in, by outcome: done, unreadable, fault or database_away.",
            ["outcome"],
        )
        self._pictures = seconds(
            "turnpost_picture_seconds", "Drawing a picture, from its order to its end.", ["game"]
        )
        gauge(
            "turnpost_picture_cache_bytes", "Drawn parts and finished pictures that are kept."
        ).set_function(cached_bytes)
        self._thoughts = seconds(
            "turnpost_computer_seconds",
            "A computer's choice of an action, by game, level and result: done or failed.",
            ["game", "level", "result"],
        )
        self._timers = seconds(
            "turnpost_timer_late_seconds", "How late a deadline took effect.", buckets=_LATENESS
        )
        self._lag = seconds("turnpost_loop_lag_seconds", "How late the event loop wakes a sleeping task.")
        self._queues = _Queues()
        registry.register(self._queues)
        self._backup = gauge(
            "turnpost_backup_timestamp_seconds", "When the newest backup was made that has passed its test."
        )
        self._backup_failed = gauge("turnpost_backup_failed", "1 if the last backup failed.")
        self._connected = gauge("turnpost_connected", "1 if all shards of this process are connected.")

    def acknowledged(self, seconds: float) -> None:
        """An interaction got its first answer."""
        self._acknowledged.observe(seconds)

    def interaction(self, command: str, outcome: str, seconds: float) -> None:
        """An interaction was handled.

        Only the group of its command is counted, and no refusal's code: they would reveal that a person plans
        ahead or goes on vacation.
        """
        group = command.partition(" ")[0]
        group = "game" if group in _PERSONAL else group
        self._interactions.labels(group).observe(seconds)
        self._outcomes.labels(group, outcome if outcome in _OUTCOMES else "refused").inc()

    def delivery(self, kind: str, result: str, seconds: float) -> None:
        """A delivery ended."""
        self._deliveries.labels(kind).observe(seconds)
        self._results.labels(kind, result).inc()

    def mail(self, outcome: str, seconds: float) -> None:
        """A mail that came in was handled."""
        self._mails.labels(outcome).observe(seconds)

    def picture(self, game: str, seconds: float) -> None:
        """A picture was drawn."""
        self._pictures.labels(game).observe(seconds)

    def thought(self, game: str, level: str, result: str, seconds: float) -> None:
        """A computer has chosen an action, or failed to."""
        self._thoughts.labels(game, level, result).observe(seconds)

    def timer(self, late: float) -> None:
        """A deadline took effect."""
        self._timers.observe(late)

    def lag(self, seconds: float) -> None:
        """The event loop woke a sleeping task this late."""
        self._lag.observe(seconds)

    def backup(self, newest: datetime | None, *, failed: bool) -> None:
        """When the newest scheduled backup was made, and whether the last one failed."""
        self._backup.set(newest.timestamp() if newest else 0)
        self._backup_failed.set(failed)

    def queues(self, present: QueueStatistics | None) -> None:
        """The present queue lengths; None: the database does not answer."""
        self._queues.present = present

    def connected(self, connected: bool) -> None:
        """Whether all shards are connected."""
        self._connected.set(connected)

    def page(self) -> bytes:
        """Everything in Prometheus' text format, as `CONTENT_TYPE` says."""
        return generate_latest(self._registry)
