"""The page's actions, which one person sends as JSON (`sandbox/docs/page-protocol.md`)."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, cast

import msgspec

from sandbox.core import Core
from sandbox.encoding import Json, snowflake
from sandbox.errors import Refusal
from sandbox.faults import DELIVERY_FAULTS, REQUEST_FAULTS, DeliveryFault, Fault, RequestFault
from sandbox.users.client import UserClient
from sandbox.users.interacting import UserInteractions
from sandbox.users.uploads import Uploads
from sandbox.web.mails import Mails
from sandbox.web.views import Views
from sandbox.world.entities import Guild, User

_MOST_MESSAGES: Final = 100
_PANEL_FAULTS: Final = tuple(kind for kind in (*REQUEST_FAULTS, *DELIVERY_FAULTS) if kind != "hold")
_LONGEST_DELAY: Final = 60.0

Handler: TypeAlias = Callable[[Json], Awaitable[Json]]


class Actions:
    """Everything that the page lets one person do."""

    def __init__(self, core: Core, uploads: Uploads, user: User) -> None:
        self._core = core
        self._world = core.world
        self.client = UserClient(core, uploads, user)
        self.interactions = UserInteractions(core, self.client)
        self.views = Views(core, self.client)
        self.mails = Mails(core, user)
        self._handlers: dict[str, Handler] = {
            "history": self._history,
            "send": self._send,
            "edit": self._edit,
            "delete": self._delete,
            "dismiss": self._dismiss,
            "open_dm": self._open_dm,
            "slash": self._slash,
            "autocomplete": self._autocomplete,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "cancel": self._cancel,
            "open_mail": self._open_mail,
            "send_mail": self._send_mail,
            "set_dms": self._set_dms,
            "fault": self._fault,
            "clear_faults": self._clear_faults,
            "gateway": self._gateway,
            "delete_channel": self._delete_channel,
            "leave_server": self._leave_server,
            "join_server": self._join_server,
        }

    async def apply(self, frame: Json) -> Json:
        """Carry out an action, and return its result when its changes are on disk. Raises Refusal."""
        handler = self._handlers.get(str(frame.get("do")))
        if handler is None:
            raise Refusal("unknown_action", f"There is no action “{frame.get('do')}”.")
        result = await handler(frame)
        await self._world.storage.flush()
        return result

    # -- messages --------------------------------------------------------------------------------------

    async def _history(self, frame: Json) -> Json:
        channel = self.client.channel(_id(frame, "channel_id"))
        limit = frame.get("limit", 50)
        if not isinstance(limit, int) or not 1 <= limit <= _MOST_MESSAGES:
            raise Refusal("bad_request", f"“limit” is a number from 1 to {_MOST_MESSAGES}.")
        before = snowflake(frame.get("before"))
        found = [
            one
            for one in self._world.history(channel.id)
            if (before is None or one.id < before) and self.client.sees(one)
        ]
        return {
            "messages": [self.views.message(one) for one in found[-limit:]],
            "more": len(found) > limit,
        }

    async def _send(self, frame: Json) -> Json:
        message = self.client.send(
            _id(frame, "channel_id"),
            _text(frame, "content"),
            _optional_id(frame, "reply_to"),
            _texts(frame, "file_ids"),
        )
        return {"message_id": str(message.id)}

    async def _edit(self, frame: Json) -> Json:
        self.client.edit(_id(frame, "message_id"), _text(frame, "content"))
        return {}

    async def _delete(self, frame: Json) -> Json:
        self.client.delete(_id(frame, "message_id"))
        return {}

    async def _dismiss(self, frame: Json) -> Json:
        self.client.dismiss(_id(frame, "message_id"))
        return {}

    # -- places ----------------------------------------------------------------------------------------

    async def _open_dm(self, _: Json) -> Json:
        return {"channel_id": str(self.client.open_dm().id)}

    # -- the bot ---------------------------------------------------------------------------------------

    async def _slash(self, frame: Json) -> Json:
        interaction = self.interactions.slash(
            _id(frame, "channel_id"),
            _text(frame, "command_id"),
            _texts(frame, "path"),
            _values(frame, "options"),
        )
        return {"interaction_id": str(interaction.id)}

    async def _autocomplete(self, frame: Json) -> Json:
        interaction = self.interactions.autocomplete(
            _id(frame, "channel_id"),
            _text(frame, "command_id"),
            _texts(frame, "path"),
            _values(frame, "options"),
            _text(frame, "focused"),
        )
        await self._world.changes.until(lambda: interaction.settled)
        if interaction.choices is None:
            raise Refusal("no_answer", "Loading options failed.")
        return {"choices": interaction.choices}

    async def _click(self, frame: Json) -> Json:
        interaction = self.interactions.click(_id(frame, "message_id"), _text(frame, "custom_id"))
        return {"interaction_id": str(interaction.id)}

    async def _select(self, frame: Json) -> Json:
        interaction = self.interactions.select(
            _id(frame, "message_id"), _text(frame, "custom_id"), _texts(frame, "values")
        )
        return {"interaction_id": str(interaction.id)}

    async def _submit(self, frame: Json) -> Json:
        interaction = self.interactions.submit(_id(frame, "interaction_id"), _values(frame, "values"))
        return {"interaction_id": str(interaction.id)}

    async def _cancel(self, frame: Json) -> Json:
        self.interactions.cancel(_id(frame, "interaction_id"))
        return {}

    # -- mail ------------------------------------------------------------------------------------------

    async def _open_mail(self, frame: Json) -> Json:
        return {"mail": self.mails.open(_id(frame, "mail_id"))}

    async def _send_mail(self, frame: Json) -> Json:
        sent = self.mails.send(
            _text(frame, "to"),
            _text(frame, "subject"),
            _text(frame, "text"),
            _optional_id(frame, "answers"),
        )
        return {"mail_id": str(sent.id)}

    # -- the panel -------------------------------------------------------------------------------------

    async def _set_dms(self, frame: Json) -> Json:
        self.client.set_dms(closed=bool(frame.get("closed")))
        return {}

    async def _fault(self, frame: Json) -> Json:
        kind = frame.get("kind")
        if kind not in _PANEL_FAULTS:
            raise Refusal("bad_request", f"A fault is one of: {', '.join(_PANEL_FAULTS)}.")
        times, seconds = frame.get("times", 1), frame.get("seconds", 1.0)
        if not isinstance(times, int) or not 1 <= times <= 1000:
            raise Refusal("bad_request", "“times” is a number from 1 to 1,000.")
        if not isinstance(seconds, int | float) or not 0 <= seconds <= _LONGEST_DELAY:
            raise Refusal("bad_request", f"“seconds” is a number from 0 to {_LONGEST_DELAY:g}.")
        status = frame.get("status", 500)
        if status not in (500, 502, 503, 504):
            raise Refusal("bad_request", "“status” is 500, 502, 503 or 504.")
        self._core.faults.order(
            Fault(
                cast("RequestFault | DeliveryFault", kind),
                times,
                str(frame.get("method", "*")).upper(),
                str(frame.get("path", "*")),
                status=status,
                seconds=float(seconds),
                whole=bool(frame.get("global")),
            )
        )
        return {}

    async def _clear_faults(self, _: Json) -> Json:
        self._core.faults.clear()
        return {}

    async def _gateway(self, frame: Json) -> Json:
        gateway = self._core.gateway
        what = frame.get("what")
        if what == "drop":
            gateway.drop()
        elif what == "reconnect":
            gateway.ask_to_reconnect()
        elif what == "invalidate":
            gateway.invalidate()
        else:
            raise Refusal("bad_request", "“what” is drop, reconnect or invalidate.")
        return {}

    async def _delete_channel(self, frame: Json) -> Json:
        self._world.remove_channel(self.client.channel(_id(frame, "channel_id")))
        return {}

    async def _leave_server(self, frame: Json) -> Json:
        guild, user = self._membership(frame)
        if user.id == guild.owner_id:
            raise Refusal("forbidden", "The owner of a server cannot leave it.")
        self._world.leave(guild, user)
        return {}

    async def _join_server(self, frame: Json) -> Json:
        self._world.join(*self._membership(frame))
        return {}

    def _membership(self, frame: Json) -> tuple[Guild, User]:
        guild = self._world.guilds.get(_id(frame, "server_id"))
        user = self._world.users.get(_id(frame, "person_id"))
        if guild is None or user is None:
            raise Refusal("not_found", "There is no such server or person.")
        return guild, user


def _id(frame: Json, name: str) -> int:
    number = snowflake(frame.get(name))
    if number is None:
        raise Refusal("bad_request", f"“{name}” is an id.")
    return number


def _optional_id(frame: Json, name: str) -> int | None:
    return None if frame.get(name) is None else _id(frame, name)


def _text(frame: Json, name: str) -> str:
    value = frame.get(name, "")
    if not isinstance(value, str):
        raise Refusal("bad_request", f"“{name}” is a text.")
    return value


def _texts(frame: Json, name: str) -> list[str]:
    try:
        return msgspec.convert(frame.get(name) or [], list[str])
    except msgspec.ValidationError:
        raise Refusal("bad_request", f"“{name}” is a list of texts.") from None


def _values(frame: Json, name: str) -> dict[str, object]:
    value = frame.get(name) or {}
    if not isinstance(value, dict):
        raise Refusal("bad_request", f"“{name}” is an object.")
    return value
