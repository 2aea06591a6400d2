"""Requests to Discord, and what it refuses."""
