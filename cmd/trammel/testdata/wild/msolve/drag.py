# A mass on a penalty force that acts on the rate alone: trammel run drag.py -- DAMPING
import sys

damping = float(sys.argv[1])
INTEGRATOR(TYPE="DSTIFF", ERROR=1e-8)
POINT_MASS(1, MASS=2.0, CM=9, VX=3.0)
MARKER(9, POINT_MASS=1, QP=[0.0, 0.0, 0.0])
PFORCE(1, "drag", "DX(9)", 0.0, damping, False, 1.0, "", "", "")
REQUEST(1, F1="DX(9)", F2="VX(9)")
SIMULATE(TYPE="TRANSIENT", END=1.5, STEPS=15)
