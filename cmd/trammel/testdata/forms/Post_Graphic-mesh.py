# A ball on the middle of a brick of triangles, an ellipsoid and a cone's tip on a plane.
from msolve import *

Integrator(type="DSTIFF", i3=True, error=1e-8, hmax=0.01)
Accgrav(kgrav=-10.0)
ground = Part(ground=True)
base = Marker(1, part=ground)
floor = Plane(rm=Marker(2, part=ground, qp=[0, 0, -1]))
places = [[x, y, z] for z in (-2, 0) for x, y in [(-1, -1), (1, -1), (1, 1), (-1, 1)]]
brick = Mesh(rm=base, vertices=places, triangles=[
    [1, 3, 2], [1, 4, 3], [5, 6, 7], [5, 7, 8], [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 4, 8], [3, 8, 7], [4, 1, 5], [4, 5, 8]])

def body(id, inertia, place):
    p = Part(id, mass=2.0, ip=3*[inertia])
    p.cm = Marker(10*id, part=p, qp=place)
    return p.cm

ball = Sphere(cm=body(2, 0.2, [0.2, 0.1, 0.5]), radius=0.5)
egg = Ellipsoid(cm=body(3, 1.0, [5, 0, -0.7]), xscale=2.0, yscale=1.0, zscale=0.6)
cone = Frustum(cm=body(4, 1.0, [9, 0, -1]), top=1.0, bottom=0.0, length=2.0)
for i, j in [(ball, brick), (egg, floor), (floor, cone)]:
    Contact(igeom=i, jgeom=j, type="IMPACT", stiffness=200.0, exponent=1.0)
Request(9, f1="DZ(20)", f2="CONTACT(1,0,4,0)", f3="DZ(30)", f4="DZ(40)", f5="CONTACT(3,0,4,0)")
Model().simulate(type="DYNAMICS", end=1.0, steps=10)
