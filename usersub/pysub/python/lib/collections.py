# What scripts use of collections.
from _collections import defaultdict, Counter, OrderedDict


class deque(object):
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self._items = []
        self.extend(iterable)

    def append(self, x):
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[0]

    def appendleft(self, x):
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for x in iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)

    def pop(self):
        if len(self._items) == 0:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if len(self._items) == 0:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        if len(self._items) > 0:
            k = -n % len(self._items)
            self._items = self._items[k:] + self._items[:k]

    def clear(self):
        self._items = []

    def copy(self):
        return deque(self._items, self.maxlen)

    def count(self, x):
        return self._items.count(x)

    def index(self, x):
        return self._items.index(x)

    def insert(self, i, x):
        self._items.insert(i, x)

    def remove(self, x):
        self._items.remove(x)

    def reverse(self):
        self._items.reverse()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, x):
        self._items[i] = x

    def __delitem__(self, i):
        del self._items[i]

    def __eq__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return self._items == other._items

    def __repr__(self):
        if self.maxlen is None:
            return "deque(" + repr(self._items) + ")"
        return "deque(" + repr(self._items) + ", maxlen=" + repr(self.maxlen) + ")"


class _Named(object):
    # A namedtuple: no tuple for isinstance, but it is used like one.
    def __init__(self, *args, **named):
        fields, left = self._fields, len(self._fields) - len(args)
        if left < 0:
            raise TypeError(self._name + "() takes " + str(len(fields)) + " values, not " + str(len(args)))
        values = list(args)
        for i in range(len(args), len(fields)):
            f = fields[i]
            if f in named:
                values.append(named[f])
            elif i >= len(fields) - len(self._defaults):
                values.append(self._defaults[i - len(fields)])
            else:
                raise TypeError(self._name + "() misses the value of " + f)
        for f in named:
            if f not in fields[len(args):]:
                raise TypeError(self._name + "() got an unexpected argument '" + f + "'")
        at = vars(self)
        at["_values"] = tuple(values)
        for i in range(len(fields)):
            at[fields[i]] = values[i]

    def __setattr__(self, name, value):
        raise AttributeError("can't set attribute")

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)

    def __getitem__(self, i):
        return self._values[i]

    def __contains__(self, x):
        return x in self._values

    def __add__(self, other):
        return self._values + tuple(other)

    def __eq__(self, other):
        if not isinstance(other, (tuple, _Named)):
            return NotImplemented
        return self._values == tuple(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self._values < tuple(other)

    def __gt__(self, other):
        return self._values > tuple(other)

    def index(self, x):
        return self._values.index(x)

    def count(self, x):
        return self._values.count(x)

    def _asdict(self):
        d = {}
        for i in range(len(self._fields)):
            d[self._fields[i]] = self._values[i]
        return d

    def _replace(self, **changes):
        d = self._asdict()
        for f in changes:
            if f not in d:
                raise ValueError("Got unexpected field names: ['" + f + "']")
        d.update(changes)
        return self.__class__(*[d[f] for f in self._fields])

    def __repr__(self):
        return self._name + "(" + ", ".join([f + "=" + repr(v) for f, v in zip(self._fields, self._values)]) + ")"


def namedtuple(typename, field_names, rename=False, defaults=()):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()

    class made(_Named):
        pass
    made._name = typename
    made._fields = tuple(field_names)
    made._defaults = tuple(defaults)
    made._make = lambda values: made(*values)
    return made


class ChainMap(object):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)

    def __contains__(self, key):
        for m in self.maps:
            if key in m:
                return True
        return False

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def get(self, key, default=None):
        return self[key] if key in self else default

    def new_child(self, m=None):
        return ChainMap(*([{} if m is None else m] + self.maps))
