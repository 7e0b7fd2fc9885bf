package system

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

// General is the row of a Constraint_General: an expression of displacement
// measures (position level) or also velocity measures (velocity level) that is
// kept zero.
type General struct {
	RowPlace
	program *expr.Program
	work    *expr.Work
	calls   []Call
	measure []Measure // for its bodies; values come from the plan's
	slot    [][]int32 // per measure: places of its bodies in Bodies
	v, d    []float64
	dd, p   []float64
	second  hessian
}

// NewGeneral returns the row of an expression. i is the marker from which the
// reaction is seen, NoMarker without one.
func (sys *System) NewGeneral(element string, id int, p *expr.Program, i MarkerIdx) (*General, error) {
	g := &General{
		RowPlace: RowPlace{Element: element, ID: id, Row: []string{"expression"}, N: 1, I: i, J: NoMarker},
		program:  p, work: p.NewWork(),
	}
	var all Measure
	for _, c := range p.Measures {
		m, err := sys.Resolve(Call{c.Name, c.Args})
		if err != nil {
			return nil, err
		}
		switch m.row.stage {
		case Pose:
		case Motion:
			g.Level = integrate.Velocity
		default:
			return nil, fmt.Errorf("%s cannot be part of a constraint: only displacement and velocity measures, TIME and constants may", Call{c.Name, c.Args})
		}
		slots := make([]int32, len(m.body))
		for k, b := range m.body {
			slots[k] = all.place(b)
		}
		g.calls, g.measure, g.slot = append(g.calls, Call{c.Name, c.Args}), append(g.measure, m), append(g.slot, slots)
	}
	g.Bodies = all.body
	n := len(g.calls)
	g.v, g.d, g.dd, g.p = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	g.second = newHessian(n)
	return g, nil
}

func (g *General) asks() []Call { return g.calls }

// fill: at position level the rate and second rate come from those of the
// measures along the motion, without the accelerations.
func (g *General) fill(s *State, b *rowBlock) error {
	clear(b.jac)
	for k, i := range s.asked[g.set] {
		g.fillMeasure(s, k, &s.plan.measure[i], s.near(i))
	}
	t, mode := s.p.T, int(s.Mode)
	_, dt := g.program.Grad(g.work, t, mode, g.v, g.p)
	v, d, dd := g.program.Jet(g.work, t, mode, g.v, g.d, g.dd)
	b.g[0], b.gt[0], b.bias[0] = v, dt, dd
	if g.Level == integrate.Velocity {
		b.bias[0] = d
	}
	singular := false
	for k, i := range s.asked[g.set] {
		if g.p[k] != 0 && s.singular(i) {
			singular = true
			continue
		}
		g.fillGradient(s, k, &s.plan.measure[i], b)
	}
	if singular && g.Level == integrate.Position {
		g.fillSingular(s, b)
	}
	return s.finite(g.Element, g.ID, b.g[0], b.gt[0], b.bias[0])
}

// fillSingular adds the gradient by way of angles that have none.
func (g *General) fillSingular(s *State, b *rowBlock) {
	var angles []MeasureIdx
	for k, i := range s.asked[g.set] {
		if g.p[k] != 0 && s.singular(i) {
			angles = append(angles, i)
		}
	}
	v := make([]float64, len(g.v))
	f := func(body BodyIdx, r vec) (float64, bool) {
		copy(v, g.v)
		for k, i := range s.asked[g.set] {
			if g.p[k] != 0 && s.singular(i) {
				v[k] = s.turnedValue(i, body, r)
			}
		}
		x := g.program.Eval(g.work, s.p.T, int(s.Mode), v)
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	s.turnSlopes(angles, f, func(body BodyIdx, t vec) {
		t.Accumulate(b.row(0, int32(slices.Index(g.Bodies, body)))[3:])
	})
}

// fillMeasure sets value and rates of measure k.
func (g *General) fillMeasure(s *State, k int, m *Measure, turn float64) {
	if m.row.stage == Pose {
		j := s.displacementJet(m, 0)
		g.v[k], g.d[k], g.dd[k] = s.displacement(m, turn), j.d, j.dd
		return
	}
	w, dir := s.velocity(m)
	pose, _ := s.gradMotion(m)
	g.v[k], g.d[k], g.dd[k] = w.Dot(dir), s.along(m, pose), 0
}

// along returns gradient blocks times the twists of their bodies.
func (s *State) along(m *Measure, grad []float64) float64 {
	sum := 0.0
	for k, b := range m.body {
		st, w := &s.body[b], grad[6*k:]
		sum += w[0]*st.V.X + w[1]*st.V.Y + w[2]*st.V.Z + w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
	}
	return sum
}

func (g *General) fillGradient(s *State, k int, m *Measure, b *rowBlock) {
	if g.p[k] == 0 {
		return
	}
	var grad []float64
	switch {
	case g.Level == integrate.Position:
		grad = s.gradPose(m)
	case m.row.stage == Motion:
		_, grad = s.gradMotion(m)
	default:
		return
	}
	for n, slot := range g.slot[k] {
		r := b.row(0, slot)
		for c := range r {
			r[c] += g.p[k] * grad[6*n+c]
		}
	}
}

// stiffen leaves rows of velocity level out: their gradients change with the
// pose by the arms only.
func (g *General) stiffen(s *State, l []float64, q float64, j *jacobian) {
	if g.Level != integrate.Position || l[0] == 0 || s.rows.inactive[g.At] {
		return
	}
	g.second.fill(g.program, g.work, s.p.T, int(s.Mode), g.v)
	s.stiffenExpression(s.asked[g.set], g.p, &g.second, l[0], q, j)
}

// PrescribedMotion is the row of a Motion_Joint: a displacement measure, its
// rate or its second rate equals a function of time.
type PrescribedMotion struct {
	RowPlace
	program *expr.Program
	work    *expr.Work
	call    Call
	slot    []int32
}

// NewMotion returns the row that holds the measure (AZ or DZ of markers i and j)
// at the level to the function of time.
func (sys *System) NewMotion(id int, measure Call, p *expr.Program, level integrate.Level, i, j MarkerIdx) (*PrescribedMotion, error) {
	m, err := sys.Resolve(measure)
	if err != nil {
		return nil, err
	}
	var all Measure
	r := &PrescribedMotion{
		RowPlace: RowPlace{Element: "Motion_Joint", ID: id, Row: []string{"motion"}, N: 1, I: i, J: j, Level: level},
		program:  p, work: p.NewWork(), call: measure,
	}
	for _, b := range m.body {
		r.slot = append(r.slot, all.place(b))
	}
	r.Bodies = all.body
	return r, nil
}

func (r *PrescribedMotion) asks() []Call { return []Call{r.call} }

func (r *PrescribedMotion) fill(s *State, b *rowBlock) error {
	i := s.asked[r.set][0]
	m := &s.plan.measure[i]
	f, fd, fdd := r.program.Jet(r.work, s.p.T, int(s.Mode), nil, nil, nil)
	j := s.displacementJet(m, 0)
	switch r.Level {
	case integrate.Position:
		// of the angles that a pose may be, the one that is prescribed
		b.g[0], b.gt[0], b.bias[0] = s.displacement(m, f)-f, -fd, j.dd-fdd
	case integrate.Velocity:
		b.g[0], b.gt[0], b.bias[0] = j.d-f, 0, j.dd-fd
	default:
		b.g[0], b.gt[0], b.bias[0] = 0, 0, j.dd-f
	}
	copy(b.jac, s.gradPose(m))
	return s.finite(r.Element, r.ID, b.g[0], b.gt[0], b.bias[0])
}

func (r *PrescribedMotion) stiffen(s *State, l []float64, q float64, j *jacobian) {
	if !s.rows.inactive[r.At] {
		s.stiffenMeasure(&s.plan.measure[s.asked[r.set][0]], l[0], q, j)
	}
}
