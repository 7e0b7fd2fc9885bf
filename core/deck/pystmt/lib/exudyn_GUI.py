# Names of Exudyn that are not there: dialogs.

from exudyn.refused import _refused

for _n in "EditDictionaryWithTypeInfo GetTkRootAndNewWindow".split():
    globals()[_n] = _refused("exudyn.GUI", _n, "dialogs")
