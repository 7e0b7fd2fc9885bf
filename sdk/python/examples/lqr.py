"""Hold a pole upright by a linear-quadratic regulator that comes from the linearized model. numpy is needed."""

import os

import numpy as np
import trammel_mbd as tm

deck = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cart-pole.xml")


def lqr(A, B, Q, R):
    """Return K of u = -K z that minimizes the integral of z'Qz + u'Ru: the stable subspace of the Hamiltonian matrix solves Riccati's equation."""
    n = len(A)
    values, vectors = np.linalg.eig(np.block([[A, -B @ np.linalg.solve(R, B.T)], [-Q, -A.T]]))
    stable = vectors[:, values.real < 0]
    P = np.real(stable[n:] @ np.linalg.inv(stable[:n]))
    return np.linalg.solve(R, B.T @ P)


with tm.load(deck) as m:
    A, B, C, D = m.linearize()
K = lqr(A, B, C.T @ np.diag([1.0, 10.0, 0.1, 0.1]) @ C, np.array([[0.1]])) @ np.linalg.inv(C)  # of the outputs: u = -K y
print("u = -(%.3g position + %.3g angle + %.3g speed + %.3g rate)" % tuple(K[0]))

with tm.load(deck, lean=0.2) as m, m.session(outputs=["position", "angle", "speed", "rate"]) as s:
    y = np.array(s.values)
    for k in range(251):
        if k % 50 == 0:
            print("t = %.1f  position %8.5f  angle %8.5f" % (s.time, y[0], y[1]))
        y = np.array(s.step_values(0.02, -K @ y))
