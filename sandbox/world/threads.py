"""Opening a thread, with the lines that Discord itself writes about it."""

from sandbox.world import entities
from sandbox.world.entities import Channel, Message, Reference
from sandbox.world.world import World


def start_thread(
    world: World,
    parent: Channel,
    name: str,
    owner_id: int,
    *,
    grown_from: Message | None = None,
    archive_minutes: int = 1440,
) -> Channel:
    """A new thread in a text channel, grown from a message or by itself."""
    channel = world.open_thread(
        parent, name, owner_id, grown_from=grown_from, archive_minutes=archive_minutes
    )
    if grown_from is not None:
        grown_from.thread_id = channel.id
        grown_from.flags |= entities.HAS_THREAD
        world.edited(grown_from)
        starter = _line(world, channel, owner_id, entities.THREAD_STARTER_MESSAGE)
        starter.reference = Reference(parent.id, grown_from.id, parent.guild_id)
        world.post(starter)
    else:
        created = _line(world, parent, owner_id, entities.THREAD_CREATED_MESSAGE)
        created.content = name
        created.reference = Reference(channel.id, None, channel.guild_id)
        world.post(created)
    return channel


def archive_quiet(world: World) -> None:
    """Archive the threads in which nobody has written for their archive time, as Discord does by itself.

    The archive timestamp is the moment at which archiving was due.
    """
    for channel in world.channels.values():
        thread = channel.thread
        if thread is None or thread.archived:
            continue
        last = world.message(channel.id, channel.last_message_id or 0)
        quiet_since = max(thread.archived_at, thread.created_at if last is None else last.created_at)
        due = quiet_since + thread.archive_minutes * 60
        if due <= world.clock.now():
            thread.archived, thread.archived_at = True, due
            world.channel_edited(channel)


def _line(world: World, place: Channel, author_id: int, kind: int) -> Message:
    return Message(world.ids.next(), place.id, author_id, world.clock.now(), type=kind)
