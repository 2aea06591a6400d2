"""The reasons for which Discord would refuse a message, by the rules that the sandbox has."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from discord import File, MessageFlags, ui

from sandbox import limits
from sandbox.compose.files import MessageFiles
from sandbox.compose.layout import check_components
from sandbox.errors import FormNode
from sandbox.world.entities import Attachment


class _AnyFile(MessageFiles):
    """Files of every name: which of them a message has is not looked at."""

    def named(self, filename: str) -> Attachment:
        """A file with this name."""
        return Attachment(1, filename, 0, "image/png", filename)


def check(body: Mapping[str, Any]) -> None:
    """Fail the test if Discord would refuse a message with this body: `content`, `components`, `flags`."""
    if faults := faults_of(body):
        # Not an exception, which the sender under test could take for a fault of Discord's.
        pytest.fail("\n".join(("Discord would refuse this:", *faults)))


def body_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The body of the message that discord.py sends with this content."""
    view = content.get("view")
    if view is None:
        return dict(content)
    flags = MessageFlags(components_v2=isinstance(view, ui.LayoutView))
    return {**content, "components": view.to_components(), "flags": flags.value}


def faults_of(body: Mapping[str, Any]) -> list[str]:
    """Every reason to refuse a message with this body."""
    form = FormNode({name: deepcopy(body.get(name)) for name in ("content", "components")})
    form.optional_text("content", limits.CONTENT)
    is_v2 = MessageFlags._from_value(body.get("flags") or 0).components_v2
    check_components(form, _AnyFile([], [], lambda file: file.path), v2=is_v2)
    faults = [f"{'.'.join(map(str, path))}: {message}" for path, _, message in form.faults]
    files = [one for one in body.get("attachments") or () if isinstance(one, File)]
    if sum(len(file.fp.read()) for file in files) > limits.FILE_BYTES:
        faults.append(f"more than {limits.FILE_BYTES} bytes")
    for file in files:
        file.reset()
    return faults
