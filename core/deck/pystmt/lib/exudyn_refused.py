# Functions and classes of Exudyn that are known and not there: they are refused by name when they are called.


def _refused(module, name, what):
    def refuse(*args, **kw):
        _refuse(kw.get("__site__", 0), None, "%s of module %s is not supported: %s are not there" % (name, module, what), "")
    return refuse
