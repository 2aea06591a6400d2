"""The sandbox's HTTP server: access, files, and the page's API."""
