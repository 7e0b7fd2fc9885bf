# The messages of the solver that are not calls. This text is the last of the host.

def close():
    """Forgets the scripts of this host; the interpreter stays."""
    for s in SCRIPTS:
        folder = os.path.dirname(s.file)
        if folder in sys.path:
            sys.path.remove(folder)
        for name, m in list(sys.modules.items()):
            file = getattr(m, "__file__", None)
            if m is s.module or isinstance(file, str) and os.path.dirname(file) == folder:
                sys.modules.pop(name, None)
    del SCRIPTS[:]
    CALLS.clear()
    return ["ok"]


def handle(data):
    """Carries out a message of the solver that is not a call."""
    m = unpack(data)
    try:
        return pack(REQUESTS[m[0]](*m[1:]))
    except BaseException as e:
        return pack(failed(e))


REQUESTS = {"open": open_script, "install": lambda u, p: (install(u, p), ["ok", sys.version.split()[0], sys.prefix])[1], "fits": fits, "bind": bind,
            "unbind": unbind, "close": close, "neighbours": neighbours, "isolate": isolate, "program": run_program, "names": names_of, "count": lambda: ["ok", len(SCRIPTS)]}
