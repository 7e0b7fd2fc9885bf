# Names of Exudyn that are not there: helpers of robots.

from exudyn.refused import _refused

for _n in "MobileRobot2MBS".split():
    globals()[_n] = _refused("exudyn.robotics.mobile", _n, "helpers of robots")
