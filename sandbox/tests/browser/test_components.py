"""Pictures, buttons, selects and modals."""

import pytest
from playwright.async_api import expect

from sandbox.driver import Sandbox
from sandbox.tests.browser.browsing import Browsing
from sandbox.tests.browser.page_bot import ALT

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_a_picture_with_its_words(ann: Browsing) -> None:
    await ann.command("/card")
    card = ann.card
    picture = card.get_by_role("img", name=ALT)
    await expect(picture).to_have_js_property("complete", True)
    assert await picture.evaluate("image => image.naturalWidth") == 500
    await expect(picture).to_have_attribute("title", ALT)
    await expect(card.get_by_role("heading", name="The board")).to_be_visible()
    await card.get_by_role("button", name="Show the description of the picture").click()
    description = ann.page.get_by_role("dialog", name="Description of the picture")
    await expect(description).to_contain_text(ALT)
    await ann.press("Escape")
    await expect(description).to_have_count(0)
    await card.get_by_role("button", name="Enlarge the picture").click()
    large = ann.page.get_by_role("dialog", name="Picture")
    await expect(large.get_by_role("img", name=ALT)).to_be_visible()
    description = large.get_by_text(ALT)
    await description.evaluate("words => { words.textContent = words.textContent.repeat(20) }")
    # The window scrolls, by any key; a box within it would have to be found first.
    assert await description.evaluate("words => words.scrollHeight <= words.clientHeight")
    await ann.press("Escape")
    await expect(large).to_have_count(0)


async def test_a_button_waits_and_is_answered(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.command("/card")
    press = ann.card.get_by_role("button", name="Press")
    held = sandbox.hold("POST", "/interactions/*")
    await press.click()
    await expect(press).to_have_attribute("aria-busy", "true")
    held.release()
    await expect(ann.message("Ann pressed")).to_contain_text("Only you can see this")
    await expect(press).not_to_have_attribute("aria-busy", "true")
    await expect(press).to_be_focused()
    await expect(ann.card.get_by_role("button", name="Spent")).to_be_disabled()


async def test_a_button_that_nobody_answers(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.command("/card")
    card = ann.card
    lost = sandbox.lose()
    await card.get_by_role("button", name="Press").click()
    await sandbox.wait_for(lambda: lost.hits)
    sandbox.clock.advance(4)
    await expect(card.get_by_role("alert")).to_have_text("This interaction failed")
    await card.get_by_role("button", name="Press").click()
    await expect(ann.message("Ann pressed")).to_be_visible()
    await expect(card.get_by_role("alert")).to_have_count(0)


async def test_a_select_by_keyboard(ann: Browsing) -> None:
    await ann.command("/card")
    select = ann.card.get_by_role("button", name="Choose a cell")
    await select.focus()
    await ann.press("Enter")
    options = ann.page.get_by_role("listbox", name="Choose a cell").get_by_role("option")
    await expect(options).to_have_count(3)
    await expect(options.first).to_contain_text("go to d3")
    await ann.press("e", "Enter")
    await expect(ann.message("Ann chose e5")).to_be_visible()
    await expect(options).to_have_count(0)


async def test_a_select_of_several(ann: Browsing) -> None:
    await ann.command("/card")
    await ann.card.get_by_role("button", name="Swap two").click()
    cells = ann.page.get_by_role("listbox", name="Swap two").get_by_role("option")
    await cells.filter(has_text="e5").first.click()
    await cells.filter(has_text="d4").first.click()
    await expect(cells.filter(has_text="d3").first).to_have_attribute("aria-disabled", "true")
    await ann.page.get_by_role("button", name="Done").click()
    await expect(ann.message("d4 and e5 change places")).to_be_visible()


async def test_a_select_of_people(ann: Browsing) -> None:
    await ann.command("/card")
    await ann.card.get_by_role("button", name="Invite somebody").click()
    people = ann.page.get_by_role("listbox", name="Invite somebody").get_by_role("option")
    await people.filter(has_text="Bob").click()
    answer = ann.message("Bob may come")
    await expect(answer.get_by_role("button", name="And who else: Bob")).to_be_visible()


async def test_a_modal_is_checked_and_sent(ann: Browsing) -> None:
    await ann.command("/form")
    modal = ann.page.get_by_role("dialog", name="Report")
    line = modal.get_by_label("What happened")
    await expect(line).to_be_focused()
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal.get_by_role("alert").filter(has_text="This field is required.")).to_be_visible()
    await line.fill("ab")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal.get_by_role("alert").filter(has_text="Must be 3 or more in length.")).to_be_visible()
    await line.fill("a soldier fell")
    await modal.get_by_label("Side").fill("Black")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_have_count(0)
    await expect(ann.message("Black reports: a soldier fell")).to_be_visible()


async def test_a_modal_can_be_closed(ann: Browsing, sandbox: Sandbox) -> None:
    await ann.command("/form")
    modal = ann.page.get_by_role("dialog", name="Report")
    await modal.get_by_role("button", name="Cancel").click()
    await expect(modal).to_have_count(0)
    button, me = sandbox.core.interactions, sandbox.person("Ann").id
    await sandbox.wait_for(lambda: not button.of(me) or None, what="the form to be cancelled")


async def test_an_ephemeral_answer_can_be_dismissed(ann: Browsing) -> None:
    await ann.command("/whisper")
    whisper = ann.message("Only Ann knows")
    await whisper.get_by_role("button", name="Dismiss message").click()
    await expect(whisper).to_have_count(0)
