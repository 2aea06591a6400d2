"""The page's actions, which one person sends as JSON (`sandbox/docs/page-protocol.md`)."""

from typing import Final, cast

import msgspec

from sandbox.core import Core
from sandbox.encoding import Json, snowflake
from sandbox.errors import Refusal
from sandbox.faults import DELIVERY_FAULTS, REQUEST_FAULTS, DeliveryFault, Fault, RequestFault
from sandbox.interactions.interaction import Interaction
from sandbox.users.client import UserClient
from sandbox.users.interacting import UserInteractions
from sandbox.users.uploads import Uploads
from sandbox.web.mails import Mails
from sandbox.web.views import Views
from sandbox.world.entities import Guild, User

_MOST_MESSAGES: Final = 100
_PANEL_FAULTS: Final = tuple(kind for kind in (*REQUEST_FAULTS, *DELIVERY_FAULTS) if kind != "hold")
_LONGEST_DELAY: Final = 60.0


class Actions:
    """Everything that the page lets one person do."""

    def __init__(self, core: Core, uploads: Uploads, user: User) -> None:
        self._core = core
        self._world = core.world
        self.client = UserClient(core, uploads, user)
        self.interactions = UserInteractions(core, self.client)
        self.views = Views(core, self.client)
        self.mails = Mails(core, user)

    async def apply(self, frame: Json) -> Json:
        """Carry out an action, and return its result when its changes are on disk. Raises Refusal."""
        result = await self._carry_out(frame)
        await self._world.storage.flush()
        return result or {}

    async def _carry_out(self, frame: Json) -> Json | None:
        """The result of an action, if it has one."""
        match frame.get("do"):
            case "history":
                return self._history(frame)
            case "send":
                return self._send(frame)
            case "edit":
                self.client.edit(_id(frame, "message_id"), _text(frame, "content"))
            case "delete":
                self.client.delete(_id(frame, "message_id"))
            case "dismiss":
                self.client.dismiss(_id(frame, "message_id"))
            case "open_dm":
                return {"channel_id": str(self.client.open_dm().id)}
            case "slash":
                return _opened(self.interactions.slash(*_command(frame)))
            case "autocomplete":
                return await self._autocomplete(frame)
            case "click":
                return _opened(self.interactions.click(_id(frame, "message_id"), _text(frame, "custom_id")))
            case "select":
                message_id, custom_id = _id(frame, "message_id"), _text(frame, "custom_id")
                return _opened(self.interactions.select(message_id, custom_id, _texts(frame, "values")))
            case "submit":
                opened_by, values = _id(frame, "interaction_id"), _values(frame, "values")
                return _opened(self.interactions.submit(opened_by, values))
            case "cancel":
                self.interactions.cancel(_id(frame, "interaction_id"))
            case "open_mail":
                return {"mail": self.mails.open(_id(frame, "mail_id"))}
            case "send_mail":
                return self._send_mail(frame)
            case "set_dms":
                self.client.set_dms(closed=bool(frame.get("closed")))
            case "fault":
                self._core.faults.order(_fault(frame))
            case "clear_faults":
                self._core.faults.clear()
            case "gateway":
                self._disturb(frame.get("what"))
            case "delete_channel":
                self._world.remove_channel(self.client.channel(_id(frame, "channel_id")))
            case "leave_server":
                self._leave_server(frame)
            case "join_server":
                self._world.join(*self._membership(frame))
            case other:
                raise Refusal("unknown_action", f"There is no action “{other}”.")
        return None

    def _history(self, frame: Json) -> Json:
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

    def _send(self, frame: Json) -> Json:
        message = self.client.send(
            _id(frame, "channel_id"),
            _text(frame, "content"),
            _optional_id(frame, "reply_to"),
            _texts(frame, "file_ids"),
        )
        return {"message_id": str(message.id)}

    async def _autocomplete(self, frame: Json) -> Json:
        interaction = self.interactions.autocomplete(*_command(frame), _text(frame, "focused"))
        await self._world.changes.until(lambda: interaction.settled)
        if interaction.choices is None:
            raise Refusal("no_answer", "Loading options failed.")
        return {"choices": interaction.choices}

    def _send_mail(self, frame: Json) -> Json:
        sent = self.mails.send(
            _text(frame, "to"),
            _text(frame, "subject"),
            _text(frame, "text"),
            _optional_id(frame, "answers"),
        )
        return {"mail_id": str(sent.id)}

    def _disturb(self, what: object) -> None:
        """Disturb the gateway's connections."""
        match what:
            case "drop":
                self._core.gateway.drop()
            case "reconnect":
                self._core.gateway.ask_to_reconnect()
            case "invalidate":
                self._core.gateway.invalidate()
            case _:
                raise Refusal("bad_request", "“what” is drop, reconnect or invalidate.")

    def _leave_server(self, frame: Json) -> None:
        guild, user = self._membership(frame)
        if user.id == guild.owner_id:
            raise Refusal("forbidden", "The owner of a server cannot leave it.")
        self._world.leave(guild, user)

    def _membership(self, frame: Json) -> tuple[Guild, User]:
        guild = self._world.guilds.get(_id(frame, "server_id"))
        user = self._world.users.get(_id(frame, "person_id"))
        if guild is None or user is None:
            raise Refusal("not_found", "There is no such server or person.")
        return guild, user


def _fault(frame: Json) -> Fault:
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
    return Fault(
        cast("RequestFault | DeliveryFault", kind),
        times,
        str(frame.get("method", "*")).upper(),
        str(frame.get("path", "*")),
        status=status,
        seconds=float(seconds),
        whole=bool(frame.get("global")),
    )


def _command(frame: Json) -> tuple[int, str, list[str], dict[str, object]]:
    """The channel, the command, its subcommands and its options."""
    return (
        _id(frame, "channel_id"),
        _text(frame, "command_id"),
        _texts(frame, "path"),
        _values(frame, "options"),
    )


def _opened(interaction: Interaction) -> Json:
    return {"interaction_id": str(interaction.id)}


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
