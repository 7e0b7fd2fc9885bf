# parameters of a plugin by their names
UNITS(FORCE="NEWTON", MASS="KILOGRAM", LENGTH="METER", TIME="SECOND")
POINT_MASS(1, MASS=1, CM=9)
MARKER(9, POINT_MASS=1, QP=[-1, 0, 0])
VARIABLE(1, FUNCTION="USER(stiffness=1e4, marker=9)", ROUTINE="force", PLUGIN="described")
k = 1e4
VARIABLE(2, FUNCTION="USER(stiffness=%g, order=7, markr=9)" % k, ROUTINE="force", PLUGIN="described")
VARIABLE(3, FUNCTION="USER(order=7, stiffness=1e4, marker=8)", ROUTINE="force", PLUGIN="described")
