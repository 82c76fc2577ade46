"""The table-side session as a machine without a terminal: what it asks, what it was told, back, save."""
