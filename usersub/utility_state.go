package usersub

import "strings"

func init() {
	utility("SYSFNC", "value of a scalar measure", "fncnam:t ipar:i[nsize] nsize:i- state:R errflg:F", sysfnc)
	utility("SYSARY", "values of a vector measure",
		"fncnam:t ipar:i[nsize] nsize:i- states:R[?] nstates:I- errflg:F", sysary)
	utility("CUSFNC", "value of a function of the mapping file",
		"fncnam:t rpar:r[nsize] nsize:i- state:R errflg:F", cusfnc)
	utility("INFO", "old form of SYSARY: TYPE begins with DIS, VEL, ACC or FOR",
		"type:t i:i j:i rm:i output:R[6] errflg:F", info)
	utility("FNCDEP", "declares that a routine depends on a measure",
		"sub:t type:t id:i vector:i[nv] nv:i- errflg:F", fncdep)
	utility("SYSPAR", "takes partial derivatives; asked for by nobody",
		"fncnam:t ipar:i[nsize] nsize:i- partl:r[npartl] npartl:i- errflg:F", nil)
	utility("ADAMS_NEEDS_PARTIALS", "whether SYSPAR is wanted: never", "flag:I", func(*UtilityCall) {}).OnlyC = true
	utility("ADAMS_DECLARE_THREADSAFE", "says that a routine may run on several threads; it never does", "",
		func(*UtilityCall) {}).OnlyC = true
	utility("UCOVAR", "declares variables of a constraint: coordinates of parts",
		"id:i npms:i- ipms:i[npms] nvars:i- ivars:i[nvars]", ucovar)
	utility("UCOMAR", "declares variables of a constraint: coordinates of markers",
		"id:i npms:i- ipms:i[npms] nvars:i- ivars:i[nvars]", ucovar)
	utility("SET_DISCRETE_INTERFACE", "says that the element exchanges data at steps of its own", "", discrete)
	utility("TIRARY", "state of a tyre", "tireid:i fncnam:t states:R[?] nstate:I- errflg:F", nil)
}

func sysfnc(c *UtilityCall) {
	v, flag := c.State.SysFnc(Canonical(c.Arg[0].Text[0]), c.Arg[1].Int)
	c.SetReal(3, v)
	c.SetFlag(flag)
}

func sysary(c *UtilityCall) {
	c.vector(3, Canonical(c.Arg[0].Text[0]), c.Arg[1].Int)
	c.SetInt(4, int32(len(c.Arg[3].Real)))
}

// vector sets real output i to the answer to a SYSARY query.
func (c *UtilityCall) vector(i int, name string, par []int32) {
	v := &c.Arg[i]
	v.zero(Real, maxAnswer)
	n, flag := c.State.SysAry(name, par, v.Real)
	v.Real = v.Real[:n]
	c.SetFlag(flag)
}

func cusfnc(c *UtilityCall) {
	s, ok := As[Custom](c.State)
	if !ok {
		c.Lacks("the solver has no custom functions here")
		return
	}
	v, flag := s.CusFnc(c.AsText(0), c.Arg[1].Real)
	c.SetReal(3, v)
	c.SetFlag(flag)
}

func info(c *UtilityCall) {
	name := strings.ToUpper(c.AsText(0))
	for _, full := range []string{"DISP", "VEL", "ACC", "FORCE"} {
		if len(name) >= 3 && name[:3] == full[:3] {
			c.vector(4, full, []int32{c.AsInt(1), c.AsInt(2), c.AsInt(3)})
			for len(c.Arg[4].Real) < 6 {
				c.Arg[4].Real = append(c.Arg[4].Real, 0)
			}
			return
		}
	}
	c.SetFlag(1)
}

// fncdep asks the query whose answer the routine depends on: whatever is
// asked is known as a dependency.
func fncdep(c *UtilityCall) {
	name, par := Canonical(c.Arg[1].Text[0]), c.Arg[3].Int
	if _, flag := c.State.SysFnc(name, par); flag == 0 {
		return
	}
	dst := make([]float64, maxAnswer)
	_, flag := c.State.SysAry(name, par, dst)
	c.SetFlag(flag)
}

// ucovar is for both: the number of ids must be that of codes.
func ucovar(c *UtilityCall) {
	s, ok := As[Declarer](c.State)
	switch {
	case !ok:
		c.Lacks("the solver takes no variables of constraints here")
	case len(c.Arg[2].Int) != len(c.Arg[4].Int):
		c.Lacks("each variable needs one part or marker")
	case c.Name == "UCOVAR" && s.UcoVar(c.AsInt(0), c.Arg[2].Int, c.Arg[4].Int) != 0,
		c.Name == "UCOMAR" && s.UcoMar(c.AsInt(0), c.Arg[2].Int, c.Arg[4].Int) != 0:
		c.Lacks("an id or a code is unknown")
	}
}

func discrete(c *UtilityCall) {
	if s, ok := As[Discrete](c.State); ok {
		s.SetDiscreteInterface()
		return
	}
	c.Lacks("the solver has no discrete interfaces here")
}
