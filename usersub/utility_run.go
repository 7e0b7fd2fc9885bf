package usersub

import "strings"

func init() {
	utility("TIMGET", "time of the end of the last accepted step", "time:R", func(c *UtilityCall) {
		s, ok := As[Clock](c.State)
		if !ok {
			c.Lacks("the time of the last step is not known here")
			return
		}
		c.SetReal(0, s.TimGet())
	})
	utility("GETSTM", "current time", "time:R", func(c *UtilityCall) {
		c.SetReal(0, c.Time)
		if s, ok := As[Clock](c.State); ok {
			c.SetReal(0, s.GetStm())
		}
	})
	status("GETMOD", "kind of analysis: 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, …", "mode:I",
		func(c *UtilityCall, s Status) { c.SetInt(0, s.GetMod()) })
	status("ANLMOD", "the same as GETMOD", "mode:I", func(c *UtilityCall, s Status) { c.SetInt(0, s.GetMod()) })
	status("GETINT", "name of the integrator", "name:T", func(c *UtilityCall, s Status) { c.SetText(0, s.GetInt()) })
	status("GETSLV", "name of the linear solver", "name:T", func(c *UtilityCall, s Status) { c.SetText(0, s.GetSlv()) })
	status("GETVER", "version of the program", "text:T", func(c *UtilityCall, s Status) { c.SetText(0, s.GetVer()) })
	status("GETCPU", "processor time in s", "seconds:R", func(c *UtilityCall, s Status) { c.SetReal(0, s.GetCpu()) })
	utility("GETINM", "1 interactive, 0 command file: always 0", "mode:I", func(*UtilityCall) {})
	utility("SIMSTA", "status of the simulation", "status:I", nil)
	utility("GET_INTEGRATOR_DETAILS", "kind, order and step of the integrator", "kind:I order:I step:R", nil)
	utility("GET_HHT_PARAMETERS", "parameters of the integrator HHT", "alpha:R beta:R gamma:R", nil).InC = "c_get_HHT_parameters"
	utility("GET_NUMDIF_INFO", "how derivatives are differenced", "kind:I step:R", nil)

	utility("ERRMES", "says an error; endflg STOP ends the run", "errflg:i mesage:t id:i endflg:t", message)
	utility("USRMES", "says something of the type INFO, WARN, FAULT, …", "msgflg:i mesage:t id:i msgtyp:t", message)

	utility("PUT_SPLINE", "gives the points of a spline: y[j+i*nx] at x[j], z[i]",
		"id:i nx:i- nz:i- x:r[nx] y:r[nx*nz] z:r[nz] errflg:F", putSpline)
	utility("PUT_MARKER", "places a marker", "id:i r:r[3] angle_type:i angle:r[?] errflg:F", putMarker).Count =
		func(c *UtilityCall, _ int) int { return markerAngles(c.AsInt(2)) }
	utility("PUT_MATRIX", "fills a matrix, by columns", "id:i nrow:i ncol:i values:r[nrow*ncol] errflg:F", putMatrix)
	utility("PUT_STRING", "gives a text", "id:i string:t errflg:F", putString)
	utility("SETVELIC", "sets initial velocities: not supported",
		"object_id:i object_type:i vm_ori:r[0] wm_loc:r[0] wm_ori:r[0] nvics:i vics:r[0] which:i[0] exact:i[0] errflg:F", nil)

	driver("ANALYS", "simulates from timbeg to timend", "antype:t cid:t timbeg:r timend:r init:i istat:F",
		func(c *UtilityCall, s Driver) int32 {
			return s.Analys(strings.ToUpper(c.AsText(0)), c.AsText(1), c.AsReal(2), c.AsReal(3), c.AsInt(4) != 0)
		})
	driver("DATOUT", "writes results", "istat:F", func(_ *UtilityCall, s Driver) int32 { return s.Datout() })
	driver("MODIFY", "carries out a command", "comand:t istat:F",
		func(c *UtilityCall, s Driver) int32 { return s.Modify(c.AsText(0)) })

	for _, name := range []string{"INTEGERS", "DOUBLES", "CHARACTERS"} {
		utility("ADAMS_SERIALIZE_"+name, "saves data: not supported", "", nil)
		utility("ADAMS_UNSERIALIZE_"+name, "reads saved data: not supported", "", nil)
	}
	for _, name := range []string{"ADAMS_SMP_GROUP", "GSE_NS", "GSE_ND", "GSE_NI", "GSE_NO", "GSE_X", "GSE_XD",
		"GSE_XDOT", "GSE_U", "GSEPAR_X", "GSEPAR_XDOT", "GSEPAR_U", "GSEMAP_X", "GSEMAP_XDOT", "GSEMAP_U"} {
		utility(name, "for threads and newer state equations: not supported", "", nil)
	}
}

func status(name, doc, args string, call func(*UtilityCall, Status)) {
	utility(name, doc, args, func(c *UtilityCall) {
		if s, ok := As[Status](c.State); ok {
			call(c, s)
			return
		}
		c.Lacks("the status of the solver is not known here")
	})
}

// message passes on what a routine says; a flag of 0 says nothing.
func message(c *UtilityCall) {
	if c.AsInt(0) == 0 {
		return
	}
	m := &Message{Utility: c.Name, Flag: c.AsInt(0), Text: c.AsText(1), ID: c.AsInt(2), Tag: Canonical(c.Arg[3].Text[0])}
	if s, ok := As[Messages](c.State); ok {
		s.Message(m)
		return
	}
	c.Lacks("messages go to the implementation")
}

// putSpline checks the sizes before the state sees them.
func putSpline(c *UtilityCall) {
	s, ok := As[SplinePutter](c.State)
	if !ok {
		c.Lacks("a spline can be given in SPLINE_READ only")
		return
	}
	nx, nz := len(c.Arg[3].Real), len(c.Arg[5].Real)
	if nx < 4 || nz < 1 || len(c.Arg[4].Real) != nx*nz {
		c.SetFlag(1)
		return
	}
	z := c.Arg[5].Real
	if nz == 1 {
		z = nil
	}
	c.SetFlag(s.PutSpline(c.AsInt(0), c.Arg[3].Real, c.Arg[4].Real, z))
}

// markerAngles is the number of values that place the axes of a marker.
func markerAngles(kind int32) int {
	if kind < 0 || kind > 3 {
		return 0
	}
	return [...]int{6, 3, 3, 4}[kind]
}

func putMarker(c *UtilityCall) {
	s, ok := As[MarkerPutter](c.State)
	switch n := markerAngles(c.AsInt(2)); {
	case !ok:
		c.Lacks("a marker can be placed in MARKER_READ only")
	case n == 0 || len(c.Arg[3].Real) < n:
		c.SetFlag(1)
	default:
		c.SetFlag(s.PutMarker(c.AsInt(0), [3]float64(c.Arg[1].Real), c.AsInt(2), c.Arg[3].Real[:n]))
	}
}

// putMatrix checks the sizes before the state sees them.
func putMatrix(c *UtilityCall) {
	s, ok := As[MatrixPutter](c.State)
	switch rows, cols := int(c.AsInt(1)), int(c.AsInt(2)); {
	case !ok:
		c.Lacks("a matrix can be given in MATRIX_READ only")
	case rows < 1 || cols < 1 || len(c.Arg[3].Real) != rows*cols:
		c.SetFlag(1)
	default:
		c.SetFlag(s.PutMatrix(c.AsInt(0), rows, cols, c.Arg[3].Real))
	}
}

func putString(c *UtilityCall) {
	s, ok := As[StringPutter](c.State)
	if !ok {
		c.Lacks("a text can be given in STRING_READ only")
		return
	}
	c.SetFlag(s.PutString(c.AsInt(0), c.Arg[1].Text[0]))
}

func driver(name, doc, args string, call func(*UtilityCall, Driver) int32) {
	utility(name, doc, args, func(c *UtilityCall) {
		if s, ok := As[Driver](c.State); ok {
			c.SetFlag(call(c, s))
			return
		}
		c.Lacks("only CONSUB may drive the simulation")
	})
}
