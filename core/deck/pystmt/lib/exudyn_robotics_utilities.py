# Names of Exudyn that are not there: helpers of robots.

from exudyn.refused import _refused

for _n in "AddLidar GetRoundedLinkGraphics MakeCorkeRobot".split():
    globals()[_n] = _refused("exudyn.robotics.utilities", _n, "helpers of robots")
