# Copies of lists, tuples, dicts, sets and objects of classes of scripts.
from _copy import blank


class Error(Exception):
    pass


def _plain(x):
    return isinstance(x, (int, float, str, tuple, complex, frozenset, type)) or x is None or callable(x)


def copy(x):
    if hasattr(x, "__copy__"):
        return x.__copy__()
    if isinstance(x, list):
        return x[:]
    if isinstance(x, (dict, set)):
        return x.copy()
    if _plain(x):
        return x
    return _object(x, vars(x))


def _object(x, attributes):
    made = blank(x)
    at = vars(made)
    for name in attributes:
        at[name] = attributes[name]
    return made


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    if isinstance(x, tuple):
        return tuple([deepcopy(v, memo) for v in x])
    if _plain(x) and not hasattr(x, "__deepcopy__"):
        return x
    if id(x) in memo:
        return memo[id(x)][1]
    if hasattr(x, "__deepcopy__"):
        made = x.__deepcopy__(memo)
        memo[id(x)] = (x, made)
        return made
    if isinstance(x, list):
        made = []
        memo[id(x)] = (x, made)
        for v in x:
            made.append(deepcopy(v, memo))
        return made
    if isinstance(x, dict):
        made = x.copy()
        memo[id(x)] = (x, made)
        for k in x:
            made[k] = deepcopy(x[k], memo)
        return made
    if isinstance(x, set):
        return x.copy()
    made = _object(x, {})
    memo[id(x)] = (x, made)
    attributes, at = vars(x), vars(made)
    for name in attributes:
        at[name] = deepcopy(attributes[name], memo)
    return made
