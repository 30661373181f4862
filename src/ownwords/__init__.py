"""Ownwords keeps what was said, and counts as a person's only what stands in their own words."""

__version__ = "0.1.0"
