"""Persons with their settings, notes, blocks and limits; servers: `bot.service.people`.

Its name is taken beside this folder: `people.py` is who plays in these tests.
"""
