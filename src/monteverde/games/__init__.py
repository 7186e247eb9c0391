"""One problem a file, rules only. The file's name is the game's name; nothing else lists them."""
