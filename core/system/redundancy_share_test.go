package system

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// shared assembles a model, solves for accelerations and shares the reactions.
func shared(t *testing.T, m *model) (*State, *integrate.Point) {
	t.Helper()
	s, p, _ := assembled(t, m)
	if err := s.AssembleVelocities(p, 1e-10); err != nil {
		t.Fatal(err)
	}
	if err := integrate.SolveAccelerations(s, p, integrate.NewLinearSolver(s)); err != nil {
		t.Fatal(err)
	}
	if changed, err := s.ApplyLeastNormReactions(p); err != nil || !changed || s.ReactionSharing() != LeastNorm {
		t.Fatalf("reactions are not shared: %v", err)
	}
	if err := s.EvaluateForResults(p); err != nil {
		t.Fatal(err)
	}
	return s, p
}

// held adds a joint between a place of body b and ground, with axes r of both markers.
func (m *model) held(kind string, b BodyIdx, at vec, r mat) int {
	c, rb := m.start(b)
	t := rb.T()
	i := m.markerAt(b, Marker{Pos: rb.MulTransposed(at.Sub(c)), Rot: t.MulMat(&r)})
	j := m.markerAt(Ground, Marker{Pos: at, Rot: r})
	return m.AddRows(m.NewJointRows(len(m.Rows)+1, JointKinds[kind], m.at(i), m.at(j)))
}

func slab(m *model, mass float64, at vec) BodyIdx {
	return m.AddBody(Body{ID: 1, Mass: mass, Pos0: at, Rot0: spatial.Identity, Inertia: mat{A: vec{X: 1}, B: vec{Y: 2}, C: vec{Z: 3}}})
}

// TestTable: a table of 8 kg on four legs that each only carry upwards, and slide. Its mass
// centre over the middle, each carries a quarter. A load off the middle by (x, y) is shared by the
// least squares of a plane: P/4 (1 ± x/a ± y/b), a and b being half the sides.
func TestTable(t *testing.T) {
	const a, b, g = 0.6, 0.4, 9.81
	for _, at := range []vec{{}, {X: 0.2, Y: -0.1}, {X: -0.45, Y: 0.3}} {
		m := newModel(1)
		m.Length, m.Gravity = 1.2, vec{Z: -g}
		top := slab(m, 8, at)
		var legs []int
		for _, x := range []float64{-a, a} {
			for _, y := range []float64{-b, b} {
				legs = append(legs, m.held("INPLANE", top, vec{X: x, Y: y}, spatial.Identity))
			}
		}
		s, _ := shared(t, m)
		for k, leg := range legs {
			x, y := float64(k/2*2-1), float64(k%2*2-1)
			want := 8 * g / 4 * (1 + x*at.X/a + y*at.Y/b)
			if w := s.rows.reactionWrenchOfRowSet(leg); !close(w.F.Z, want, 1e-9) || math.Hypot(w.F.X, w.F.Y) > 1e-9 {
				t.Errorf("load at %v: leg %d carries %v, want %.10g", at, k, w.F, want)
			}
		}
	}
}

// TestDoor: a door on three hinges at heights -h, 0 and h on one axis z, its mass centre at a
// distance d. The weight is shared equally. The torque W d about y is held by horizontal
// forces at the outer hinges and by torques of all three, of which the least sum of |F|² + |T|²/ℓ²,
//
//	2 F h + 3 T = W d,  F = h y,  T = ℓ² y,  y = W d/(2 h² + 3 ℓ²),
//
// is the sum over the hinges of lever times lever.
func TestDoor(t *testing.T) {
	const h, d, g, mass = 0.8, 0.5, 10.0, 12.0
	for _, l := range []float64{1, 2} {
		m := newModel(1)
		m.Length, m.Gravity = l, vec{Z: -g}
		leaf := slab(m, mass, vec{X: d})
		var hinge []int
		for _, z := range []float64{-h, 0, h} {
			hinge = append(hinge, m.held("REVOLUTE", leaf, vec{Z: z}, spatial.Identity))
		}
		s, _ := shared(t, m)
		y := mass * g * d / (2*h*h + 3*l*l)
		for k, n := range hinge {
			z := float64(k-1) * h
			// about the axis the weight turns the leaf towards +y: -W d + Σ z F + T = 0
			want := wrench{F: vec{X: -z * y, Z: mass * g / 3}, T: vec{Y: -l * l * y}}
			if w := s.rows.reactionWrenchOfRowSet(n); w.F.Sub(want.F).Norm() > 1e-8 || w.T.Sub(want.T).Norm() > 1e-8 {
				t.Errorf("length scale %g, hinge %d: force %v and torque %v, want %v and %v", l, k, w.F, w.T, want.F, want.T)
			}
		}
	}
}

// TestParallelogramReactions: a parallelogram of two upright cranks and a coupler, hinges about y, at rest
// upright, pushed out of its plane by a force P along y at the middle of the coupler. By
// symmetry each crank takes half of it, and the torques about x and z that the plane theory does not know
// are those of least norm, computed here by hand from the normal equations of the four hinges.
func TestParallelogramReactions(t *testing.T) {
	const push = 6.0
	l := newLinkage()
	l.Length = 2
	a, c := l.rod(vec{}, vec{Z: 1}), l.rod(vec{X: 2}, vec{X: 2, Z: 1})
	b := l.rod(vec{Z: 1}, vec{X: 2, Z: 1})
	pins := []int{l.pin(a, Ground, vec{}), l.pin(c, Ground, vec{X: 2}), l.pin(b, a, vec{Z: 1}), l.pin(b, c, vec{X: 2, Z: 1})}
	mid := l.markerAt(b, Marker{Rot: spatial.Identity})
	f := [6]Output{None, l.law(t, "%g", push), None, None, None, None}
	l.AddForce(Force{Element: "Force_Vector_OneBody", ID: 1, Direction: Axes, I: l.at(mid), J: NoMarker, Ref: Global, Comp: f})
	s, _ := shared(t, l.model)
	// unknowns by hinge: F and T without the torque about y, on the first body named; the bodies
	// do not move (no gravity, the push is across the plane)
	want := leastNormByHand(map[string]vec{"a": {Z: 0.5}, "b": {X: 1, Z: 1}, "c": {X: 2, Z: 0.5}},
		[]handHinge{{"a", "", vec{}}, {"c", "", vec{X: 2}}, {"b", "a", vec{Z: 1}}, {"b", "c", vec{X: 2, Z: 1}}}, "b", vec{Y: push}, 2)
	for k, n := range pins {
		w := s.rows.reactionWrenchOfRowSet(n)
		if w.F.Sub(want[k].F).Norm() > 1e-8 || w.T.Sub(want[k].T).Norm() > 1e-8 {
			t.Errorf("hinge %d: force %v and torque %v, want %v and %v", k, w.F, w.T, want[k].F, want[k].T)
		}
		if math.Abs(math.Abs(w.F.Y)-push/2) > 1e-8 {
			t.Errorf("hinge %d carries %g across the plane, want %g", k, w.F.Y, push/2)
		}
	}
}

// handHinge holds body i at body j ("" is ground) at a place, free about y.
type handHinge struct {
	i, j string
	at   vec
}

// leastNormByHand writes the balance of each body as A x = -load, x being Fx Fy Fz, Tx/ℓ, Tz/ℓ of each hinge,
// and returns x = Aᵀ (A Aᵀ)⁺ (-load) by Gauss-Seidel sweeps from 0, which stay in the range of Aᵀ.
func leastNormByHand(centre map[string]vec, hinges []handHinge, loaded string, load vec, l float64) []wrench {
	var rows [][]float64
	var rhs []float64
	for body, c := range centre {
		for k := range 6 {
			row := make([]float64, 5*len(hinges))
			for n, h := range hinges {
				sign := 0.0
				switch body {
				case h.i:
					sign = 1
				case h.j:
					sign = -1
				}
				for u, unit := range []wrench{{F: spatial.UnitAxis(0)}, {F: spatial.UnitAxis(1)}, {F: spatial.UnitAxis(2)}, {T: vec{X: l}}, {T: vec{Z: l}}} {
					torque := unit.T.Add(h.at.Sub(c).Cross(unit.F))
					if k < 3 {
						row[5*n+u] = sign * unit.F.At(k)
					} else {
						row[5*n+u] = sign * torque.At(k-3)
					}
				}
			}
			rows = append(rows, row)
			if k < 3 && body == loaded {
				rhs = append(rhs, -load.At(k))
			} else {
				rhs = append(rhs, 0)
			}
		}
	}
	x := make([]float64, 5*len(hinges))
	for range 20000 {
		for r, row := range rows {
			dot, square := -rhs[r], 0.0
			for k, v := range row {
				dot, square = dot+v*x[k], square+v*v
			}
			if square == 0 {
				continue
			}
			for k, v := range row {
				x[k] -= dot / square * v
			}
		}
	}
	var out []wrench
	for n := range hinges {
		y := x[5*n:]
		out = append(out, wrench{vec{X: y[0], Y: y[1], Z: y[2]}, vec{X: l * y[3], Z: l * y[4]}})
	}
	return out
}

// TestContradictions: constraints that cannot hold together are named, with what they
// contradict.
func TestContradictions(t *testing.T) {
	build := func(second string) *model {
		m := newModel(1)
		b := slab(m, 1, vec{X: 0.5})
		n := m.held("REVOLUTE", b, vec{}, spatial.Identity)
		j := m.Rows[n].(*Joint)
		for k, src := range []string{"2*TIME", second} {
			call := Call{"AZ", []int{m.Markers[j.I].ID, m.Markers[j.J].ID}}
			r, err := m.NewExpressionMotionRow(k+1, call, compiled(t, src), integrate.Position, j.I, j.J)
			if err != nil {
				t.Fatal(err)
			}
			m.AddRows(r)
		}
		return m
	}
	check := func(name, level string, err error) {
		t.Helper()
		var c *ContradictionError
		if !errors.As(err, &c) || c.Level != level || !strings.Contains(err.Error(), "Motion_Joint 2: motion contradicts Motion_Joint 1") &&
			!strings.Contains(err.Error(), "Motion_Joint 1: motion contradicts Motion_Joint 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	m := build("3*TIME")
	s, p, _ := assembled(t, m)
	check("rates at the start", "velocity", s.AssembleVelocities(p, 1e-10))

	s, p, _ = assembled(t, build("2*TIME"))
	if err := s.AssembleVelocities(p, 1e-10); err != nil {
		t.Errorf("the same motion twice: %v", err)
	}
	if err := s.CheckConstraintContradiction(p); err != nil {
		t.Errorf("the same motion twice: %v", err)
	}

	s, p, _ = assembled(t, build("2*TIME+0.5*TIME**2"))
	if err := s.AssembleVelocities(p, 1e-10); err != nil {
		t.Errorf("motions that part later: %v", err)
	}
	q := advance(t, s, p, "DSTIFF", 1e-5, 0.2, nil)
	check("motions that part later", "position", s.CheckConstraintContradiction(q))
}
