package system

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

// GeneralConstraint is the row of a Constraint_General: an expression of displacement
// measures (position level) or also velocity measures (velocity level) that is
// kept zero.
type GeneralConstraint struct {
	RowOwner
	fn     rowFunction
	calls  []Call
	slot   [][]int32 // per measure: places of its bodies in Bodies
	v, d   []float64
	dd, p  []float64
	second hessian
	alone  bool // its reaction is also one at I alone, without J
}

// rowFunction is the function f of measures and the time that a General keeps
// zero. The row holds values v and rates d, dd of its measures.
type rowFunction interface {
	// evalAlongMotion sets the row's partials p and returns f, ∂f/∂t, f' and f” along the
	// measures' rates.
	evalAlongMotion(s *State, g *GeneralConstraint) (f, timePartial, rate, secondRate float64, err error)
	// evalAtMeasures returns f at v; ok is false where it is not a number.
	evalAtMeasures(s *State, v []float64) (f float64, ok bool)
	// evalSecondPartials sets the second partials of f at the row's values.
	evalSecondPartials(s *State, g *GeneralConstraint)
}

// programRow is the function of an expression.
type programRow struct {
	program *expr.Program
	work    *expr.Work
}

func (r *programRow) evalAlongMotion(s *State, g *GeneralConstraint) (f, timePartial, rate, secondRate float64, err error) {
	t, mode := s.times.expressionTime(), int(s.Mode)
	_, timePartial = r.program.Grad(r.work, t, mode, g.v, g.p)
	f, rate, secondRate = r.program.Jet(r.work, t, mode, g.v, g.d, g.dd)
	return f, timePartial, rate, secondRate, nil
}

func (r *programRow) evalAtMeasures(s *State, v []float64) (value float64, ok bool) {
	x := r.program.Eval(r.work, s.times.expressionTime(), int(s.Mode), v)
	return x, !math.IsNaN(x) && !math.IsInf(x, 0)
}

func (r *programRow) evalSecondPartials(s *State, g *GeneralConstraint) {
	g.second.computeSecondPartials(r.program, r.work, s.times.expressionTime(), int(s.Mode), g.v)
}

// NewExpressionConstraintRow returns the row of an expression. i is the marker from which the
// reaction is seen, NoMarker without one.
func (sys *System) NewExpressionConstraintRow(element string, id int, p *expr.Program, i MarkerIdx) (*GeneralConstraint, error) {
	g := &GeneralConstraint{
		RowOwner: RowOwner{Element: element, ID: id, Row: []string{"expression"}, N: 1, I: i, J: NoMarker},
		fn:       &programRow{p, p.NewWork()},
	}
	for _, c := range p.Measures {
		if err := g.addMeasure(sys, Call{c.Name, c.Args}); err != nil {
			return nil, err
		}
	}
	g.J, g.alone = sys.reactionPartner(i, p.Measures), true
	return g, nil
}

// addMeasure makes a measure one that the row depends on.
func (g *GeneralConstraint) addMeasure(sys *System, c Call) error {
	m, err := sys.ResolveMeasure(c)
	if err != nil {
		return err
	}
	switch {
	case m.row.stage == Values && m.kind == stored:
		sys.storedInRows = true
	case m.row.stage == Pose, m.row.stage == Values && (m.kind == now || m.kind == constant):
	case m.row.stage == Motion:
		g.Level = integrate.Velocity
	default:
		return fmt.Errorf("%s cannot be part of a constraint: only displacement and velocity measures, TIME, SENVAL and constants may", c)
	}
	all := Measure{body: g.Bodies}
	slots := make([]int32, len(m.body))
	for k, b := range m.body {
		slots[k] = all.slotOfBody(b)
	}
	g.Bodies = all.body
	g.calls, g.slot = append(g.calls, c), append(g.slot, slots)
	n := len(g.calls)
	g.v, g.d, g.dd, g.p = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	g.second = newHessian(n)
	return nil
}

func (g *GeneralConstraint) measures() []Call { return g.calls }

// fillBlock: at position level the rate and second rate come from those of the
// measures along the motion, without the accelerations.
func (g *GeneralConstraint) fillBlock(s *State, b *rowBlock) error {
	clear(b.jac)
	for k, i := range s.plan.asked[g.set] {
		g.setMeasureValueAndRates(s, k, &s.plan.measure[i], s.turns.expectedAngle(i, s.p.T))
	}
	v, dt, d, dd, err := g.fn.evalAlongMotion(s, g)
	if err != nil || s.queryAdded {
		return err
	}
	b.g[0], b.gt[0], b.bias[0] = v, dt, dd
	if g.Level == integrate.Velocity {
		b.bias[0] = d
	}
	singular := false
	for k, i := range s.plan.asked[g.set] {
		if g.p[k] != 0 && s.hasNoGradient(i) {
			singular = true
			continue
		}
		g.setMeasureGradient(s, k, &s.plan.measure[i], b)
	}
	if singular && g.Level == integrate.Position {
		g.addSingularGradient(s, b)
	}
	return s.checkFinite(g.Element, g.ID, b.g[0], b.gt[0], b.bias[0])
}

// addSingularGradient adds the gradient by way of angles that have none.
func (g *GeneralConstraint) addSingularGradient(s *State, b *rowBlock) {
	var angles []MeasureIdx
	for k, i := range s.plan.asked[g.set] {
		if g.p[k] != 0 && s.hasNoGradient(i) {
			angles = append(angles, i)
		}
	}
	v := make([]float64, len(g.v))
	f := func(body BodyIdx, r vec) (float64, bool) {
		copy(v, g.v)
		for k, i := range s.plan.asked[g.set] {
			if g.p[k] != 0 && s.hasNoGradient(i) {
				v[k] = s.angleAfterRotation(i, body, r)
			}
		}
		return g.fn.evalAtMeasures(s, v)
	}
	s.forEachRotationDerivative(angles, f, func(body BodyIdx, t vec) {
		t.AddTo(b.bodyGradient(0, int32(slices.Index(g.Bodies, body)))[3:])
	})
}

// setMeasureValueAndRates sets value and rates of measure k.
func (g *GeneralConstraint) setMeasureValueAndRates(s *State, k int, m *Measure, turn float64) {
	switch m.row.stage {
	case Pose:
		j := s.kin.displacementJet(m, 0)
		g.v[k], g.d[k], g.dd[k] = s.kin.displacementValue(m, turn), j.d, j.dd
		return
	case Values:
		g.v[k], g.d[k], g.dd[k] = s.storedMeasureValue(m), 0, 0
		if m.kind == now {
			g.d[k] = 1
		}
		return
	}
	w, dir := s.kin.velocityVector(m)
	pose, _ := s.kin.velocityGradients(m)
	g.v[k], g.d[k], g.dd[k] = w.Dot(dir), s.kin.measureRateFromGradient(m, pose), 0
}

// measureRateFromGradient returns the rate of a measure: its gradient blocks times the twists of their bodies.
func (kin *kinematics) measureRateFromGradient(m *Measure, grad []float64) float64 {
	sum := 0.0
	for k, b := range m.body {
		st, w := &kin.body[b], grad[6*k:]
		sum += w[0]*st.V.X + w[1]*st.V.Y + w[2]*st.V.Z + w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
	}
	return sum
}

func (g *GeneralConstraint) setMeasureGradient(s *State, k int, m *Measure, b *rowBlock) {
	if g.p[k] == 0 {
		return
	}
	if m.row.stage == Values {
		b.gt[0] += g.p[k] * g.d[k] // TIME as a measure
		return
	}
	var grad []float64
	switch {
	case g.Level == integrate.Position:
		grad = s.kin.displacementGradient(m)
	case m.row.stage == Motion:
		_, grad = s.kin.velocityGradients(m)
	default:
		return
	}
	for n, slot := range g.slot[k] {
		r := b.bodyGradient(0, slot)
		for c := range r {
			r[c] += g.p[k] * grad[6*n+c]
		}
	}
}

// addStiffness leaves rows of velocity level out: their gradients change with the
// pose by the arms only.
func (g *GeneralConstraint) addStiffness(s *State, l []float64, q float64, j *jacobian) {
	if g.Level != integrate.Position || l[0] == 0 || s.rows.inactive[g.At] && !s.rows.open[g.At] {
		return
	}
	g.fn.evalSecondPartials(s, g)
	j.addExpressionStiffness(s.plan.asked[g.set], g.p, &g.second, l[0], q)
}

// An expression that is kept zero names one marker where its reaction is seen.
// The other end is known where the expression is about that marker and one
// other, and nothing else: what acts on the one body at I then acts on the other,
// opposite and along the same line, because measures do not change when all
// bodies that they are about move together.

// SetReactionPartner sets the marker at the other end of the reaction, which is then seen
// between the two only.
func (g *GeneralConstraint) SetReactionPartner(j MarkerIdx) { g.J, g.alone = j, false }

// reactionPartner returns the marker at the other end of a reaction at i, NoMarker if
// there is not just one.
func (sys *System) reactionPartner(i MarkerIdx, calls []expr.Call) MarkerIdx {
	j := NoMarker
	var frames []MarkerIdx
	for _, c := range calls {
		m, err := sys.ResolveMeasure(Call{c.Name, c.Args})
		if err != nil || m.row.stage > Motion {
			continue
		}
		for _, x := range m.pointMarkers() {
			switch {
			case x == i || x == j:
			case j != NoMarker || x == Global:
				return NoMarker
			default:
				j = x
			}
		}
		frames = append(frames, m.frameMarkers()...)
	}
	if i == NoMarker || j == NoMarker {
		return NoMarker
	}
	for _, k := range frames {
		if of := sys.Markers[k].Body; of != sys.Markers[i].Body && of != sys.Markers[j].Body {
			return NoMarker
		}
	}
	return j
}

// pointMarkers are the markers whose origins or axes a displacement or velocity is of.
func (m *Measure) pointMarkers() []MarkerIdx {
	if m.row.fn.combine == included {
		return []MarkerIdx{m.i, m.j, m.k}
	}
	return []MarkerIdx{m.i, m.j}
}

// frameMarkers are the markers along whose axes it is measured and against which
// rates are taken.
func (m *Measure) frameMarkers() []MarkerIdx {
	switch f := m.row.fn; {
	case m.row.stage != Motion:
	case f.closing || f.angular && f.norm:
		return nil
	case f.angular:
		return []MarkerIdx{m.k}
	default:
		return []MarkerIdx{m.k, m.l}
	}
	for _, d := range m.row.fn.dots {
		if d.kind == along {
			return []MarkerIdx{m.k}
		}
	}
	return nil
}
