"""Drives the sandbox from Python: tests let people act, look at what they see, and wait for it.

async with Sandbox() as sandbox:
...  # start the bot against sandbox.api_base with sandbox.token
ann = sandbox.person("Ann")
answer = await ann.slash("game inbox", channel="games")
assert answer.reply.content == "No games yet."
"""

from sandbox.driver.lookup import Where
from sandbox.driver.people import Interaction, Person
from sandbox.driver.sandbox import Sandbox
from sandbox.driver.seen_mail import MailLink, SeenMail
from sandbox.driver.seen_message import SeenMessage

__all__ = ["Interaction", "MailLink", "Person", "Sandbox", "SeenMail", "SeenMessage", "Where"]
