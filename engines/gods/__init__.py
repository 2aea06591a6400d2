"""Battle of the Four Gods (Ryan Taus): docs/rules/four-gods.md."""
