# Names of Exudyn that are not there: beams and cables.

from exudyn.refused import _refused

for _n in ("DefineRectangularBeamSection DefineCircularBeamSection GenerateStraightLineANCFCable2D "
           "GenerateStraightLineANCFCable GenerateCircularArcANCFCable2D GenerateCurvedANCFcable CreateReevingCurve "
           "PointsAndSlopes2ANCFCable2D GenerateSlidingJoint GenerateAleSlidingJoint GenerateStraightBeam").split():
    globals()[_n] = _refused("exudyn.beams", _n, "beams and cables")
