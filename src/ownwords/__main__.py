"""`python -m ownwords` is the command line."""

from ownwords.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
