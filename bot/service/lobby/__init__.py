"""How games begin and how people come to them later: lobbies, invitations, substitutes."""
