# Calls: the functions that hand over arguments and store results.

class Out:
    __slots__ = "name", "kind", "at", "n", "rows"

    def __init__(self, name, kind, at, n, rows):
        self.name, self.kind, self.at, self.n, self.rows = name, kind, at, n, rows


class Call:
    """One function with the arguments of one element."""
    __slots__ = ("fn", "name", "sig", "reals", "ints", "outs", "iflag", "iord", "idrsel",
                 "fnc", "ary", "values", "stop", "go", "quick", "inputs", "memory", "lent")


_none = memoryview(b"").cast("B")


def bind(k, number, name, sig, args, iflag, iord, idrsel):
    """args: [name, kind (i, d or s), out, place, entries or -1 for a scalar, rows, value if that is constant].
    The views of the arguments follow by views()."""
    c = Call()
    module = SCRIPTS[number].module
    c.fn, c.name, c.sig = getattr(module, name), name, sig
    c.lent = bool(getattr(module, "__trammel_views__", False))  # arrays are handed over as views
    c.iflag, c.iord, c.idrsel, c.stop = iflag, iord, idrsel, None
    c.fnc, c.ary, c.values = {}, {}, _none
    c.outs = [Out(a[0], a[1], a[3], max(a[4], 1) if a[4] < 0 else a[4], a[5]) for a in args if a[2]]
    c.inputs = [a for a in args if not a[2]]
    CALLS[k] = c
    return ["ok"]


def views(k, reals, ints):
    """Completes a call with its memory and returns the functions that make it, in general and when
    no flag is set: they take nothing and return None, or a message of what went wrong."""
    c = CALLS[k]
    c.reals, c.ints = memoryview(reals).cast("B").cast("d"), memoryview(ints).cast("B").cast("i")
    c.go, c.quick = make_call(c, reals, False), make_call(c, reals, True)
    return c.go, c.quick


def unbind(k):
    c = CALLS.pop(k, None)
    if c:
        c.go = c.quick = None  # which have the call among their constants
    return ["ok"]


def answers(k, asked, values):
    """asked: [ary, name, par, from, to, flag] of every query."""
    c = CALLS[k]
    c.values = memoryview(values).cast("B").cast("d")
    c.fnc, c.ary = {}, {}
    for ary, name, par, at, to, flag in asked:
        if ary:
            c.ary.setdefault((name, tuple(par)), (at, to, flag))
        else:
            c.fnc.setdefault((name, tuple(par)), (at, flag))
    return ["ok"]


def answers_of(k, asked, values):
    return answers(k, unpack(asked), values)


def make_call(c, raw, quick):
    """Writes the function of a call, with what is known now as its constants. quick: the flags are 0."""
    known = dict(c=c, fn=c.fn, reals=c.reals, ints=c.ints)
    args = []
    for i, (name, kind, _, at, n, _, value) in enumerate(c.inputs):
        v, memory = "v%d" % i, "reals" if kind == "d" else "ints"
        if kind == "s":
            known[v] = value
            args.append(v)
        elif value is not None and n < 0:
            known[v] = value
            args.append(v)
        elif value is not None:
            known[v] = tuple(value)
            args.append("[*%s]" % v)
        elif quick and name in ("dflag", "iflag"):
            args.append("0")
        elif n < 0:
            args.append("%s[%d]" % (memory, at))
        elif c.lent:
            known[v] = getattr(c, memory)[at:at + n].toreadonly()
            args.append(v)
        elif n <= 3:
            args.append("[" + ", ".join("%s[%d]" % (memory, at + j) for j in range(n)) + "]")
        else:
            known[v] = getattr(c, memory)[at:at + n].tolist
            args.append(v + "()")
    store = "return finish(c, r)"
    if len(c.outs) == 1 and c.outs[0].kind == "d" and c.sig != "SURSUB":
        o = c.outs[0]
        # Plain floats are stored as they are; numbers of numpy, which are floats by descent, and integers may be infinite as reals.
        known.update(misfit=(struct.error, TypeError, ValueError, OverflowError), numbers=(float, int))
        if o.n == 1:
            store = ("if r.__class__ is float: reals[%d] = r\n"
                     "            elif isinstance(r, numbers):\n"
                     "                try: reals[%d] = r\n"
                     "                except misfit: return finish(c, r)\n"
                     "            else: return finish(c, r)" % (o.at, o.at))
        elif 1 < o.n <= 3 and not o.rows:
            names = ", ".join("r%d" % j for j in range(o.n))
            numbers = " and ".join("isinstance(r%d, numbers)" % j for j in range(o.n))
            puts = "; ".join("reals[%d] = r%d" % (o.at + j, j) for j in range(o.n))
            store = ("if r.__class__ is list and len(r) == %d:\n" % o.n +
                     "                %s = r\n" % names +
                     "                if %s:\n" % " is ".join("r%d.__class__" % j for j in range(o.n)) +
                     "".join("                    reals[%d] = r%d\n" % (o.at + j, j) for j in range(o.n)) +
                     "                elif %s:\n" % numbers +
                     "                    try: %s\n" % puts +
                     "                    except misfit: return finish(c, r)\n"
                     "                else: return finish(c, r)\n"
                     "            else: return finish(c, r)")
            store = store.replace("r%d.__class__:" % (o.n - 1), "r%d.__class__ is float:" % (o.n - 1))
        elif not o.rows and o.n:
            known.update(put=struct.Struct("=%dd" % o.n).pack_into, raw=raw)
            store = ("if r.__class__ is list and len(r) == %d:\n"
                     "                try: put(raw, %d, *r)\n"
                     "                except misfit: return finish(c, r)\n"
                     "            else: return finish(c, r)" % (o.n, 8 * o.at))
    # What is known are arguments with defaults: local variables are quicker than global ones.
    text = """
def go(%s):
    global NOW
    outer = NOW
    NOW = c
    try:
        try:
            r = fn(%s)
            %s
            if LEFT: return finish(c, r)
        except BaseException as e:
            return fail(c, e)
    finally:
        NOW = outer
""" % (", ".join("%s=%s" % (n, n) for n in known), ", ".join(args), store)
    code = WRITTEN.get(text)
    if code is None:
        if len(WRITTEN) >= _MOST_WRITTEN:
            WRITTEN.clear()
        code = WRITTEN[text] = compile(text, HOST, "exec")
    exec(code, globals(), known)
    return known["go"]


WRITTEN = {}  # the texts of calls, which all elements of a kind have in common, and so have the runs of a study
_MOST_WRITTEN = 1000


LEFT = False  # something is to be done behind a call: a part of a line, an order to stop


def tidy():
    global LEFT
    LEFT = False
    OUT.end()


def finish(c, r):
    """Takes the result of a call that is not a plain number or list."""
    if FORKED:
        end_forked()
    tidy()
    if c.stop:
        why, c.stop = c.stop, None
        return pack(["fault", why, "", "", 0])
    bad = results(c, r)
    if bad:
        return pack(["bad", bad])
    if not c.outs:
        v = number(r)
        if v:
            return pack(["conclude", v])
    return None


def fail(c, e):
    """What went wrong in a call. In a set-up call arithmetic errors, which
    states of zero easily cause, count as done."""
    if FORKED:
        end_forked(e)
    tidy()
    message = failed(e)
    if c.stop:
        message[1], c.stop = c.stop, None
        return pack(message)
    if message[4] & ARITHMETIC and c.iflag >= 0 and c.ints[c.iflag]:
        return None
    return pack(message)
