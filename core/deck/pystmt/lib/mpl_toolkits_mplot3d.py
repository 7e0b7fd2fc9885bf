from matplotlib.pyplot import _nothing

Axes3D = art3d = _nothing
