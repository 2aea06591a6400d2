"""Faults on order: lost answers, errors, rate limits, delays, late, lost and repeated interactions."""

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final, Literal, TypeAlias, get_args

from sandbox.world.changes import Changes, FaultsChanged

RequestFault: TypeAlias = Literal["status", "rate_limit", "slow", "hold", "drop_before", "drop_after"]
DeliveryFault: TypeAlias = Literal["late", "twice", "lose"]
REQUEST_FAULTS: Final = get_args(RequestFault)
DELIVERY_FAULTS: Final = get_args(DeliveryFault)


@dataclass
class Fault:
    """An order for the next `times` requests, or for the next `times` interactions."""

    kind: RequestFault | DeliveryFault
    times: int = 1
    method: str = "*"
    path: str = "*"
    """A glob over the path below ``/api/v10``: ``/channels/*/messages``."""
    status: int = 500
    seconds: float = 0.0
    """How long to wait (slow) or to be late (late), or ``retry_after`` (rate_limit)."""
    whole: bool = False
    """Whether a rate limit is the global one."""
    hits: int = 0
    """How often it has struck."""
    gate: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def release(self) -> None:
        """Release the requests that are held up (hold)."""
        self.gate.set()


class Faults:
    """The orders still open, the oldest first."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self.orders: list[Fault] = []

    def order(self, fault: Fault) -> Fault:
        """Order a fault; earlier orders come first."""
        self.orders.append(fault)
        self._changes.publish(FaultsChanged())
        return fault

    def clear(self) -> None:
        """Take all orders back, and release all requests that are held up."""
        for fault in self.orders:
            fault.release()
        self.orders.clear()
        self._changes.publish(FaultsChanged())

    def for_request(self, method: str, path: str) -> Fault | None:
        """The order that strikes this request; it counts as struck."""
        for fault in self.orders:
            if fault.kind not in REQUEST_FAULTS or fault.method not in ("*", method):
                continue
            if fnmatchcase(path, fault.path):
                return self._strike(fault)
        return None

    def for_delivery(self, kind: DeliveryFault) -> Fault | None:
        """The order of this kind that strikes the next interaction; it counts as struck."""
        for fault in self.orders:
            if fault.kind == kind:
                return self._strike(fault)
        return None

    def _strike(self, fault: Fault) -> Fault:
        fault.hits += 1
        if fault.hits >= fault.times:
            self.orders.remove(fault)
        self._changes.publish(FaultsChanged())
        return fault
