class Axes3D:
    # Nothing is drawn.
    def __init__(self, *args, **kw):
        pass

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return Axes3D


art3d = Axes3D
