"""A letter as plain text."""

from bot.mail.marker import MARKER
from bot.mail.outgoing.letter import Board, Letter, Links, Moves, Part, Text
from bot.mail.outgoing.move_lists import is_whole, list_text, size_of


def text_of(letter: Letter) -> str:
    """The whole mail as text, with the marker first."""
    parts = [MARKER, letter.title, *(_part(part) for part in letter.parts)]
    if letter.footer:
        parts.append(f"--\n{letter.footer}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _part(part: Part) -> str:
    match part:
        case Text():
            body = "\n".join(line for line in part.body.splitlines() if line.strip() != "```")
            return f"{part.heading}\n{body}" if part.heading else body
        case Board():
            return part.text
        case Moves():
            instruction = "Answer with the number of a move, or with the move as it is written:"
            if not is_whole(part.groups):
                instruction = (
                    f"You have {size_of(part.groups)} moves; all are in the attached list. " + instruction
                )
            return f"Your moves\n{instruction}\n\n{list_text(part.shown)}"
        case Links():
            return "\n".join(f"{label}: answer “{body.strip()}”" for label, body in part.links)
