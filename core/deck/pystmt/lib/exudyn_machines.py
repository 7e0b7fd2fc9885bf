# Names of Exudyn that are not there: bearings and gears.

from exudyn.refused import _refused

for _n in "InvoluteGear GetBallBearingData CreateBallBearing Involute InvInvolute ApproxInvolute".split():
    globals()[_n] = _refused("exudyn.machines", _n, "bearings and gears")
