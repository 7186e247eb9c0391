"""Drawings by matplotlib (the extra "plot"): the only place that imports it."""

from __future__ import annotations

from typing import Any

from monteverde.errors import MissingExtraError


def axes_for(what: str, axes: Any = None, **options: Any) -> Any:
    """Return `axes`, or new matplotlib axes if it is None, made with the `options` of a figure.

    Raises:
        MissingExtraError: without matplotlib; the sentence says `what` was to be drawn.
    """
    try:
        from matplotlib import pyplot
    except ImportError:
        raise MissingExtraError(f"drawing {what}", "plot") from None
    return pyplot.subplots(**options)[1] if axes is None else axes
