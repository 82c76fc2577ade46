"""Bytes in, documents with their places out, and every problem of reading them."""
