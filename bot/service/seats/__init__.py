"""Who sits in a game: what the lobby, invitations, substitutes and administrators share."""
