"""The journal: battles kept in SQLite, units over an evening, melees, corrections, undo, export."""
