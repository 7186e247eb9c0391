"""One command a file: its options, and what it does with them. `app.py` lists them."""
