# Names of Exudyn that are not there: environments of machine learning.

from exudyn.refused import _refused

for _n in "OpenAIGymInterfaceEnv".split():
    globals()[_n] = _refused("exudyn.artificialIntelligence", _n, "environments of machine learning")
