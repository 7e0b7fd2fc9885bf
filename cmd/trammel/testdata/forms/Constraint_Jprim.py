# A body for each primitive joint, in a loop.
from math import pi

INTEGRATOR(TYPE="DSTIFF", I3=True, ERROR=1e-8, HMAX=0.01)
PART(1, GROUND=True)
MARKER(1, PART=1)
MARKER(101, PART=1, FLOATING=True)

types = ["ATPOINT", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"]
for b, kind in enumerate(types, 2):
    PART(b, MASS=2, CM=10 * b, IP=3 * [1])
    MARKER(10 * b, PART=b, REULER=[0, pi / 2 if kind == "PERPENDICULAR" else 0, 0])
    JPRIM(b, TYPE=kind, I=10 * b, J=1)

common = dict(JFLOAT=101, RM=1)
GFORCE(2, I=20, FX="4", FY="0", FZ="0", TX="0", TY="0", TZ="3", **common)
VFORCE(3, I=30, FX="4", FY="0", FZ="3", **common)
VFORCE(4, I=40, FX="4", FY="0", FZ="3", **common)
GFORCE(5, I=50, FX="4", FY="0", FZ="0", TX="0", TY="0", TZ="3", **common)
VTORQUE(6, I=60, TX="2", TY="0", TZ="3", **common)
VTORQUE(7, I=70, TX="2", TY="0", TZ="0", **common)

REQUEST(9, F1="AZ(20,1)", F2="DX(20)", F3="DX(30)", F4="DZ(30)", F5="DX(40)", F6="DZ(40)", F7="DX(50)", F8="AZ(50,1)")
REQUEST(8, F1="AZ(60,1)", F2="JPRIM(6,0,6)", F3="JPRIM(2,0,2)", F4="JPRIM(3,0,2)", F5="JPRIM(4,0,4)", F6="JPRIM(5,0,8)",
        F7="JPRIM(7,0,6)", F8="WX(70)")
SIMULATE(TYPE="TRANSIENT", END=1, STEPS=4)
