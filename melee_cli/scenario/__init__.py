"""Files and one-line units in, checked scenarios out; every defect with its file, line and column."""
