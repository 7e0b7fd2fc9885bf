import numpy
PART(1, GROUND=True)
