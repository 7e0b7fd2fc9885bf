def check(m):
    if m <= 0:
        raise ValueError("the mass %g is not positive" % m)
    return m


PART(1, GROUND=True)
PART(2, MASS=check(-2.0), CM=2)
MARKER(2, PART=2)
