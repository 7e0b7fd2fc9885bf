package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// straight is the law c0 + c·in; hidden has no Affine and is called.
type opaqueLaw struct {
	in []Call
	c0 float64
	c  []float64
}

type affineLaw struct{ opaqueLaw }

func (l *affineLaw) Affine() (float64, []float64) { return l.c0, l.c }

func (l *opaqueLaw) Outputs() int   { return 1 }
func (l *opaqueLaw) Inputs() []Call { return l.in }
func (l *opaqueLaw) Eval(out, in []float64, _ *State) error {
	out[0] = l.c0
	for k, v := range in {
		out[0] += l.c[k] * v
	}
	return nil
}

func (l *opaqueLaw) Partials(dst, _, _, _ []float64, _ bool, _ *State) error {
	copy(dst, l.c)
	return nil
}

// way is how the force of a spring is found.
type way uint8

const (
	inParts way = iota // measures, law and force one by one: the law has one more input
	asLaw              // one step that calls the law, its inputs swapped
	asLine             // one step, without a call
)

// springs is a random model with three springs, some measures of which another force reads.
func springs(t *testing.T, seed uint64, how way) *State {
	m := newModel(seed)
	m.tree(4)
	for id := range 3 {
		i, j := m.marker(BodyIdx(1+m.r.IntN(4))), m.marker(BodyIdx(m.r.IntN(4)))
		h := opaqueLaw{[]Call{{"DM", []int{i, j}}, {"VR", []int{i, j}}}, 3, []float64{-2, -0.5}}
		var l Law = &h
		switch how {
		case inParts:
			h.in, h.c = append(h.in, Call{"DX", []int{i, j}}), append(h.c, 0)
		case asLaw:
			h.in = []Call{{"DM", []int{j, i}}, {"VR", []int{j, i}}}
		case asLine:
			l = &affineLaw{opaqueLaw{[]Call{h.in[1], h.in[0]}, h.c0, []float64{h.c[1], h.c[0]}}}
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

// A spring in one step gives the residual and the matrix of the same spring in four: a law
// that is called the same bits.
func TestSpringStep(t *testing.T) {
	t.Run("known", func(t *testing.T) { springStepAgrees(t, asLine, 1e-13) }) // the same sums in another order
	t.Run("called", func(t *testing.T) { springStepAgrees(t, asLaw, 0) })
}

func springStepAgrees(t *testing.T, how way, tol float64) {
	for seed := range uint64(20) {
		a, b := springs(t, seed, how), springs(t, seed, inParts)
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
			if err := s.EvaluateResidual(s.r, p); err != nil {
				t.Fatal(err)
			}
			if err := s.Factor(p, integrate.Coef{V: 0.1, Q: 0.01}, true); err != nil {
				t.Fatal(err)
			}
			s.Solve(s.d)
		}
		for i, v := range rb.V {
			if ra.V[i] != v && (tol == 0 || !close(ra.V[i], v, tol)) {
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

// A law of the speed alone, or of the length alone, is one step; one with other markers, a
// frame of its own for VR, or a second DM is not.
func TestSpringStepOfWhat(t *testing.T) {
	for _, c := range []struct {
		law  string
		want int
	}{
		{"3-VR(%[1]d,%[2]d)", 1}, {"3-DM(%[1]d,%[2]d)**2", 1}, {"3-VR(%[2]d,%[1]d)*DM(%[1]d,%[2]d)", 1},
		{"3-DM(%[1]d)", 0}, {"3-VR(%[1]d,%[2]d,%[1]d)", 0}, {"DM(%[1]d,%[2]d)-DM(%[2]d,%[1]d)", 0}, {"3-DX(%[1]d,%[2]d)", 0},
	} {
		m := newModel(3)
		m.tree(2)
		i, j := m.marker(1), m.marker(2)
		comp := [6]Output{m.law(t, c.law, i, j), None, None, None, None, None}
		m.AddForce(Force{Element: "Force_Scalar", ID: 1, Direction: Line, I: m.at(i), J: m.at(j), Comp: comp})
		if s := m.state(t); len(s.plan.spring) != c.want {
			t.Errorf("%s: %d steps of springs, not %d", c.law, len(s.plan.spring), c.want)
		}
	}
}

// At a length of zero there is no direction and no force, nor at one that is the rounding of the positions.
func TestSpringOfNoLength(t *testing.T) {
	for _, at := range [][2]float64{{0, 0}, {0.3, math.Nextafter(0.3, 1)}, {-7e5, math.Nextafter(-7e5, 0)}} {
		m := newModel(1)
		m.body(PointMass)
		i := m.markerAt(1, Marker{Rot: mat{}})
		m.Bodies[1].Pos0, m.Bodies[1].V0 = vec{X: at[1]}, vec{}
		j := m.markerAt(Ground, Marker{Pos: vec{X: at[0]}})
		l := &affineLaw{opaqueLaw{[]Call{{"DM", []int{i, j}}, {"VR", []int{i, j}}}, 3, []float64{-2, -0.5}}}
		law := m.AddLaw(LawSpec{Owner: "spring", New: func(*State) (Law, error) { return l, nil }})
		m.AddForce(Force{Element: "Force_SpringDamper", ID: 1, Direction: Line, I: m.at(i), J: m.at(j),
			Comp: [6]Output{{Law: law}, None, None, None, None, None}})
		s := m.state(t)
		p := s.DeckPoint()
		if ok, err := s.SolveRatesDirectly(p, math.Inf(1), math.Inf(1), true); !ok || err != nil || maxOf(p.A) != 0 || len(s.plan.spring) != 1 {
			t.Errorf("%v: %v, %v: %v", at, ok, err, p.A)
		}
	}
}
