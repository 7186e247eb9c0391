"""When and how a node gets its children, one way a file."""

from monteverde.search.expansion.all_children import AllChildren
from monteverde.search.expansion.all_children_later import AllChildrenLater
from monteverde.search.expansion.base import Expansion
from monteverde.search.expansion.one_child import OneChild
from monteverde.search.expansion.progressive_widening import ProgressiveWidening
from monteverde.search.expansion.root_only import RootOnly

__all__ = ["AllChildren", "AllChildrenLater", "Expansion", "OneChild", "ProgressiveWidening", "RootOnly"]
