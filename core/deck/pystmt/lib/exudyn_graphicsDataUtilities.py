# The older names of what draws.

from exudyn.graphics import color, material, _nothing

color4red = color4green = color4blue = color4cyan = color4magenta = color4yellow = color4orange = color4brown = color4grey = [0.5, 0.5, 0.5, 1.0]
color4lightgrey = color4darkgrey = color4black = color4white = color4steelblue = color4lightred = color4lightgreen = color4dodgerblue = color4red
color4default = color4springgreen = color4violet = color4salmon = color4blackrgba = color4darkgrey2 = color4transparent = color4lightcyan = color4red
color4list = [list(color4red) for _k in range(20)]

GraphicsDataOrthoCube = GraphicsDataOrthoCubePoint = GraphicsDataSphere = GraphicsDataCylinder = GraphicsDataLine = GraphicsDataQuad = _nothing
GraphicsDataCheckerBoard = GraphicsDataText = GraphicsDataBasis = GraphicsDataRigidLink = GraphicsDataRectangle = GraphicsDataCube = _nothing
GraphicsDataArrow = GraphicsDataFrame = GraphicsDataFromSTLfile = GraphicsDataOrthoCubeLines = GraphicsDataCircle = _nothing
GraphicsDataSolidOfRevolution = GraphicsDataSolidExtrusion = GraphicsDataFromSTLfileTxt = GraphicsDataFromPointsAndTrigs = _nothing
MoveGraphicsData = MergeGraphicsDataTriangleList = AddEdgesAndSmoothenNormals = ExportGraphicsData2STL = _nothing
