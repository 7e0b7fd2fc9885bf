package usersub

import "strings"

func init() {
	const queried = `
ipar:i[nsize] | its arguments: those of the function of expressions, ids of markers and numbers
nsize`
	registerUtility("SYSFNC", "value of a scalar measure", `
fncnam:t | name of the measure: "DX"; those of expressions, in any case`+queried+`
state:R | its value; 0 in a set-up call and on errors | that of the measure
errflg
> "DX", [10, 11]`, callSysFnc)
	registerUtility("SYSARY", "values of a vector measure", `
fncnam:t | name of the measure: DISP, VEL, ACC, FORCE, TDISP, RDISP and so on, ARRAY`+queried+`
states:R[?] | its values; zeros in a set-up call and on errors | those of the measure
nstates:I- | how many there are
errflg
> "TDISP", [10, 11, 11]`, callSysAry)
	registerUtility("CUSFNC", "value of a function of the mapping file", `
fncnam
rpar:r[nsize] | its arguments | as the function takes them
nsize
state:R | its value | as the function gives it
errflg
> "MYFUNC", [3, 0.5]`, newServiceCall("the solver has no custom functions here", func(c *UtilityCall, s Custom) {
		v, flag := s.CusFnc(c.TextInput(0), c.Arg[1].Real)
		c.SetRealOutput(3, v)
		c.SetErrorFlag(flag)
	}))
	registerUtility("INFO", "old form of SYSARY: TYPE begins with DIS, VEL, ACC or FOR", `
type:t | which six values: displacements, velocities, accelerations or forces
i:i | marker that is measured
j:i | marker from which it is measured
rm:i | marker along whose axes the results are, 0 for global ones
output:R[6] | three translational and three rotational components | those of the measure
errflg
> "VELOCITY", 10, 11, 0`, callModelInfo)
	registerUtility("FNCDEP", "declares that a routine depends on a measure", `
sub:t | kind of the routine; not read
type:t | name of the measure
id:i | id of the element; not read
vector:i[nv] | arguments of the measure
nv:i- | how many there are
errflg
> "VARSUB", "DX", 1, [10]`, callFncDep)
	registerUtility("SYSPAR", "takes partial derivatives, which are not used", `
fncnam
ipar:i[nsize] | arguments of the measure
nsize
partl:r[npartl] | partial derivatives; not read | of the result / that of the measure
npartl:i- | how many there are
errflg`, nil)
	registerUtility("ADAMS_NEEDS_PARTIALS", "whether SYSPAR is wanted: never", "flag:I | 0\n> ", func(*UtilityCall) {}).OnlyC = true
	registerUtility("ADAMS_DECLARE_THREADSAFE", "declares that a routine may run on several threads; it never does", "> ",
		func(*UtilityCall) {}).OnlyC = true
	const variables = `
npms:i- | number of ids
ipms:i[npms] | ids, one for each variable
nvars:i- | number of variables, the same`
	registerUtility("UCOVAR", "declares variables of a constraint: coordinates of parts", "id:i | id of the constraint"+variables+`
ivars:i[nvars] | 11 12 13: x y z of the centre of mass; 111 112 113: components of the axis x of the part; 211 and on: axis y; 311 and on: axis z; all along global axes
> 1, [30102, 30102], [11, 12]`, declareConstraintVariables)
	registerUtility("UCOMAR", "declares variables of a constraint: coordinates of markers", "id:i | id of the constraint"+variables+`
ivars:i[nvars] | 1011 1012 1013: x y z of the origin; 1111 1112 1113: components of its axis x; 1211 and on: axis y; 1311 and on: axis z; all along global axes
> 1, [10, 10], [1011, 1012]`, declareConstraintVariables)
	registerUtility("SET_DISCRETE_INTERFACE", "declares that the element exchanges data at steps of its own", "> ",
		newServiceCall("the solver has no discrete interfaces here", func(_ *UtilityCall, s Discrete) { s.SetDiscreteInterface() }))
	registerUtility("TIRARY", "state of a tyre", `
tireid:i | id of the tyre
fncnam
states:R[?] | not set | as the caller uses them
nstate:I- | 0
errflg`, nil)
}

func callSysFnc(c *UtilityCall) {
	v, flag := c.State.SysFnc(CanonicalMeasure(c.Arg[0].Text[0]), c.Arg[1].Int)
	c.SetRealOutput(3, v)
	c.SetErrorFlag(flag)
}

func callSysAry(c *UtilityCall) {
	c.setVectorQuery(3, CanonicalMeasure(c.Arg[0].Text[0]), c.Arg[1].Int)
	c.SetIntOutput(4, int32(len(c.Arg[3].Real)))
}

// setVectorQuery sets real output i to the answer to a SYSARY query.
func (c *UtilityCall) setVectorQuery(i int, name string, par []int32) {
	v := &c.Arg[i]
	v.clearValue(Real, maxAnswer)
	n, flag := c.State.SysAry(name, par, v.Real)
	v.Real = v.Real[:n]
	c.SetErrorFlag(flag)
}

func callModelInfo(c *UtilityCall) {
	name := strings.ToUpper(c.TextInput(0))
	for _, full := range []string{"DISP", "VEL", "ACC", "FORCE"} {
		if len(name) >= 3 && name[:3] == full[:3] {
			c.setVectorQuery(4, full, []int32{c.IntInput(1), c.IntInput(2), c.IntInput(3)})
			for len(c.Arg[4].Real) < 6 {
				c.Arg[4].Real = append(c.Arg[4].Real, 0)
			}
			return
		}
	}
	c.SetErrorFlag(1)
}

// callFncDep asks the query whose answer the routine depends on: whatever is
// asked is known as a dependency.
func callFncDep(c *UtilityCall) {
	name, par := CanonicalMeasure(c.Arg[1].Text[0]), c.Arg[3].Int
	if _, flag := c.State.SysFnc(name, par); flag == 0 {
		return
	}
	dst := make([]float64, maxAnswer)
	_, flag := c.State.SysAry(name, par, dst)
	c.SetErrorFlag(flag)
}

// declareConstraintVariables is for both: the number of ids must be that of codes.
func declareConstraintVariables(c *UtilityCall) {
	s, ok := As[Declarer](c.State)
	switch {
	case !ok:
		c.SetUnsupported("the solver takes no variables of constraints here")
	case len(c.Arg[2].Int) != len(c.Arg[4].Int):
		c.SetUnsupported("each variable needs one part or marker")
	case c.Name == "UCOVAR" && s.UcoVar(c.IntInput(0), c.Arg[2].Int, c.Arg[4].Int) != 0,
		c.Name == "UCOMAR" && s.UcoMar(c.IntInput(0), c.Arg[2].Int, c.Arg[4].Int) != 0:
		c.SetUnsupported("an id or a code is unknown")
	}
}
