# Functions and classes of Exudyn that are known and not there: an import of their names is noted, a call is refused.

_KNOWN = {}  # the reason by name


def _absent(name, text, help=""):
    _KNOWN[name] = text
    _lack(name, text)

    def refuse(*args, **kw):
        _refuse(kw.get("__site__", 0), None, text, help)
    return refuse


def _refused(module, name, what):
    return _absent(name, "%s of module %s is not supported: %s are not there" % (name, module, what))
