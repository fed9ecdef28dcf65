"""`python -m satchess`."""

from satchess.cli import main

if __name__ == "__main__":
    main()
