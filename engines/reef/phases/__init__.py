"""The phases of the game, each in one place: `engines.reef.phases.phase`."""
