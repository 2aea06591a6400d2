"""Tests of settings, clock, logs and the command line."""
