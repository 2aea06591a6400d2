"""TaE, Tigris and Euphrates in space: docs/rules/tae.md."""
