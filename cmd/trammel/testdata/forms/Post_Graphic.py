# Shapes that rest on each other: a ball on a ball, and a point on a plane that slants, which also slides.
INTEGRATOR(TYPE="DSTIFF", I3=True, ERROR=1e-8, HMAX=0.01)
ACCGRAV(KGRAV=-10)
PART(1, GROUND=True)
MARKER(1, PART=1)
MARKER(4, PART=1, QP=[0, 0, -0.25])
MARKER(5, PART=1, QP=[5, 0, 0], ZP=[5.6, 0, 0.8], XP=[5.8, 0, -0.6])
PART(2, MASS=2, CM=20, IP=[0.2, 0.2, 0.2])
MARKER(20, PART=2, QP=[0, 0, 0.5])
PART(3, MASS=2, CM=30, IP=[1, 1, 1])
MARKER(30, PART=3, QP=[5, 0, 0])
for shape, marker, radius in [(1, 4, 0.25), (2, 20, 0.5)]:
    GRAPHICS(shape, TYPE="SPHERE", CM=marker, RADIUS=radius)
GRAPHICS(3, TYPE="PLANE", RM=5)
GRAPHICS(4, TYPE="POINT", RM=30)
for contact, i, j in [(1, 2, 1), (2, 4, 3)]:
    CONTACT(contact, IGEOM=i, JGEOM=j, TYPE="IMPACT", STIFFNESS=200, EXPONENT=1)
REQUEST(9, F1="DZ(20)", F2="CONTACT(1,0,4,0)", F3="DX(30,5,5)", F4="DZ(30,5,5)")
SIMULATE(TYPE="DYNAMICS", END=1, STEPS=4)
