"""The sandbox's HTTP server: who is let in, the files, and the page's API."""
