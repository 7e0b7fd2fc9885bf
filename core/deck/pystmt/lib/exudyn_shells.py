# Names of Exudyn that are not there: plates and shells.

from exudyn.refused import _refused

for _n in "CreateANCFRectangularPlate".split():
    globals()[_n] = _refused("exudyn.shells", _n, "plates and shells")
