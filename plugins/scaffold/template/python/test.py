"""A test without a solver."""

import trammel.testing
from spring import plugin

e = trammel.testing.Element(plugin, "spring", par=[100, 1, 20, 10, 3])
e.fnc(1.5, "DM", 20, 10)
e.fnc(-2, "VR", 20, 10)
force, want = e.call(), -100 * (1.5 - 1) - 3 * -2
assert force == want, "force %g, want %g" % (force, want)
print("force %g, as it must be" % force)
