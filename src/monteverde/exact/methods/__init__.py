"""One method a file. `registry.py` finds them; nothing lists them."""
