"""What stands for a large array where the problem is a Python object, whose codes are not known beforehand."""

MOST_CODES = 2**20  # different actions of a Python object; the distance between two tables


class Sparse(dict[int, float]):
    """Numbers by index, 0 where nothing was written."""

    def __missing__(self, index: int) -> int:
        return 0
