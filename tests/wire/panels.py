"""Pressing buttons of panels."""

from bot.service.game.picking import token_of
from sandbox.driver import Person, SeenMessage


def picks(panel: SeenMessage) -> dict[str, str]:
    """The custom ids of the buttons that make a pick, by the last part of the picked value."""
    choosing = (button for button in panel.buttons if ":choose:" in button["custom_id"])
    return {
        str(button["custom_id"]).split(":", 5)[5].rpartition("/")[2]: button["custom_id"]
        for button in choosing
        if button["label"] != "Back"
    }


async def pick(person: Person, panel: SeenMessage, value: str) -> SeenMessage:
    """Make one pick, opening the lists in which it may be. Returns the message that follows."""
    shown = picks(panel).get(token_of(value))
    if shown is not None:
        return (await person.click(panel, shown)).reply
    for option in panel.selects[0]["options"]:
        opened = (await person.select(panel, panel.selects[0]["custom_id"], option["value"])).reply
        if token_of(value) in picks(opened):
            return await pick(person, opened, value)
        panel = (await person.click(opened, "Back")).reply
    raise AssertionError(f"{value} is nowhere in the panel")
