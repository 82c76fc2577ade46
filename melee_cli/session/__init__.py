"""The table-side session as a machine without a terminal."""
