package system

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/spline"
	"github.com/trammel-mbd/trammel/usersub"
)

// FunctionPages returns a page for each function and constant of expressions: those of the
// language, the measures and the splines.
func FunctionPages() []expr.Page {
	all := append(expr.LanguagePages(), measurePages()...)
	slices.SortFunc(all, func(a, b expr.Page) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(all, func(a, b expr.Page) bool { return a.Name == b.Name }) // TIME is a constant and a measure
}

// FindFunctionPage returns the page of a function; the case of its name does not matter.
func FindFunctionPage(name string) (page expr.Page, ok bool) {
	all := FunctionPages()
	i := slices.IndexFunc(all, func(p expr.Page) bool { return strings.EqualFold(p.Name, name) })
	if i < 0 {
		return page, false
	}
	return all[i], true
}

// WriteFunctionPages writes the pages of all functions as Markdown.
func WriteFunctionPages(w io.Writer) {
	fmt.Fprint(w, functionsIntroduction)
	for _, p := range FunctionPages() {
		p.Markdown(w)
	}
}

const functionsIntroduction = `# Functions of expressions

Made from the tables of the parser and of the measures: ` + "`go test ./core/system -run FunctionsPage -update`" + ` writes it.

Case does not matter. Angles are in radians; a number with the suffix D is in degrees. Arguments in brackets may be left out.
The arguments of measures and the last ones of splines are integer constants: identifiers of elements, or selectors.

Markers: i is the marker that is measured, j the one from which it is measured, k the one along whose axes the
result is resolved, l the one in whose frame time derivatives are taken. A marker that is 0 or left out is the global frame.
Values of the examples of displacements hold for a marker 10 at (3, 4, 12) that is turned by 30 degrees about the global z axis,
and markers 11 at (1, 0, 0) and 12 at (0, 1, 0) along the global axes.

`

// measurePages makes the pages of families of measures from one text each.
func measurePages() []expr.Page {
	all := slices.Clone(pages)
	for k, axis := range [...]string{"x", "y", "z"} {
		for _, p := range axisPages {
			for _, text := range [...]*string{&p.Name, &p.Form, &p.Meaning, &p.Sign, &p.Example} {
				*text = strings.NewReplacer("{A}", strings.ToUpper(axis), "{a}", axis).Replace(*text)
			}
			p.Value = [...]string{"3", "4", "12"}[k]
			if p.Name[:1] != "D" {
				p.Value = ""
			}
			all = append(all, p)
		}
	}
	for _, f := range forcePages {
		const components = " comp: 1 the magnitude of the force, 2 to 4 its x, y and z component, 5 the magnitude of the torque, 6 to 8 its x, y and z component."
		p := expr.Page{Name: f.name, Form: f.name + "(id, jflag, comp [, k])", Frame: "along the axes of marker k; global without it",
			Meaning: f.meaning + " jflag: 0 what acts on the body of the element's marker I, at I; 1 what acts on the body of its marker J, at J; 0 where it has none." + components,
			Sign:    "positive: a push along the positive axis on the body that jflag selects", Unit: "force; force times length for a torque",
			Example: f.name + "(1, 0, 2, 0)"}
		if f.name == "NFORCE" {
			p.Form = "NFORCE(id, i, comp [, k])"
			p.Meaning = f.meaning + components
			p.Sign, p.Example = "positive: a push along the positive axis on the body of marker i", "NFORCE(1, 10, 2, 0)"
		}
		all = append(all, p)
	}
	for _, s := range splinePages {
		all = append(all, expr.Page{Name: s.name, Form: s.name + "(x, z, id [, order])",
			Meaning: s.meaning + " x: the first independent variable; z: the second, 0 for a curve; id: the Reference_Spline; order: 0 the value, 1 the first and 2 the second derivative with respect to x (of a surface: 0 only).",
			Limits:  s.limits + " Beyond the data it continues as a parabola, or straight where the spline has linear_extrap.", Unit: "that of the data; for a derivative divided by that of x", Example: s.name + "(TIME, 0, 1)"})
	}
	return all
}

const (
	resolved   = "along the axes of marker k; global without it"
	relativeTo = "relative to the axes of marker j; global without it"
	noFrame    = "none: it does not depend on the axes along which it is resolved"
)

// axisPages describes measures with one name for each axis; {A} and {a} are the letter of the axis.
var axisPages = []expr.Page{
	{Name: "D{A}", Form: "D{A}(i [, j, k])", Meaning: "The {a} component of the displacement of the origin of marker i from the origin of marker j.", Limits: "Smooth.", Frame: resolved, Sign: "positive where i is ahead of j along the {a} axis", Unit: "length", Example: "D{A}(10)"},
	{Name: "V{A}", Form: "V{A}(i [, j, k, l])", Meaning: "The {a} component of the velocity of the origin of marker i relative to the origin of marker j: the derivative of their difference, taken in the frame of marker l (global without it). The frame matters where l turns: V{A}(i, j, j, j) is the rate of D{A}(i, j, j), V{A}(i, j, j) is not.", Limits: "Smooth.", Frame: resolved, Sign: "positive where i moves from j along the positive {a} axis", Unit: "length/time", Example: "V{A}(10, 11, 11, 11)"},
	{Name: "ACC{A}", Form: "ACC{A}(i [, j, k, l])", Meaning: "The {a} component of the acceleration of the origin of marker i relative to the origin of marker j: the second derivative of their difference, taken in the frame of marker l (global without it).", Limits: "Jumps where forces jump.", Frame: resolved, Sign: "positive along the positive {a} axis", Unit: "length/time**2", Example: "ACC{A}(10)"},
	{Name: "A{A}", Form: "A{A}(i [, j])", Meaning: "The angle by which marker i is turned about the {a} axis of marker j, where it is turned about no other axis; in general AX = ATAN2(-zi*yj, zi*zj), AY = ATAN2(zi*xj, zi*zj), AZ = ATAN2(xi*yj, xi*xj) with the axes xi, zi of i and xj, yj, zj of j. It is continuous: it counts whole turns.", Limits: "Undefined where both arguments are 0: AX where i is turned by 90 degrees about y, AY about x, AZ about y.", Frame: relativeTo, Sign: "positive counterclockwise about the {a} axis of j", Unit: "radian", Example: "A{A}(10, 11)"},
	{Name: "A{A}U", Form: "A{A}U(i [, j])", Meaning: "The same as A{A}: the angle about the {a} axis of marker j, whole turns included.", Limits: "Undefined where the function without U is.", Frame: relativeTo, Sign: "positive counterclockwise about the {a} axis of j", Unit: "radian", Example: "A{A}U(10, 11)"},
	{Name: "W{A}", Form: "W{A}(i [, j, k])", Meaning: "The {a} component of the angular velocity of marker i relative to marker j.", Limits: "Smooth.", Frame: resolved, Sign: "positive counterclockwise about the {a} axis", Unit: "radian/time", Example: "W{A}(10, 11, 11)"},
	{Name: "WDT{A}", Form: "WDT{A}(i [, j, k, l])", Meaning: "The {a} component of the angular acceleration of marker i relative to marker j: the derivative of the relative angular velocity, taken in the frame of marker l (global without it).", Limits: "Jumps where torques jump.", Frame: resolved, Sign: "positive counterclockwise about the {a} axis", Unit: "radian/time**2", Example: "WDT{A}(10)"},
	{Name: "F{A}", Form: "F{A}(i [, j, k])", Meaning: "The {a} component of the sum of all forces, of force elements and of constraints, that act on the body of marker i at i from elements between markers i and j; without j from elements that act at i and have no second marker.", Frame: resolved, Sign: "positive: pushes the body of i along the positive {a} axis", Unit: "force", Example: "F{A}(10, 11)"},
	{Name: "T{A}", Form: "T{A}(i [, j, k])", Meaning: "The {a} component of the sum of all torques, of force elements and of constraints, that act on the body of marker i from elements between markers i and j, about the origin of i; without j from elements that act at i and have no second marker.", Frame: resolved, Sign: "positive: turns the body of i counterclockwise about the {a} axis", Unit: "force times length", Example: "T{A}(10, 11)"},
}

// pages describes the other measures.
var pages = []expr.Page{
	{Name: "DM", Form: "DM(i [, j])", Meaning: "The distance of the origins of markers i and j.", Limits: "Its gradient at distance 0 counts as 0.", Frame: noFrame, Sign: "never negative", Unit: "length", Example: "DM(10)", Value: "13"},
	{Name: "VM", Form: "VM(i [, j, l])", Meaning: "The magnitude of the velocity of the origin of marker i relative to the origin of marker j, taken in the frame of marker l (global without it).", Frame: noFrame, Sign: "never negative", Unit: "length/time", Example: "VM(10, 11)"},
	{Name: "VR", Form: "VR(i [, j, l])", Meaning: "The rate of the distance of the origins of markers i and j. Marker l has no effect on it.", Limits: "0 where the origins coincide.", Frame: noFrame, Sign: "positive where i and j separate", Unit: "length/time", Example: "VR(10, 11)"},
	{Name: "ACCM", Form: "ACCM(i [, j, l])", Meaning: "The magnitude of the acceleration of the origin of marker i relative to the origin of marker j, taken in the frame of marker l (global without it).", Frame: noFrame, Sign: "never negative", Unit: "length/time**2", Example: "ACCM(10)"},
	{Name: "WM", Form: "WM(i [, j])", Meaning: "The magnitude of the angular velocity of marker i relative to marker j.", Frame: noFrame, Sign: "never negative", Unit: "radian/time", Example: "WM(10)"},
	{Name: "WDTM", Form: "WDTM(i [, j, l])", Meaning: "The magnitude of the angular acceleration of marker i relative to marker j, taken in the frame of marker l (global without it).", Frame: noFrame, Sign: "never negative", Unit: "radian/time**2", Example: "WDTM(10)"},
	{Name: "FM", Form: "FM(i [, j])", Meaning: "The magnitude of the force with the components FX, FY and FZ.", Frame: noFrame, Sign: "never negative", Unit: "force", Example: "FM(10, 11)"},
	{Name: "TM", Form: "TM(i [, j])", Meaning: "The magnitude of the torque with the components TX, TY and TZ.", Frame: noFrame, Sign: "never negative", Unit: "force times length", Example: "TM(10, 11)"},
	{Name: "INCANG", Form: "INCANG(i, j, k)", Meaning: "The angle at the origin of marker j between the lines to the origins of markers i and k, from 0 to PI.", Limits: "Its gradient where the three are in line counts as 0.", Frame: noFrame, Sign: "never negative", Unit: "radian", Example: "INCANG(11, 0, 12)", Value: "90D"},
	{Name: "PSI", Form: "PSI(i [, j])", Meaning: "The first of the body-fixed 3-1-3 angles (about z, x, z) that turn the axes of marker j into those of i.", Limits: "Not unique where THETA is 0 or PI.", Frame: relativeTo, Sign: "positive counterclockwise", Unit: "radian", Example: "PSI(10, 11)"},
	{Name: "THETA", Form: "THETA(i [, j])", Meaning: "The second of the body-fixed 3-1-3 angles (about z, x, z) that turn the axes of marker j into those of i: the angle of the z axes, from 0 to PI.", Limits: "Not smooth at 0 and PI.", Frame: relativeTo, Sign: "never negative", Unit: "radian", Example: "THETA(10)", Value: "0"},
	{Name: "PHI", Form: "PHI(i [, j])", Meaning: "The third of the body-fixed 3-1-3 angles (about z, x, z) that turn the axes of marker j into those of i.", Limits: "Not unique where THETA is 0 or PI.", Frame: relativeTo, Sign: "positive counterclockwise", Unit: "radian", Example: "PHI(10, 11)"},
	{Name: "YAW", Form: "YAW(i [, j])", Meaning: "The first of the body-fixed angles yaw (about z), pitch (about the negative y axis) and roll (about x) that turn the axes of marker j into those of i, from -PI to PI.", Limits: "Not unique where PITCH is 90 degrees.", Frame: relativeTo, Sign: "positive counterclockwise about z", Unit: "radian", Example: "YAW(10)", Value: "30D"},
	{Name: "PITCH", Form: "PITCH(i [, j])", Meaning: "The second of the body-fixed angles yaw, pitch and roll (see YAW), from -PI/2 to PI/2.", Limits: "Not smooth at both ends.", Frame: relativeTo, Sign: "positive clockwise about y: the x axis of i rises towards z", Unit: "radian", Example: "PITCH(10)", Value: "0"},
	{Name: "ROLL", Form: "ROLL(i [, j])", Meaning: "The third of the body-fixed angles yaw, pitch and roll (see YAW), from -PI to PI.", Limits: "Not unique where PITCH is 90 degrees.", Frame: relativeTo, Sign: "positive counterclockwise about x", Unit: "radian", Example: "ROLL(10)", Value: "0"},
	{Name: "B1", Form: "B1(i [, j])", Meaning: "The first of the body-fixed 1-2-3 angles (about x, y, z) that turn the axes of marker j into those of i, whole turns included; Motion_Marker prescribes them.", Limits: "Not unique where B2 is 90 degrees.", Frame: relativeTo, Sign: "positive counterclockwise about x", Unit: "radian", Example: "B1(10)", Value: "0"},
	{Name: "B2", Form: "B2(i [, j])", Meaning: "The second of the body-fixed 1-2-3 angles (see B1), from -PI/2 to PI/2.", Limits: "Not smooth at both ends.", Frame: relativeTo, Sign: "positive counterclockwise about y", Unit: "radian", Example: "B2(10)", Value: "0"},
	{Name: "B3", Form: "B3(i [, j])", Meaning: "The third of the body-fixed 1-2-3 angles (see B1), whole turns included.", Limits: "Not unique where B2 is 90 degrees.", Frame: relativeTo, Sign: "positive counterclockwise about z", Unit: "radian", Example: "B3(10)", Value: "30D"},
	{Name: "ORIENT", Form: "ORIENT(27, n, i, j)", Meaning: "Euler parameter number n of the rotation of marker i from marker j: n = 1 the cosine of half the angle, n = 2 to 4 the x, y and z component of the axis times the sine of half the angle. No other first argument than 27 is supported.", Limits: "The signs of 2 to 4 change where the angle passes PI, as the first is never negative.", Frame: "relative to the axes of marker j; 0 is the global frame", Unit: "none", Example: "ORIENT(27, 1, 10, 0)", Value: "COS(15D)"},
	{Name: "KE", Form: "KE(id)", Meaning: "The kinetic energy of a body. A rigid body counts before a point mass with the same identifier.", Frame: noFrame, Sign: "never negative", Unit: "force times length", Example: "KE(1)"},
	{Name: "VARVAL", Form: "VARVAL(id)", Meaning: "The value of a Reference_Variable.", Unit: "that of the variable", Example: "VARVAL(1)"},
	{Name: "ARYVAL", Form: "ARYVAL(id, n)", Meaning: "Entry n, counted from 1, of a Reference_Array.", Unit: "that of the entry", Example: "ARYVAL(1, 2)"},
	{Name: "PINVAL", Form: "PINVAL(id, n)", Meaning: "Entry n, counted from 1, of a Control_PlantInput.", Unit: "that of the entry", Example: "PINVAL(1, 1)"},
	{Name: "POUVAL", Form: "POUVAL(id, n)", Meaning: "Entry n, counted from 1, of a Control_PlantOutput.", Unit: "that of the entry", Example: "POUVAL(1, 1)"},
	{Name: "DIF", Form: "DIF(id)", Meaning: "The state of a Control_Diff.", Unit: "that of the state", Example: "DIF(1)"},
	{Name: "DIF1", Form: "DIF1(id)", Meaning: "The time derivative of the state of a Control_Diff.", Unit: "that of the state, divided by time", Example: "DIF1(1)"},
	{Name: "Q", Form: "Q(id, mode)", Meaning: "The modal coordinate of a mode of a Body_Flexible. The rigid motions are 1 to 6: the first mode is 7.", Limits: "Not in constraints, motions and penalties.", Unit: "length, or length times the root of mass where all modes of the data have the modal mass 1", Example: "Q(1, 7)"},
	{Name: "QDOT", Form: "QDOT(id, mode)", Meaning: "The speed of a modal coordinate (see Q).", Limits: "Not in constraints, motions and penalties.", Unit: "that of Q, divided by time", Example: "QDOT(1, 7)"},
	{Name: "QDDOT", Form: "QDDOT(id, mode)", Meaning: "The acceleration of a modal coordinate (see Q).", Limits: "Not in constraints, motions and penalties.", Unit: "that of Q, divided by time squared", Example: "QDDOT(1, 7)"},
	{Name: "NMODES", Form: "NMODES(id)", Meaning: "The number of modes of a Body_Flexible; 0 where it is rigidified.", Unit: "none", Example: "NMODES(1)"},
	{Name: "SENVAL", Form: "SENVAL(id)", Meaning: "The value that a Sensor_Evaluate stored at its last event, 0 before the first one.", Limits: "Jumps at events; constant between them.", Unit: "that of the stored value", Example: "SENVAL(1)"},
	{Name: "PROXIMITY", Form: "PROXIMITY(id, comp)", Meaning: "What a Sensor_Proximity finds. comp: 1 is 1 where the shapes overlap and 0 elsewhere, 2 their smallest distance, 3 to 5 the x, y and z coordinate of the nearest point of the first shape, 6 to 8 those of the second.", Frame: "global", Sign: "the distance is negative in an overlap", Unit: "length; none for comp 1", Example: "PROXIMITY(1, 2)"},
	{Name: "FRICTION", Form: "FRICTION(id, comp [, k])", Meaning: "What a Force_JointFriction does. comp: 1 to 3 the x, y and z component of the friction force on the body of the joint's marker I at I, 4 to 6 those of the torque; 7 to 9 the friction coefficients of translation, 10 to 12 of rotation; 13 to 15 the slip velocities of translation, 16 to 18 of rotation.", Limits: "No value for friction at two pins.", Frame: "along the axes of marker k (forces and torques only), without it along those of the joint's marker J", Sign: "positive: pushes the body of I along the positive axis", Unit: "force, force times length, none, or length/time and radian/time", Example: "FRICTION(1, 6)"},
}

// forcePages are the measures of the force of one element.
var forcePages = []struct{ name, meaning string }{
	{"JOINT", "The reaction of a Constraint_Joint, with those of its limits."},
	{"MOTION", "The reaction of a Motion_Joint or Motion_Marker, that is what drives the motion. Of two with the same identifier it is that of the Motion_Joint."},
	{"GCON", "The reaction of a Constraint_General."},
	{"UCON", "The reaction of a Constraint_UserConstr."},
	{"JPRIM", "The reaction of a Constraint_Jprim."},
	{"PTCV", "The reaction of a Constraint_PTCV, point on curve."},
	{"CVCV", "The reaction of a Constraint_CVCV, curve on curve."},
	{"PTSF", "The reaction of a Constraint_PTSF, point on surface."},
	{"CVSF", "The reaction of a Constraint_CVSF, curve on surface."},
	{"SFSF", "The reaction of a Constraint_SFSF, surface on surface."},
	{"SFORCE", "The force or torque of a Force_Scalar_TwoBody."},
	{"VFORCE", "The force of a Force_Vector_TwoBody or Force_Vector_OneBody with type FORCEONLY."},
	{"VTORQ", "The torque of a Force_Vector_TwoBody or Force_Vector_OneBody with type TORQUEONLY."},
	{"VTORQUE", "The same as VTORQ: the torque of a vector force with type TORQUEONLY."},
	{"GFORCE", "The force and torque of a Force_Vector_TwoBody or Force_Vector_OneBody of any type. Of two with the same identifier it is that of the former."},
	{"SPDP", "The force or torque of a Force_SpringDamper."},
	{"YFORCE", "The force and torque of a Force_StateEqn."},
	{"FIELD", "The force and torque of a Force_Field."},
	{"BUSH", "The force and torque of a Force_Bushing."},
	{"BEAM", "The force and torque of a Force_Beam."},
	{"CONTACT", "The sum of the forces of a Force_Contact and their torque. The marker of the first graphic on each side counts as its marker I and J: the torque is about its origin."},
	{"NFORCE", "The force and torque of a Force_MultiPoint on the body of its marker i, at i."},
}

// splinePages are the functions that interpolate a Reference_Spline.
var splinePages = []struct{ name, meaning, limits string }{
	{"AKISPL", "Interpolates with local cubic polynomials (Akima).", "At least 4 points. The first derivative is continuous, the second jumps at the points."},
	{"CUBSPL", "Interpolates with a natural cubic spline.", "At least 4 points. The second derivative is continuous."},
	{"FITSPL", "Interpolates with a quadratic B-spline.", "At least 4 points. The first derivative is continuous."},
	{"LINSPL", "Interpolates with straight lines.", "At least 2 points. Continuous; the slope jumps at the points."},
	{"QUISPL", "Interpolates with a natural quintic spline.", "At least 6 points. The fourth derivative is continuous."},
}

// splineForm is how expressions call a spline: NAME(x, z, id [, order]).
var splineForm = expr.Signature{Kind: expr.KindExternal, Reals: 2, Min: 1, Max: 2}

var _ usersub.Splines = (*routineState)(nil)

// ResolveSpline returns the function behind AKISPL and its kin with the integer
// arguments id and, if there is a second one, order of the derivative. The
// error says which is wrong.
func (sys *System) ResolveSpline(name string, args []int) (*spline.Interpolant, error) {
	m, ok := spline.MethodOfFunction(name)
	if !ok {
		return nil, fmt.Errorf("there is no function called %s", name)
	}
	tab := sys.Splines[args[0]]
	if tab == nil {
		return nil, fmt.Errorf("there is no Reference_Spline %d", args[0])
	}
	order := 0
	if len(args) > 1 {
		order = args[1]
	}
	return tab.NewInterpolant(m, order)
}

// Spline implements usersub.Splines. The first call for a method makes its
// polynomials.
func (d *routineState) Spline(method string, id int32, x, z float64, order int32) (float64, int32) {
	args := [2]int{int(id), int(order)}
	f, err := d.s.sys.ResolveSpline(method, args[:])
	if err != nil {
		d.warnUnansweredSpline(method, id, err)
		return 0, 1
	}
	at := [2]float64{x, z}
	return f.Eval(at[:], nil, nil), 0
}

// warnUnansweredSpline warns, once for each routine and reason, of a spline that cannot
// be evaluated: routines seldom examine the error flag.
func (d *routineState) warnUnansweredSpline(method string, id int32, why error) {
	text := fmt.Sprintf("%s: %s of spline %d: %v: its error flag is set and the value is 0", d.lastCalledElement(), method, id, why)
	if !slices.Contains(d.refusals, text) {
		d.refusals = append(d.refusals, text)
		d.s.Warn("%s", text)
	}
}
