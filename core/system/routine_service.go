package system

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// DeckFacts are what user subroutines may query of a deck beside its mechanics.
type DeckFacts struct {
	Strings map[int]string    // texts of Reference_String
	Arrays  map[int][]float64 // numbers of Reference_Array of type IC
	// Matrices are those of Reference_Matrix, by rows of equal length.
	Matrices map[int][][]float64
	// HasUnits reports that the deck names its units. Scales turn time, length,
	// force and mass, in this order, into SI units; Units are their names.
	HasUnits bool
	Scales   [4]float64
	Units    [4]string
	// Mass is the deck's unit of mass in that of Body.Mass, 0 for 1.
	Mass float64
}

// Session is what user subroutines may query of the run that a State belongs to,
// and where their messages go. The run may change it at any time.
type Session struct {
	Start         float64 // time of the start, until a step was accepted
	Integrator    string
	Version       string
	Input, Output string // names of the deck and of the results, without suffix
	// Log takes what routines say; owner is the element ("Force_Penalty 7"), t
	// the time of the call. Without it messages are warnings.
	Log func(m *usersub.Message, owner, routine string, t float64)
}

// linearSolver is the name that GETSLV reports: package solve.
const linearSolver = "BLOCK_SPARSE"

// refusal is an attribute that ModSet refused to change.
type refusal struct{ element, attribute string }

// service is what the door holds for services.
type service struct {
	under    *routineLaw // the law whose routine was called last
	frame    *usersub.Frame
	accepted float64 // time of the last accepted step
	models   map[modelQuery]modelAnswer
	refused  map[refusal]bool
	declared *declaration // while a UCOSUB is set up
	inner    error        // of a CUSFNC in the call under way
	refusals []string     // what unanswered has said
}

// recordCurrentCall notes which call is under way.
func (d *routineState) recordCurrentCall(l *routineLaw, f *usersub.Frame) { d.under, d.frame = l, f }

var (
	_ usersub.Clock    = (*routineState)(nil)
	_ usersub.Status   = (*routineState)(nil)
	_ usersub.Files    = (*routineState)(nil)
	_ usersub.Data     = (*routineState)(nil)
	_ usersub.Units    = (*routineState)(nil)
	_ usersub.Setter   = (*routineState)(nil)
	_ usersub.Bodies   = (*routineState)(nil)
	_ usersub.Matrices = (*routineState)(nil)
	_ usersub.Curves   = (*routineState)(nil)
	_ usersub.Messages = (*routineState)(nil)
	_ usersub.Discrete = (*routineState)(nil)
)

// BeginAnalysis reports that an analysis begins at time t: TIMGET is t until a step is
// accepted.
func (s *State) BeginAnalysis(t float64) {
	s.failed = nil
	s.Session.Start = t
	s.callState.accepted = math.NaN()
	s.delays.restartHistoriesEndingBefore(t)
}

// TimGet returns the time of the last accepted step, or the start time before the first, in the deck's unit.
func (d *routineState) TimGet() float64 {
	if math.IsNaN(d.accepted) {
		return d.s.Session.Start
	}
	return d.accepted
}

// GetStm implements usersub.Clock: the time that the routine was called with,
// which differencing with respect to time moves, or that of the iterate for a
// routine without one.
func (d *routineState) GetStm() float64 {
	switch f := d.frame; {
	case d.setup || d.s.p == nil:
		return d.s.Session.Start
	case f != nil && f.Sig.ArgIndex("time") >= 0:
		return f.Time()
	}
	return d.s.p.T
}

// GetMod returns the mode of the analysis under way: 4 dynamics, 5 statics, … as MODE in expressions.
func (d *routineState) GetMod() int32 { return int32(d.s.Mode) }

// GetInt returns the name of the integrator.
func (d *routineState) GetInt() string { return d.s.Session.Integrator }

// GetSlv returns the name of the linear solver.
func (d *routineState) GetSlv() string { return linearSolver }

// GetVer returns the version of the solver.
func (d *routineState) GetVer() string { return d.s.Session.Version }

// GetCpu returns the processor time of this process in s.
func (d *routineState) GetCpu() float64 { return processorTime() }

// GtInam returns the path of the deck without its suffix.
func (d *routineState) GtInam() string { return d.s.Session.Input }

// GtOnam returns the path of the results without a suffix.
func (d *routineState) GtOnam() string { return d.s.Session.Output }

// GtAray implements usersub.Data. Only arrays of type IC are data.
func (d *routineState) GtAray(id int32) ([]float64, int32) {
	if v, ok := d.s.sys.Facts.Arrays[int(id)]; ok {
		return v, 0
	}
	return nil, 1
}

// GtStrg returns the text of a Reference_String and 0, or 1 if there is none.
func (d *routineState) GtStrg(id int32) (string, int32) {
	if v, ok := d.s.sys.Facts.Strings[int(id)]; ok {
		return v, 0
	}
	return "", 1
}

// GtUnts returns the factors from the deck's units of time, length, force and mass to SI, and their names; exists is false for a
// deck without units.
func (d *routineState) GtUnts() (exists bool, scales [4]float64, names [4]string) {
	f := &d.s.sys.Facts
	return f.HasUnits, f.Scales, f.Units
}

// Matrix returns the size and the values, by columns, of a Reference_Matrix; ok is false if there is none.
func (d *routineState) Matrix(id int32) (rows, cols int, values []float64, ok bool) {
	m, ok := d.s.sys.Facts.Matrices[int(id)]
	if !ok || len(m) == 0 {
		return 0, 0, nil, false
	}
	rows, cols = len(m), len(m[0])
	for c := range cols {
		for r := range rows {
			values = append(values, m[r][c])
		}
	}
	return rows, cols, values, true
}

// notModifiable is what ModSet returns for attributes that exist.
const notModifiable = -4

// ModSet implements usersub.Setter. The model does not change during a run, so
// attributes that exist are refused, which is said once for each.
func (d *routineState) ModSet(element string, id int32, attribute, _ string) int32 {
	if _, info := d.ModFnc(element, id, attribute); info < 0 {
		return info
	}
	k := refusal{strings.ToUpper(element), strings.ToUpper(attribute)}
	if !d.refused[k] {
		if d.refused == nil {
			d.refused = map[refusal]bool{}
		}
		d.refused[k] = true
		d.s.Warn("%s: MODSET of %s of %s %d: attributes cannot be changed during a run (info %d)",
			d.lastCalledElement(), attribute, element, id, notModifiable)
	}
	return notModifiable
}

// lastCalledElement names the element whose routine was called last.
func (d *routineState) lastCalledElement() string {
	if d.under == nil {
		return "a user subroutine"
	}
	return d.under.r.OwnerTitle()
}

// WarnOnce warns with text unless it has warned with this key before in the run.
func (d *routineState) WarnOnce(key, text string) {
	if d.s.isFirstReport("once", key) {
		d.s.Warn("%s", text)
	}
}

// Message passes on what a routine says by ERRMES or USRMES, with the element of the call under way: to Session.Log, or else as a
// warning.
func (d *routineState) Message(m *usersub.Message) {
	routine := ""
	if d.under != nil {
		routine = d.under.r.Sig.Name
	}
	if say := d.s.Session.Log; say != nil {
		say(m, d.lastCalledElement(), routine, d.GetStm())
		return
	}
	d.s.Warn("%s", messageLine(m, d.lastCalledElement()))
}

// SetDiscreteInterface implements usersub.Discrete: the matrix then knows
// nothing of how the routine depends on the state. Partials that enter forces
// are taken all the same.
func (d *routineState) SetDiscreteInterface() {
	if d.setup && d.under != nil {
		d.under.discrete = true
	}
}

// BodyMass implements usersub.Bodies, at the pose of the iterate, before the first
// one at that of the start.
func (d *routineState) BodyMass(kind string, id int32) (cm [3]float64, mass float64, ip [6]float64, ok bool) {
	k, ok := bodyKinds[kind]
	if !ok {
		return cm, 0, ip, false
	}
	sys := d.s.sys
	i, ok := sys.Body(k, int(id))
	if !ok {
		return cm, 0, ip, false
	}
	b := &sys.Bodies[i]
	c, r := b.Pos0, b.Rot0
	if d.s.p != nil && i != Ground {
		c, r = d.s.kin.body[i].C, d.s.kin.body[i].R
	}
	unit := sys.Facts.Mass
	if unit == 0 {
		unit = 1
	}
	j := b.inertiaInGlobalAxes(&r)
	for n, v := range [6]float64{j.A.X, j.B.Y, j.C.Z, -j.A.Y, -j.B.Z, -j.A.Z} {
		ip[n] = v/unit + 0 // no negative zeros
	}
	return [3]float64{c.X, c.Y, c.Z}, b.Mass / unit, ip, true
}

// bodyKinds are the names under which BODY_MASS_PROPERTY knows bodies.
var bodyKinds = map[string]BodyKind{
	"BODY_RIGID": Rigid, "PART": Rigid, "BODY_POINT": PointMass, "POINT_MASS": PointMass, "POINTMASS": PointMass,
}

// Gravity returns the acceleration of gravity in the axes of ground: the current one in evaluations, the deck's before.
func (d *routineState) Gravity() [3]float64 {
	g := d.s.sys.Gravity
	if d.s.p != nil {
		g = d.s.gravityNow()
	}
	return [3]float64{g.X, g.Y, g.Z}
}

// modelQuery and modelAnswer are a query of MODFNC, as the routine spells
// it, and what was answered.
type modelQuery struct {
	element, attribute string
	id                 int32
}

type modelAnswer struct {
	text string
	info int32
}

// maxModels bounds the answers that are kept: a routine may request any text.
const maxModels = 1 << 14

// ModFnc implements usersub.State. Routines make the same queries in every call: the
// model does not change, so answers are kept.
func (d *routineState) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	if d.s.sys.ModFnc == nil {
		return "", -1
	}
	if a, ok := d.models[modelQuery{element, attribute, id}]; ok {
		return a.text, a.info
	}
	text, info := d.s.sys.ModFnc(element, int(id), attribute)
	if d.models == nil {
		d.models = map[modelQuery]modelAnswer{}
	}
	if len(d.models) < maxModels {
		d.models[modelQuery{strings.Clone(element), strings.Clone(attribute), id}] = modelAnswer{text, info}
	}
	return text, info
}

// messageLine is a message as one line, in the form that old programs print.
func messageLine(m *usersub.Message, owner string) string {
	return fmt.Sprintf("%s: %s [%d] %s: %s", owner, m.Utility, m.ID, m.Tag, m.Text)
}
