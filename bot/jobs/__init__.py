"""Computer players at work: jobs claimed from the database, thought about in processes of their own."""
