"""The sandbox's HTTP server: who may knock, the files, and the page's API."""
