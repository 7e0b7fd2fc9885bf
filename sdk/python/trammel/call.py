"""One element of the deck, what a routine sees of a call of it, and what it may ask."""

from . import frames
from .utilities import utility

try:
    import numpy
except ImportError:
    numpy = None


class Retry(Exception):
    """Raised by a routine that cannot be computed here: the solver tries a shorter step."""


class BadReturn(Exception):
    """A routine returned what its kind does not allow."""


def _array(values):
    return numpy.array(values) if numpy else list(values)


class Argument:
    """One argument of a routine."""

    def __init__(self, kind, out, n, name):
        self.kind, self.out, self.n, self.name = kind, out, n, name


class Call:
    """One call of a routine.

    Its arguments are attributes: id, time, par, dflag, iflag, states, input, … by the names of the reference. Scalars are
    numbers, arrays are lists, or numpy arrays where that is installed. iflag is not 0 in the call that only finds out what the routine
    asks; dflag when the solver differences.
    """

    def __init__(self, asker, element, id, arguments):
        self._asker, self._arguments = asker, arguments
        self.element, self.element_id = element, id
        self._answers = {}  # (ary, name, parameters): place in _known
        self._known = []  # [values, flag] of each foreseen query
        self.busy = False
        self._arrays = {"par", "states", "input", "q"} | {a.name[1:] for a in arguments if a.kind == 0 and a.name[0] == "n"}
        for a in arguments:
            if not a.out:
                setattr(self, a.name, "" if a.kind == 2 else 0 if self._scalar(a) else _array([0] * a.n))

    def _scalar(self, a):
        """An array of one entry is an array: one that has a length of its own."""
        return a.n == 1 and a.name not in self._arrays

    def _take(self, given, ints, reals, texts):
        """Takes the inputs of a call over; what is not given stays."""
        at = [0, 0, 0]
        for i, a in enumerate(self._arguments):
            if not given >> i & 1:
                continue
            source = (ints, reals, texts)[a.kind]
            n = 1 if a.kind == 2 else a.n
            values = source[at[a.kind] : at[a.kind] + n]
            if len(values) != n:
                return False
            at[a.kind] += n
            setattr(self, a.name, values[0] if a.kind == 2 or self._scalar(a) else _array(values))
        return at == [len(ints), len(reals), len(texts)]

    def _forget(self):
        self._answers.clear()
        del self._known[:]

    def _learn(self, ary, name, par, values, flag):
        self._answers.setdefault((ary, name, par), len(self._known))
        self._known.append([values, flag])

    def _answer(self, values, flags):
        if len(values) != sum(len(k[0]) for k in self._known) or flags and len(flags) != len(self._known):
            return False
        at = 0
        for k in self._known:
            k[0] = values[at : at + len(k[0])]
            at += len(k[0])
        for k, flag in zip(self._known, flags):
            k[1] = flag
        return True

    def _query(self, ary, name, par):
        if len(par) == 1:
            try:
                par = tuple(par[0])  # a list or an array
            except TypeError:
                pass  # a number, be it one of numpy
        key = (ary, name.strip().upper(), tuple(int(p) for p in par))
        i = self._answers.get(key)
        if i is None:
            values, flag = self._asker.query(self, *key)
            self._learn(*key, values, flag)
            return values, flag
        return self._known[i]

    def sysfnc(self, name, *par):
        """The value of a measure, sysfnc("DX", 9); 0 if the solver does not know it."""
        return self.try_sysfnc(name, *par)[0]

    def try_sysfnc(self, name, *par):
        """The value and the error flag, which is 0 when all is well."""
        values, flag = self._query(0, name, par)
        return (values[0] if values else 0.0), flag

    def sysary(self, name, *par):
        """The values of a vector measure, sysary("TDISP", 9, 4); empty if the solver does not know it."""
        return self.try_sysary(name, *par)[0]

    def try_sysary(self, name, *par):
        """The values and the error flag, which is 0 when all is well."""
        values, flag = self._query(1, name, par)
        return _array(values), flag

    def modfnc(self, element, id, attribute):
        """An attribute of an element as text, and its kind: 0 or 1 for a logical, 2 integer, 3 integers, 4 real, 5 reals, 6
        text, less than 0 if there is none."""
        return self._asker.modfnc(element, int(id), attribute)

    def use(self, name, *inputs):
        """Calls a utility, use("AKISPL", x, 0, 7, 0), without inputs that are lengths of others. The outputs are a list
        in their order, error flag included, or if there is one, that alone."""
        return self._asker.use(utility(name), inputs)

    def _outputs(self, result):
        """The outputs of a call from what the routine returned."""
        outs = [a for a in self._arguments if a.out]
        if result is None:
            result = {}
        elif len(outs) == 1:
            result = {outs[0].name: result}
        elif not isinstance(result, dict):
            try:
                items = list(result)
            except TypeError:
                items = []
            if len(items) != len(outs):
                raise BadReturn("it must return %s" % ", ".join(a.name for a in outs))
            result = dict(zip((a.name for a in outs), items))
        for name in set(result) - {a.name for a in outs}:
            raise BadReturn("it has no output %s, only %s" % (name, ", ".join(a.name for a in outs)))
        numbers = ([], [])
        for a in outs:
            numbers[a.kind].extend(_flat(a, result.get(a.name)))
        return numbers


def _flat(a, value):
    """The entries of an output. Matrices, lists of rows or arrays with two axes, go by columns."""
    if value is None:
        return [0] * a.n
    try:
        if numpy and isinstance(value, numpy.ndarray):
            entries = value.flatten(order="F").tolist()
        elif isinstance(value, (str, bytes)):
            raise ValueError
        elif hasattr(value, "__len__") and len(value) and all(hasattr(v, "__len__") and not isinstance(v, (str, bytes)) for v in value):
            if len({len(row) for row in value}) > 1:
                raise ValueError
            entries = [v for column in zip(*value) for v in column]
        elif hasattr(value, "__len__"):
            entries = list(value)
        else:
            entries = [value]
        entries = [_real(v) if a.kind else _integer(v) for v in entries]
    except (TypeError, ValueError, OverflowError):
        raise BadReturn("%s must be %s, it is %.60r" % (a.name, "a number" if a.n == 1 else "%d numbers" % a.n, value))
    if len(entries) != a.n:
        raise BadReturn("%s must be %s, it is %.60r" % (a.name, "a number" if a.n == 1 else "%d numbers" % a.n, value))
    return entries


def _real(v):
    if isinstance(v, (str, bytes)):
        raise ValueError
    return float(v)


def _integer(v):
    n = int(v)
    if isinstance(v, (str, bytes)) or n != v or not -(1 << 31) <= n < 1 << 31:
        raise ValueError
    return n
