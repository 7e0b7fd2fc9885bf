"""Sessions as environments of Gymnasium."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Tuple, Union

from ._model import Model, Session

gymnasium: Any = None
try:
    import gymnasium as _gymnasium

    gymnasium = _gymnasium
except ImportError:
    pass

_Base: Any = object if gymnasium is None else gymnasium.Env

Outputs = Mapping[str, float]
Bound = Union[float, Sequence[float]]


class Env(_Base):  # type: ignore[misc]
    """A model as a ``gymnasium.Env``: actions are the inputs, observations the outputs of a session. Where gymnasium is not installed the methods are
    the same, without spaces; numpy is needed.

    model: its values are those of the first episode. dt: time of a step, in the time unit of the deck.
    reward(outputs, action) -> float, of the outputs by name behind the step. terminated(outputs) -> bool, never unless given.
    low, high: bounds of the actions, one number or one for each input; actions beyond them are clipped. steps: length of an episode, after which it is
    truncated; endless if None. values(random) -> dict: values that an episode begins with, drawn from the generator of numpy
    ``self.np_random``; the model is built again for them. inputs, outputs, integrator: as in Model.session.
    """

    metadata: Dict[str, Any] = {"render_modes": []}
    render_mode = None
    np_random: Any

    def __init__(self, model: Model, dt: float, reward: Callable[[Outputs, Any], float], terminated: Optional[Callable[[Outputs], bool]] = None, *,
                 low: Bound = -math.inf, high: Bound = math.inf, steps: Optional[int] = None, values: Optional[Callable[[Any], Mapping[str, float]]] = None,
                 inputs: Optional[Sequence[str]] = None, outputs: Optional[Sequence[str]] = None, integrator: Optional[str] = None) -> None:
        import numpy

        if not dt > 0:
            raise ValueError("dt is %r, it must be greater than 0" % dt)
        self.session: Session = model.session(inputs, outputs, integrator)
        self.dt, self._reward, self._terminated, self._steps, self._values = dt, reward, terminated, steps, values
        self._numpy, self._taken = numpy, 0
        n = len(self.session.inputs)
        self._low, self._high = (numpy.broadcast_to(numpy.asarray(b, dtype=float), (n,)).copy() for b in (low, high))
        if gymnasium is None:
            self.np_random = numpy.random.default_rng()
        else:
            self.action_space = gymnasium.spaces.Box(self._low, self._high, dtype=numpy.float64)
            self.observation_space = gymnasium.spaces.Box(-math.inf, math.inf, (len(self.session.outputs),), dtype=numpy.float64)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Begin an episode. options: values of parameters for it, beside those of ``values``. Returns observation, shape (outputs,), and info."""
        if gymnasium is not None:
            super().reset(seed=seed)
        elif seed is not None:
            self.np_random = self._numpy.random.default_rng(seed)
        new: Dict[str, Any] = {}
        if self._values is not None:
            new.update(self._values(self.np_random))
        new.update(options or {})
        self.session.reset(new)
        self._taken = 0
        return self._observation(), {"time": self.session.time}

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Take a step with the inputs action, shape (inputs,). Returns observation, reward, terminated, truncated, info with the time."""
        clipped = self._numpy.clip(self._numpy.asarray(action, dtype=float).reshape(len(self._low)), self._low, self._high)
        self.session.step_values(self.dt, clipped.tolist())
        self._taken += 1
        named = self.session.named
        over = self.session.stopped or self._terminated is not None and bool(self._terminated(named))
        late = self._steps is not None and self._taken >= self._steps
        return self._observation(), float(self._reward(named, clipped)), over, late, {"time": self.session.time}

    def close(self) -> None:
        """End the process of the session."""
        self.session.close()

    def _observation(self) -> Any:
        return self._numpy.array(self.session.values, dtype=float)
