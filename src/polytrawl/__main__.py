"""`python -m polytrawl`."""

from polytrawl.cli import main

if __name__ == "__main__":
    main()
