package system

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestPenaltyChain: through variables, also where many ways lead to the same
// one, the force is that of the expression written out.
func TestPenaltyChain(t *testing.T) {
	set := func(m *model, id int, format string, args ...any) {
		v := NewUnboundValue(1)
		v.Law = m.law(t, format, args...).Law
		m.RegisterValue("VARVAL", id, v)
	}
	for _, unilateral := range []bool{false, true} {
		a, b := bead(4), bead(4)
		a.Penalties = []Penalty{{ID: 1, G: a.law(t, "SIN(DX(1)*DY(1)+TIME)*(DX(1)*DY(1)+TIME)+DM(1)+TIME").Law, P: 5, P1: 2, Unilateral: unilateral, Smoothing: 3}}
		set(b, 1, "DX(1)*DY(1)+TIME")
		set(b, 2, "SIN(VARVAL(1))")
		set(b, 3, "VARVAL(1)*VARVAL(2)+DM(1)")
		u, c := NewUnboundValue(2), NewUnboundValue(1)
		u.Calls = []Call{{"VARVAL", []int{2}}, {"VARVAL", []int{3}}}
		c.Const = []float64{1}
		b.RegisterValue("ARYVAL", 4, u)
		b.RegisterValue("ARYVAL", 5, c)
		b.Penalties = []Penalty{{ID: 1, G: b.law(t, "ARYVAL(4,2)*ARYVAL(5,1)+TIME").Law, P: 5, P1: 2, Unilateral: unilateral, Smoothing: 3}}
		sa, sb := a.state(t), b.state(t)
		p := sa.DeckPoint()
		p.T = 0.3
		ra, rb := evaluated(t, sa, p), evaluated(t, sb, p)
		for k := range ra.V {
			if !close(ra.V[k], rb.V[k], 1e-13) {
				t.Errorf("force %d is %.15g by variables, %.15g written out", k, rb.V[k], ra.V[k])
			}
		}
	}
	m := bead(5)
	set(m, 1, "DX(1)")
	set(m, 2, "DY(1)")
	for k := 3; k < 80; k++ { // each depends on the two before it
		set(m, k, "0.5*VARVAL(%d)+0.5*VARVAL(%d)", k-1, k-2)
	}
	m.fx(m.law(t, "VARVAL(79)").Law)
	m.Penalties = []Penalty{{ID: 1, G: m.law(t, "VARVAL(79)").Law, P: 1}}
	s := m.state(t)
	compareMatrix(t, "many ways", s, s.DeckPoint(), coefs[1], 1e-9)
}

// TestPenaltyLaw: the unilateral law with its smoothing, as documented: not
// clamped while separating.
func TestPenaltyLaw(t *testing.T) {
	m := bead(6)
	m.Penalties = []Penalty{{ID: 1, G: m.law(t, "DX(1)").Law, P: 100, P1: 10, Unilateral: true, Smoothing: 0.5}}
	s := m.state(t)
	p := s.DeckPoint()
	for _, c := range [][2]float64{{-0.1, 1}, {0, -1}, {0.2, 1}, {0.2, -9}, {0.5, 2}, {3, -1}} {
		p.Q[0], p.V[0] = c[0], c[1]
		x := c[0] / 0.5
		k := 0.0
		if x > 0 {
			x = min(x, 1)
			k = x * x * (3 - 2*x)
		}
		want := -k * (100*c[0] + 10*c[1])
		if got := -evaluated(t, s, p).V[0]; math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("g %g, g' %g: force %g, want %g", c[0], c[1], got, want)
		}
	}
}

// TestPenaltyRefusesOtherMeasures and names them.
func TestPenaltyRefusesOtherMeasures(t *testing.T) {
	m := bead(7)
	v := NewUnboundValue(1)
	v.Law = m.law(t, "2*VX(1)").Law
	m.RegisterValue("VARVAL", 1, v)
	m.Penalties = []Penalty{{ID: 8, G: m.law(t, "DX(1)+VARVAL(1)").Law, P: 1}}
	if _, err := m.NewState(); err == nil || !strings.Contains(err.Error(), "Force_Penalty 8") || !strings.Contains(err.Error(), "VX(1)") {
		t.Errorf("error %v, want one that names Force_Penalty 8 and VX(1)", err)
	}
}

// TestSingularAngles: at parallel frames PSI and PHI have no gradient, but a law of
// their sum has; a penalty of it pushes like one of AZ. THETA**2 has a
// gradient of zero.
func TestSingularAngles(t *testing.T) {
	build := func(g string, routine bool) (*State, *integrate.Point) {
		m := newModel(8)
		b := m.AddBody(Body{ID: 1, Mass: 1, Rot0: spatial.Identity, Inertia: spatial.Identity, W0: vec{X: 0.1, Y: 0.2, Z: 0.3}})
		m.markerAt(b, Marker{Rot: spatial.Identity})
		v := NewUnboundValue(1)
		v.Law = m.law(t, "PSI(1)").Law
		m.RegisterValue("VARVAL", 1, v)
		l := LawIdx(0)
		if routine {
			l = m.AddLaw(routineOf(valueOf(func(_ float64, ask func(string, ...int) float64) float64 {
				return math.Sin(ask("PSI", 1) + ask("PHI", 1))
			}), usersub.PFOSUB, 1).LawSpec())
		} else {
			l = m.law(t, "%s", g).Law
		}
		m.Penalties = []Penalty{{ID: 1, G: l, P: 3, P1: 0.5}}
		s := m.state(t)
		p := s.DeckPoint()
		r := spatial.RotZ(0.4)
		spatial.QuatFromMat(&r).Store(p.Q[3:])
		return s, p
	}
	want := penaltyForce(t, build, "SIN(AZ(1))", false)
	for _, c := range []struct {
		g       string
		routine bool
	}{{"SIN(PSI(1)+PHI(1))", false}, {"SIN(VARVAL(1)+PHI(1))", false}, {"", true}} {
		got := penaltyForce(t, build, c.g, c.routine)
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-9 {
				t.Errorf("%q: torque %d is %.12g, want %.12g", c.g, k, got[k], want[k])
			}
		}
	}
	for k, v := range penaltyForce(t, build, "THETA(1)**2+1", false)[3:] {
		if math.Abs(v) > 1e-9 {
			t.Errorf("THETA**2 at 0 pushes: torque %d is %g", k, v)
		}
	}
}

// penaltyForce is the residual of the only body without its gyroscopic torque.
func penaltyForce(t *testing.T, build func(string, bool) (*State, *integrate.Point), g string, routine bool) []float64 {
	s, p := build(g, routine)
	r := slices.Clone(evaluated(t, s, p).V)
	b := &s.kin.body[1] // without ω×Jω
	for k, v := range [3]float64{b.W.Cross(b.JW).X, b.W.Cross(b.JW).Y, b.W.Cross(b.JW).Z} {
		r[3+k] -= v
	}
	return r
}

// TestSingularAnglesElsewhere: constraint rows and the iteration matrix take the
// same way.
func TestSingularAnglesElsewhere(t *testing.T) {
	m := newModel(9)
	b := m.AddBody(Body{ID: 1, Mass: 1, Rot0: spatial.Identity, Inertia: spatial.Identity})
	m.markerAt(b, Marker{Rot: spatial.Identity})
	for k, src := range []string{"SIN(PSI(1)+PHI(1))", "SIN(AZ(1))"} {
		g, err := m.NewExpressionConstraintRow("Constraint_General", k, compiled(t, src), NoMarker)
		if err != nil {
			t.Fatal(err)
		}
		m.AddRows(g)
	}
	m.fx(m.law(t, "COS(PSI(1)+PHI(1)+0.3)").Law)
	s := m.state(t)
	p := s.DeckPoint()
	evaluated(t, s, p)
	for k := range 6 {
		if a, b := s.rows.set[0].bodyGradient(0, 0)[k], s.rows.set[1].bodyGradient(0, 0)[k]; math.Abs(a-b) > 1e-9 {
			t.Errorf("gradient %d is %.12g, want %.12g", k, a, b)
		}
	}
	cols := matrixAt(t, s, p, integrate.Coef{Q: 1})
	if got, want := cols[5][0], math.Sin(0.3); math.Abs(got-want) > 1e-6 {
		t.Errorf("matrix has %g for the force, want %g", got, want)
	}
}
