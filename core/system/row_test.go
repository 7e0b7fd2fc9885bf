package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// rowsModel has a row set of every kind between random bodies.
func rowsModel(t *testing.T, seed uint64) *model {
	m := newModel(seed)
	for range 3 {
		m.body(Rigid)
	}
	m.body(PointMass)
	for _, k := range jointNames {
		i := BodyIdx(1 + m.r.IntN(3))
		j := i
		for j == i {
			j = BodyIdx(m.r.IntN(4))
		}
		m.joint(k, i, j)
	}
	m.joint("SPHERICAL", 4, 1)
	m.joint("SPHERICAL", 2, 4)
	add := func(r RowSet, err error) {
		if err != nil {
			t.Fatal(err)
		}
		m.AddRows(r)
	}
	for k, level := range []integrate.Level{integrate.Position, integrate.Velocity, integrate.Acceleration} {
		i, j := m.marker(1), m.marker(BodyIdx(2*m.r.IntN(2)))
		name := []string{"AZ", "DZ"}[m.r.IntN(2)]
		args := []int{i, j, j}[:table[name].max]
		r, err := m.NewExpressionMotionRow(k, Call{name, args}, compiled(t, "SIN(3*TIME)+TIME**3"), level, m.at(i), m.at(j))
		add(r, err)
	}
	i, j, k := m.marker(1), m.marker(3), m.marker(4)
	for n, src := range []string{
		"DX(%[1]d,%[2]d)**2*SIN(TIME)-DM(%[2]d,%[3]d)",
		"AX(%[1]d,%[2]d)+YAW(%[1]d)*THETA(%[2]d,%[1]d)-COS(PSI(%[1]d,%[2]d)-PHI(%[1]d,%[2]d))",
		"DZ(%[1]d,%[3]d,%[2]d)+PITCH(%[2]d)*ROLL(%[1]d,%[2]d)",
		"VX(%[1]d,%[3]d,%[2]d)-TIME*WZ(%[1]d,%[2]d,%[2]d)*DX(%[3]d)",
		"VR(%[1]d,%[2]d)*VM(%[3]d)+WM(%[1]d)*AY(%[1]d,%[2]d)-VY(%[1]d,%[2]d,%[1]d,%[2]d)",
	} {
		r, err := m.NewExpressionConstraintRow("Constraint_General", n, compiled(t, fmt.Sprintf(src, i, j, k)), m.at(i))
		add(r, err)
	}
	return m
}

// TestRowRates: along a smooth motion off the constraints, the velocity residual
// of each row is the rate of its position residual, and the acceleration
// residual that of the velocity residual.
func TestRowRates(t *testing.T) {
	for seed := range uint64(20) {
		checkRates(t, rowsModel(t, seed), seed, 1e-7)
	}
}

// checkRates compares the residuals of all rows of a model at a random point with
// differences of those one level below.
func checkRates(t *testing.T, m *model, seed uint64, tol float64) {
	t.Helper()
	s := m.state(t)
	p := m.anywhere(s)
	r := integrate.NewResidual(s.layout)
	at := func(h float64) *integrate.Residual {
		if err := s.EvaluateResidual(r, moving(s, p, h)); err != nil {
			t.Fatal(err)
		}
		return r
	}
	base := integrate.NewResidual(s.layout)
	if err := s.EvaluateResidual(base, p); err != nil {
		t.Fatal(err)
	}
	for _, set := range m.Rows {
		pl := set.rowOwner()
		for k := range pl.N {
			n := pl.At + k
			if pl.Level == integrate.Position {
				d := richardson(func(h float64) float64 { return at(h).Pos[n] }, 2e-3)
				if !close(base.Vel[n], d, tol) {
					t.Errorf("seed %d: %s %d row %d: rate %.12g, difference %.12g", seed, pl.Element, pl.ID, k, base.Vel[n], d)
				}
			}
			if pl.Level != integrate.Acceleration {
				d := richardson(func(h float64) float64 { return at(h).Vel[n] }, 2e-3)
				if !close(base.Acc[n], d, tol) {
					t.Errorf("seed %d: %s %d row %d: second rate %.12g, difference %.12g", seed, pl.Element, pl.ID, k, base.Acc[n], d)
				}
			}
		}
	}
}

// TestMotionLevels: the rows of a motion hold the measure, its rate and its
// second rate at f.
func TestMotionLevels(t *testing.T) {
	m := newModel(6)
	b := m.body(Rigid)
	i := m.marker(b)
	f := compiled(t, "SIN(3*TIME)+TIME**3")
	for k := range 3 {
		r, err := m.NewExpressionMotionRow(k, Call{"DZ", []int{i}}, f, integrate.Level(k), m.at(i), Global)
		if err != nil {
			t.Fatal(err)
		}
		m.AddRows(r)
	}
	s := m.state(t)
	p := m.anywhere(s)
	r := integrate.NewResidual(s.layout)
	if err := s.EvaluateResidual(r, p); err != nil {
		t.Fatal(err)
	}
	x := p.T
	fs := [3]float64{math.Sin(3*x) + x*x*x, 3*math.Cos(3*x) + 3*x*x, -9*math.Sin(3*x) + 6*x}
	ms := &s.plan.measure[s.plan.index[Call{"DZ", []int{i}}.lookupKey()]]
	j := s.kin.displacementJet(ms, 1)
	v := s.kin.displacementValue(ms, 0)
	want := [][3]float64{
		{v - fs[0], j.d - fs[1], j.dd - fs[2]},
		{0, j.d - fs[0], j.dd - fs[1]},
		{0, 0, j.dd - fs[0]},
	}
	for k, w := range want {
		if got := [3]float64{r.Pos[k], r.Vel[k], r.Acc[k]}; !close(got[0], w[0], 1e-13) || !close(got[1], w[1], 1e-13) || !close(got[2], w[2], 1e-13) {
			t.Errorf("level %d: %v, want %v", k, got, w)
		}
	}
}

// TestPushIsTransposeOfRate: the change of the force residual per multiplier is
// minus the change of the rate residual per speed, for every row.
func TestPushIsTransposeOfRate(t *testing.T) {
	for seed := range uint64(10) {
		m := rowsModel(t, seed)
		s := m.state(t)
		p := m.anywhere(s)
		r0, r := integrate.NewResidual(s.layout), integrate.NewResidual(s.layout)
		eval := func(r *integrate.Residual) {
			if err := s.EvaluateResidual(r, p); err != nil {
				t.Fatal(err)
			}
		}
		clear(p.L)
		eval(r0)
		push := make([][]float64, len(p.L)) // by multiplier and speed
		for n := range p.L {
			p.L[n] = 1
			eval(r)
			p.L[n] = 0
			for k := range p.A {
				push[n] = append(push[n], r0.V[k]-r.V[k])
			}
		}
		for k := range p.A {
			p.A[k]++
			eval(r)
			p.A[k]--
			for n := range p.L {
				if d := r.Acc[n] - r0.Acc[n]; !close(push[n][k], d, 1e-10) {
					t.Errorf("seed %d: row %d pushes %g along speed %d, rate partial %g", seed, n, push[n][k], k, d)
				}
			}
		}
	}
}

// TestPublishedReaction: a pendulum on I = ground, m = 1, L = 2, released
// horizontally: the published value of JOINT(1,0,4,0) is -0.239187. The same at J, with
// the moment about J's origin, and with I and J exchanged.
func TestPublishedReaction(t *testing.T) {
	m := newModel(7)
	m.Gravity = vec{Z: -9.80665}
	b := m.AddBody(Body{ID: 1, Mass: 1, Pos0: vec{X: 2}, Rot0: spatial.Identity, Inertia: mat{A: vec{X: 0.1}, B: vec{Y: 0.1}, C: vec{Z: 0.1}}})
	hinge := spatial.RotX(-math.Pi / 2)
	gi := m.markerAt(Ground, Marker{Rot: hinge})
	bj := m.markerAt(b, Marker{Pos: vec{X: -2}, Rot: hinge})
	m.Joints[1] = m.AddRows(m.NewJointRows(1, JointKinds["REVOLUTE"], m.at(gi), m.at(bj)))
	onI, onJ := m.asked("JOINT", 1, 0, 4, 0), m.asked("JOINT", 1, 1, 4, 0)
	net, back := m.asked("FZ", gi, bj), m.asked("FZ", bj, gi)
	s, p, _ := started(t, m.System)
	want := -0.239187
	for _, x := range []struct {
		c Call
		w float64
	}{{onI, want}, {onJ, -want}, {net, want}, {back, -want}} {
		if got := valueAt(t, s, p, x.c); math.Abs(got-x.w) > 1e-6 {
			t.Errorf("%s = %.6f, want %.6f", x.c, got, x.w)
		}
	}
}

// TestReactionsBalance: for random constraints and multipliers, what is reported on
// I's body and on J's body, each about its marker, together with the
// multipliers gives the push that the equations of motion get; net forces
// add up likewise.
func TestReactionsBalance(t *testing.T) {
	kinds := append(append([]string{}, jointNames...), rarerJoints...)
	for seed := range uint64(28) {
		m := newModel(200 + seed)
		for range 3 {
			m.body(Rigid)
		}
		kind := kinds[seed%uint64(len(kinds))]
		mi, mj := m.ends(kind, 1, BodyIdx(2*m.r.IntN(2)))
		if m.r.IntN(2) == 0 { // I may be on ground
			mi, mj = mj, mi
		}
		m.Joints[1] = m.AddRows(m.NewJointRows(1, JointKinds[kind], m.at(mi), m.at(mj)))
		pl := m.Rows[0].rowOwner()
		k := m.marker(3)
		var c [2][8]Call
		for jflag := range 2 {
			for comp := range 8 {
				c[jflag][comp] = m.asked("JOINT", 1, jflag, comp+1, k)
			}
		}
		s := m.state(t)
		p := m.anywhere(s)
		copy(p.Q, s.DeckPoint().Q) // the joint is closed
		for side := range 2 {
			mk := [2]MarkerIdx{pl.I, pl.J}[side]
			id := m.Markers[mk].ID
			var v [8]float64
			for comp := range v {
				v[comp] = valueAt(t, s, p, c[side][comp])
			}
			f, tq := poseOf(m.System, p, k).out(vec{X: v[1], Y: v[2], Z: v[3]}), poseOf(m.System, p, k).out(vec{X: v[5], Y: v[6], Z: v[7]})
			if !close(v[0], f.Norm(), 1e-12) || !close(v[4], tq.Norm(), 1e-12) {
				t.Errorf("magnitudes %g %g, want %g %g", v[0], v[4], f.Norm(), tq.Norm())
			}
			b := m.Markers[mk].Body
			if b == Ground {
				continue
			}
			r, r0 := integrate.NewResidual(s.layout), integrate.NewResidual(s.layout)
			q := integrate.NewPoint(s.layout)
			q.Copy(p)
			clear(q.L)
			if s.EvaluateResidual(r, p) != nil || s.EvaluateResidual(r0, q) != nil {
				t.Fatal("evaluation failed")
			}
			at := m.Bodies[b].v
			tc := tq.Add(poseOf(m.System, p, id).P.Sub(spatial.LoadVec(p.Q[m.Bodies[b].q:])).Cross(f))
			for e, want := range [6]float64{f.X, f.Y, f.Z, tc.X, tc.Y, tc.Z} {
				if got := r0.V[at+e] - r.V[at+e]; !close(got, want, 1e-12) {
					t.Errorf("seed %d %s side %d: push %d is %g, reported %g", seed, kind, side, e, got, want)
				}
			}
		}
	}
}
