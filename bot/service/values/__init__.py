"""What goes into use cases and comes out: requests, answers, refusals, terms, summaries, payloads."""
