"""How leaves are valued, by name: `evaluation=lead_playout,lead=0.3`, `playout=mast,epsilon=0.2`, `decisive=10`.

The parameters of what is named stand beside it, as those of the selection rule do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from monteverde.errors import UnknownNameError, UsageError
from monteverde.search.component import Component
from monteverde.search.evaluation import Evaluation, PlayoutEvaluation, evaluations
from monteverde.search.policy import PlayoutPolicy, policies
from monteverde.search.policy.decisive import Decisive

EVALUATION, PLAYOUT, DECISIVE = "evaluation", "playout", "decisive"
DEFAULTS: Mapping[str, Any] = {"playouts": 1, EVALUATION: "random_playout", PLAYOUT: "sample_action", DECISIVE: 0}
"""What every named search takes to say how leaves are valued."""


def defaults_of(kind: type[Component] | None) -> dict[str, Any]:
    """Return the parameters of a component that can be written, with their defaults."""
    return {} if kind is None else {f.name: f.default for f in fields(kind) if f.default is not MISSING}


@dataclass(frozen=True)
class LeafKinds:
    """The evaluation and the policy that a name asks for."""

    evaluation: type[Evaluation]
    policy: type[PlayoutPolicy] | None
    """None if it asks for none."""

    @staticmethod
    def of(arguments: Mapping[str, str]) -> LeafKinds:
        """Return what the arguments of a name ask for.

        Raises:
            UnknownNameError: if nothing has such a name.
        """
        evaluation = _kind(EVALUATION, evaluations(), arguments.get(EVALUATION, DEFAULTS[EVALUATION]))
        policy = _kind("playout policy", policies(), arguments[PLAYOUT]) if PLAYOUT in arguments else None
        return LeafKinds(evaluation, policy)

    @property
    def parameters(self) -> dict[str, Any]:
        """What can be written to say how leaves are valued, with the defaults."""
        own = {name: value for name, value in DEFAULTS.items() if name != "playouts"}
        return own | defaults_of(self.evaluation) | defaults_of(self.policy)

    def take(self, arguments: dict[str, Any]) -> Evaluation:
        """Return the evaluation with its parameters, which are taken out of `arguments`.

        Raises:
            UsageError: if it plays nothing out and a policy is asked for, or a value is out of range.
        """
        given = {name: arguments.pop(name) for name in self.parameters if name in arguments}
        horizon = given.pop(DECISIVE, 0)
        own = {name: given[name] for name in defaults_of(self.evaluation) if name in given}
        if self.policy is None and horizon == 0:
            return self.evaluation(**own)
        if not issubclass(self.evaluation, PlayoutEvaluation):
            raise UsageError(f"{self.evaluation().name} plays nothing out; leave {PLAYOUT} and {DECISIVE} out with it")
        kind = self.policy or policies()[DEFAULTS[PLAYOUT]]
        policy = kind(**{name: given[name] for name in defaults_of(kind) if name in given})
        return self.evaluation(policy=Decisive(policy, horizon) if horizon else policy, **own)


def _kind(what: str, kinds: Mapping[str, Any], name: str) -> Any:
    if name not in kinds:
        raise UnknownNameError(what, name, kinds)
    return kinds[name]
