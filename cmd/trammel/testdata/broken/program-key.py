mass = {"rod": 1.0}
PART(1, GROUND=True)
PART(2, MASS=mass["bead"], CM=2)
MARKER(2, PART=2)
