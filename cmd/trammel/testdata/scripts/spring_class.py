class Element(object):
    count = 0

    def __init__(self, marker):
        self.marker = int(marker)
        Element.count += 1

    def state(self):
        z, err = py_sysfnc("DZ", [self.marker])
        v, err = py_sysfnc("VZ", [self.marker])
        return z, v


class SpringDamper(Element):
    def __init__(self, marker, stiffness, damping):
        super().__init__(marker)
        self.stiffness, self.damping = stiffness, damping

    def __call__(self):
        z, v = self.state()
        return -self.stiffness * z - self.damping * v


elements = {}


def VFOSUB(id, time, par, npar, dflag, iflag):
    if id not in elements:
        elements[id] = SpringDamper(par[0], par[1], par[2])
    assert Element.count == 1
    return [0, 0, elements[id]()]
