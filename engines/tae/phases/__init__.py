"""The phases of a turn (docs/rules/tae.md section 16): legal actions and effects of each."""
