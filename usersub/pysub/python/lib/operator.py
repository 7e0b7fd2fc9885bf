# Operators as functions.


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def mod(a, b):
    return a % b


def pow(a, b):
    return a ** b


def neg(a):
    return -a


def abs(a):
    return a if a >= 0 else -a


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def and_(a, b):
    return a & b


def or_(a, b):
    return a | b


def not_(a):
    return not a


def contains(a, b):
    return b in a


def getitem(a, b):
    return a[b]


def setitem(a, b, c):
    a[b] = c


def itemgetter(*keys):
    if len(keys) == 1:
        return lambda a: a[keys[0]]
    return lambda a: tuple([a[k] for k in keys])


def _attribute(a, name):
    for n in name.split("."):
        a = getattr(a, n)
    return a


def attrgetter(*names):
    if len(names) == 1:
        return lambda a: _attribute(a, names[0])
    return lambda a: tuple([_attribute(a, n) for n in names])


def methodcaller(name, *args, **named):
    return lambda a: getattr(a, name)(*args, **named)
