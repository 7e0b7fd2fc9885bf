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
