# Friction laws. sgn is 0 at 0.

from math import exp, sqrt


def _sgn(x):
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0


# Linear up to regVel; beyond, the dynamic part, a static offset that decays over
# expVel, and a viscous part (Armstrong-Helouvry 1991).
def StribeckFunction(vel, muDynamic, muStaticOffset, muViscous=0, expVel=1e-3, regVel=1e-3):
    over = abs(vel) - regVel
    if regVel != 0 and over <= 0:
        return vel / regVel * (muDynamic + muStaticOffset)
    return _sgn(vel) * (muDynamic + muViscous * over + muStaticOffset * exp(-over / expVel))


# A cubic from (x0, h0) to (x1, h1) with horizontal ends.
def RegularizedFrictionStep(x, x0, h0, x1, h1):
    s = min(1.0, max(0.0, (x - x0) / (x1 - x0)))
    return h0 + (h1 - h0) * s * s * (3 - 2 * s)


# Up to velStatic a cubic through 0, then one down to the dynamic part at
# velDynamic, then viscous (Qian 2018).
def RegularizedFriction(vel, muDynamic, muStaticOffset, velStatic, velDynamic, muViscous=0):
    v, static = abs(vel), muDynamic + muStaticOffset
    if v < velStatic:
        return RegularizedFrictionStep(vel, -velStatic, -static, velStatic, static)
    if v <= velDynamic:
        return _sgn(vel) * RegularizedFrictionStep(v, velStatic, static, velDynamic, muDynamic)
    return _sgn(vel) * (muDynamic + muViscous * (v - velDynamic))
