"""Numbers in Georgian."""

DECIMAL_SEPARATOR = ","
"""As in the amounts of money."""
