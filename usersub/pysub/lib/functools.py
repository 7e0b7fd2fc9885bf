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
