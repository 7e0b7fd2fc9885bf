package usersub

// The newer routines of a state equation (GSE_DERIV and its like) reach sizes, states and inputs by these utilities. In C
// the sizes are functions that return an int. No document has a form in Fortran or Python: as those of all utilities, it
// sets an argument, or returns it.
func init() {
	for _, x := range []struct{ name, arg, member, what string }{
		{"GSE_NS", "ns", "NS", "continuous states"}, {"GSE_ND", "nd", "ND", "discrete states"},
		{"GSE_NI", "ni", "NI", "inputs"}, {"GSE_NO", "no", "NO", "outputs"},
	} {
		registerUtility(x.name, "number of "+x.what+" of the state equation that calls", x.arg+":I | the number; in C the result of the function\n> ",
			newStateEquationCall(func(c *UtilityCall, f *Frame) { c.SetIntOutput(0, f.structMemberInt(x.member)) })).Function = true
	}
	for _, x := range []struct{ name, arg, size, member, input, what string }{
		{"GSE_X", "x", "ns", "X", "states", "continuous states"}, {"GSE_XD", "xd", "nd", "XD", "", "discrete states"}, {"GSE_U", "u", "ni", "U", "input", "inputs"},
	} {
		registerUtility(x.name, x.what+" of the state equation that calls", x.arg+":R["+x.size+"] | the values, those of SYSARY of its array; zeros in a set-up call | of each\n"+
			x.size+":i- | how many are wanted; zeros behind the last\n> ", newStateEquationCall(func(c *UtilityCall, f *Frame) { c.setStateValues(f, x.member, x.input) }))
	}
	registerUtility("GSE_XDOT", "derivatives of the states of an implicit state equation, which there is not", "xdot:R[ns] | 0 | of each state / time\nns:i- | how many are wanted", nil)
	registerUtility("GSE_OUTPUT_ICS", "initial conditions of outputs: not supported", "n:I | 0", nil)
	for _, x := range []string{"X", "XDOT", "U"} {
		registerUtility("GSEPAR_"+x, "takes partial derivatives of a routine of a state equation, which are not used", "par:r[size] | not read | of the result / of each\nsize:i- | how many there are", nil)
		registerUtility("GSEMAP_"+x, "declares which partial derivatives GSEPAR_"+x+" gives, which are not used", "row:i | not read\ncol:i | not read", nil)
	}
	registerUtility("SET_GSE_STATE_TOLERANCE", "sets the tolerance of a state: not supported",
		"id:i | not read\nindex:i | not read\ntol:r | not read | of the state\nierr", nil)
	registerUtility("SET_DGSE_TYPE", "sets the kind of a state equation: not supported", "id:i | not read\ntype:i | not read", nil)
	registerUtility("SYSFN2", "SYSFNC for routines of distributed loads on beams (FE_LOAD), which there are not", `
beam:i[0]v | what such a routine gets; not read
fncnam
ipar:i[nsize] | not read
nsize
index:I | 0
errflg`, nil)
	registerUtility("ADAMS_SMP_GROUP", "names a group of routines that may not run at the same time; none ever do", "groupid:i | not read\n> 1", func(*UtilityCall) {})
}

// newStateEquationCall returns a Call for routines of a Control_StateEqn.
func newStateEquationCall(call func(*UtilityCall, *Frame)) func(*UtilityCall) {
	return func(c *UtilityCall) {
		d, ok := As[*QueryCache](c.State)
		if !ok || d.Frame == nil || d.Frame.Sig == nil || d.Frame.Sig.Element != GSESUB.Element {
			c.SetUnsupported("it is for routines of a state equation only")
			return
		}
		call(c, d.Frame)
	}
}

// structMemberInt returns an integer that the struct form of the routine has, 0 without it.
func (f *Frame) structMemberInt(name string) int32 {
	n, _ := f.Member[name].(int)
	return int32(n)
}

// setStateValues sets the array that is output 0 to the values of the array of the element that is the member, or to an input of the routine
// where it gets these values so. The next argument is how many are wanted, -1 for all.
func (c *UtilityCall) setStateValues(f *Frame, member, input string) {
	v := &c.Arg[0]
	if i := f.Sig.ArgIndex(input); i >= 0 {
		v.Real = append(v.Real[:0], f.Reals(i)...)
	} else if id := f.structMemberInt(member); id == 0 {
		v.Real = v.Real[:0]
	} else {
		c.setVectorQuery(0, "ARRAY", []int32{id})
	}
	n := int(c.IntInput(1))
	if n < 0 {
		return
	}
	for len(v.Real) < min(n, maxEntries) {
		v.Real = append(v.Real, 0)
	}
	v.Real = v.Real[:min(n, maxEntries)]
}
