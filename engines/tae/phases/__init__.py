"""The phases of a turn (rules/tae.md section 16): legal actions and effects of each."""
