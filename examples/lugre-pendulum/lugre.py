# LuGre friction in a hinge.
#
# ARYSUB collects what the law needs: the angular velocity of the hinge and its
# reaction. YFOSUB holds two bristle states, one for the pin (radial load) and
# one for the collar (axial load), and gives the friction torque about z.
from math import sqrt

REVOLUTE = 1001


def bristle(par, v, z):
    """Rate of the deflection z at the sliding speed v, and the coefficient of
    friction that the bristle gives."""
    sigma0, sigma1, sigma2, stribeck = par[1:5]
    mu_static, mu_dynamic = par[8], par[9]
    ratio = v / stribeck
    mu = mu_dynamic + (mu_static - mu_dynamic) * pow(2.718, -(ratio * ratio))
    limit = mu / sigma0
    rate = v
    if abs(limit) > 1e-12:
        rate = v - z * abs(v) / limit
    return rate, sigma0 * z + sigma1 * rate + sigma2 * v


def YFOSUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    if int(par[0]) != REVOLUTE:
        return [[0.0] * nstate, [0.0] * noutpt]
    bending_arm, pin_radius, collar_radius, preload = par[5], par[6], par[7], par[10]
    wz, fx, fy, fz, tx, ty, tz = input
    radial = sqrt(fx * fx + fy * fy)
    bending = tx / bending_arm + ty / bending_arm
    v = wz * pin_radius

    rate0, pin = bristle(par, v, states[0])
    rate1, collar = bristle(par, wz * collar_radius, states[1])
    torque = abs((radial + bending + preload) * pin_radius * pin
                 + fz * collar_radius * collar)
    if v >= 0:
        torque = -torque
    return [[rate0, rate1], [0.0, 0.0, 0.0, 0.0, 0.0, torque]]


def ARYSUB(id, time, par, npar, dflag, iflag, nvalue):
    if int(par[0]) != REVOLUTE:
        return [0.0] * nvalue
    joint = int(par[1])
    [text, info] = py_modfnc("Constraint_Joint", joint, "i_marker_id")
    i_marker = int(text)
    [text, info] = py_modfnc("Constraint_Joint", joint, "j_marker_id")
    j_marker = int(text)

    [wz, errflg] = py_sysfnc("WZ", [i_marker, j_marker, j_marker])
    value = [wz]
    for component in [2, 3, 4, 6, 7, 8]:
        [f, errflg] = py_sysfnc("JOINT", [joint, 0, component, j_marker])
        value.append(f)
    return value
