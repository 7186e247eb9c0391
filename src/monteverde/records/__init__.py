"""Games written down: a value that holds one, and the files it is kept in.

record.py        Record: the game, how it began, the moves, and what is said about them
naming.py        which game a record is of; nothing that a file names is run
files.py         reading and writing, by a table of formats
text_format.py   the library's own plain text, for every game
sgf_format.py    SGF, for the games of sgf_dialects.py
sgf_tree.py      what SGF's grammar has of a file: the nodes of its main line
conformance.py   the conformance test with a look at records
"""

from monteverde.records.files import read_record, write_record
from monteverde.records.record import Record

__all__ = ["Record", "read_record", "write_record"]
