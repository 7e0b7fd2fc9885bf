package usersub

// What a State may offer beyond State itself. Each interface is optional: a
// utility that needs one which the State lacks sets its error flag, and its
// implementation says so once. Error flags and status values are 0 if all is well.
// Implementations search for the interfaces with As, so that a State that wraps another one
// need not repeat them.

// Wrapper is a State that is before another one.
type Wrapper interface{ Unwrap() State }

// As returns the first of s and the States behind it that is a T.
func As[T any](s State) (t T, ok bool) {
	for s != nil {
		if t, ok = s.(T); ok {
			return t, true
		}
		w, wraps := s.(Wrapper)
		if !wraps {
			break
		}
		s = w.Unwrap()
	}
	return t, false
}

// Clock reports the times of the simulation, in the deck's unit of time.
type Clock interface {
	// TimGet returns the time of the end of the last accepted step: it does not
	// move while steps are tried. Before the first step it is the start time.
	TimGet() float64
	// GetStm returns the time of the evaluation under way.
	GetStm() float64
}

// Status reports how the simulation is solved.
type Status interface {
	// GetMod returns the kind of analysis: 1 kinematics, 3 initial conditions,
	// 4 dynamics, 5 statics, 6 quasi-statics, 7 linear, 8 steady state, 9
	// compliance.
	GetMod() int32
	// GetInt returns the name of the integrator.
	GetInt() string
	// GetSlv returns the name of the linear solver.
	GetSlv() string
	// GetVer returns the version of the program.
	GetVer() string
	// GetCpu returns the processor time used, in seconds.
	GetCpu() float64
}

// Files reports the names of input and output files without their suffix.
type Files interface {
	GtInam() string
	GtOnam() string
}

// Data gives data of the model.
type Data interface {
	// GtAray returns the values of a Reference_Array of type IC.
	GtAray(id int32) (values []float64, istat int32)
	// GtStrg returns the text of a Reference_String.
	GtStrg(id int32) (text string, istat int32)
}

// Units reports the units of the deck.
type Units interface {
	// GtUnts returns the factors that turn the deck's units of time, length,
	// force and mass, in this order, into s, m, N and kg, and the names of the
	// units. exists is false if the deck has none.
	GtUnts() (exists bool, scales [4]float64, names [4]string)
}

// Setter changes attributes of the model.
type Setter interface {
	// ModSet sets an attribute, given as text like ModFnc returns it. info is 0,
	// or -1 unknown element, -2 unknown id, -3 unknown attribute, -4 it cannot
	// be changed.
	ModSet(element string, id int32, attribute, input string) (info int32)
}

// Splines evaluates the splines of the model.
type Splines interface {
	// Spline returns a Reference_Spline (order 0) or its first or second
	// derivative with respect to x, interpolated by method: AKISPL, CUBSPL,
	// FITSPL, LINSPL or QUISPL. z is to be ignored, whatever its value, where the spline has
	// one curve. Derivatives with two variables are an error.
	Spline(method string, id int32, x, z float64, order int32) (value float64, errflg int32)
}

// Curves evaluates the curves of the model.
type Curves interface {
	// GtCurv sets dst to a point of a Reference_ParamCurve in the axes and
	// length units of the curve, or to its first or second derivative with
	// respect to alpha. For a curve given by CURSUB this calls the routine.
	GtCurv(dst *[3]float64, id int32, alpha float64, order int32) (istat int32)
}

// Custom evaluates functions that a mapping file names.
type Custom interface {
	// CusFnc returns the value of the function; it calls its routine.
	CusFnc(name string, par []float64) (value float64, errflg int32)
	// HasCustom reports whether there is a custom function of this name: SYSFNC knows it, too.
	HasCustom(function string) bool
}

// SplinePutter takes the points of a spline; it refuses outside of SPLINE_READ.
type SplinePutter interface {
	// PutSpline stores y[j+i*len(x)] as the value at x[j] and z[i]. z is empty
	// for a spline with one curve. x has at least four values. The slices
	// belong to the caller.
	PutSpline(id int32, x, y, z []float64) (errflg int32)
}

// MarkerPutter takes the place of a marker; it refuses outside of MARKER_READ.
type MarkerPutter interface {
	// PutMarker places the marker at r in its body. kind reports what angles are:
	// 0 two axes by direction cosines (6 values), 1 Euler 3-1-3, 2 yaw, pitch
	// and roll (3 values, rad), 3 Euler parameters (4 values).
	PutMarker(id int32, r [3]float64, kind int32, angles []float64) (errflg int32)
}

// MatrixPutter takes the numbers of a matrix; it refuses outside of MATRIX_READ.
type MatrixPutter interface {
	// PutMatrix stores values, by columns. The slice belongs to the caller.
	PutMatrix(id int32, rows, cols int, values []float64) (errflg int32)
}

// StringPutter takes a text; it refuses outside of STRING_READ.
type StringPutter interface {
	PutString(id int32, text string) (errflg int32)
}

// Driver runs the simulation. It refuses outside of CONSUB. Its calls run user
// subroutines: they nest in the call under way.
type Driver interface {
	// Analys simulates from begin to end. kind begins with TRANS, DYNAM, STAT,
	// KINEM or QUASI, in capitals. first is true for the first analysis and
	// after changes of the model. name is a text for the user.
	Analys(kind, name string, begin, end float64, first bool) (istat int32)
	// Datout writes results at the time reached.
	Datout() (istat int32)
	// Modify carries out a command ("PART/1, MASS = 10").
	Modify(command string) (istat int32)
}

// Invoker carries out utilities in place of their Call: a State in another
// process than the solver.
type Invoker interface {
	// InvokeUtility does what UtilityCall.Invoke does; all inputs are set.
	InvokeUtility(c *UtilityCall)
}

// Warner is informed, once for each key, of what the user should know of a routine.
type Warner interface{ WarnOnce(key, text string) }

// Concluder is reported the status that a routine without results returns, where its
// language lets it return one, if that is not 0. The State of a call itself may be one.
type Concluder interface{ Conclude(status float64) }

// Declarer takes the variables of a constraint in the set-up call of UCOSUB:
// kinds[i] is what of part or marker ids[i] (codes 11 to 313, for markers 1011
// to 1313). Their values arrive in q in the order declared. It returns 0, or
// not 0 for an id or code that does not exist.
type Declarer interface {
	UcoVar(rowID int32, bodyIDs, codes []int32) (errflg int32)
	UcoMar(rowID int32, markerIDs, codes []int32) (errflg int32)
}

// Bodies gives mass properties.
type Bodies interface {
	// BodyMass returns the mass properties of a body: kind is its element
	// ("Body_Rigid", "PART") in capitals, cm the centre of mass in the global frame, mass
	// in the deck's unit, ip xx yy zz xy yz xz about cm in global axes with
	// products ∫xy dm.
	BodyMass(kind string, id int32) (cm [3]float64, mass float64, ip [6]float64, ok bool)
	// Gravity returns the acceleration of gravity in the global frame.
	Gravity() [3]float64
}

// Flexible gives the modes of flexible bodies.
type Flexible interface {
	// NModes returns the number of modes in use.
	NModes(id int32) (n, errflg int32)
	// ModInf returns their numbers and frequencies in Hz.
	ModInf(id int32) (modes []int32, freq []float64, errflg int32)
}

// Matrices gives matrices of the model.
type Matrices interface {
	// Matrix returns the size of a Reference_Matrix and its values by columns.
	Matrix(id int32) (rows, cols int, values []float64, ok bool)
}

// Discrete is notified of elements that exchange data at steps of their own.
type Discrete interface {
	// SetDiscreteInterface marks the element whose set-up call is under way: it
	// is not differenced with respect to the state.
	SetDiscreteInterface()
}

// Messages takes what routines say. An implementation without it writes messages to its log.
type Messages interface {
	// Message is called for ERRMES and USRMES with a flag that is not 0. The
	// call under way ends with an error by itself if the message stops the run.
	Message(m *Message)
}

// Message is what a routine says.
type Message struct {
	Utility string // ERRMES or USRMES
	Flag    int32
	Text    string
	ID      int32
	Tag     string // endflg or msgtyp in capitals: STOP, INFO, WARN, FAULT, ...
}

// StopsRun reports whether the message ends the run.
func (m *Message) StopsRun() bool { return m.Utility == "ERRMES" && m.Tag == "STOP" }
