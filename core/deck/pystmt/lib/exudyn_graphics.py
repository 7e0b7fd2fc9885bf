# Pictures are not drawn: what makes them gives nothing.

_GREY = [0.5, 0.5, 0.5, 1.0]


def _nothing(*args, **kw):
    return {}


def _two(*args, **kw):
    return [{}, {}]


class _Colours:
    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return [0.5, 0.5, 0.5, 1.0]


class _Materials:
    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        if name[:5] == "index":
            return 0
        return {}


color = _Colours()
material = _Materials()
colorList = [list(_GREY) for _k in range(20)]

Brick = BrickXYZ = Sphere = Cylinder = Lines = Circle = Text = Frame = Arrow = Quad = CheckerBoard = RigidLink = FromSTLfile = _nothing
SolidOfRevolution = SolidExtrusion = Tube = Cuboid = MoveTriangleLists = Move = Transform = FromPointsAndTrigs = Spring = Torus = _nothing
Basis = LinkedCylinders = InvoluteGear = ToothedRack = MergeTriangleLists = InvertTriangles = AddEdgesAndSmoothenNormals = _nothing
FromSTLfileASCII = ExportSTL = _nothing
BallBearingRings = _two
