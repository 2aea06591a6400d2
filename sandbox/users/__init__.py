"""What people do: Discord's own client as far as the page and the tests need it."""
