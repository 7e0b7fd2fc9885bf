# The wheel carrier is held by distances alone: two from each ball to the hinge of its wishbone, one of the rod, and the height of the wheel.
# Six equations for its pose, solved by Newton's method with 30 digits. Writes expected.csv.
from mpmath import asin, atan2, cos, degrees, findroot, matrix, mp, mpf, sin, sqrt

mp.dps = 30
upper_front, upper_rear, upper_ball = (100, 450, 500), (-150, 460, 490), (-10, 700, 520)
lower_front, lower_rear, lower_ball = (150, 400, 200), (-200, 410, 210), (10, 750, 190)
rack, rod_end, wheel = (-140, 420, 240), (-130, 720, 235), (0, 780, 320)
rods = [(upper_ball, upper_front), (upper_ball, upper_rear), (lower_ball, lower_front), (lower_ball, lower_rear), (rod_end, rack)]


def rotation(a, b, c):
    rx = matrix([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])
    ry = matrix([[cos(b), 0, sin(b)], [0, 1, 0], [-sin(b), 0, cos(b)]])
    rz = matrix([[cos(c), -sin(c), 0], [sin(c), cos(c), 0], [0, 0, 1]])
    return rz * ry * rx


def moved(p, y):
    return rotation(*y[3:]) * matrix([mpf(a - b) for a, b in zip(p, wheel)]) + matrix(y[:3])


def square(a, b):
    return sum((u - v) ** 2 for u, v in zip(a, b))


def residual(travel):
    return lambda *y: [square(moved(p, y), q) - square(p, q) for p, q in rods] + [y[2] - wheel[2] - travel]


y = [mpf(v) for v in (*wheel, 0, 0, 0)]
with open("expected.csv", "w") as f:
    f.write("time,x,y,z,camber,toe\n")
    for k in range(158):
        t = k * mpf("0.04")
        y = list(findroot(residual(80 * sin(t)), y))
        axis = rotation(*y[3:]) * matrix([0, 1, 0])
        if k % 6 == 0:
            f.write("%.2f,%.10f,%.10f,%.10f,%.10f,%.10f\n" % (t, *y[:3], degrees(-asin(axis[2])), degrees(-atan2(axis[0], axis[1]))))
