"""What administrators may do."""
