"""What a search that proves nothing does where others keep bounds: nothing, and the compiler leaves it out."""

from monteverde.compile import kernel
from monteverde.search.phases import clear_bounds, is_closed, is_settled, make_up, pass_by, prove, recall, settle_end


@kernel
def no_bounds(tree, first, count, state, work):
    return


@kernel
def never(tree, node):
    return False


@kernel
def no_proof(tree, work, depth):
    return


@kernel
def as_chosen(tree, node, child, visits, depth, parameters, work):
    return child


NOTHING_PROVEN = {
    clear_bounds: no_bounds,
    is_closed: never,
    is_settled: never,
    settle_end: no_proof,
    recall: no_proof,
    prove: no_proof,
    pass_by: as_chosen,
    make_up: no_proof,
}
"""What is bound to the slots of proof unless the search is a solver."""
