"""Where a further statistic over playouts joins: the slots that a `Statistic` fills (`search/statistic`)."""

from monteverde.compile import slot


@slot
def learn(tree, work):
    """Learn from a simulation that has ended: `work.notes.codes[:length]` were played, worth `work.values`."""


@slot
def estimate(tree, code, previous):
    """Return (count, sum): of how many samples it knows what `code`, played right after `previous`, is worth.

    The sum is of unit values from the view of the player of `code`. `previous` is NO_CODE where nothing is known.
    """
