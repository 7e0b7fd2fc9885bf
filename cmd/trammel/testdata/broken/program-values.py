PART(1, GROUND=True)
for i in range(2):
    PART(2 + i, MASS=-1.0 * i, CM=20)
MARKER(20, PART=2,
       QP=[1, 2], Zq=3)
PFORCE(1, FUNCTION="DY(20)-COSHH(DX(20))", PENALTY="1e4x")
PFORCE(2, FUNCTION="DY(20" + ")-)", PENALTY=1e4)
GFORCE("a", I=20, FX={})
