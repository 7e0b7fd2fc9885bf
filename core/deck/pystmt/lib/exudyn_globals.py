# Names that a script of items may use without making them: a system with a
# ground node and a ground object.

import exudyn as exu
from exudyn import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
oGround = mbs.AddObject(ObjectGround())
