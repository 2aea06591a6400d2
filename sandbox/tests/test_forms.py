"""What Discord refuses in messages and modals, and where it says the fault lies."""

import io
import json
from typing import Any

import aiohttp
import pytest

from sandbox.driver import Sandbox
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import picture

pytestmark = pytest.mark.wire

V2 = 1 << 15


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def button(custom_id: str | None = "one", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}], **more}


def choices(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"label": f"L{number}", "value": f"v{number}", **more} for number in range(count)]


def text(content: str = "words") -> dict[str, Any]:
    return {"type": 10, "content": content}


def box(*children: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 17, "components": list(children), **more}


def gallery(*items: dict[str, Any]) -> dict[str, Any]:
    return {"type": 12, "items": list(items)}


def v2(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **more}


def beside(*components: dict[str, Any]) -> dict[str, Any]:
    return {"content": "x", "components": list(components)}


PICTURE = {"media": {"url": "https://example.org/a.png"}}

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "2,001 characters": ({"content": "x" * 2001}, "content"),
    "content that is no text": ({"content": 5}, "content"),
    "long nonce": ({"content": "x", "nonce": "n" * 26}, "nonce"),
    "6 rows": (beside(*(row(button(f"{number}")) for number in range(6))), "components"),
    "6 buttons": (beside(row(*(button(f"{n}") for n in range(6)))), "components.0.components"),
    "empty row": (beside(row()), "components.0.components"),
    "loose button": (beside(button()), "components.0.type"),
    "v2 without the flag": (beside(text()), "components.0.type"),
    "button beside select": (beside(row(button(), select())), "components.0.components.1"),
    "long label": (beside(row(button(label="x" * 81))), "components.0.components.0.label"),
    "no component in a row": (beside({"type": 1, "components": ["x"]}), "components.0.components.0"),
    "a row around a number": (beside({"type": 1, "components": 7}), "components.0.components"),
    "no component in a container": (v2({"type": 17, "components": [7]}), "components.0.components.0"),
    "no label": (beside(row(button(label=None))), "components.0.components.0"),
    "long custom_id": (beside(row(button("x" * 101))), "components.0.components.0.custom_id"),
    "no custom_id": (beside(row(button(None))), "components.0.components.0.custom_id"),
    "two of a custom_id": (beside(row(button(), button())), "components.0.components.1.custom_id"),
    "link with custom_id": (
        beside(row(button(style=5, url="https://example.org"))),
        "components.0.components.0.custom_id",
    ),
    "link without address": (beside(row(button(None, style=5))), "components.0.components.0.url"),
    "style 9": (beside(row(button(style=9))), "components.0.components.0.style"),
    "26 choices": (beside(row(select(options=choices(26)))), "components.0.components.0.options"),
    "no choices": (beside(row(select(options=[]))), "components.0.components.0.options"),
    "long choice": (
        beside(row(select(options=[{"label": "x" * 101, "value": "a"}]))),
        "components.0.components.0.options.0.label",
    ),
    "long value": (
        beside(row(select(options=[{"label": "x", "value": "a" * 101}]))),
        "components.0.components.0.options.0.value",
    ),
    "long explanation": (
        beside(row(select(options=choices(1, description="d" * 101)))),
        "components.0.components.0.options.0.description",
    ),
    "two of a value": (
        beside(row(select(options=[{"label": "x", "value": "a"}] * 2))),
        "components.0.components.0.options.1.value",
    ),
    "more than there are": (beside(row(select(max_values=2))), "components.0.components.0.max_values"),
    "more at least than at most": (
        beside(row(select(options=choices(5), min_values=3, max_values=2))),
        "components.0.components.0.min_values",
    ),
    "long placeholder": (beside(row(select(placeholder="p" * 151))), "components.0.components.0.placeholder"),
    "content beside v2": (v2(text(), content="x"), "content"),
    "an embed": ({"embeds": [{"title": "t"}]}, "embeds"),
    "41 components": (v2(*(text() for _ in range(41))), "components"),
    "41 nested components": (
        v2(box(*(text() for _ in range(20))), box(*(text() for _ in range(19)))),
        "components",
    ),
    "4,001 characters of text": (v2(text("x" * 2000), text("x" * 2001)), "components"),
    "empty text": (v2(text("")), "components.0.content"),
    "container in a container": (v2(box(box(text()))), "components.0.components.0.type"),
    "11 pictures": (v2(gallery(*([PICTURE] * 11))), "components.0.items"),
    "no picture": (v2(gallery()), "components.0.items"),
    "long alt text": (
        v2(gallery({**PICTURE, "description": "d" * 1025})),
        "components.0.items.0.description",
    ),
    "picture that is not there": (
        v2(gallery({"media": {"url": "attachment://no.png"}})),
        "components.0.items.0.media.url",
    ),
    "picture from nowhere": (
        v2(gallery({"media": {"url": "file:///etc/passwd"}})),
        "components.0.items.0.media.url",
    ),
    "a section": (v2({"type": 9, "components": [text()]}), "components.0.type"),
    "colour out of range": (v2(box(text(), accent_color=1 << 24)), "components.0.accent_color"),
    "two of an id": (v2({**text(), "id": 3}, {**text(), "id": 3}), "components.1.id"),
    "unknown attachment": ({"content": "x", "attachments": [{"id": 7}]}, "attachments.0"),
    "mentions of no list": ({"content": "x", "allowed_mentions": {"parse": 5}}, "allowed_mentions.parse"),
    "mentioned by a number": ({"content": "x", "allowed_mentions": {"users": 5}}, "allowed_mentions.users"),
    "poll": ({"poll": {"question": {"text": "?"}}}, "poll"),
    "a reply": ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
}


@pytest.mark.parametrize("name", BAD)
async def test_the_fault_is_found_where_it_lies(sandbox: Sandbox, call_rest: RestCaller, name: str) -> None:
    body, path = BAD[name]
    status, error = await call_rest("POST", f"/channels/{sandbox.channel('games').id}/messages", body)
    assert (status, error["code"]) == (400, 50035)
    place = error["errors"]
    for step in path.split("."):
        assert step in place, json.dumps(error["errors"])
        place = place[step]
    assert place["_errors"][0]["code"]
    assert place["_errors"][0]["message"]
    assert sandbox.messages("games") == []


GOOD: dict[str, dict[str, Any]] = {
    "2,000 characters": {"content": "x" * 2000},
    "5 rows of 5": beside(*(row(*(button(f"{r}{b}") for b in range(5))) for r in range(5))),
    "25 choices": beside(row(select(options=choices(25), max_values=25))),
    "an emoji alone": beside(row(button(label=None, emoji={"name": "🏰"}))),
    "40 components": v2(*(text() for _ in range(40))),
    "4,000 characters of text": v2(text("x" * 4000)),
    "10 pictures": v2(gallery(*([{**PICTURE, "description": "d" * 1024}] * 10))),
    "a loose row": v2(text(), row(button())),
}


@pytest.mark.parametrize("name", GOOD)
async def test_what_just_fits_is_taken(sandbox: Sandbox, call_rest: RestCaller, name: str) -> None:
    status, answer = await call_rest("POST", f"/channels/{sandbox.channel('games').id}/messages", GOOD[name])
    assert status == 200, answer
    assert len(sandbox.messages("games")) == 1


@pytest.mark.parametrize(
    "body",
    [{}, {"content": ""}, {"components": [row(button())]}, {"flags": V2}, {"flags": V2, "components": []}],
)
async def test_nothing_cannot_be_sent(sandbox: Sandbox, call_rest: RestCaller, body: dict[str, Any]) -> None:
    path = f"/channels/{sandbox.channel('games').id}/messages"
    status, error = await call_rest("POST", path, body)
    assert (status, error["code"]) == (400, 50006)
    _, sent = await call_rest("POST", path, {"content": "x"})
    status, error = await call_rest("PATCH", f"{path}/{sent['id']}", {"content": None})
    assert (status, error["code"]) == (400, 50006)


async def test_components_v2_cannot_be_taken_back(sandbox: Sandbox, call_rest: RestCaller) -> None:
    path = f"/channels/{sandbox.channel('games').id}/messages"
    _, sent = await call_rest("POST", path, {"content": "x"})
    one = f"{path}/{sent['id']}"
    status, _ = await call_rest("PATCH", one, v2(text()))
    assert status == 400
    status, changed = await call_rest("PATCH", one, v2(text(), content=None))
    assert (status, changed["flags"] & V2, changed["content"]) == (200, V2, "")
    status, error = await call_rest("PATCH", one, {"flags": 0, "content": "back"})
    assert (status, error["code"]) == (400, 50035)


def form(body: dict[str, Any], files: int, size: int = 10) -> aiohttp.FormData:
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(body))
    for index in range(files):
        data.add_field(f"files[{index}]", io.BytesIO(b"x" * size), filename=f"f{index}.bin")
    return data


async def test_files_beyond_the_limits(sandbox: Sandbox, call_rest: RestCaller) -> None:
    path = f"/channels/{sandbox.channel('games').id}/messages"
    status, error = await call_rest("POST", path, data=form({}, 11))
    assert (status, error["code"]) == (400, 50035)
    assert "attachments" in error["errors"]
    status, error = await call_rest("POST", path, data=form({}, 1, 10 * 1024 * 1024 + 1))
    assert (status, error["code"]) == (413, 40005)
    assert (await call_rest("POST", path, data=form({}, 10, 1024)))[0] == 200
    described = {"attachments": [{"id": 0, "description": "d" * 1025}]}
    status, error = await call_rest("POST", path, data=form(described, 1))
    assert (status, list(error["errors"]["attachments"]["0"])) == (400, ["description"])


async def test_a_body_that_is_no_json(sandbox: Sandbox, call_rest: RestCaller) -> None:
    path = f"/channels/{sandbox.channel('games').id}/messages"
    status, error = await call_rest("POST", path, data=b"{nonsense")
    assert (status, error["code"]) == (400, 50109)


async def test_a_picture_that_is_none_is_a_plain_file(sandbox: Sandbox, call_rest: RestCaller) -> None:
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", "{}")
    data.add_field("files[0]", b"not a picture", filename="a.png")
    data.add_field("files[1]", picture().getvalue(), filename="../b.png")
    _, sent = await call_rest("POST", f"/channels/{sandbox.channel('games').id}/messages", data=data)
    one, two = sent["attachments"]
    assert (one["content_type"], "width" in one) == ("application/octet-stream", False)
    assert (two["content_type"], two["width"], two["filename"]) == ("image/png", 30, ".._b.png")


def entry(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "a", "style": 1, **more}


def label(component: Any = None, text: str = "l") -> dict[str, Any]:
    return {"type": 18, "label": text, "component": component}


MODALS: dict[str, tuple[dict[str, Any], str]] = {
    "long title": ({"title": "t" * 46}, "title"),
    "no custom_id": ({"custom_id": None}, "custom_id"),
    "6 fields": ({"components": [label(entry(custom_id=f"{n}")) for n in range(6)]}, "components"),
    "a row": ({"components": [row(entry())]}, "components.0.type"),
    "a button": ({"components": [label(button())]}, "components.0.component.type"),
    "a label of its own": ({"components": [label(entry(label="l"))]}, "components.0.component.label"),
    "4,001 characters": ({"components": [label(entry(value="v" * 4001))]}, "components.0.component.value"),
    "max_length 4,001": (
        {"components": [label(entry(max_length=4001))]},
        "components.0.component.max_length",
    ),
    "long label": ({"components": [label(entry(), "l" * 46)]}, "components.0.label"),
    "label around nothing": ({"components": [label()]}, "components.0.component"),
    "label around a word": ({"components": [label("x")]}, "components.0.component"),
}


@pytest.mark.parametrize("name", MODALS)
async def test_modals_are_checked(sandbox: Sandbox, call_rest: RestCaller, name: str) -> None:
    changes, path = MODALS[name]
    good = [label(entry())]
    modal = {"title": "t", "custom_id": "m", "components": good, **changes}
    await call_rest(
        "PUT",
        f"/applications/{sandbox.world.application.id}/commands",
        [{"name": "ask", "description": "d"}],
    )
    opened = await sandbox.person("Ann").slash("ask", wait="nothing")
    callback = f"/interactions/{opened.record.id}/{opened.record.token}/callback"
    status, error = await call_rest("POST", callback, {"type": 9, "data": modal})
    assert (status, error["code"]) == (400, 50035)
    place = error["errors"]["data"]
    for step in path.split("."):
        place = place[step]
    assert place["_errors"]
    status, error = await call_rest("POST", callback, {"type": 9, "data": [modal]})
    assert (status, list(error["errors"]["data"])) == (400, ["_errors"])
    mended = {"title": "t", "custom_id": "m", "components": good}
    assert (await call_rest("POST", callback, {"type": 9, "data": mended}))[0] == 204
    assert opened.state == "modal"
