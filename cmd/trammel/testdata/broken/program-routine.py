def law(id, time, par, npar):
    return 0.0


PART(1, GROUND=True)
POINT_MASS(2, MASS=1.0, CM=2)
MARKER(2, POINT_MASS=2)
PFORCE(1, ROUTINE=law, PENALTY=1.0)
PFORCE(2, ROUTINE="missing.py::PFOSUB", FUNCTION="USER(1, 2", PENALTY=1.0)
MARKER(3, PART=1, QP=law)
JOINT(4, TYPE=law, I=2, J=3)
