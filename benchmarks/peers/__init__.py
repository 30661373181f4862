"""Other memories, measured beside ours: the same texts, the same questions, one at a time, all on one machine."""
