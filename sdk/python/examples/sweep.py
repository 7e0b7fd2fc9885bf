"""How fast poles of several lengths fall: one run each, in one process."""

import os

import trammel_mbd as tm

deck = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cart-pole.xml")

with tm.load(deck, lean=0.01) as m:
    for length in (0.25, 0.5, 1.0, 2.0):
        m.set(l=length)
        r = m.run(end=3.0, steps=300)
        fallen = next(t for t, angle in zip(r.time, r["5.F2"]) if abs(angle) > 1.0)
        print("l = %.2f m: 1 rad after %.2f s" % (length, fallen))
