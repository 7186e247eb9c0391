"""`python -m monteverde` is the command line."""

from monteverde.cli import main

main()
