"""What a search that shares nothing does where others take notes: nothing, and the compiler leaves it out."""

from monteverde.compile import kernel
from monteverde.search.phases import assess, label, note, share, study
from monteverde.search.status import OK


@kernel
def no_note(state, action, ply, work):
    return OK


@kernel
def no_label(tree, node, first, count, state, work):
    return OK


@kernel
def no_assessment(tree, state, depth, work):
    return


@kernel
def no_share(tree, work, depth):
    return


@kernel
def no_study(work, parameters):
    return


NOTHING_SHARED = {note: no_note, label: no_label, share: no_share, assess: no_assessment, study: no_study}
"""What is bound to these slots unless the selection rule or the playouts' policy brings its own kernels."""
