# Names of Exudyn that are not there: helpers of robots.

from exudyn.refused import _refused

for _n in "Trajectory ProfileConstantAcceleration ProfilePTP ProfileLinearAccelerationsList".split():
    globals()[_n] = _refused("exudyn.robotics.motion", _n, "helpers of robots")
