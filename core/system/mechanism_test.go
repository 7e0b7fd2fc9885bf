package system

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// mechanism is a random mechanism of which the energy is known in closed form:
// bodies in a tree or in loops, springs without damping, couplers and motions.
type mechanism struct {
	*model
	floating bool // nothing joins it to ground
	spring   [][2]MarkerIdx
	driven   []*PrescribedMotion
}

// allJoints are the joints that mechanisms are made of.
var allJoints = append(append([]string{}, jointNames...), rarerJoints...)

const (
	springRate   = 8.0
	springLength = 1.0
	swing, pace  = 0.4, 3.0 // a driven angle is its start + swing sin(pace t)
)

// newMechanism makes one of 2 to 6 bodies. Of four seeds one gives a tree on ground, one
// loops, one a free tree and one free loops; half of those on ground are driven.
func newMechanism(t testing.TB, seed uint64) *mechanism {
	m := &mechanism{model: newModel(3000 + seed), floating: seed%4 >= 2}
	n := 2 + m.r.IntN(5)
	var joints []int
	if m.floating {
		m.body(Rigid)
	} else {
		m.Gravity = randomVec(m.r).Scale(3)
	}
	driven := !m.floating && seed%8 >= 4
	if driven {
		joints = append(joints, m.joint("REVOLUTE", m.body(Rigid), Ground))
		m.drive(t, joints[0])
	}
	for len(m.Bodies) <= n {
		joints = append(joints, m.branch(allJoints[(int(seed)+len(m.Bodies))%len(allJoints)]))
	}
	if seed%2 == 1 {
		m.close(1 + m.r.IntN(2))
	}
	for range 1 + m.r.IntN(3) {
		m.stretch(t)
	}
	m.couple(t, joints)
	return m
}

// first is the first body that joints may hold.
func (m *mechanism) first() int {
	if m.floating {
		return 1
	}
	return 0
}

// branch adds a body on one before it and returns the row set of its joint.
func (m *mechanism) branch(kind string) int {
	parent := BodyIdx(m.first() + m.r.IntN(len(m.Bodies)-m.first()))
	if m.r.IntN(5) == 0 && m.Bodies[parent].Kind != PointMass {
		return m.joint("SPHERICAL", m.body(PointMass), parent)
	}
	b := m.body(Rigid)
	if m.Bodies[parent].Kind == PointMass {
		return m.tie(b, parent)
	}
	return m.joint(kind, b, parent)
}

// tie holds a point of body b at the point mass c, which has no axes.
func (m *mechanism) tie(b, c BodyIdx) int {
	j := m.markerAt(c, Marker{Rot: spatial.Identity})
	i := m.fitted(b, j, randomRot(m.r), vec{})
	return m.AddRows(m.NewJointRows(len(m.Rows)+1, JointKinds["SPHERICAL"], m.at(i), m.at(j)))
}

// close adds up to n joints that close loops and leave motions.
func (m *mechanism) close(n int) {
	for range n {
		i, j := BodyIdx(1+m.r.IntN(len(m.Bodies)-1)), BodyIdx(m.first()+m.r.IntN(len(m.Bodies)-m.first()))
		kind := allJoints[m.r.IntN(len(allJoints))]
		if i == j || m.Bodies[i].Kind == PointMass || m.Bodies[j].Kind == PointMass || m.nl+len(JointKinds[kind].rows) >= m.nv {
			continue
		}
		m.joint(kind, i, j)
	}
}

// stretch adds a spring between two bodies.
func (m *mechanism) stretch(t testing.TB) {
	end := func(b BodyIdx) int {
		if m.Bodies[b].Kind == PointMass { // it takes no torque
			return m.markerAt(b, Marker{Rot: spatial.Identity})
		}
		return m.marker(b)
	}
	b := BodyIdx(1 + m.r.IntN(len(m.Bodies)-1))
	c := BodyIdx(m.first() + m.r.IntN(len(m.Bodies)-m.first()))
	if b == c {
		return
	}
	i, j := end(b), end(c)
	f := m.law(t, "-%g*(DM(%d,%d)-%g)", springRate, i, j, springLength)
	m.AddForce(Force{Element: "Force_SpringDamper", ID: i, Direction: Line, I: m.at(i), J: m.at(j),
		Comp: [6]Output{f, None, None, None, None, None}}, "SPDP")
	m.spring = append(m.spring, [2]MarkerIdx{m.at(i), m.at(j)})
}

// pose returns place and axes of a marker at the start.
func (m *model) pose(i MarkerIdx) (vec, mat) {
	c, r := m.start(m.Markers[i].Body)
	return c.Add(r.Mul(m.Markers[i].Pos)), r.MulMat(&m.Markers[i].Rot)
}

// angle returns AZ of a joint at the start.
func (m *mechanism) angle(j *Joint) float64 {
	_, ri := m.pose(j.I)
	_, rj := m.pose(j.J)
	return math.Atan2(ri.A.Dot(rj.B), ri.A.Dot(rj.A))
}

// couple makes a screw of each cylindrical joint and couples the first two hinges.
func (m *mechanism) couple(t testing.TB, joints []int) {
	general := func(format string, args ...any) {
		g, err := m.NewExpressionConstraintRow("Constraint_General", len(m.Rows), compiled(t, fmt.Sprintf(format, args...)), NoMarker)
		if err != nil {
			t.Fatal(err)
		}
		m.AddRows(g)
	}
	var hinges []*Joint
	for _, k := range joints {
		j := m.Rows[k].(*Joint)
		i, o := m.Markers[j.I].ID, m.Markers[j.J].ID
		switch j.Type {
		case "CYLINDRICAL":
			pi, _ := m.pose(j.I)
			pj, rj := m.pose(j.J)
			general("DZ(%[1]d,%[2]d,%[2]d)-0.3*AZ(%[1]d,%[2]d)-(%.17[3]g)", i, o, pi.Sub(pj).Dot(rj.C)-0.3*m.angle(j))
		case "REVOLUTE":
			hinges = append(hinges, j)
		}
	}
	if len(hinges) > 1 && m.nl < m.nv-1 {
		a, b := hinges[0], hinges[1]
		general("AZ(%d,%d)+0.7*AZ(%d,%d)-(%.17g)", m.Markers[a.I].ID, m.Markers[a.J].ID, m.Markers[b.I].ID, m.Markers[b.J].ID,
			m.angle(a)+0.7*m.angle(b))
	}
}

// drive prescribes the angle of a hinge.
func (m *mechanism) drive(t testing.TB, hinge int) {
	j := m.Rows[hinge].(*Joint)
	call := Call{"AZ", []int{m.Markers[j.I].ID, m.Markers[j.J].ID}}
	r, err := m.NewExpressionMotionRow(1, call, compiled(t, fmt.Sprintf("%.17g+%g*SIN(%g*TIME)", m.angle(j), swing, pace)), integrate.Position, j.I, j.J)
	if err != nil {
		t.Fatal(err)
	}
	m.AddRows(r)
	m.driven = append(m.driven, r)
}

// split checks the reactions of least norm: they do to the bodies what those of the iterate do, and
// no combination of reactions that does nothing makes them smaller.
func (m *mechanism) split(t *testing.T, s *State, p *integrate.Point) {
	t.Helper()
	if s.ReactionSharing() != LeastNorm {
		return
	}
	q := integrate.NewPoint(s.layout)
	q.Copy(p)
	for n := range q.L {
		q.L[n] = m.r.NormFloat64()
	}
	before := make([]float64, s.sys.nv)
	after := make([]float64, s.sys.nv)
	s.rows.computeRowForces(before, q.L)
	changed, err := s.ApplyLeastNormReactions(q)
	if err != nil || !changed {
		t.Fatalf("reactions are not shared: %v", err)
	}
	s.rows.computeRowForces(after, q.L)
	for k := range before {
		if !close(before[k], after[k], 1e-9) {
			t.Fatalf("shared reactions push %.12g, those of the iterate %.12g", after[k], before[k])
		}
	}
	for _, n := range s.shared.at { // e_n less its combination of rows in force does nothing
		l := m.combination(t, s, q, n)
		dot, size := 0.0, 0.0
		for k, x := range l {
			dot += s.shared.weight[k] * x * q.L[k]
			size += s.shared.weight[k] * math.Abs(x)
		}
		if math.Abs(dot) > 1e-8*size {
			t.Errorf("row %v: reactions have a part %.3g of %.3g that does nothing", s.sys.describeRow(n), dot, size)
		}
	}
}

// combination returns multipliers that do nothing, 1 of row n, which was taken out.
func (m *mechanism) combination(t *testing.T, s *State, p *integrate.Point, n int) []float64 {
	if err := s.jac.factorMetricMatrix(p); err != nil {
		t.Fatal(err)
	}
	if err := s.jac.factorMatrix(); err != nil {
		t.Fatal(err)
	}
	d := integrate.NewDelta(s.layout)
	l := make([]float64, s.sys.nl)
	l[n] = 1
	s.rows.computeRowForces(d.A, l)
	s.Solve(d)
	copy(l, d.L)
	l[n] = 1
	push := make([]float64, s.sys.nv)
	s.rows.computeRowForces(push, l)
	for k := range push {
		if math.Abs(push[k]) > 1e-6 {
			t.Fatalf("row %v does not depend on others: %.3g", s.sys.describeRow(n), push[k])
		}
	}
	return l
}

// energy is the kinetic energy and the potentials of gravity and springs.
func (m *mechanism) energy(t *testing.T, s *State, p *integrate.Point) float64 {
	if err := s.EvaluateForResults(p); err != nil {
		t.Fatal(err)
	}
	k, v := s.Energy()
	for _, e := range m.spring {
		l := s.kin.marker[e[0]].P.Sub(s.kin.marker[e[1]].P).Norm() - springLength
		v += springRate * l * l / 2
	}
	return k + v
}

// power is what the motions feed: multiplier times prescribed rate.
func (m *mechanism) power(p *integrate.Point) float64 {
	sum := 0.0
	for _, r := range m.driven {
		sum += p.L[r.At] * swing * pace * math.Cos(pace*p.T)
	}
	return sum
}

// errors returns the largest error of any row, those taken out as redundant
// included, and of any row's rate, at the point of the last EvaluateForResults.
func (m *mechanism) errors(s *State) (pos, vel float64) {
	for i, set := range s.sys.Rows {
		p := set.rowOwner()
		g, v, a := make([]float64, p.N), make([]float64, p.N), make([]float64, p.N)
		s.kin.setResidualsByGradients(p, &s.rows.set[i], g, v, a)
		for k := range g {
			pos, vel = math.Max(pos, math.Abs(g[k])), math.Max(vel, math.Abs(v[k]))
		}
	}
	return pos, vel
}

// TestMechanisms: fifty random mechanisms keep their energy but for the work of
// their motions, their momenta where nothing holds them, and all their constraints,
// those that were taken out as redundant too.
func TestMechanisms(t *testing.T) {
	used := map[string]int{}
	redundant, driven, locked := 0, 0, 0
	for seed := range uint64(50) {
		m := newMechanism(t, seed)
		for _, r := range m.Rows {
			used[r.rowOwner().Type]++
		}
		driven += len(m.driven)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r, l := m.keeps(t, []string{"DSTIFF", "ABAM", "RADAU"}[seed/8%3]) // each kind of mechanism by each method
			if r {
				redundant++
			}
			if l {
				locked++
			}
		})
	}
	for _, k := range allJoints {
		if used[k] == 0 {
			t.Errorf("no mechanism has a joint of type %s", k)
		}
	}
	t.Logf("joints %v, %d motions, %d mechanisms with redundant rows, %d that lock", used, driven, redundant, locked)
	if redundant < 3 || driven < 5 || locked > 2 {
		t.Errorf("%d mechanisms with redundant rows, %d motions, %d lock", redundant, driven, locked)
	}
}

// locks reports whether a step failed where a driven loop comes to the end of its reach: bodies get
// infinitely fast before.
func (m *mechanism) locks(p *integrate.Point, err error) bool {
	var c *integrate.ConvergenceError
	most := 0.0
	for _, v := range p.V {
		most = math.Max(most, math.Abs(v))
	}
	return errors.As(err, &c) && len(m.driven) > 0 && most > 1e4
}

// keeps runs m for half a second and checks what does not change; it reports
// whether rows were redundant, and whether the mechanism locked.
func (m *mechanism) keeps(t *testing.T, method string) (redundant, locked bool) {
	s := m.state(t)
	p := s.DeckPoint()
	removed, err := s.Assemble(p, 1e-12)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AssembleVelocities(p, 1e-11); err != nil {
		t.Fatal(err)
	}
	m.split(t, s, p)
	w := integrate.NewLinearSolver(s)
	if err := integrate.SolveAccelerations(s, p, w); err != nil {
		t.Fatal(err)
	}
	in, err := integrate.New(method)
	if err != nil {
		t.Fatal(err)
	}
	e0 := m.energy(t, s, p)
	lin0, ang0 := momenta(s, p)
	scale := 1 + math.Abs(e0)
	// A driven loop near the end of its reach turns at 1e3 rad/s: steps below the default of 1e-6 are for it.
	if err := in.Init(s, p, &integrate.Options{Tol: 1e-8, HMax: 0.01, HMin: 1e-8, ConstrTol: 1e-10, Work: w}); err != nil {
		t.Fatal(err)
	}
	mid := integrate.NewPoint(s.layout)
	work, before, last := 0.0, p.T, m.power(p)
	var drift, pos, vel float64
	for in.Now().T < 0.5 {
		err := in.Step(0.5)
		if err != nil && m.locks(in.Now(), err) {
			return len(removed) > 0, true
		}
		if err != nil {
			t.Fatalf("%s at %g: %v", method, in.Now().T, err)
		}
		q := in.Now()
		if err := s.AcceptPoint(q); err != nil {
			t.Fatal(err)
		}
		in.InterpolateAt((before+q.T)/2, mid)
		mid.T = (before + q.T) / 2
		now := m.power(q)
		work += (q.T - before) / 6 * (last + 4*m.power(mid) + now)
		before, last = q.T, now
		drift = math.Max(drift, math.Abs(m.energy(t, s, q)-work-e0))
		dp, dv := m.errors(s)
		pos, vel = math.Max(pos, dp), math.Max(vel, dv)
	}
	if drift > 1e-5*scale {
		t.Errorf("%s: energy %.6g changes by %.3g", method, e0, drift)
	}
	if pos > 1e-8 || vel > 1e-5 {
		t.Errorf("%s: rows are off by %.3g, their rates by %.3g (redundant: %v)", method, pos, vel, removed)
	}
	if m.floating {
		lin, ang := momenta(s, in.Now())
		if a, b := lin.Sub(lin0).Norm(), ang.Sub(ang0).Norm(); a > 1e-5*scale || b > 1e-5*scale {
			t.Errorf("%s: momenta change by %.3g and %.3g", method, a, b)
		}
	}
	t.Logf("%s: %d bodies, %d rows, %d redundant, dof %d: energy %.2g, rows %.2g %.2g, %d steps", method, len(m.Bodies)-1, m.nl, len(removed), s.DegreesOfFreedom(), drift/scale, pos, vel, in.Stats().Steps)
	return len(removed) > 0, false
}
