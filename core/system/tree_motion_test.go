package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// A motion turns a pendulum about z of ground by φ(t), gravity is along -y: the torque is (J + m a²) φ” + m g a cos φ and the force of the hinge
// m (a” - g) of the mass centre. It is the same from either marker, and the free slide of a cylindrical joint stays free.
func TestTreeMotionTorque(t *testing.T) {
	const (
		mass, inertia, arm, g = 2.5, 0.3, 0.7, 9.81
		now                   = 0.3
	)
	// 2 + 0.5 sin 3t and its second derivative
	phi, acc := 2+0.5*math.Sin(3*now), -0.5*9*math.Sin(3*now)
	rate := 1.5 * math.Cos(3*now)
	torque := (inertia+mass*arm*arm)*acc + mass*g*arm*math.Cos(phi)
	for _, kind := range []string{"REVOLUTE", "CYLINDRICAL"} {
		for _, sign := range []float64{1, -1} {
			sys := New()
			sys.Gravity = vec{Y: -g}
			b := sys.AddBody(Body{ID: 1, Mass: mass, Pos0: vec{X: arm}, Rot0: spatial.Identity, Inertia: mat{A: vec{X: 0.1}, B: vec{Y: 0.3}, C: vec{Z: inertia}}})
			own := sys.AddMarker(Marker{ID: 1, Body: b, Pos: vec{X: -arm}, Rot: spatial.Identity})
			other := sys.AddMarker(Marker{ID: 2, Rot: spatial.Identity})
			if sign < 0 {
				own, other = other, own
			}
			j := sys.NewJointRows(1, JointKinds[kind], own, other)
			sys.AddRows(j)
			src := fmt.Sprintf("%g*(2+0.5*SIN(3*TIME))", sign)
			r, err := sys.NewExpressionMotionRow(1, Call{"AZ", []int{sys.Markers[own].ID, sys.Markers[other].ID}}, compiled(t, src), integrate.Position, own, other)
			if err != nil {
				t.Fatal(err)
			}
			sys.AddRows(r)
			s, err := sys.NewState()
			if err != nil {
				t.Fatal(err)
			}
			p := s.DeckPoint()
			p.T = now
			p.V[2] = 0.2 // along the axis
			if ok, err := s.SolveRatesDirectly(p, 0, 0, true); !ok || err != nil {
				t.Fatalf("%s: %v, %v", kind, ok, err)
			}
			if v := p.L[r.At] * sign; math.Abs(v-torque) > 1e-12*math.Abs(torque) {
				t.Errorf("%s, sign %g: the torque is %.15g, want %.15g", kind, sign, v, torque)
			}
			sin, cos := math.Sincos(phi)
			want := map[string][3]float64{
				"position":     {arm * cos, arm * sin, p.Q[2]},
				"speed":        {-arm * sin * rate, arm * cos * rate, p.V[2]},
				"acceleration": {-arm*cos*rate*rate - arm*sin*acc, -arm*sin*rate*rate + arm*cos*acc, 0},
			}
			if free := kind == "CYLINDRICAL"; free != (p.V[2] == 0.2) {
				t.Errorf("%s: the speed along the axis is %g", kind, p.V[2])
			}
			for name, got := range map[string][]float64{"position": p.Q, "speed": p.V, "acceleration": p.A} {
				for k, v := range want[name] {
					if math.Abs(got[k]-v) > 1e-12*(1+math.Abs(v)) {
						t.Errorf("%s, sign %g: %s %d is %g, want %g", kind, sign, name, k, got[k], v)
					}
				}
			}
			if got := math.Abs(p.A[5] - acc); got > 1e-12*math.Abs(acc) {
				t.Errorf("%s: the angular acceleration is off by %g", kind, got)
			}
		}
	}
}

// ratesByMatrix sets accelerations and multipliers of p by the matrix, as explicit methods take them.
func ratesByMatrix(s *State, p *integrate.Point, r *integrate.Residual, d *integrate.Delta) error {
	if err := s.Factor(p, integrate.Coef{}, false); err != nil {
		return err
	}
	if err := s.EvaluateResidual(r, p); err != nil {
		return err
	}
	for i, v := range r.V {
		d.A[i] = -v
	}
	for i, v := range r.Acc {
		d.L[i] = -v
	}
	for i, v := range r.X {
		d.XDot[i] = -v
	}
	s.Solve(d)
	for i, v := range d.A {
		p.A[i] += v
	}
	for i, v := range d.L {
		p.L[i] += v
	}
	for i, v := range d.XDot {
		p.XDot[i] += v
	}
	return nil
}

// robot is an arm of six hinges whose angles are all prescribed.
func robot(tb testing.TB) *System {
	sys := New()
	sys.Gravity = vec{Z: -9.81}
	at, before := vec{}, Ground
	for i, link := range []struct {
		axis, way vec
		mass      float64
	}{
		{vec{Z: 1}, vec{Z: 0.4}, 30}, {vec{Y: 1}, vec{Z: 0.5}, 20}, {vec{Y: 1}, vec{X: 0.4}, 12},
		{vec{X: 1}, vec{X: 0.2}, 6}, {vec{Y: 1}, vec{X: 0.1}, 3}, {vec{X: 1}, vec{X: 0.1}, 1},
	} {
		turn := spatial.Identity
		if link.axis.Y == 1 {
			turn = spatial.RotX(-math.Pi / 2)
		} else if link.axis.X == 1 {
			turn = spatial.RotY(math.Pi / 2)
		}
		c := at.AddScaled(0.5, link.way)
		in := 0.02 * link.mass
		b := sys.AddBody(Body{ID: i + 1, Mass: link.mass, Pos0: c, Rot0: spatial.Identity, Inertia: mat{A: vec{X: in}, B: vec{Y: 1.2 * in}, C: vec{Z: 1.1 * in}}})
		own := sys.AddMarker(Marker{ID: 10*i + 1, Body: b, Pos: at.Sub(c), Rot: turn})
		base := at
		if before != Ground {
			base = at.Sub(sys.Bodies[before].Pos0)
		}
		other := sys.AddMarker(Marker{ID: 10*i + 2, Body: before, Pos: base, Rot: turn})
		sys.AddRows(sys.NewJointRows(i+1, JointKinds["REVOLUTE"], own, other))
		r, err := sys.NewExpressionMotionRow(i+1, Call{"AZ", []int{10*i + 1, 10*i + 2}}, compiled(tb, fmt.Sprintf("0.5*SIN(%d*TIME)", i+1)), integrate.Position, own, other)
		if err != nil {
			tb.Fatal(err)
		}
		sys.AddRows(r)
		at, before = at.Add(link.way), b
	}
	return sys
}

// BenchmarkTreeRates has accelerations and reactions of models by the tree and by the matrix, each time at a new point.
func BenchmarkTreeRates(b *testing.B) {
	for name, sys := range map[string]*System{"robot": robot(b)} {
		s, p, _ := started(b, sys)
		b.Run(name+"/tree", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.V[0] += 1e-12
				if ok, err := s.SolveRatesDirectly(p, math.Inf(1), math.Inf(1), true); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
		r, d := integrate.NewResidual(s.layout), integrate.NewDelta(s.layout)
		b.Run(name+"/matrix", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.V[0] += 1e-12
				if err := ratesByMatrix(s, p, r, d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
