# Positions by products of rotations, torques by the recursion of Newton and Euler from the tool to the base. Writes expected.csv.
import numpy as np

X, Y, Z = np.eye(3)
links = [  # mass, inertia, joint, axis, mass centre, amplitude, rate: as in robot.py
    (40.0, (1.2, 1.2, 0.8), (0.0, 0.0, 0.0), Z, (0.0, 0.0, 0.2), 0.6, 1.0),
    (25.0, (1.0, 1.1, 0.2), (0.15, 0.0, 0.4), Y, (0.15, 0.0, 0.7), -0.35, 1.5),
    (15.0, (0.3, 0.3, 0.2), (0.15, 0.0, 1.0), Y, (0.2, 0.0, 1.05), 0.4, 2.0),
    (10.0, (0.1, 0.4, 0.4), (0.15, 0.0, 1.1), X, (0.5, 0.0, 1.1), 0.7, 1.2),
    (4.0, (0.02, 0.02, 0.02), (0.75, 0.0, 1.1), Y, (0.8, 0.0, 1.1), -0.5, 2.5),
    (1.5, (0.004, 0.003, 0.003), (0.85, 0.0, 1.1), X, (0.9, 0.0, 1.12), 1.2, 3.0),
]
tool = np.array((0.95, 0.0, 1.1))
gravity = np.array((0.0, 0.0, -9.81))


def turned(axis, angle):
    k = np.cross(np.eye(3), axis)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def state(t):
    r, o, before = np.eye(3), np.zeros(3), np.zeros(3)
    w = dw = a = np.zeros(3)
    bodies = []
    for mass, inertia, p, axis, cm, amplitude, rate in links:
        p, cm = np.array(p), np.array(cm)
        d = r @ (p - before)
        a = a + np.cross(dw, d) + np.cross(w, np.cross(w, d))
        o = o + d
        n = r @ axis
        q, dq, ddq = amplitude * (1 - np.cos(rate * t)), amplitude * rate * np.sin(rate * t), amplitude * rate**2 * np.cos(rate * t)
        dw = dw + n * ddq + np.cross(w, n * dq)
        w = w + n * dq
        r = r @ turned(axis, q)
        c = r @ (cm - p)
        i = r @ np.diag(inertia) @ r.T
        ac = a + np.cross(dw, c) + np.cross(w, np.cross(w, c))
        bodies.append((o, n, o + c, mass * (ac - gravity), i @ dw + np.cross(w, i @ w)))
        before = p
    force, moment, torques, at = np.zeros(3), np.zeros(3), [], o
    for o, n, c, f, m in reversed(bodies):
        moment = moment + np.cross(at - o, force) + m + np.cross(c - o, f)
        force, at = force + f, o
        torques.append(n @ moment)
    return np.concatenate([bodies[-1][0] + r @ (tool - before), torques[::-1]])


with open("expected.csv", "w") as f:
    f.write("time,x,y,z," + ",".join("t%d" % k for k in range(1, 7)) + "\n")
    for t in np.linspace(0, 4, 41):
        f.write("%.1f,%s\n" % (t, ",".join("%.12g" % v for v in state(t))))
