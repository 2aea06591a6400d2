"""What the computer players of several games share: searches that know no game, tables, and picks."""
