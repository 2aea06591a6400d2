"""Markdown, layouts and attached pictures of messages."""
