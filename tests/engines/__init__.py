"""The rules: every game against the contract, each game against its own book."""
