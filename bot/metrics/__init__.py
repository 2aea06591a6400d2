"""How a process is, for those who run it: numbers for Prometheus, and whether it lives and serves."""
