"""Computer players at work: jobs claimed from the database, done in processes of their own."""
