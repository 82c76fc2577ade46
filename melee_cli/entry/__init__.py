"""One-line units: the words an umpire types, understood by a system's table of words."""
