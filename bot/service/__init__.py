"""The use cases, one transaction each. Knows the engines and the store, never Discord."""
