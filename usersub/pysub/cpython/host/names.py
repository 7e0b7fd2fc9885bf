# Names that scripts use without importing them, and their standard streams.

MATH = ("acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees exp fabs floor fmod hypot log "
        "log10 pi radians sin sinh sqrt tan tanh").split()
UPPER = dict(ABS="abs", ACOS="acos", ASIN="asin", ATAN="atan", ATAN2="atan2", COS="cos", COSH="cosh", EXP="exp",
             LOG="log", LOG10="log10", MAX="max", MIN="min", MOD="fmod", SIN="sin", SINH="sinh", SQRT="sqrt",
             TAN="tan", TANH="tanh", PI="pi")


class Stream(io.TextIOBase):
    """sys.stdout and sys.stderr: whole lines go to the solver."""
    encoding = "utf-8"
    errors = "replace"
    part = ""

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not %s" % type(text).__name__)
        if other_thread():
            LATER.append(text)
            return len(text)
        if LATER:
            text = "".join([LATER.pop(0) for _ in LATER[:]]) + text
        return self.pass_on(text)

    def pass_on(self, text):
        whole, line, self.part = (self.part + text).rpartition("\n")
        if line:
            ask(pack(["out", whole + "\n"]))
        if self.part:
            global LEFT
            LEFT = True
        return len(text)

    def end(self):
        """Ends an unfinished line."""
        if LATER and not other_thread():
            self.write("")
        if self.part:
            self.write("\n")


OUT = Stream()
LATER = []  # what other threads of a program have printed: one thread speaks with the solver


def _exit(status=None):
    raise SystemExit(status)


def _hard_exit(name):
    real, mine = getattr(os, name), os.getpid()

    def end(*status):
        if os.getpid() != mine:  # a process that the script forked
            real(*status)
        raise SystemExit(*status)
    return end


def install(utilities, path):
    """utilities: number, name, doc; path: what sys.path must contain."""
    names = {"py_sysfnc": py_sysfnc, "py_sysary": py_sysary, "py_modfnc": py_modfnc}
    for number, name, doc in utilities:
        names[name] = _utility(name, number, doc)
    msolve = types.ModuleType("msolve", "functions that query the solver")
    msolve.__dict__.update(names)
    msolve.__all__ = list(names)
    sys.modules["msolve"] = msolve
    free = dict(names)
    free.update((n, getattr(math, n)) for n in MATH)
    free["xrange"] = range
    for upper, n in UPPER.items():
        free[upper] = free[n] if n in free else getattr(builtins, n, None) or getattr(math, n)
    free["exit"] = free["quit"] = _exit
    builtins.__dict__.update(free)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forked)
    os._exit, os.abort = _hard_exit("_exit"), _hard_exit("abort")
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = OUT
    sys.path.extend(p for p in path if p not in sys.path)
    if not getattr(sys, "argv", None):
        sys.argv = [""]
    sys.dont_write_bytecode = True
