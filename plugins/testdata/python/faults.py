"""A plugin whose routines misbehave in calls at positive times, and some that do not."""

import os
import sys
import time as clock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../../sdk/python"))
import trammel  # noqa: E402
from trammel import parameter  # noqa: E402

plugin = trammel.plugin("tests/faults", version="0.1")


@plugin.VARSUB(pure=True, doc='gives the time: "t"\n', takes=[
    parameter("k", "N/m", "force by length", above=0),
    parameter("n", type="integer", at_least=1, at_most=3, default=2),
    parameter("i", doc="one end", type="id", element="Reference_Marker"),
    parameter("more", doc="further", many=True)])
def fine(call):
    return call.time


@plugin.VARSUB
def catenary(call):
    return call.sysfnc("DY", 9) - call.sysfnc("DX", call.par[0] if len(call.par) else 9)


@plugin.VARSUB(name="exit")
def leave(call):
    print("last words")
    if call.time > 0:
        sys.exit(3)
    return 0


@plugin.VARSUB(name="_exit")
def leave_at_once(call):
    if call.time > 0:
        os._exit(3)


@plugin.VARSUB
def hang(call):
    while call.time > 0:
        clock.sleep(1)


@plugin.VARSUB
def spin(call):
    while call.time > 0:
        pass


@plugin.VARSUB
def shorter(call):
    if call.time > 0:
        raise trammel.Retry("penetration too deep")


@plugin.VARSUB
def stops(call):
    call.use("ERRMES", int(call.time > 0), "the tyre is flat", call.id, "STOP")


@plugin.VARSUB
def forks(call):
    child = os.fork() if call.time > 0 else -1
    if child == 0 and call.id == 1:
        sys.exit(3)
    if child == 0 and call.id == 2:
        return 0
    if child == 0 and call.id == 3:
        raise ValueError("in a child")
    if child > 0:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status == (3 if call.id == 1 else 1), status
    return 10 * call.id


@plugin.VARSUB
def raises(call):
    return 1 / (0.5 - call.time)


@plugin.VARSUB
def text(call):
    return "much" if call.time > 0 else 0


@plugin.VARSUB
def inner(call):
    return 10 * call.sysfnc("DX", int(10 * call.time))


@plugin.YFOSUB
def mirror(call):
    return {"stated": [call.par[0] * s for s in call.states]}


if __name__ == "__main__":
    plugin.serve()
