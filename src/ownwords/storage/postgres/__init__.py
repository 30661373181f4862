"""PostgreSQL 15 and later: the same SQL, many servers."""
