# A process that a script forked: it is none of the solver's, and must not speak to it.

FORKED = False


def _forked():
    """Is called in such a process when it begins."""
    global FORKED, LEFT, ask
    FORKED = LEFT = True
    ask = _ask_nobody
    Stream.write = _write_plainly


def _ask_nobody(data):
    raise RuntimeError("a process that a script forked cannot query the solver")


def _write_plainly(stream, text):
    os.write(2, text.encode("utf-8", "replace"))
    return len(text)


def end_forked(e=None):
    """Ends such a process where it comes back from the routine: with the status of sys.exit, else with 1. _exit is that of the
    system there."""
    status = 1
    if isinstance(e, SystemExit):
        status = 0 if e.code is None else e.code if isinstance(e.code, int) else 1
    elif e is not None:
        import traceback
        traceback.print_exception(type(e), e, e.__traceback__)
    else:
        print("a process that the script forked has returned from the routine; it is ended here")
    os._exit(status & 255)
