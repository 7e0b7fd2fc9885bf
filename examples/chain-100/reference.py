# The chain in angles: mass matrix and forces of N bars by hand, integrated by scipy at 1e-12. Writes expected.csv.
import numpy as np
from scipy.integrate import solve_ivp

n, l, m, g = 100, 0.1, 0.1, 9.81
k = np.arange(n)
# A bar j moves by l cos a_i for all i before it, and by half of that for its own angle.
after = n - 1 - np.maximum(k[:, None], k[None, :])
a = m * l * l * (after + 0.5)
a[k, k] = m * l * l * (n - 1 - k + 1.0 / 3)
w = m * g * l * (n - 1 - k + 0.5)


def rate(t, y):
    q, v = y[:n], y[n:]
    d = q[:, None] - q[None, :]
    return np.concatenate([v, np.linalg.solve(a * np.cos(d), -(a * np.sin(d)) @ (v * v) - w * np.cos(q))])


t = np.linspace(0, 1.5, 16)
s = solve_ivp(rate, (0, 1.5), np.zeros(2 * n), method="DOP853", t_eval=t, rtol=1e-12, atol=1e-12)
with open("expected.csv", "w") as f:
    f.write("time,middle_x,middle_z,end_x,end_z\n")
    for time, q in zip(t, s.y[:n].T):
        x, z = l * np.cumsum(np.cos(q)), l * np.cumsum(np.sin(q))
        f.write("%.1f,%.10f,%.10f,%.10f,%.10f\n" % (time, x[n // 2 - 1], z[n // 2 - 1], x[-1], z[-1]))
