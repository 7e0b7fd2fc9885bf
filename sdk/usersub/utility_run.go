package usersub

import "strings"

func init() {
	registerUtility("TIMGET", "time of the end of the last accepted step", "time:R | unchanged during trial steps | time\n> ",
		newServiceCall("the time of the last step is not known here", func(c *UtilityCall, s Clock) { c.SetRealOutput(0, s.TimGet()) }))
	registerUtility("GETSTM", "current time", "time:R | that of the evaluation | time\n> ", func(c *UtilityCall) {
		c.SetRealOutput(0, c.Time)
		if s, ok := As[Clock](c.State); ok {
			c.SetRealOutput(0, s.GetStm())
		}
	})
	const modes = "mode:I | 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, 6 quasi-statics, 7 linear, 8 steady state, 9 compliance\n> "
	registerStatusUtility("GETMOD", "kind of analysis: 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, …", modes,
		func(c *UtilityCall, s Status) { c.SetIntOutput(0, s.GetMod()) })
	registerStatusUtility("ANLMOD", "the same as GETMOD", modes, func(c *UtilityCall, s Status) { c.SetIntOutput(0, s.GetMod()) })
	registerStatusUtility("GETINT", "name of the integrator", "name:T | for example HHT\n> ", func(c *UtilityCall, s Status) { c.SetTextOutput(0, s.GetInt()) })
	registerStatusUtility("GETSLV", "name of the linear solver", "name:T | always BLOCK_SPARSE\n> ", func(c *UtilityCall, s Status) { c.SetTextOutput(0, s.GetSlv()) })
	registerStatusUtility("GETVER", "version of the program", "text:T | as trammel version prints it\n> ", func(c *UtilityCall, s Status) { c.SetTextOutput(0, s.GetVer()) })
	registerStatusUtility("GETCPU", "processor time in s", "seconds:R | since the start of the program | s\n> ", func(c *UtilityCall, s Status) { c.SetRealOutput(0, s.GetCpu()) })
	registerUtility("GETINM", "1 interactive, 0 command file: always 0", "mode:I | 0\n> ", func(*UtilityCall) {})
	registerUtility("SIMSTA", "status of the simulation", "status:I | not set", nil)
	registerUtility("GET_INTEGRATOR_DETAILS", "kind, order and step of the integrator", `
kind:I | not set
order:I | not set
step:R | not set | time`, nil)
	registerUtility("GET_HHT_PARAMETERS", "parameters of the integrator HHT", `
alpha:R | not set | 1
beta:R | not set | 1
gamma:R | not set | 1`, nil).InC = "c_get_HHT_parameters"
	registerUtility("GET_NUMDIF_INFO", "how derivatives are differenced", `
kind:I | not set
step:R | not set | 1`, nil)

	registerUtility("ERRMES", "reports an error; endflg STOP ends the run", `
errflg:i | 0: nothing happens
mesage:t | the message
id:i | a number that it is shown with, such as that of the element
endflg:t | STOP ends the run, anything else makes it a warning
> 1, "no such marker", 7, "STOP"`, callMessage)
	registerUtility("USRMES", "writes a message of the type INFO, WARN, FAULT, …", `
msgflg:i | 0: nothing happens
mesage:t | the message
id:i | a number that it is shown with, such as that of the element
msgtyp:t | INFO, WARN, FAULT or ERROR; with _LOG behind INFO in run.log only
> 1, "stiffness changed", 7, "INFO"`, callMessage)

	registerUtility("PUT_SPLINE", "gives the points of a spline: y[j+i*nx] at x[j], z[i]", `
id:i | id of the Reference_Spline
nx:i- | number of abscissas, 4 or more
nz:i- | number of curves
x:r[nx] | abscissas, increasing | that of the spline
y:r[nx*nz] | values, one curve behind the other | that of the spline
z:r[nz] | second abscissas; one, of any value, for one curve | that of the spline
errflg
> 7, [0, 1, 2, 3], [0, 1, 4, 9], [0]`, newServiceCall("a spline can be given in SPLINE_READ only", callPutSpline))
	registerUtility("PUT_MARKER", "gives the pose of a marker", `
id:i | id of the Reference_Marker
r:r[3] | x y z of the origin, in the frame that the deck gives it in | length
angle_type:i | 0 direction cosines, 1 Euler angles 3-1-3, 2 yaw, pitch, roll, 3 Euler parameters
angle:r[?] | x axis and z axis (6 values), 3 angles, 3 angles or 4 parameters in the same frame | 1 or rad
errflg
> 10, [0, 0, 1], 1, [0.5, 0, 0]`, newServiceCall("a marker can be placed in MARKER_READ only", callPutMarker)).Count =
		func(c *UtilityCall, _ int) int { return markerAngleCount(c.IntInput(2)) }
	registerUtility("PUT_MATRIX", "fills a matrix, by columns", `
id:i | id of the Reference_Matrix
nrow:i | number of rows
ncol:i | number of columns
values:r[nrow*ncol] | entries by columns | as the deck uses them
errflg
> 3, 2, 2, [1, 0, 0, 1]`, newServiceCall("a matrix can be given in MATRIX_READ only", callPutMatrix))
	registerUtility("PUT_STRING", "gives a text", `
id:i | id of the Reference_String
string:t | its text
errflg
> 6, "road.rdf"`, newServiceCall("a text can be given in STRING_READ only",
		func(c *UtilityCall, s StringPutter) { c.SetErrorFlag(s.PutString(c.IntInput(0), c.Arg[1].Text[0])) }))
	const velocity = " | not read | length/time"
	registerUtility("SETVELIC", "sets initial velocities: not supported",
		"object_id:i | not read\nobject_type:i | not read\nvm_ori:r[0]"+velocity+"\nwm_loc:r[0]"+velocity+"\nwm_ori:r[0]"+velocity+
			"\nnvics:i | not read\nvics:r[0]"+velocity+"\nwhich:i[0] | not read\nexact:i[0] | not read\nerrflg", nil)

	registerDriverUtility("ANALYS", "simulates from timbeg to timend", `
antype:t | kind of analysis; begins with TRANS, DYNAM, STAT, KINEM or QUASI, in any case
cid:t | a text for the user
timbeg:r | time at the start | time
timend:r | time at the end | time
init:i | not 0 in the first analysis and after changes of the model
istat
> "TRANSIENT", "first", 0.0, 1.0, 1`,
		func(c *UtilityCall, s Driver) int32 {
			return s.Analys(strings.ToUpper(c.TextInput(0)), c.TextInput(1), c.RealInput(2), c.RealInput(3), c.IntInput(4) != 0)
		})
	registerDriverUtility("DATOUT", "writes results", "istat\n> ", func(_ *UtilityCall, s Driver) int32 { return s.Datout() })
	registerDriverUtility("MODIFY", "carries out a command", `
comand:t | an Adams/Solver command
istat
> "PART/1, MASS = 10"`, func(c *UtilityCall, s Driver) int32 { return s.Modify(c.TextInput(0)) })

	for _, name := range []string{"INTEGERS", "DOUBLES", "CHARACTERS"} {
		registerUtility("ADAMS_SERIALIZE_"+name, "saves data: not supported", "", nil)
		registerUtility("ADAMS_UNSERIALIZE_"+name, "reads saved data: not supported", "", nil)
	}
	registerUtility("GET_THREAD_INDEX", "index of the thread: always 0", "index:I | 0\n> ", func(*UtilityCall) {})
	registerUtility("GET_NTHREAD", "number of threads: always 1", "n:I | 1\n> ", func(c *UtilityCall) { c.SetIntOutput(0, 1) })
}

func registerStatusUtility(name, doc, args string, call func(*UtilityCall, Status)) {
	registerUtility(name, doc, args, newServiceCall("the status of the solver is not known here", call))
}

// callMessage passes on what a routine reports; a flag of 0 reports nothing.
func callMessage(c *UtilityCall) {
	if c.IntInput(0) == 0 {
		return
	}
	m := &Message{Utility: c.Name, Flag: c.IntInput(0), Text: c.TextInput(1), ID: c.IntInput(2), Tag: CanonicalMeasure(c.Arg[3].Text[0])}
	newServiceCall("messages go to the implementation", func(_ *UtilityCall, s Messages) { s.Message(m) })(c)
}

// callPutSpline checks the sizes before the state sees them.
func callPutSpline(c *UtilityCall, s SplinePutter) {
	nx, nz := len(c.Arg[3].Real), len(c.Arg[5].Real)
	if nx < 4 || nz < 1 || len(c.Arg[4].Real) != nx*nz {
		c.SetErrorFlag(1)
		return
	}
	z := c.Arg[5].Real
	if nz == 1 {
		z = nil
	}
	c.SetErrorFlag(s.PutSpline(c.IntInput(0), c.Arg[3].Real, c.Arg[4].Real, z))
}

// markerAngleCount is the number of values that give the axes of a marker.
func markerAngleCount(kind int32) int {
	if kind < 0 || kind > 3 {
		return 0
	}
	return [...]int{6, 3, 3, 4}[kind]
}

func callPutMarker(c *UtilityCall, s MarkerPutter) {
	n := markerAngleCount(c.IntInput(2))
	if n == 0 || len(c.Arg[3].Real) < n {
		c.SetErrorFlag(1)
		return
	}
	c.SetErrorFlag(s.PutMarker(c.IntInput(0), [3]float64(c.Arg[1].Real), c.IntInput(2), c.Arg[3].Real[:n]))
}

// callPutMatrix checks the sizes before the state sees them.
func callPutMatrix(c *UtilityCall, s MatrixPutter) {
	rows, cols := int(c.IntInput(1)), int(c.IntInput(2))
	if rows < 1 || cols < 1 || len(c.Arg[3].Real) != rows*cols {
		c.SetErrorFlag(1)
		return
	}
	c.SetErrorFlag(s.PutMatrix(c.IntInput(0), rows, cols, c.Arg[3].Real))
}

func registerDriverUtility(name, doc, args string, call func(*UtilityCall, Driver) int32) {
	registerUtility(name, doc, args, newServiceCall("only CONSUB may drive the simulation",
		func(c *UtilityCall, s Driver) { c.SetErrorFlag(call(c, s)) }))
}
