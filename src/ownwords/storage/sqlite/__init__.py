"""SQLite: one file, one writer, nothing else."""
