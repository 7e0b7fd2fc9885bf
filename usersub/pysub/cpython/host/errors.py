# Errors as the solver shows them.

EXITED, ARITHMETIC, TIMED_OUT = 1, 2, 4


def failed(e):
    """["fault", last line, traceback, hint, flags]"""
    import traceback
    kind = 0
    if isinstance(e, SystemExit):
        kind |= EXITED
    if isinstance(e, (Late, Interrupt)):
        kind |= TIMED_OUT
    if isinstance(e, (ZeroDivisionError, OverflowError, FloatingPointError)):
        kind |= ARITHMETIC
    if isinstance(e, ValueError) and (str(e) == "math domain error" or str(e).startswith("expected a ")):
        kind |= ARITHMETIC
    if isinstance(e, Stop):
        return ["fault", "it requests a stop: %s" % e if not str(e).startswith("it requests") else str(e), "", "", kind]
    tb = e.__traceback__
    while tb is not None and tb.tb_frame.f_code.co_filename == HOST:
        tb = tb.tb_next
    try:
        last = traceback.format_exception_only(type(e), e)[-1].strip()
        detail = "".join(traceback.format_exception(type(e), e, tb)).rstrip("\n")
    except BaseException:  # an exception whose text raises one
        last = detail = type(e).__name__
    detail = _without_host(detail)
    return ["fault", last.replace("\n", " "), detail, _hint(e), kind]


def _without_host(text):
    """A traceback without the calls of the host."""
    keep, skip = [], False
    for line in text.split("\n"):
        if line.startswith('  File "'):
            skip = line.startswith('  File "%s"' % HOST)
        elif not line.startswith("    "):
            skip = False
        if not skip:
            keep.append(line)
    return "\n".join(keep)


def _hint(e):
    if isinstance(e, ImportError) and getattr(e, "name", None) and str(e).startswith("No module named"):
        return "install it for %s (Python %s), or name another interpreter with --python" % (
            sys.executable or "this interpreter", sys.version.split()[0])
    if isinstance(e, Late):
        return "the function seems to loop for ever"
    if isinstance(e, NameError) and str(e).startswith("name 'py_"):
        return "no function that queries the solver has this name"
    return ""
