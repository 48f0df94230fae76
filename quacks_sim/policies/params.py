"""What a policy reads as ``params``: its parameters by name, without a cost in compiled code.

The kernel passes every policy the same bare array (:data:`quacks_sim.kernel.state.TABLE`, field
``parameters``). A policy is compiled for a type of its own, which lies in memory as that array does
but knows the names: ``params.max_risk`` is one load from a fixed place. Plain Python reads the same
names from :class:`Params`.

Numba internals used: a type of one's own (its model, its attributes, unboxing), described under
"Extending Numba" in its manual.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import make_array, populate_array
from numpy.typing import NDArray

from quacks_sim.kernel.state import MOST_PARAMETERS, MOST_VALUES
from quacks_sim.rules.chips import COLOURS

#: The array of one number for each of these colours, if a policy has a parameter for each.
BY_COLOUR = "by_colour"
SOLD_COLOURS = COLOURS[1:]

#: The array of learned values, if a policy needs them.
LEARNED = "learned"

#: What no parameter may be called.
RESERVED = (BY_COLOUR, LEARNED)

_ARRAY = types.Array(types.float64, 1, "C", readonly=True)


class Params:
    """The parameters of a policy in one round, for policies that run as plain Python.

    Parameters
    ----------
    names : sequence of str
        The parameters in the order of their declaration.
    numbers : ndarray of float64
        Their values, and from place 16 on learned values where the policy needs them.
    learned : bool
        Whether the policy needs learned values.

    Examples
    --------
    >>> Params(("max_risk",), np.array([0.25])).max_risk
    0.25
    """

    __slots__ = ("_learned", "_names", "_numbers")

    def __init__(
        self, names: Sequence[str], numbers: NDArray[np.float64], learned: bool = False
    ) -> None:
        self._names = tuple(names)
        self._numbers = numbers.view()
        self._numbers.setflags(write=False)
        self._learned = learned

    @classmethod
    def of(cls, names: Sequence[str], values: Mapping[str, float]) -> "Params":
        """Return parameters given by name; those that are not given are 0."""
        numbers = np.zeros(max(len(names), 1))
        for name, value in values.items():
            numbers[list(names).index(name)] = value
        return cls(names, numbers)

    def __getattr__(self, name: str) -> Any:
        span = span_of(self._names, self._learned, name)
        if span is None:
            raise AttributeError(f"there is no parameter {name!r}", name=name, obj=self)
        start, length = span
        if length is None:
            return float(self._numbers[start])
        return self._numbers[start : start + length]

    def __repr__(self) -> str:
        pairs = zip(self._names, self._numbers, strict=False)
        return f"Params({', '.join(f'{name}={value:g}' for name, value in pairs)})"


def span_of(names: Sequence[str], learned: bool, name: str) -> tuple[int, int | None] | None:
    """Return where an attribute lies: start and length, the length None for a single number.

    None if there is no such attribute.
    """
    if name in names:
        return names.index(name), None
    if name == LEARNED and learned:
        return MOST_PARAMETERS, MOST_VALUES
    if name == BY_COLOUR and SOLD_COLOURS[0] in names:
        start = names.index(SOLD_COLOURS[0])
        if tuple(names[start : start + len(SOLD_COLOURS)]) == SOLD_COLOURS:
            return start, len(SOLD_COLOURS)
    return None


class ParamsType(types.Type):
    """The compiler's type of ``params`` for one list of parameters; in memory a readonly array."""

    # What numba's model of an array asks for.
    dtype = _ARRAY.dtype
    ndim = _ARRAY.ndim

    def __init__(self, names: Sequence[str], learned: bool) -> None:
        self.names = tuple(names)
        self.learned = learned
        super().__init__(f"Params({', '.join((*names, *([LEARNED] if learned else [])))})")


register_model(ParamsType)(models.ArrayModel)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ParamsType

    def generic_resolve(self, value: ParamsType, attr: str) -> Any:  # type: ignore[override]
        span = span_of(value.names, value.learned, attr)
        if span is None:
            return None
        return types.float64 if span[1] is None else _ARRAY


@lower_getattr_generic(ParamsType)  # type: ignore[untyped-decorator]
def _attribute_code(context: Any, builder: Any, params: ParamsType, value: Any, name: str) -> Any:
    span = span_of(params.names, params.learned, name)
    assert span is not None
    start, length = span
    source = make_array(_ARRAY)(context, builder, value)
    place = builder.gep(source.data, [ir.Constant(ir.IntType(64), start)], inbounds=True)
    if length is None:
        return builder.load(place)
    target = make_array(_ARRAY)(context, builder)
    populate_array(
        target,
        data=place,
        shape=[context.get_constant(types.intp, length)],
        strides=cgutils.unpack_tuple(builder, source.strides),
        itemsize=source.itemsize,
        meminfo=None,
    )
    return target._getvalue()


@typeof_impl.register(Params)
def _type_of(params: Params, context: Any) -> ParamsType:
    return ParamsType(params._names, params._learned)


@unbox(ParamsType)  # type: ignore[untyped-decorator]
def _from_python(params: ParamsType, instance: Any, context: Any) -> Any:
    numbers = context.pyapi.object_getattr_string(instance, "_numbers")
    native = context.unbox(_ARRAY, numbers)
    # The instance outlives the call, and with it the array.
    context.pyapi.decref(numbers)
    return NativeValue(native.value, is_error=native.is_error, cleanup=native.cleanup)
