"""What computers think, at the table and in reviews."""
