"""Measurements of the server as its callers meet it: a real process, real HTTP on loopback, real databases."""
