"""Numbers for Prometheus, liveness and readiness of a process, for operators."""
