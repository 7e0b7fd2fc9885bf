# What scripts use of contextlib.


class _Context(object):
    def __init__(self, generator):
        self._g = generator

    def __enter__(self):
        return next(self._g)

    def __exit__(self, kind, value, trace):
        if kind is None:
            for _ in self._g:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self._g.throw(value if value is not None else kind())
        except StopIteration:
            return True
        except BaseException as e:
            if e is value:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(function):
    def make(*args, **named):
        return _Context(function(*args, **named))
    return make


class closing(object):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *info):
        self.thing.close()


class suppress(object):
    def __init__(self, *kinds):
        self._kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, self._kinds)


class nullcontext(object):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *info):
        return None
