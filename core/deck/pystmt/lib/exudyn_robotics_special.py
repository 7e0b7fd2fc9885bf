# Names of Exudyn that are not there: helpers of robots.

from exudyn.refused import _refused

for _n in "VelocityManipulability ForceManipulability CalculateAllMeasures".split():
    globals()[_n] = _refused("exudyn.robotics.special", _n, "helpers of robots")
