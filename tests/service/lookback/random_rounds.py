"""Random play in games of rounds, to look back on."""

from datetime import timedelta
from random import Random

from bot.service.facade import Service
from bot.service.values.refused import Refused
from tests.service.people import FOUR, act

RESOLVED = timedelta(minutes=1)
"""When the results of a round need no longer be posted before the next one."""


async def do_something(service: Service, code: str, rng: Random) -> bool:
    """A random action of somebody who is to act; whether there was one."""
    for person in rng.sample(FOUR, len(FOUR)):
        try:
            offers = (await service.play.choices(person, code)).offers
        except Refused:
            continue
        ready = [offer for offer in offers if offer.notation == "ready"]
        await act(service, person, code, rng.choice(ready or offers).notation)
        return True
    return False
