# The model of slider-crank.xml as a Python program: lengths and angles are
# computed. The force at the rod's far end is a vector force, whose reaction
# acts on ground.

UNITS(FORCE="NEWTON", MASS="KILOGRAM", LENGTH="METER", TIME="SECOND")
INTEGRATOR(TYPE="DSTIFF")

crank, rod = 0.5, 2.0
turn = -pi / 6  # of the rod, from the x axis

PART(1, LABEL="Ground", GROUND=True)
MARKER(10, LABEL="Crank bearing on ground", PART=1)
MARKER(11, LABEL="Reaction of the force", PART=1, FLOATING=True)

PART(2, LABEL="Crank", CM=20, MASS=1.0, IP=[1.0, 1.0, 1.0])
MARKER(20, PART=2, REULER=[pi / 2, 0, 0])
MARKER(21, PART=2, QP=[0, crank / 2, 0])
MARKER(22, PART=2, QP=[0, crank, 0])

PART(3, LABEL="Rod", CM=30, MASS=1.0, IP=[2.0, 2.0, 2.0])
half = rod / 2 * cos(turn)
MARKER(30, PART=3, QP=[half, 0, 0], REULER=[turn, 0, 0])
MARKER(31, PART=3, QP=[0, crank, 0])
MARKER(32, PART=3, QP=[half / 2, crank / 2, 0])
MARKER(33, PART=3, QP=[2 * half, -crank, 0])

JOINT(1, LABEL="Crank bearing", TYPE="REVOLUTE", I=20, J=10)
JOINT(2, LABEL="Crank pin", TYPE="REVOLUTE", I=31, J=22)
GCON(1, FUNCTION="DY(30,10)")

SPRINGDAMPER(1, TYPE="TRANSLATIONAL", I=21, J=32, K=1.0, C=1.0, LENGTH=1.0)
VFORCE(1, I=33, JFLOAT=11, RM=10, FX="1.")

REQUEST(1, F1="AZ(20,10)", F2="DX(30,10)", F3="AZ(30,10)", F4="WZ(20,10)", F5="VX(30,10)", F6="WZ(30,10)")
SIMULATE(TYPE="TRANSIENT", END=10.0, DTOUT=0.01)
