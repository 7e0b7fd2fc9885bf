# What scripts use of functools.

_missing = object()


def reduce(function, iterable, initial=_missing):
    result = initial
    for x in iterable:
        if result is _missing:
            result = x
        else:
            result = function(result, x)
    if result is _missing:
        raise TypeError("reduce() of empty sequence with no initial value")
    return result


def partial(function, *args, **named):
    def call(*more, **others):
        together = dict(named)
        together.update(others)
        return function(*(args + more), **together)
    return call


def wraps(function):
    def same(wrapper):
        return wrapper
    return same


def lru_cache(maxsize=128, typed=False):
    # Everything is kept, whatever maxsize is: results are the same.
    def keeping(function):
        kept = {}

        def call(*args, **named):
            key = (args, tuple(sorted(named.items())))
            if key not in kept:
                kept[key] = function(*args, **named)
            return kept[key]
        return call
    if callable(maxsize):
        return keeping(maxsize)
    return keeping


def cache(function):
    return lru_cache(None)(function)


def cmp_to_key(compare):
    class Key(object):
        def __init__(self, x):
            self.x = x

        def __lt__(self, other):
            return compare(self.x, other.x) < 0

        def __gt__(self, other):
            return compare(self.x, other.x) > 0

        def __eq__(self, other):
            return compare(self.x, other.x) == 0
    return Key


def total_ordering(cls):
    have = cls.__dict__
    if "__lt__" in have:
        if "__gt__" not in have:
            cls.__gt__ = lambda a, b: not (a < b) and not (a == b)
        if "__le__" not in have:
            cls.__le__ = lambda a, b: a < b or a == b
        if "__ge__" not in have:
            cls.__ge__ = lambda a, b: not (a < b)
    elif "__gt__" in have:
        cls.__lt__ = lambda a, b: not (a > b) and not (a == b)
        if "__le__" not in have:
            cls.__le__ = lambda a, b: not (a > b)
        if "__ge__" not in have:
            cls.__ge__ = lambda a, b: a > b or a == b
    else:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    return cls
