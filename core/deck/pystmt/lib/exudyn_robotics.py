# Names of Exudyn that are not there: helpers of robots.

from exudyn.refused import _refused

for _n in "Robot RobotLink RobotTool RobotBase VRobotLink VRobotTool VRobotBase StdDH2HT ModDHKK2HT Link".split():
    globals()[_n] = _refused("exudyn.robotics", _n, "helpers of robots")
