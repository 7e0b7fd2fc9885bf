# Names of Exudyn that are not there: dialogs.

from exudyn.refused import _refused


def SolutionViewer(*args, **kw):
    pass


for _n in "InteractiveDialog AnimateModes InteractiveImages2Video ConvertImages2Video".split():
    globals()[_n] = _refused("exudyn.interactive", _n, "dialogs")
