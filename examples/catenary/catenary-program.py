# The model of catenary-python.xml as a Python program: statements, and the
# routine as a function beside them.

def PFOSUB(id, time, par, npar, dflag, iflag):
    x, err = py_sysfnc("DX", [par[0]])
    y, err = py_sysfnc("DY", [par[0]])
    return y - cosh(x)


UNITS(FORCE="NEWTON", MASS="KILOGRAM", LENGTH="METER", TIME="SECOND")
INTEGRATOR(TYPE="DSTIFF")
ACCGRAV(JGRAV=-9.81)

POINT_MASS(1, LABEL="Bead", CM=9, MASS=1.0)
MARKER(9, LABEL="Bead centre", POINT_MASS=1, QP=[-1.0, 1.543080634815244, 0.0])

PFORCE(1, LABEL="Particle sliding on a catenary", FUNCTION="USER(9)", ROUTINE=PFOSUB,
       PENALTY=1e4, PENALTY1=1e2)

REQUEST(1, TYPE="DISPLACEMENT", I=9, COMMENT="place of the bead")
REQUEST(2, TYPE="VELOCITY", I=9, COMMENT="velocity of the bead")
REQUEST(3, F1="DY(9)-COSH(DX(9))", COMMENT="violation of the constraint")

SIMULATE(TYPE="TRANSIENT", END=5.0, DTOUT=0.01)
