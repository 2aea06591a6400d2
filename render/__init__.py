"""Views become pictures. Knows the engines' views, never Discord or SQL."""
