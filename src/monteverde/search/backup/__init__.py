"""How a value goes up the tree, one way a file."""

from monteverde.search.backup.base import Backup
from monteverde.search.backup.mean import MeanBackup
from monteverde.search.backup.recomputed import RecomputedBackup

__all__ = ["Backup", "MeanBackup", "RecomputedBackup"]
