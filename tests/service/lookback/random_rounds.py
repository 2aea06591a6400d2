"""Random play in games of rounds, for tests that look back."""

from datetime import timedelta
from random import Random

from bot.service.facade import Service
from bot.service.values.refused import Refused
from tests.service.actors import FOUR, act

RESOLVED = timedelta(minutes=1)
"""The time after which the next round begins even if the results of the last one are not posted."""


async def do_something(service: Service, code: str, rng: Random) -> bool:
    """Play a random action of a seat that is to act. Returns whether there was one."""
    for person in rng.sample(FOUR, len(FOUR)):
        try:
            offers = (await service.play.choices(person, code)).offers
        except Refused:
            continue
        ready = [offer for offer in offers if offer.notation == "ready"]
        await act(service, person, code, rng.choice(ready or offers).notation)
        return True
    return False
