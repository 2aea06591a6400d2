"""Tests of the mail door."""
