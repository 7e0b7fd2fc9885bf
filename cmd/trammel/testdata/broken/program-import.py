import scipy
PART(1, GROUND=True)
