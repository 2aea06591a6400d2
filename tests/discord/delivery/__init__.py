"""How deliveries reach Discord."""
