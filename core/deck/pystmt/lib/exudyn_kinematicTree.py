# Names of Exudyn that are not there: kinematic trees.

from exudyn.refused import _refused

for _n in "KinematicTree33 KinematicTree66 JointTransformMotionSubspace66 JointTransformMotionSubspace CRM CRF".split():
    globals()[_n] = _refused("exudyn.kinematicTree", _n, "kinematic trees")
