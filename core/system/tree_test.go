package system

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// anyTree adds n rigid bodies, each joined to one before it by a joint of any kind, on either marker, or free.
func (m *model) anyTree(n int) {
	var kinds []string
	for _, k := range append(append([]string{}, jointNames...), rarerJoints...) {
		if k != "CONSTANT_VELOCITY" {
			kinds = append(kinds, k)
		}
	}
	for range n {
		parent := BodyIdx(m.r.IntN(len(m.Bodies)))
		b := m.body(Rigid)
		switch kind := kinds[m.r.IntN(len(kinds))]; m.r.IntN(5) {
		case 0: // free
		case 1, 2: // the earlier body has marker I
			mi, mj := m.ends(kind, b, parent)
			m.reverse(kind, b, parent, mi, mj)
		default:
			m.joint(kind, b, parent)
		}
	}
}

// reverse joins b, which was placed by ends, to its parent with the marker I on the parent where the joint allows that.
func (m *model) reverse(kind string, b, parent BodyIdx, mi, mj int) {
	switch kind {
	case "HOOKE", "INLINE", "INPLANE": // axes of I and J are not alike
	default:
		mi, mj = mj, mi
	}
	id := len(m.Rows) + 1
	m.Joints[id] = m.AddRows(m.NewJointRows(id, JointKinds[kind], m.at(mi), m.at(mj)))
}

// driveJoints prescribes displacements, speeds or accelerations along z of half of the joints that have such motions.
func (m *model) driveJoints(t testing.TB) {
	for _, set := range slices.Clone(m.Rows) {
		j := set.(*Joint)
		f, _ := j.kind.freeMotions()
		i, k := m.Markers[j.I].ID, m.Markers[j.J].ID
		pi, ri := m.pose(j.I)
		pj, rj := m.pose(j.J)
		if f.turn == turnAboutZ && m.r.IntN(2) == 0 {
			m.drive(t, Call{"AZ", []int{i, k}}, math.Atan2(ri.A.Dot(rj.B), ri.A.Dot(rj.A))+2*math.Pi*float64(m.r.IntN(3)), j)
		}
		if f.slide == slideAlongZ && m.r.IntN(2) == 0 {
			m.drive(t, Call{"DZ", []int{i, k, k}}, pi.Sub(pj).Dot(rj.C), j)
		}
	}
}

// drive prescribes a displacement of a joint, about what it is at the start, or its speed or acceleration.
func (m *model) drive(t testing.TB, call Call, start float64, j *Joint) {
	level := integrate.Level(m.r.IntN(3))
	src := fmt.Sprintf("%.17g+0.3*SIN(3*TIME)+0.4*COS(2*TIME)", start-0.4)
	r, err := m.NewExpressionMotionRow(len(m.Rows), call, compiled(t, src), level, j.I, j.J)
	if err != nil {
		t.Fatal(err)
	}
	m.AddRows(r)
}

// Bodies off their joints, with any speeds, are brought onto all rows, and accelerations and multipliers of the tree leave no residual.
func TestTree(t *testing.T) {
	tried := 0
	for seed := range uint64(300) {
		m := newModel(seed)
		m.Gravity = vec{X: 1, Z: -9.81}
		m.anyTree(1 + m.r.IntN(9))
		if seed%2 == 1 {
			m.driveJoints(t)
		}
		if m.nl == 0 {
			continue
		}
		i, j := m.marker(1), m.marker(Ground)
		f := m.law(t, "-20*(DM(%[1]d,%[2]d)-1)-0.3*VR(%[1]d,%[2]d)", i, j)
		m.AddForce(Force{Element: "Force_Scalar", ID: 1, Direction: Line, I: m.at(i), J: m.at(j), Comp: [6]Output{f, None, None, None, None, None}})
		s := m.state(t)
		if s.plan.tree == nil {
			t.Fatalf("seed %d: no tree", seed)
		}
		p := s.DeckPoint()
		for i := range p.V {
			p.V[i] = m.r.NormFloat64()
		}
		for i, set := range m.Rows { // switched off, at a bound
			if r, ok := set.(*PrescribedMotion); ok && seed%4 == 3 && i%2 == 0 {
				s.rows.inactive[r.At], p.L[r.At] = true, m.r.NormFloat64()
			}
		}
		off := make([]float64, m.nv)
		for i := range off {
			off[i] = 1e-3 * m.r.NormFloat64()
		}
		s.MovePositions(p.Q, p.Q, off)
		q := integrate.NewPoint(s.layout)
		q.Copy(p)
		ok, err := s.SolveRatesDirectly(p, 0, 0, true)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Fatalf("seed %d: the tree was not used", seed)
		}
		tried++
		for i := range p.Q {
			if d := p.Q[i] - q.Q[i]; d > 0.1 || d < -0.1 {
				t.Errorf("seed %d: position %d moved by %g", seed, i, d)
			}
		}
		r := integrate.NewResidual(s.layout)
		s.memo.ok = false
		if err := s.EvaluateResidual(r, p); err != nil {
			t.Fatal(err)
		}
		size := 1 + maxOf(p.A) + maxOf(p.L)
		if maxOf(r.Pos) > 1e-13*size || maxOf(r.Vel) > 1e-13*size || maxOf(r.Acc) > 1e-12*size || maxOf(r.V) > 1e-12*size {
			t.Errorf("seed %d: residuals %g %g %g %g, size %g", seed, maxOf(r.Pos), maxOf(r.Vel), maxOf(r.Acc), maxOf(r.V), size)
		}
		copy(q.Q, p.Q) // by the matrix, in the metric of the masses
		if err := integrate.ProjectVelocities(s, q, 1e-13, integrate.NewLinearSolver(s)); err != nil {
			t.Fatal(err)
		}
		for i := range p.V {
			if !close(p.V[i], q.V[i], 1e-10) {
				t.Errorf("seed %d: speed %d is %g, by the matrix %g", seed, i, p.V[i], q.V[i])
			}
		}
		a, b := integrate.NewPoint(s.layout), integrate.NewPoint(s.layout)
		a.Copy(p)
		b.Copy(p)
		if n := testing.AllocsPerRun(10, func() { s.SolveRatesDirectly(b, 0, 0, true) }); n != 0 {
			t.Errorf("seed %d: %g allocations", seed, n)
		}
		for i := range a.Q {
			if d := a.Q[i] - b.Q[i]; d > 1e-13 || d < -1e-13 {
				t.Errorf("seed %d: a point on its joints moves by %g", seed, d)
			}
		}
	}
	if tried < 250 {
		t.Errorf("only %d of 300 models", tried)
	}
}
