"""Files and one-line units in, checked scenarios out."""
