"""What is kept, and the SQL that keeps it: the same statements on SQLite and PostgreSQL."""
