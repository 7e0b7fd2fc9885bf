"""A quadratic drag, a function of this program, is found again from its results by least squares."""
import numpy as np
from msolve import *

wanted = {"c": 0.0}


def drag(id, time, par, npar, dflag, iflag):
    (v,), flag = np.atleast_1d(py_sysfnc("VX", [par[0]])[0]), 0
    return -wanted["c"] * v * abs(v)


model = Model(output="fit")
Integrator(error=1e-9)
ground = Part(ground=True)
sled = PointMass(mass=1.5, vx=8.0)
sled.cm = Marker(body=sled, qp=np.zeros(3), zp=[1.0, 0.0, 0.0])
track = Marker(body=ground, zp=[1.0, 0.0, 0.0])
force = Sforce(type="TRANSLATION", actiononly=True, i=sled.cm, j=track, function=f"USER({sled.cm.id})", routine=drag)
speed = Request(f1=f"VX({sled.cm.id})", f2=f"DX({sled.cm.id})")

for c in np.linspace(0.2, 0.6, 3):
    wanted["c"] = c
    results = model.simulate(type="TRANSIENT", end=2.0, dtout=0.05, returnResults=True)
    t, v = np.array(results.times), np.array(results.getObject(speed).getComponent("F1"))
    (start, slope), *_ = np.linalg.lstsq(np.c_[np.ones_like(t), t], 1 / v, rcond=None)
    print("@", c, slope * sled.mass, 1 / start, results.getObject(speed).getComponent("F2")[-1])
    model.reset()
