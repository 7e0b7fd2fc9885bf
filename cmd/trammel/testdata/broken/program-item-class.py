import exudyn as exu
from exudyn.itemInterface import *
SC = exu.SystemContainer()
mbs = SC.AddSystem()
n = mbs.AddNode(NodePointt(referenceCoordinates=[1, 0, 0]))
