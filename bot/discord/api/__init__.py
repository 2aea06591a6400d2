"""Discord's API: its error codes, limits and budgets, and what is retried."""
