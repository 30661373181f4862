"""The schema on PostgreSQL, step by step."""
