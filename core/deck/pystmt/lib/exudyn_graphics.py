# Pictures are not drawn: what makes them gives nothing.


def _nothing(*args, **kw):
    return {}


class _Colours:
    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return [0.5, 0.5, 0.5, 1.0]


color = _Colours()
Brick = Sphere = Cylinder = Lines = Circle = Text = Basis = Frame = Arrow = Quad = CheckerBoard = RigidLink = FromSTLfile = _nothing
SolidOfRevolution = SolidExtrusion = Tube = Cuboid = MoveTriangleLists = Move = FromPointsAndTrigs = Spring = Torus = _nothing
