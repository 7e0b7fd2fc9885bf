package system

import (
	"math"
	"time"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// EvaluateForResults evaluates everything at p, what only results need included. Value
// and Output are valid until the next evaluation.
func (s *State) EvaluateForResults(p *integrate.Point) error { return s.evaluateMeasures(p, true) }

// EvaluateMeasures is EvaluateForResults without the rows of joints that no measure reads.
func (s *State) EvaluateMeasures(p *integrate.Point) error {
	return s.evaluateMeasures(p, s.plan.reports)
}

// evaluateMeasures evaluates the model and all measures at p, with the rows of all joints where rows is true.
func (s *State) evaluateMeasures(p *integrate.Point, rows bool) error {
	return s.repeatWhileQueriesChange(func() error {
		if err := s.updateForces(p, rows); err != nil {
			return err
		}
		if err := s.runSteps(s.plan.steps[s.plan.model:]); err != nil {
			return err
		}
		if s.queryAdded {
			return errRelearn
		}
		return nil
	})
}

// MeasureValue returns the measure that a call names, which must be in System.Wanted,
// as of the last EvaluateForResults.
func (s *State) MeasureValue(c Call) float64 { return s.m[s.plan.index[c.lookupKey()]] }

// CallKey names a measure, for MeasureValueByKey.
type CallKey string

// Key returns the key of a call.
func (c Call) Key() CallKey { return CallKey(c.lookupKey()) }

// MeasureValueByKey is MeasureValue for the key of a call.
func (s *State) MeasureValueByKey(k CallKey) float64 { return s.m[s.plan.index[string(k)]] }

// LawOutput returns a law's output as of the last EvaluateForResults.
func (s *State) LawOutput(o Output) float64 { return s.lawOutputValue(o) }

// Energy returns kinetic energy, and the potential of constant gravity and the strain energy of flexible bodies, at the
// last evaluated point, in force unit times length unit.
func (s *State) Energy() (kinetic, potential float64) {
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		kinetic += b.Mass * st.V.Dot(st.V) / 2
		if b.Kind == Rigid {
			kinetic += st.W.Dot(st.JW) / 2
		}
		potential -= b.Mass * s.sys.Gravity.Dot(st.C)
	}
	for i := range s.flex {
		kinetic += s.flex[i].kineticEnergy(s)
		potential += s.flex[i].potentialEnergy(s, s.sys.Gravity)
	}
	return kinetic, potential
}

// IsEvaluatedAt reports whether the last evaluation was at the time t.
func (s *State) IsEvaluatedAt(t float64) bool {
	return s.memo.ok && s.memo.mode == s.Mode && s.memo.point.T == t
}

// MostEnergeticBody returns the body with the largest kinetic energy at the last evaluated point.
func (s *State) MostEnergeticBody() BodyIdx {
	most, at := -1.0, Ground
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		k := b.Mass * st.V.Dot(st.V)
		if b.Kind == Rigid {
			k += st.W.Dot(st.JW)
		}
		if k > most {
			most, at = k, BodyIdx(i)
		}
	}
	for i := range s.flex {
		if k := 2 * s.flex[i].kineticEnergy(s); k > most {
			most, at = k, s.flex[i].f.Frame
		}
	}
	return at
}

// AddForcePowers adds to dst, by the order of System.Forces, the power of each force element at the last
// evaluated point times dt: F·(vI - vJ) + T·(ωI - ωJ), where vI and vJ are the velocities of both
// bodies at the origin of the I marker.
func (s *State) AddForcePowers(dst []float64, dt float64) {
	for i := range s.sys.Forces {
		if p, pushes := s.ForcePower(i); pushes {
			dst[i] += dt * p
		}
	}
}

// ForcePower returns the power of force element i at the last evaluated point; not pushes if it is not a force there.
func (s *State) ForcePower(i int) (power float64, pushes bool) {
	f, w := &s.sys.Forces[i], &s.wrench[i]
	if f.Given || *w == (wrench{}) {
		return 0, false
	}
	at := s.kin.marker[f.I].P
	bi, bj := s.kin.bodyStateOfMarker(f.I), &s.kin.body[Ground]
	if f.J >= 0 {
		bj = s.kin.bodyStateOfMarker(f.J)
	}
	v := bi.V.Add(bi.W.Cross(at.Sub(bi.C))).Sub(bj.V.Add(bj.W.Cross(at.Sub(bj.C))))
	return w.F.Dot(v) + w.T.Dot(bi.W.Sub(bj.W)), true
}

// LargestInertiaPerSpeed returns the mass that goes with each speed of a mass centre, and the largest moment
// of inertia of the body for each component of an angular velocity, in the units of Mass and Inertia;
// 0 for the parameters of contacts.
func (s *State) LargestInertiaPerSpeed() []float64 {
	all := make([]float64, s.sys.nv)
	for i := range s.sys.Bodies {
		b := &s.sys.Bodies[i]
		for k := range b.speedCount() {
			all[b.v+k] = b.Mass
			if k >= 3 {
				all[b.v+k] = max(b.Inertia.Col(0).X, b.Inertia.Col(1).Y, b.Inertia.Col(2).Z)
			}
		}
	}
	for i := range s.sys.Flex {
		s.sys.Flex[i].storeInertias(all, s.sys.Bodies[s.sys.Flex[i].Frame].v)
	}
	return all
}

// Power returns the power of all applied forces, of varying gravity and of
// prescribed motions, at the last evaluated point: what changes kinetic energy
// and the potential of constant gravity.
func (s *State) Power() float64 {
	p := 0.0
	g := s.gravityNow().Sub(s.sys.Gravity)
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		p += st.F.Dot(st.V) + st.T.Dot(st.W) + b.Mass*g.Dot(st.V)
	}
	for i := range s.flex {
		p += s.flex[i].power(s, g)
	}
	for i, set := range s.sys.Rows { // l G v; zero but for rows that move
		pl := set.rowOwner()
		if j := s.rows.direct[i]; j != nil {
			p += j.reactionPower(s, s.p.L[pl.At:pl.At+pl.N])
			continue
		}
		b := &s.rows.set[i]
		for k := range pl.N {
			l := s.p.L[pl.At+k]
			if l == 0 {
				continue
			}
			for slot, body := range pl.Bodies {
				w, st := b.bodyGradient(k, int32(slot)), &s.kin.body[body]
				v := w[0]*st.V.X + w[1]*st.V.Y + w[2]*st.V.Z
				if s.sys.Bodies[body].Kind == Rigid {
					v += w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
				}
				p += l * v
			}
		}
	}
	return p
}

// ConstraintViolation returns the largest position error of the constraint rows at the
// last evaluated point; an open row counts by what it is violated.
func (s *State) ConstraintViolation() float64 {
	worst := 0.0
	for i, set := range s.sys.Rows {
		p := set.rowOwner()
		if p.Level != integrate.Position {
			continue
		}
		b := &s.rows.set[i]
		for k, g := range b.g {
			switch n := p.At + k; {
			case !s.rows.inactive[n]:
				worst = math.Max(worst, math.Abs(g))
			case s.rows.open[n] && !s.rows.lost[n] && p.Law != nil:
				worst = math.Max(worst, (&lawRow{law: &p.Law[k]}).violation(g))
			}
		}
	}
	return worst
}

// UnknownName names an unknown of the iterate in messages, by its kind and place.
func (s *State) UnknownName(kind string, i int) string {
	switch kind {
	case "position", "speed":
		for k := range s.sys.Bodies {
			b := &s.sys.Bodies[k]
			at, n := b.v, b.speedCount()
			if kind == "position" {
				at, n = b.q, b.positionCount()
			}
			if i >= at && i < at+n {
				return b.String()
			}
		}
	case "state":
		g, k := s.sys.stateGroupOf(i)
		return s.sys.States[g].Name + " " + itoa(s.sys.States[g].ID) + ", state " + itoa(k+1)
	case "algebraic":
		return s.sys.Algebraic[i].Name + " " + itoa(s.sys.Algebraic[i].ID)
	case "constraint", "multiplier":
		for _, set := range s.sys.Rows {
			if p := set.rowOwner(); i >= p.At && i < p.At+p.N {
				return p.Element + " " + itoa(p.ID) + ", " + p.Row[i-p.At]
			}
		}
	}
	return kind + " " + itoa(i)
}

// EvaluateWithoutResults evaluates the model, not what only results need, at p: what Energy and
// Power report.
func (s *State) EvaluateWithoutResults(p *integrate.Point) error {
	return s.repeatWhileQueriesChange(func() error { return s.updateForces(p, s.plan.reacts) })
}

// Task is a part of the work of a run.
type Task uint8

// Tasks in the order in which they come.
const (
	Kinematics Task = iota // poses, speeds, constraint rows
	Forces                 // measures, laws, applied forces
	Residuals              // equations of motion, constraints, states
	Jacobians              // partials and the assembly of the matrix
	Factors                // its factorization
	Solves                 // solutions with the factors
	NTasks
)

var taskNames = [...]string{"kinematics", "forces", "residual", "jacobian", "factor", "solve"}

func (s Task) String() string { return taskNames[s] }

// Stages adds up the time of each task and how often it came.
type Stages struct {
	Spent [NTasks]time.Duration
	Count [NTasks]int
	since time.Time
}

// Total is the time of all tasks.
func (s *Stages) Total() time.Duration {
	var sum time.Duration
	for _, d := range s.Spent {
		sum += d
	}
	return sum
}

// RecordStageTimesIn has the time of the tasks measured from now on, which costs a reading of the
// clock at the end of each; nil ends that. A State that is not watched pays one
// comparison.
func (s *State) RecordStageTimesIn(w *Stages) { s.stages = w }

// startTaskTimer begins the first task of a call from the integrator.
func (s *State) startTaskTimer() {
	if s.stages != nil {
		s.stages.since = time.Now()
	}
}

// finishTaskTimer ends a task.
func (s *State) finishTaskTimer(k Task) {
	if s.stages != nil {
		s.stages.finishTask(k)
	}
}

func (w *Stages) finishTask(k Task) {
	now := time.Now()
	w.Spent[k] += now.Sub(w.since)
	w.Count[k]++
	w.since = now
}

// BodyMotion is the pose and motion of a body, in global axes.
type BodyMotion struct {
	C     spatial.Vec // mass centre
	R     spatial.Mat // body axes
	V, W  spatial.Vec // velocity of the mass centre, angular velocity
	A, Al spatial.Vec // their rates
}

// BodyMotion returns where a body is and how it moves as of the last EvaluateForResults.
func (s *State) BodyMotion(i BodyIdx) BodyMotion {
	b := &s.kin.body[i]
	return BodyMotion{b.C, b.R, b.V, b.W, b.A, b.Al}
}

// RowSetWrench returns force and torque of a row set on I's body, about the origin of I, along global axes, as of the last
// EvaluateForResults; those of the limits of a joint, whose row sets are limitSets, are part of it.
func (s *State) RowSetWrench(set int, limitSets []int) (f, t spatial.Vec) {
	w := s.rows.reactionWrenchOfRowSet(set)
	for _, n := range limitSets {
		w = w.plus(s.rows.reactionWrenchOfRowSet(n))
	}
	return w.F, w.T
}

// ForceWrench returns force and torque of an element of System.Forces on I's body, about the origin of I, along global
// axes, as of the last EvaluateForResults.
func (s *State) ForceWrench(i int) (f, t spatial.Vec) { return s.wrench[i].F, s.wrench[i].T }

// PenaltyViolationAndForce returns the violation g of an element of System.Penalties and the generalized force along its gradient, as of
// the last EvaluateForResults.
func (s *State) PenaltyViolationAndForce(i int) (g, f float64) {
	return s.LawOutput(Output{Law: s.sys.Penalties[i].G}), s.pen[i].f
}

// FirstRowMultiplier returns the multiplier of the first row of a set: the generalized force along the gradient of its error, as
// of the last EvaluateForResults.
func (s *State) FirstRowMultiplier(set int) float64 { return s.p.L[s.sys.Rows[set].rowOwner().At] }

// RowSetOwners returns what the row sets belong to, in the order of System.Rows.
func (sys *System) RowSetOwners() []*RowOwner {
	all := make([]*RowOwner, len(sys.Rows))
	for i, r := range sys.Rows {
		all[i] = r.rowOwner()
	}
	return all
}

// LimitRowSets returns the row sets of the limits of a joint, whose rows are the given set.
func (sys *System) LimitRowSets(set int) []int { return sys.limitRowSetsOfJoint(set) }
