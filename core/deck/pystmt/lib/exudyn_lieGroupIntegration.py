# Names of Exudyn that are not there: integrators of the user in Python.

from exudyn.refused import _refused

for _n in "LieGroupExplicitRKInitialize LieGroupExplicitRKUserFunction LieGroupODE2RHS LieGroupUpdateStepIncrement".split():
    globals()[_n] = _refused("exudyn.lieGroupIntegration", _n, "integrators of the user in Python")
