package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// straight is the law c0 + c·in; hidden has no Affine.
type hidden struct {
	in []Call
	c0 float64
	c  []float64
}

type straight struct{ hidden }

func (l *straight) Affine() (float64, []float64) { return l.c0, l.c }

func (l *hidden) Outputs() int   { return 1 }
func (l *hidden) Inputs() []Call { return l.in }
func (l *hidden) Eval(out, in []float64, _ *State) error {
	out[0] = l.c0
	for k, v := range in {
		out[0] += l.c[k] * v
	}
	return nil
}

func (l *hidden) Partials(dst, _, _, _ []float64, _ bool, _ *State) error {
	copy(dst, l.c)
	return nil
}

// springs is a random model with three springs, some measures of which another force reads.
func springs(t *testing.T, seed uint64, fused bool) *State {
	m := newModel(seed)
	m.tree(4)
	for id := range 3 {
		i, j := m.marker(BodyIdx(1+m.r.IntN(4))), m.marker(BodyIdx(m.r.IntN(4)))
		h := hidden{[]Call{{"DM", []int{i, j}}, {"VR", []int{i, j}}}, 3, []float64{-2, -0.5}}
		var l Law = &h
		if fused {
			l = &straight{h}
		}
		law := m.AddLaw(LawSpec{Owner: "spring", New: func(*State) (Law, error) { return l, nil }})
		m.AddForce(Force{Element: "Force_SpringDamper", ID: id, Direction: Line, I: m.at(i), J: m.at(j),
			Comp: [6]Output{{Law: law}, None, None, None, None, None}}, "SPDP")
		c := [6]Output{None, None, None, None, None, None}
		c[0] = m.law(t, "DM(%d,%d)*VR(%d,%d)+SPDP(%d,0,1,0)", i, j, i, j, id)
		m.AddForce(Force{Element: "Force_Scalar", ID: 10 + id, Direction: Line, I: m.at(j), J: m.at(i), Comp: c})
	}
	return m.state(t)
}

// A spring in one step gives the residual and the matrix of the same spring in four.
func TestSpringStep(t *testing.T) {
	for seed := range uint64(20) {
		a, b := springs(t, seed, true), springs(t, seed, false)
		if len(a.plan.spring) != 3 || len(b.plan.spring) != 0 {
			t.Fatalf("seed %d: %d and %d springs", seed, len(a.plan.spring), len(b.plan.spring))
		}
		m := newModel(seed + 1000)
		m.nv = a.sys.nv
		p := m.anywhere(a)
		ra, rb := integrate.NewResidual(a.layout), integrate.NewResidual(b.layout)
		x, y := integrate.NewDelta(a.layout), integrate.NewDelta(b.layout)
		for i := range x.A {
			x.A[i] = m.r.NormFloat64()
		}
		copy(y.A, x.A)
		for _, s := range []struct {
			*State
			r *integrate.Residual
			d *integrate.Delta
		}{{a, ra, x}, {b, rb, y}} {
			if err := s.Evaluate(s.r, p); err != nil {
				t.Fatal(err)
			}
			if err := s.Factor(p, integrate.Coef{V: 0.1, Q: 0.01}, true); err != nil {
				t.Fatal(err)
			}
			s.Solve(s.d)
		}
		for i, v := range rb.V {
			if !close(ra.V[i], v, 1e-13) { // the same sums in another order
				t.Errorf("seed %d: residual %d is %g, not %g", seed, i, ra.V[i], v)
			}
		}
		for i, v := range y.A {
			if !close(x.A[i], v, 1e-10) {
				t.Errorf("seed %d: solution %d is %g, not %g", seed, i, x.A[i], v)
			}
		}
	}
}

// At a length of zero there is no direction and no force.
func TestSpringOfNoLength(t *testing.T) {
	m := newModel(1)
	m.body(PointMass)
	i := m.markerAt(1, Marker{Rot: mat{}})
	m.Bodies[1].Pos0 = vec{}
	j := m.markerAt(Ground, Marker{})
	l := &straight{hidden{[]Call{{"DM", []int{i, j}}, {"VR", []int{i, j}}}, 3, []float64{-2, -0.5}}}
	law := m.AddLaw(LawSpec{Owner: "spring", New: func(*State) (Law, error) { return l, nil }})
	m.AddForce(Force{Element: "Force_SpringDamper", ID: 1, Direction: Line, I: m.at(i), J: m.at(j),
		Comp: [6]Output{{Law: law}, None, None, None, None, None}})
	s := m.state(t)
	p := s.Start()
	if ok, err := s.Rates(p); !ok || err != nil || maxOf(p.A) != 0 || len(s.plan.spring) != 1 {
		t.Errorf("%v, %v: %v", ok, err, p.A)
	}
}
