"""The history of the database's schema. `python -m bot db upgrade` applies it; so does every start."""
