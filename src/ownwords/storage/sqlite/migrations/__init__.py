"""The schema on SQLite, step by step."""
