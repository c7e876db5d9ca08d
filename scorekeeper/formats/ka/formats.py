"""Numbers in Georgian."""

DECIMAL_SEPARATOR = ","
"""As in the amounts of money."""
DATE_INPUT_FORMATS = ["%d.%m.%Y", "%Y-%m-%d"]
"""As they are typed where a browser has no field for dates; what such a field sends comes second."""
