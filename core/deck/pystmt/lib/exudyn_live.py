# Routines that call functions of the program.


def _of(list, n, what, item=None, key=None):
    # The item with a number that another one names.
    if isinstance(n, int) and n >= 0 and n < len(list):
        return list[n]
    if item is not None:
        _refuse(item._site, key, "%s: there is no %s %r" % (item.__class__.__name__, what, n), "the system has %d" % len(list))
    raise ValueError("there is no %s %r" % (what, n))


def _ask(name, par):
    v, err = py_sysfnc(name, par)
    return v


_captured = []   # lists that take the records in place of the model
_changes = [0]   # how many changes of parameters there were


def _write(name, site, id, label, items):
    if _captured:
        _captured[-1].append((name, site, id, label, items))
    else:
        _record(name, site, id, label, items)


class _Live:
    # While one of them runs, the system is as the solver has it. In the set-up call all states are zero, which
    # such a function need not expect: what it raises there is left alone.
    def __init__(self, mbs, time, iflag):
        self.mbs, mbs._time, self.iflag = mbs, mbs._began + time, iflag

    def __enter__(self):
        self.mbs._live = True

    def __exit__(self, *args):
        self.mbs._live = False
        return self.iflag and args[0] is not None and issubclass(args[0], Exception)
