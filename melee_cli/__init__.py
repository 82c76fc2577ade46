"""Melees of tabletop wargames: audited results and exact odds."""

__version__ = "0.1.0"
