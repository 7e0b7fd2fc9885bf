# Wheel and rail in small: the contact frame follows the roll angle, the force of a
# spring along its normal is turned back into the global frame.
import numpy as np
from scipy.spatial.transform import Rotation

K_NORMAL, K_LATERAL, ROLL = 50.0, 20.0, 0.3


def VFOSUB(id, time, par, npar, dflag, iflag):
    u = np.array([py_sysfnc("D" + a, [par[0]])[0] for a in "XYZ"])
    contact = Rotation.from_euler("x", ROLL) * Rotation.from_euler("z", 2 * np.pi)
    local = contact.inv().apply(u)
    return contact.apply([-K_LATERAL * local[0], -K_LATERAL * local[1], -K_NORMAL * local[2]])
