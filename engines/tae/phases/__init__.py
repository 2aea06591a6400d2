"""The phases of a turn (rules/tae.md section 16): what may be done in each, and what comes of it."""
