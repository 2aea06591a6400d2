"""A game opened by the private panel with the real client: what was chosen stands in the message itself."""

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import Host

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def test_what_is_chosen_in_the_panel_is_opened(sandbox: Sandbox, host: Host) -> None:
    ann, bob, cleo = (sandbox.person(name) for name in ("Ann", "Bob", "Cleo"))
    titles = (await ann.slash("game new")).reply
    panel = (await ann.select(titles, "Which game", "reef")).reply
    assert "## Reef Encounter" in panel.text
    panel = (await ann.select(panel, "Players", "3")).reply
    panel = (await ann.select(panel, "Time for a turn", "48")).reply
    opened = (await ann.click(panel, "Open the game")).reply
    assert "You opened **Reef Encounter**" in opened.text
    card = await sandbox.message("games", lambda look: "Join" in look.labels)
    assert card.text.count("free") == 2
    assert "2 days a turn" in card.text
    panel = (await ann.slash("flicflac new")).reply
    panel = (await ann.select(panel, "Terms and figures to change", ["size", "target"])).reply
    panel = (await ann.select(panel, "Size", "6")).reply
    assert "You opened" in (await ann.click(panel, "Open the game")).reply.text
    small = await sandbox.message("games", lambda look: "Flic" in look.text)
    assert "size: 6" in small.text
    panel = (await ann.slash("flicflac new")).reply
    general = next(one for one in sandbox.core.world.channels.values() if one.name == "general")
    panel = (await ann.select(panel, "Where", str(general.id))).reply
    form = await ann.click(panel, "Type values")
    panel = (await ann.submit(form, {"Your words for the draw": "two crows", "Size": "7"})).reply
    assert "You opened" in (await ann.click(panel, "Open the game")).reply.text
    typed = await sandbox.message("general", lambda look: "Flic" in look.text)
    assert "size: 7" in typed.text
    assert "`two crows`" in typed.text
    panel = (await ann.slash("reef new")).reply
    panel = (await ann.select(panel, "Invite people", [bob, cleo])).reply
    panel = (await ann.select(panel, "Time for a turn", "24")).reply
    assert "Bob and Cleo press **Accept**" in (await ann.click(panel, "Open the game")).reply.text
    asked = await sandbox.message("games", lambda look: "Decline" in look.labels)
    assert sorted(asked.mentions) == ["Bob", "Cleo"]
    invited = await ann.slash("roses new", {"opponent": bob, "thread": True})
    assert "Bob presses **Accept**" in invited.reply.text
    asked = await sandbox.message("games", lambda look: "Decline" in look.labels and look.mentions == ["Bob"])
    begun = await bob.click(asked, "Accept")
    assert "The game begins" in begun.reply.text


async def test_two_people_fill_in_the_same_form_at_once(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    forms = {
        person: await person.click((await person.slash("flicflac new")).reply, "Type values")
        for person in (ann, bob)
    }
    for person, words in ((ann, "two crows"), (bob, "three foxes")):
        panel = (await person.submit(forms[person], {"Your words for the draw": words})).reply
        assert "You opened" in (await person.click(panel, "Open the game")).reply.text
        await host.delivered()
        assert any(words in look.text for look in sandbox.messages("games"))
