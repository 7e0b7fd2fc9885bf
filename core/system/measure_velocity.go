package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Velocity and acceleration measures: components or lengths of
//
//	w = vI - vJ - ωL×d             VX VY VZ VM     (d = pI - pJ)
//	w = ωI - ωJ                    WX WY WZ WM
//	w = aI - aJ - αL×d - 2ωL×d' + ωL×(ωL×d)    ACCX ...  (d' = vI - vJ)
//	w = αI - αJ - ωL×(ωI - ωJ)     WDTX ...
//
// along an axis k of marker K, or along w itself (lengths). VR is the rate of
// the distance: w along d.

func init() {
	component, length := &measureFunction{}, &measureFunction{norm: true}
	turn, speed := &measureFunction{angular: true}, &measureFunction{angular: true, norm: true}
	registerMeasures(
		measureSpec{"VX", 1, 4, Motion, bindAxis(0), component},
		measureSpec{"VY", 1, 4, Motion, bindAxis(1), component},
		measureSpec{"VZ", 1, 4, Motion, bindAxis(2), component},
		measureSpec{"VM", 1, 3, Motion, bindFrames, length},
		measureSpec{"VR", 1, 3, Motion, bindFrames, &measureFunction{closing: true}},
		measureSpec{"WX", 1, 3, Motion, bindAxis(0), turn},
		measureSpec{"WY", 1, 3, Motion, bindAxis(1), turn},
		measureSpec{"WZ", 1, 3, Motion, bindAxis(2), turn},
		measureSpec{"WM", 1, 2, Motion, bindMarkers, speed},
		measureSpec{"ACCX", 1, 4, Rates, bindAxis(0), component},
		measureSpec{"ACCY", 1, 4, Rates, bindAxis(1), component},
		measureSpec{"ACCZ", 1, 4, Rates, bindAxis(2), component},
		measureSpec{"ACCM", 1, 3, Rates, bindFrames, length},
		measureSpec{"WDTX", 1, 4, Rates, bindAxis(0), turn},
		measureSpec{"WDTY", 1, 4, Rates, bindAxis(1), turn},
		measureSpec{"WDTZ", 1, 4, Rates, bindAxis(2), turn},
		measureSpec{"WDTM", 1, 3, Rates, bindFrames, speed},
	)
}

// velocityVector returns the vector w of a velocity measure and the direction k that
// it is measured along.
func (kin *kinematics) velocityVector(m *Measure) (vector, direction vec) {
	bi, bj := kin.bodyStateOfMarker(m.i), kin.bodyStateOfMarker(m.j)
	if m.row.fn.angular {
		vector = bi.W.Sub(bj.W)
	} else {
		d := kin.marker[m.i].P.Sub(kin.marker[m.j].P)
		vector = kin.marker[m.i].V.Sub(kin.marker[m.j].V)
		if m.l != Global {
			vector = vector.Sub(kin.bodyStateOfMarker(m.l).W.Cross(d))
		}
	}
	switch {
	case m.row.fn.norm:
		direction = vector.Unit()
	case m.row.fn.closing:
		direction = kin.marker[m.i].P.Sub(kin.marker[m.j].P).Unit()
	default:
		direction = kin.marker[m.k].R.Col(m.comp)
	}
	return vector, direction
}

// velocityGradients fills the gradient blocks of a velocity measure: first those with
// respect to the pose at fixed speeds, then those with respect to the speeds.
// With r the arms,
//
//	δ(w·k) = k·(δv_I - δv_J) - δω_L·(d×k)            speeds
//	       + δθI·(rI×(k×ωI)) - δθJ·(rJ×(k×ωJ))       arms turn
//	       - (k×ωL)·(δpI - δpJ) + δθK·(k×w)          d changes, the axis turns
//
// and for VR the direction changes by δk = (δd - k (k·δd))/|d|.
func (kin *kinematics) velocityGradients(m *Measure) (pose, speed []float64) {
	n := 6 * len(m.body)
	g := kin.grad[m.grad : m.grad+2*n]
	clear(g)
	pose, speed = g[:n], g[n:]
	w, k := kin.velocityVector(m)
	i, j := &kin.marker[m.i], &kin.marker[m.j]
	fixed := !m.row.fn.norm && !m.row.fn.closing
	if m.row.fn.angular {
		addWrench(speed, m.slot[0], vec{}, k)
		addWrench(speed, m.slot[1], vec{}, k.Neg())
	} else {
		wi, wj := kin.bodyStateOfMarker(m.i).W, kin.bodyStateOfMarker(m.j).W
		addWrench(speed, m.slot[0], k, i.Arm.Cross(k))
		addWrench(speed, m.slot[1], k.Neg(), k.Cross(j.Arm))
		addWrench(pose, m.slot[0], vec{}, i.Arm.Cross(k.Cross(wi)))
		addWrench(pose, m.slot[1], vec{}, j.Arm.Cross(k.Cross(wj)).Neg())
		d := i.P.Sub(j.P)
		f := vec{}
		if m.l != Global {
			addWrench(speed, m.slot[3], vec{}, k.Cross(d))
			f = kin.bodyStateOfMarker(m.l).W.Cross(k)
		}
		if n := d.Norm(); m.row.fn.closing && n > 0 {
			f = f.Add(w.AddScaled(-w.Dot(k), k).Scale(1 / n))
		}
		addWrench(pose, m.slot[0], f, i.Arm.Cross(f))
		addWrench(pose, m.slot[1], f.Neg(), f.Cross(j.Arm))
	}
	if fixed {
		addWrench(pose, m.slot[2], vec{}, k.Cross(w))
	}
	return pose, speed
}

// accelerationVector returns the vector of an acceleration measure and its direction.
func (kin *kinematics) accelerationVector(m *Measure) (vector, direction vec) {
	bi, bj, bl := kin.bodyStateOfMarker(m.i), kin.bodyStateOfMarker(m.j), kin.bodyStateOfMarker(m.l)
	if m.row.fn.angular {
		vector = bi.Al.Sub(bj.Al).Sub(bl.W.Cross(bi.W.Sub(bj.W)))
	} else {
		i, j := &kin.marker[m.i], &kin.marker[m.j]
		d, dd := i.P.Sub(j.P), i.V.Sub(j.V)
		vector = kin.markerAcceleration(m.i).Sub(kin.markerAcceleration(m.j)).Sub(bl.Al.Cross(d))
		vector = vector.AddScaled(-2, bl.W.Cross(dd)).Add(bl.W.Cross(bl.W.Cross(d)))
	}
	if m.row.fn.norm {
		return vector, vector.Unit()
	}
	return vector, kin.marker[m.k].R.Col(m.comp)
}

// accelerationGradient fills the gradient blocks of an acceleration measure with respect
// to the accelerations. Its dependence on pose and speeds is left out of the
// iteration matrix: it changes how fast Newton's method converges, not where.
func (kin *kinematics) accelerationGradient(m *Measure) []float64 {
	g := kin.grad[m.grad : m.grad+6*len(m.body)]
	clear(g)
	_, k := kin.accelerationVector(m)
	i, j := &kin.marker[m.i], &kin.marker[m.j]
	if m.row.fn.angular {
		addWrench(g, m.slot[0], vec{}, k)
		addWrench(g, m.slot[1], vec{}, k.Neg())
		return g
	}
	addWrench(g, m.slot[0], k, i.Arm.Cross(k))
	addWrench(g, m.slot[1], k.Neg(), k.Cross(j.Arm))
	addWrench(g, m.slot[3], vec{}, k.Cross(i.P.Sub(j.P)))
	return g
}

func (kin *kinematics) bodyStateOfMarker(i MarkerIdx) *bodyState {
	return &kin.body[kin.sys.Markers[i].Body]
}

func (kin *kinematics) markerAcceleration(i MarkerIdx) vec { return kin.originJet(i, 1).dd }

// KE(body) is the kinetic energy T = (m v·v + ω·Jω)/2 of a body, in force unit
// times length unit. Its derivatives are
//
//	δT = m v·δv + Jω·δω                speeds
//	   + (Jω×ω)·δθ                     the inertia turns: δJ = δθ̃ J - J δθ̃

func init() {
	registerMeasures(measureSpec{name: "KE", min: 1, max: 1, stage: Energy, bind: bindKineticEnergy})
}

// bindKineticEnergy binds KE: a rigid body has precedence over a point mass with the
// same id.
func bindKineticEnergy(sys *System, m *Measure) error {
	for _, k := range [...]BodyKind{Rigid, PointMass} {
		if i, ok := sys.Body(k, m.Args[0]); ok {
			m.ref = int(i)
			m.slotOfBody(i)
			return nil
		}
	}
	return fmt.Errorf("there is no body %d", m.Args[0])
}

func (kin *kinematics) kineticEnergy(m *Measure) float64 {
	b, st := &kin.sys.Bodies[m.ref], &kin.body[m.ref]
	return (b.Mass*st.V.Dot(st.V) + st.W.Dot(st.JW)) / 2
}

// kineticEnergyGradients fills the gradient blocks as velocityGradients does.
func (kin *kinematics) kineticEnergyGradients(m *Measure) (pose, speed []float64) {
	n := 6 * len(m.body)
	g := kin.grad[m.grad : m.grad+2*n]
	clear(g)
	if n > 0 {
		b, st := &kin.sys.Bodies[m.ref], &kin.body[m.ref]
		addWrench(g[:n], 0, vec{}, st.JW.Cross(st.W))
		addWrench(g[n:], 0, st.V.Scale(b.Mass), st.JW)
	}
	return g[:n], g[n:]
}

// turnCount is an angle as of the last accepted step, and its rate.
type turnCount struct{ v, rate float64 }

// turnState is the angles that count turns, as of the last accepted step.
type turnState struct {
	count []turnCount          // by MeasureIdx; filled by Accept
	t, h  float64              // when turns were counted last, NaN before the first time, and how long the step was
	kept  map[string]turnCount // angles of a Memory, by Call.lookupKey: some may be queried later
}

// expectedAngle returns the value that turn-counting angle i is close to at time t, that of the iterate: the
// last accepted one moved on with its rate, since a steady rotation may take
// more than half a turn in a step. Far from the last step (a new analysis at
// another time) the rate says nothing.
func (ts *turnState) expectedAngle(i MeasureIdx, t float64) float64 {
	c := ts.count[i]
	if dt := t - ts.t; math.Abs(dt) <= 10*ts.h {
		return c.v + c.rate*dt
	}
	return c.v
}

// AcceptPoint implements integrate.Problem: angles continue counting from here.
func (s *State) AcceptPoint(p *integrate.Point) error {
	if len(s.plan.turns) > 0 {
		if !s.memo.matchesMotion(p, s.Mode) {
			s.memo.ok = false
			s.computePosesAndMotions(p)
		}
		s.p = p
		for _, i := range s.plan.turns {
			m := &s.plan.measure[i]
			s.turns.count[i] = turnCount{s.kin.displacementValue(m, s.turns.expectedAngle(i, p.T)), s.kin.displacementJet(m, 0).d}
		}
	}
	if err := s.checkContactsWithinShapeEnds(p); err != nil {
		return err
	}
	if s.nonsmooth.active {
		s.rigid.recordPenetrationsAt(p)
		s.nonsmooth.recordAcceptedLawRows(p)
		s.nonsmooth.recordSticking()
	}
	if h := math.Abs(p.T - s.turns.t); h > 0 { // NaN before the first time
		s.turns.h = h
	}
	s.turns.t = p.T
	s.callState.accepted = p.T
	return nil
}
