"""The utilities of the solver as call.use takes them."""

from ._table import TABLE

KINDS = "irt"


class Utility:
    """One utility: how its inputs and outputs travel."""

    def __init__(self, name, args):
        self.name, self.args = name, [Entry(a) for a in args.split()]
        self.results = [a for a in self.args if a.out and not a.implied]

    def inputs(self, given):
        """The inputs as they travel, (integers, reals, texts) each, from those that a routine gives."""
        reads = [a for a in self.args if a.reads]
        if len(given) == len(reads):  # with lengths of others, which follow from those
            given = [v for a, v in zip(reads, given) if not a.implied]
        reads = [a for a in reads if not a.implied]
        must = [a for a in reads if a.default is None]
        if len(given) not in (len(reads), len(must)):
            raise TypeError("%s takes %s, not %d inputs" % (self.name, ", ".join(a.name for a in reads) or "nothing", len(given)))
        values = {a.name: a.values(self.name, v) for a, v in zip(reads if len(given) == len(reads) else must, given)}
        for a in self.args:
            if a.reads and a.name not in values:
                of = next((b for b in self.args if b.reads and b.length == a.name), None)
                length = len(values[of.name]) if of else -1  # of outputs only: all of them
                values[a.name] = [length if a.implied else 0 if a.default is None else a.default]
        for a in self.args:
            n = a.size(values) if a.reads else None
            if n is not None and n != len(values[a.name]):
                raise ValueError("%s: %s must have %d entries, not %d" % (self.name, a.name, n, len(values[a.name])))
        return [tuple(values[a.name] if a.kind == k else [] for k in range(3)) for a in self.args if a.reads]

    def outputs(self, out):
        """What call.use returns of the outputs."""
        result = []
        for a, value in zip((a for a in self.args if a.out), out):
            entries = [v.decode("utf-8", "surrogateescape") if isinstance(v, bytes) else v for v in value[a.kind]]
            if not a.implied:
                result.append(entries if a.length else entries[0] if entries else None)
        return result[0] if len(result) == 1 else result or None


class Entry:
    """An argument, name:kind[length] and marks: + an output that is read, - a length of another, =default."""

    def __init__(self, text):
        self.name, _, rest = text.partition(":")
        rest, _, default = rest.partition("=")
        self.default = float(default) if default else None
        self.out = rest[0].isupper()
        self.kind = KINDS.index(rest[0].lower())
        self.length = rest[rest.index("[") + 1 : rest.index("]")] if "[" in rest else ""
        self.reads = not self.out or "+" in rest
        self.implied = "-" in rest

    def values(self, utility, v):
        try:
            if self.kind == 2:
                return [str(v)]
            entries = list(v) if hasattr(v, "__len__") else [v]
            return [int(x) if self.kind == 0 else float(x) for x in entries]
        except (TypeError, ValueError):
            raise TypeError("%s: %s must be %s, not %.40r" % (utility, self.name, ("whole numbers", "numbers")[self.kind], v))

    def size(self, values):
        """The number of entries, None if only the utility knows it."""
        if not self.length:
            return 1
        n = 1
        for factor in self.length.split("*"):
            if factor == "?":
                return None
            n *= int(factor) if factor.isdigit() else int(values[factor][0])
        return n


_known = {}


def utility(name):
    """The utility with a name."""
    name = name.strip().upper()
    if name not in TABLE:
        raise ValueError("there is no utility %s" % name)
    if name not in _known:
        _known[name] = Utility(name, TABLE[name])
    return _known[name]
