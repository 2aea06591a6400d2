"""Payloads of the outbox, as they are stored."""

from bot.service.values.payloads import FollowNotice, read_payload


def test_a_notice_stored_before_it_named_events_tells_of_its_card_alone() -> None:
    stored = '{"type":"follow","person_id":7,"outbox_id":4}'
    assert read_payload(stored) == FollowNotice(7, 4, after=0, until=0)
