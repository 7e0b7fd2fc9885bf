# The ball of Force_Contact with a function of this program for the normal force, and one of another file for the friction.
def normal(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag):
    return [-200.0*gap, 0.0, 0.0]

INTEGRATOR(TYPE="DSTIFF", I3=True, ERROR=1e-8, HMAX=0.01)
ACCGRAV(KGRAV=-10)
PART(1, GROUND=True)
MARKER(1, PART=1)
PART(2, MASS=2, CM=20, IP=[1e9, 1e9, 1e9], VX=3)
MARKER(20, PART=2, QP=[0, 0, 0.5])
GRAPHICS(1, TYPE="PLANE", RM=1)
GRAPHICS(2, TYPE="SPHERE", CM=20, RADIUS=0.5)
CONTACT(1, IGEOM=2, JGEOM=1, NORMAL_ROUTINE=normal, FRICTION_FUNCTION="USER(0.5)", FRICTION_ROUTINE="routines.py::DRAG")
REQUEST(9, F1="DZ(20)", F2="CONTACT(1,0,4,0)", F3="VX(20)")
SIMULATE(TYPE="DYNAMICS", END=1, STEPS=4)
