# Names of Exudyn that are not there: particles.

from exudyn.refused import _refused

for _n in "CreateParticlesInBox".split():
    globals()[_n] = _refused("exudyn.particles", _n, "particles")
