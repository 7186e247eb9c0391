"""Problems of other people's libraries, each library in one file and behind an optional extra."""
