# LuGre friction of a block on a slide: one bristle, its speed the only input.
# Parameters: bristle stiffness and damping, viscous coefficient, sliding and
# breakaway force, Stribeck speed.
from math import exp


def YFOSUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    sigma0, sigma1, sigma2, sliding, breakaway, stribeck = par
    v, z = input[0], states[0]
    ratio = v / stribeck
    level = (sliding + (breakaway - sliding) * exp(-(ratio * ratio))) / sigma0
    rate = v - abs(v) * z / level
    force = sigma0 * z + sigma1 * rate + sigma2 * v
    return [[rate], [-force, 0.0, 0.0, 0.0, 0.0, 0.0]]
