"""How much one document may hold; files and streams may be of any length."""

BYTES = 1_000_000
NODES = 20_000
DEPTH = 20
