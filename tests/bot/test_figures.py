"""Figures that hosts are promised."""

from datetime import timedelta

from bot import (
    backup_schedule,
    clock,
    logs,
    mail_servers,
    request_tokens,
    retries,
    settings,
    shard_lease,
    shards,
    supervision,
)

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


def _policies() -> dict[str, retries.RetryPolicy]:
    return {name: one for name, one in vars(retries).items() if isinstance(one, retries.RetryPolicy)}


def test_what_fails_is_tried_again_so_often_and_for_so_long() -> None:
    """The first and the longest wait, in seconds, and after how many seconds or attempts it is given up."""
    policies = {name: vars(one.wait) | vars(one.stop) for name, one in _policies().items()}
    assert {
        name: tuple(one.get(figure) for figure in ("multiplier", "max", "max_delay", "max_attempt_number"))
        for name, one in policies.items()
    } == {
        "FIND_GATEWAY": (0.2, 5, 60, None),
        "LOG_IN": (0.5, 60, None, None),
        "REACH_DATABASE": (0.5, 60, None, None),
        "BEGIN_FILE": (None, None, None, 25),
        "PUBLISH_COMMANDS": (1, 300, None, None),
        "RESTART_TASK": (1, 60, None, None),
        "REQUEST_PASSING": (0.1, 0.5, 3, None),
        "ANSWER": (1, 30, 600, None),
        "USE_CASE": (0.1, 2, None, 6),
        "CLOSE_DELIVERY": (0.1, 2, None, 20),
    }
    assert (policies["BEGIN_FILE"]["wait_fixed"], policies["USE_CASE"]["jitter"]) == (0.02, 0.1)
    assert (backup_schedule._SECOND_TRY, supervision.HEALTHY, supervision._PATIENCE) == (HOUR, 10 * MINUTE, 5)


def test_processes_replace_each_other_as_the_documentation_says() -> None:
    assert (shard_lease.LEASE, shard_lease.RENEWAL_INTERVAL) == (15 * SECOND, 4 * SECOND)
    assert (shard_lease.MARGIN, shard_lease.IDENTIFY, shard_lease._SHORTEST) == (3 * SECOND, 5 * SECOND, 0.5)
    assert (clock.DAY, clock._LONGEST_NAP) == (24 * HOUR, 60)
    assert (shards._MOST, request_tokens.AT_ONCE) == (100_000, 10)


def test_settings_are_read_as_the_documentation_says() -> None:
    assert mail_servers._PORTS == {"smtp": 587, "smtps": 465, "imap": 143, "imaps": 993}
    assert (mail_servers.LONGEST_LOCAL_PART, settings._SLIP, logs._MIN_SECRET) == (8, 2, 6)
