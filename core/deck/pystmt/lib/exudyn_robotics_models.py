# Names of Exudyn that are not there: helpers of robots.

from exudyn.refused import _refused

for _n in ("Manipulator4Rsimple Manipulator3RSimple ManipulatorPANDA ManipulatorPuma560 ManipulatorUR5 LinkDict2ModDHKK "
           "Puma560 UR5").split():
    globals()[_n] = _refused("exudyn.robotics.models", _n, "helpers of robots")
