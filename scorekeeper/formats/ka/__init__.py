"""Georgian."""
