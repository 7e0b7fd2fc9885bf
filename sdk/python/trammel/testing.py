"""Tries routines without a solver and without a process.

    e = trammel.testing.Element(plugin, "catenary", par=[9])
    e.fnc(1.25, "DX", 9)
    e.fnc(-0.5, "DY", 9)
    force = e.call(time=0.1)
"""

from .call import Argument, Call


class Element:
    """Stands for an element that calls a routine, and for the solver that the routine asks."""

    def __init__(self, plugin, routine, par=(), id=1, **inputs):
        self.function = plugin.routines[routine][1]
        arguments = [Argument(0, 0, 1, "id"), Argument(1, 0, 1, "time"), Argument(1, 0, len(par), "par"),
                     Argument(0, 0, 1, "npar"), Argument(0, 0, 1, "dflag"), Argument(0, 0, 1, "iflag")]
        arguments += [Argument(1, 0, len(v) if hasattr(v, "__len__") else 1, k) for k, v in inputs.items()]
        self._call = Call(self, "", id, arguments)
        for name, value in dict(inputs, id=id, npar=len(par)).items():
            setattr(self._call, name, value)
        if len(par):
            self._call.par[:] = list(par)

    def fnc(self, value, name, *par):
        """The value that SYSFNC gives."""
        self._call._learn(0, name.upper(), tuple(par), [float(value)], 0)

    def ary(self, values, name, *par):
        """The values that SYSARY gives."""
        self._call._learn(1, name.upper(), tuple(par), [float(v) for v in values], 0)

    def call(self, time=0.0, dflag=0, iflag=0):
        """What the routine returns."""
        c = self._call
        c.time, c.dflag, c.iflag = time, dflag, iflag
        return self.function(c)

    def query(self, call, ary, name, par):
        raise AssertionError("the routine queries %s%r, which the test does not know" % (name, par))

    def modfnc(self, element, id, attribute):
        raise AssertionError("the routine queries MODFNC of %s %d" % (element, id))

    def use(self, utility, inputs):
        raise AssertionError("the routine uses %s" % utility.name)
