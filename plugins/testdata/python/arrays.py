"""What routines get and return, with numpy (argument 1) and without (0)."""

import math
import os
import sys

WITH = sys.argv[1] == "1"
if not WITH:
    sys.modules["numpy"] = None  # as where it is not installed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../../sdk/python"))
from trammel.call import Argument, BadReturn, Call  # noqa: E402

if WITH:
    import numpy as np


class Solver:
    def query(self, call, ary, name, par):
        assert all(type(p) is int for p in par), par
        return ((1.0, 2.0) if ary else (float(sum(par)),)), 0


def call(*outs):
    """A call with states and integers in, and outputs: kind, entries."""
    c = Call(Solver(), "", 1, [Argument(1, 0, 3, "states"), Argument(1, 0, 1, "time"), Argument(0, 0, 1, "id"), Argument(0, 0, 1, "npar"),
                               Argument(1, 0, 1, "par")] + [Argument(kind, 1, n, "out%d" % i) for i, (kind, n) in enumerate(outs)])
    assert c._take(31, [7, 1], [1.0, 2.0, 3.0, 0.25, 9.0], [])
    return c


def gives(value, want, *outs):
    got = call(*outs)._outputs(value)
    assert got == want and all(type(v) is t for t, list in zip((int, float), got) for v in list), (value, got)


def refused(value, says, *outs):
    try:
        got = call(*outs)._outputs(value)
    except BadReturn as e:
        assert says in str(e), (value, str(e))
    else:
        raise AssertionError("%r gives %r" % (value, got))


# What comes in.
c = call()
assert c.id == 7 and c.time == 0.25 and type(c.time) is float
assert list(c.states) == [1, 2, 3] and list(c.par) == [9]
if WITH:
    assert type(c.states) is np.ndarray and c.states.dtype == np.float64 and c.par.dtype == np.float64
    assert type(c.sysary("TDISP", 9)) is np.ndarray
    for nine in (np.int64(9), np.int32(9), np.float32(9), np.float64(9), np.array(9), np.array([9]), c.par[0], c.par):
        assert c.sysfnc("DX", nine) == 9, nine
    assert c.sysfnc("DX", np.array([9, 4])) == 13
else:
    assert type(c.states) is list and type(c.sysary("TDISP", 9)) is list
for nine in (9, 9.0, [9], (9,)):
    assert c.sysfnc("DX", nine) == 9
assert c.sysfnc("DX", [9, 4]) == 13 and c.sysfnc("DX", 9, 4) == 13

# What goes out. Matrices go by columns.
one, three, four, whole = (1, 1), (1, 3), (1, 4), (0, 2)
gives(1, ([], [1.0]), one)
gives(True, ([], [1.0]), one)
gives([1, 2, 3], ([], [1.0, 2.0, 3.0]), three)
gives([[1, 2], [3, 4]], ([], [1.0, 3.0, 2.0, 4.0]), four)
gives([1, 2.0], ([1, 2], []), whole)
for value in ("1.0", "7", b"7", ["1", "2", "3"], [None, 1, 2], [1, 2], [1, 2, 3, 4], 1j, [1, 2, 10 ** 400], [], object()):
    refused(value, "3 numbers", three)
refused("7", "a number", one)
refused(b"7", "a number", one)
refused([[1, 2, 3], [4, 5]], "4 numbers", four)  # rows of different lengths
refused([[1, 2], 3, 4], "4 numbers", four)
refused([1.5, 2], "2 numbers", whole)
refused([1, 1 << 31], "2 numbers", whole)
refused([1, math.nan], "2 numbers", whole)
refused([1, math.inf], "2 numbers", whole)
assert math.isnan(call(one)._outputs(math.nan)[1][0])  # the solver tells

if WITH:
    gives(np.array([1, 2, 3]), ([], [1.0, 2.0, 3.0]), three)
    gives(np.array([1, 2, 3], dtype=np.float32)[::-1], ([], [3.0, 2.0, 1.0]), three)
    gives(np.array([[1.0, 2.0], [3.0, 4.0]]), ([], [1.0, 3.0, 2.0, 4.0]), four)
    gives(np.array([[1.0, 2.0], [3.0, 4.0]]).T, ([], [1.0, 2.0, 3.0, 4.0]), four)
    gives([np.array([1.0, 2.0]), np.array([3.0, 4.0])], ([], [1.0, 3.0, 2.0, 4.0]), four)
    for scalar in (np.float64(2), np.float32(2), np.int8(2), np.array(2), np.array([2]), np.array([[2]])):
        gives(scalar, ([], [2.0]), one)
    gives(np.array([1.0, 2.0]), ([1, 2], []), whole)
    gives({"out0": np.ones(3), "out1": np.array([1, 2])}, ([1, 2], [1.0, 1.0, 1.0]), three, whole)
    gives((np.ones(3), np.array([1, 2])), ([1, 2], [1.0, 1.0, 1.0]), three, whole)
    assert math.isnan(call(three)._outputs(np.array([1, np.nan, 3]))[1][1])
    for value in (np.array([1j, 2, 3]), np.array(["1", "2", "3"]), np.array([1, None, 3]), np.ma.array([1, 2, 3], mask=[0, 1, 0]),
                  np.ones(2), np.ones((2, 3)), np.ones(0), np.array(1.0), np.array(["2020-01-01"] * 3, dtype="M8[D]")):
        refused(value, "3 numbers", three)
    refused(np.array([1.0, np.nan]), "2 numbers", whole)
    refused(np.array([1.5, 2]), "2 numbers", whole)
