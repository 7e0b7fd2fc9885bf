# In Python 2: xrange, has_key, except with a comma, long integers, tabs.
table = {"a": 1L, "b": 2L, "c": 3L}

def stiffness(names):
	total = 0
	for i in xrange(len(names)):
		try:
			total += table[names[i]]
		except KeyError, e:
			print `e`, "is ignored"
	return total

def VFOSUB(id, time, par, npar, dflag, iflag):
	z = py_sysfnc("DZ", par[0])[0]
	if table.has_key("d"):
		return None
	return (0, 0, -stiffness(["a", "b", "x", "c"]) * z)
