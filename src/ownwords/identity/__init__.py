"""Who somebody is: the keys that sign person tokens, and the tokens."""
