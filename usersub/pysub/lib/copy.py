# Copies of lists, tuples, dicts and objects of classes with plain attributes.


def copy(x):
    if isinstance(x, list):
        return x[:]
    if isinstance(x, dict):
        return dict(x)
    if isinstance(x, (int, float, str, tuple)) or x is None:
        return x
    raise TypeError("copy: objects of this type cannot be copied by the embedded interpreter")


def deepcopy(x):
    if isinstance(x, list):
        return [deepcopy(v) for v in x]
    if isinstance(x, tuple):
        return tuple([deepcopy(v) for v in x])
    if isinstance(x, dict):
        return dict([(k, deepcopy(x[k])) for k in x])
    return copy(x)
