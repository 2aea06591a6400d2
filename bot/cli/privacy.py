"""``privacy``: what is stored about a person, and how they are forgotten."""

from argparse import Namespace

from bot.cli.accounts import identity
from bot.cli.connection import service_command
from bot.cli.errors import Failure
from bot.cli.terminal import confirmed, write_line, write_out
from bot.service.facade import Service


@service_command
async def export(service: Service, chosen: Namespace) -> None:
    """Write everything that is stored about a person."""
    person = await service.identities.find(identity(chosen.user))
    write_out(f"{(await service.privacy.export(person.id)).decode()}\n", chosen.output)


@service_command
async def delete(service: Service, chosen: Namespace) -> None:
    """Put a pseudonym in a person's place everywhere. Raises Failure if the operator does not confirm."""
    person = await service.identities.find(identity(chosen.user))
    planned = await service.privacy.forgetting(person.id)
    write_line(f"running games whose seat stays: {', '.join(planned.running) or 'none'}")
    write_line(f"waiting games that are left: {', '.join(planned.waiting) or 'none'}")
    write_line(f"games that are over: {planned.over}")
    write_line(f"messages whose words are removed: {planned.messages}")
    if chosen.dry_run:
        write_line("Nothing was done.")
        return
    if not chosen.yes and not confirmed():
        raise Failure("Nothing was done.")
    await service.privacy.forget(person.id)
    write_line("Done.")
