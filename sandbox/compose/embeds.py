"""The rules of embeds."""

from __future__ import annotations

from sandbox import limits
from sandbox.compose.files import Shelf, media
from sandbox.errors import FormErrors, Path
from sandbox.wire import Json


def check_embeds(value: object, path: Path, shelf: Shelf, errors: FormErrors) -> list[Json]:
    """The embeds of a message with their pictures resolved; faults are noted in `errors`."""
    given = errors.objects(path, value)
    errors.length(path, len(given), 0, limits.EMBEDS)
    checked = [_embed(embed, (*path, index), shelf, errors) for index, embed in enumerate(given)]
    if sum(_characters(embed) for embed in checked) > limits.EMBED_TOTAL:
        errors.add(
            path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TOTAL}"
        )
    return checked


def _embed(embed: Json, path: Path, shelf: Shelf, errors: FormErrors) -> Json:
    result = {**embed, "type": "rich"}
    errors.text((*path, "title"), embed.get("title"), limits.EMBED_TITLE, low=0, required=False)
    errors.text(
        (*path, "description"), embed.get("description"), limits.EMBED_DESCRIPTION, low=0, required=False
    )
    errors.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    fields = errors.objects((*path, "fields"), embed.get("fields"))
    errors.length((*path, "fields"), len(fields), 0, limits.EMBED_FIELDS)
    for index, field in enumerate(fields):
        errors.text((*path, "fields", index, "name"), field.get("name"), limits.EMBED_FIELD_NAME)
        errors.text((*path, "fields", index, "value"), field.get("value"), limits.EMBED_FIELD_VALUE)
    footer = embed.get("footer")
    if isinstance(footer, dict):
        errors.text((*path, "footer", "text"), footer.get("text"), limits.EMBED_FOOTER)
    author = embed.get("author")
    if isinstance(author, dict):
        errors.text((*path, "author", "name"), author.get("name"), limits.EMBED_AUTHOR)
    for picture in ("image", "thumbnail"):
        if embed.get(picture) is not None:
            result[picture] = media(shelf, embed[picture], (*path, picture), errors)
    return result


def _characters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [part for field in embed.get("fields") or () for part in (field.get("name"), field.get("value"))]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    return sum(len(text) for text in texts if isinstance(text, str))
