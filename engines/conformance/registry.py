"""Finding a game's conformance package, which is imported when it is first asked for."""

from importlib import import_module

from engines.conformance.contract import AnyConformance
from engines.contract import AnyEngine


def conformance_of(engine: AnyEngine) -> AnyConformance:
    """`CONFORMANCE` of the package ``engines.<key>.conformance``."""
    found: AnyConformance = import_module(f"engines.{engine.info.key}.conformance").CONFORMANCE
    return found
