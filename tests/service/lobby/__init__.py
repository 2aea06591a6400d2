"""How games begin, and who comes to them later."""
