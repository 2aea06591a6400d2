"""Lists of games, boards, records and followers: use cases that change no game."""
