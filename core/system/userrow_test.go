package system

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// ucosub is a UCOSUB in Go: the parts and markers whose codes it declares, and its
// function, which sets gradient p and second partials x as far as they are not
// nil.
type ucosub struct {
	parts, markers [][2]int32 // id, code
	f              func(t float64, q, p, x []float64) float64
	mute           bool // second partials are never given
	calls          int
}

func (u *ucosub) Call(f *usersub.Frame, st usersub.State) error {
	u.calls++
	if f.IsSetup() {
		d, ok := usersub.As[usersub.Declarer](st)
		if !ok {
			return errorOf("no Declarer")
		}
		for n, all := range [2][][2]int32{u.parts, u.markers} {
			for _, v := range all {
				ids, codes := []int32{v[0]}, []int32{v[1]}
				if n == 0 {
					d.UcoVar(int32(f.ID), ids, codes)
				} else {
					d.UcoMar(int32(f.ID), ids, codes)
				}
			}
		}
		return nil
	}
	sel := f.Ints(f.Sig.ArgIndex("idrsel"))
	q := f.RealArgNamed("q")
	p, x := make([]float64, len(q)), make([]float64, len(q)*len(q))
	v := u.f(f.Time(), q, p, x)
	for k, name := range [3]string{"array", "scalar", "xmatrx"} {
		if sel[k] == 0 {
			continue
		}
		switch {
		case name == "scalar":
			f.RealArgNamed(name)[0] = v
		case name == "array":
			copy(f.RealArgNamed(name), p)
		case !u.mute:
			copy(f.RealArgNamed(name), x)
		}
	}
	return nil
}

type errorOf string

func (e errorOf) Error() string { return string(e) }

// add puts a second partial at both places.
func both(x []float64, n, k, l int, v float64) {
	x[k*n+l] += v
	if k != l {
		x[l*n+k] += v
	}
}

// dotOf is q[0:3]·q[3:6] and times of the time.
func dotOf(_ float64, q, p, x []float64) (v float64) {
	for k := range 3 {
		v += q[k] * q[k+3]
		p[k], p[k+3] = q[k+3], q[k]
		both(x, 6, k, k+3, 1)
	}
	return v
}

// apart is (qI - qJ)·(qI - qJ) - (1+t²)².
func apart(t float64, q, p, x []float64) float64 {
	v := -(1 + t*t) * (1 + t*t)
	for k := range 3 {
		d := q[k] - q[k+3]
		v += d * d
		p[k], p[k+3] = 2*d, -2*d
		both(x, 6, k, k, 2)
		both(x, 6, k+3, k+3, 2)
		both(x, 6, k, k+3, -2)
	}
	return v
}

// inPlaneOf is (qI - qJ)·n, with n in q[6:9].
func inPlaneOf(_ float64, q, p, x []float64) (v float64) {
	for k := range 3 {
		d := q[k] - q[k+3]
		v += d * q[k+6]
		p[k], p[k+3], p[k+6] = q[k+6], -q[k+6], d
		both(x, 9, k, k+6, 1)
		both(x, 9, k+3, k+6, -1)
	}
	return v
}

// mixed is q0 q1 sin t + q2 t³: the time multiplies variables.
func mixed(t float64, q, p, x []float64) float64 {
	p[0], p[1], p[2] = q[1]*math.Sin(t), q[0]*math.Sin(t), t*t*t
	both(x, 3, 0, 1, math.Sin(t))
	return q[0]*q[1]*math.Sin(t) + q[2]*t*t*t
}

func codes(id int, list ...int32) (all [][2]int32) {
	for _, c := range list {
		all = append(all, [2]int32{int32(id), c})
	}
	return all
}

func joinCodes(a ...[][2]int32) (all [][2]int32) {
	for _, x := range a {
		all = append(all, x...)
	}
	return all
}

// twins adds constraints by UCOSUB beside the same ones in another form and
// returns their rows in pairs.
func twins(t *testing.T, m *model, mute bool) (pairs [][2]int) {
	t.Helper()
	i, j, k := m.marker(1), m.marker(2), m.marker(3)
	ci := m.markerAt(1, Marker{Rot: spatial.Identity})
	cj := m.markerAt(2, Marker{Rot: spatial.Identity})
	for b := range m.Bodies {
		m.AddMassCentreMarker(BodyIdx(b), spatial.Identity)
	}
	user := func(u *ucosub) int {
		u.mute = mute
		return m.AddRows(NewUserConstraintRow(routineOf(u, usersub.UCOSUB, len(m.Rows)), m.at(i)))
	}
	general := func(src string) int {
		g, err := m.NewExpressionConstraintRow("Constraint_General", len(m.Rows), compiled(t, src), m.at(i))
		if err != nil {
			t.Fatal(err)
		}
		return m.AddRows(g)
	}
	joint := func(kind string) int {
		return m.AddRows(m.NewJointRows(len(m.Rows), JointKinds[kind], m.at(i), m.at(j)))
	}
	id := func(b BodyIdx) int { return m.Bodies[b].ID }
	return [][2]int{
		{user(&ucosub{markers: joinCodes(codes(i, 1311, 1312, 1313), codes(j, 1311, 1312, 1313)), f: dotOf}), joint("PERPENDICULAR")},
		{user(&ucosub{markers: joinCodes(codes(i, 1011, 1012, 1013), codes(j, 1011, 1012, 1013, 1311, 1312, 1313)), f: inPlaneOf}), joint("INPLANE")},
		{user(&ucosub{parts: joinCodes(codes(id(1), 11, 12, 13), codes(id(2), 11, 12, 13)), f: apart}), general(fmt.Sprintf("DM(%d,%d)**2-(1+TIME**2)**2", ci, cj))},
		{user(&ucosub{parts: joinCodes(codes(id(1), 111, 112, 113), codes(id(2), 211, 212, 213)), f: dotOf}),
			m.AddRows(&Joint{RowOwner: RowOwner{Element: "Constraint_Joint", ID: 99, N: 1, Row: []string{""}, I: m.at(ci), J: m.at(cj), Bodies: []BodyIdx{1, 2}},
				kind: &JointKind{rows: []primitive{{perpendicular, 0, 1}}}, slot: [2]int32{0, 1}})},
		{user(&ucosub{markers: joinCodes(codes(i, 1011), codes(j, 1012), codes(k, 1013)), f: mixed}), general(fmt.Sprintf("DX(%d)*DY(%d)*SIN(TIME)+DZ(%d)*TIME**3", i, j, k))},
	}
}

// A UCOSUB has the residuals at all levels, the gradients and the iteration
// matrix of the joint or the expression that says the same; the second rates
// are good to the differences of the time, and of the gradient where there are
// no second partials.
func TestUserRows(t *testing.T) {
	for seed := range uint64(6) {
		for _, mute := range []bool{false, true} {
			m := newModel(1200 + seed)
			for range 2 {
				m.body(Rigid)
			}
			m.body(PointMass)
			pairs := twins(t, m, mute)
			s := m.state(t)
			for k, n := range pairs { // those of the last one are zero at the start, so that they are differenced
				if f, ok := m.Rows[n[0]].(*GeneralConstraint).fn.(*userRow); !ok || f.known == (mute || k == len(pairs)-1) {
					t.Errorf("seed %d: second partials of row %d are known: %v", seed, n[0], f.known)
				}
			}
			p := m.anywhere(s)
			r := evaluated(t, s, p)
			for n, pair := range pairs {
				a, b := m.Rows[pair[0]].rowOwner(), m.Rows[pair[1]].rowOwner()
				for level, v := range map[string][]float64{"position": r.Pos, "velocity": r.Vel, "acceleration": r.Acc} {
					if x, y := v[a.At], v[b.At]; !close(x, y, 1e-9) {
						t.Errorf("seed %d mute %v row %d %s: %.12g, its twin %.12g", seed, mute, n, level, x, y)
					}
				}
			}
			cols := matrixAt(t, s, p, coefs[1])
			for col := range p.V {
				for n, pair := range pairs {
					a, b := m.Rows[pair[0]].rowOwner(), m.Rows[pair[1]].rowOwner()
					if x, y := cols[col][len(p.V)+a.At], cols[col][len(p.V)+b.At]; !close(x, y, 1e-12) {
						t.Errorf("seed %d row %d column %d: %g, %g", seed, n, col, x, y)
					}
				}
			}
		}
	}
}

// The iteration matrix is that of differences, second partials of nine variables
// included.
func TestMatrixOfUserRows(t *testing.T) {
	for _, mute := range []bool{false, true} {
		m := newModel(1250)
		for range 2 {
			m.body(Rigid)
		}
		m.body(PointMass)
		twins(t, m, mute)
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "UCOSUB", s, m.anywhere(s), c, 1e-7)
		}
	}
}

// An evaluation allocates nothing beyond what the routine does.
func TestUserRowAllocates(t *testing.T) {
	m := bead(1)
	c := &counterUco{}
	m.AddRows(NewUserConstraintRow(routineOf(c, usersub.UCOSUB, 1), NoMarker))
	s := m.state(t)
	p, r := s.DeckPoint(), integrate.NewResidual(s.layout)
	evaluate := func() {
		p.Q[0] += 1e-9
		if err := s.EvaluateResidual(r, p); err != nil {
			t.Fatal(err)
		}
	}
	evaluate()
	if n := testing.AllocsPerRun(50, evaluate); n > 0 {
		t.Errorf("%g allocations in an evaluation", n)
	}
}

// counterUco keeps the x of marker 1 at TIME**3.
type counterUco struct{}

func (c *counterUco) Call(f *usersub.Frame, st usersub.State) error {
	if f.IsSetup() {
		d, _ := usersub.As[usersub.Declarer](st)
		d.UcoMar(1, []int32{1}, []int32{1011})
		return nil
	}
	t := f.Time()
	f.RealArgNamed("scalar")[0] = f.RealArgNamed("q")[0] - t*t*t
	f.RealArgNamed("array")[0] = 1
	return nil
}

// What is wrong with a UCOSUB is said, with its element.
func TestUserRowFaults(t *testing.T) {
	one := func(_ float64, q, p, x []float64) float64 { p[0] = 1; return q[0] }
	for want, u := range map[string]usersub.Sub{
		"declares no variables":                             &ucosub{f: one},
		"there is no Reference_Marker 77":                   &ucosub{markers: codes(77, 1011), f: one},
		"there is no body 77":                               &ucosub{parts: codes(77, 11), f: one},
		"UCOMAR, code 11 of 1: no such code":                &ucosub{markers: codes(1, 11), f: one},
		"UCOVAR, code 121 of 1: no such code":               &ucosub{parts: codes(1, 121), f: one},
		"belong to no moving body":                          &ucosub{markers: codes(0, 1011), f: one},
		"does not set array":                                &ucosub{markers: codes(1, 1011), f: func(_ float64, q, _, _ []float64) float64 { return q[0] }},
		"it may only depend on the time and on the variabl": askingUco{&ucosub{markers: codes(1, 1011), f: one}},
	} {
		m := bead(1)
		m.AddMassCentreMarker(1, spatial.Identity)
		m.AddRows(NewUserConstraintRow(routineOf(u, usersub.UCOSUB, 7), NoMarker))
		_, err := m.NewState()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "Constraint_UserConstr 7") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// askingUco is a UCOSUB that asks a query in its evaluations.
type askingUco struct{ *ucosub }

func (a askingUco) Call(f *usersub.Frame, st usersub.State) error {
	d := usersub.QueryCache{Frame: f, State: st}
	d.SysFnc("DX", []int32{1})
	return a.ucosub.Call(f, st)
}

// shortUco is a UCOSUB that fails away from where it is called first.
type shortUco struct {
	*ucosub
	at []float64
}

func (u *shortUco) Call(f *usersub.Frame, st usersub.State) error {
	q := f.RealArgNamed("q")
	switch {
	case f.IsSetup():
	case u.at == nil:
		u.at = slices.Clone(q)
	case math.Abs(q[0]-u.at[0]) > 1e-3:
		return errorOf("too far away")
	}
	return u.ucosub.Call(f, st)
}

// A function need not be defined away from the start, where it is judged too.
func TestUserRowJudgedWhereItIs(t *testing.T) {
	m := bead(1)
	u := &shortUco{ucosub: &ucosub{markers: codes(1, 1011), f: func(_ float64, q, p, _ []float64) float64 { p[0] = 1; return q[0] }}}
	m.AddRows(NewUserConstraintRow(routineOf(u, usersub.UCOSUB, 7), NoMarker))
	if _, err := m.NewState(); err != nil {
		t.Error(err)
	}
	u.ucosub.f = func(_ float64, q, p, _ []float64) float64 { p[0] = 2; return q[0] }
	said := ""
	if _, err := m.NewRunState(&Session{}, func(format string, args ...any) { said += fmt.Sprintf(format, args...) }); err != nil || !strings.Contains(said, "entry 1 of array") {
		t.Errorf("%v, said %q: at the start it is still judged", err, said)
	}
}

// A gradient and second partials that are not those of the function are said.
func TestUserRowJudged(t *testing.T) {
	for want, f := range map[string]func(t float64, q, p, x []float64) float64{
		"entry 2 of array": func(_ float64, q, p, _ []float64) float64 { p[0], p[1] = q[1], 2*q[0]; return q[0] * q[1] },
		"xmatrx of UCOSUB": func(_ float64, q, p, x []float64) float64 { p[0], p[1], x[0] = q[1], q[0], 3; return q[0] * q[1] },
		"nothing to say of": func(_ float64, q, p, x []float64) float64 {
			p[0], p[1] = q[1], q[0]
			both(x, 2, 0, 1, 1)
			return q[0] * q[1]
		},
	} {
		m := bead(1)
		m.AddRows(NewUserConstraintRow(routineOf(&ucosub{markers: codes(1, 1011, 1012), f: f}, usersub.UCOSUB, 7), NoMarker))
		said := []string{}
		if _, err := m.NewRunState(&Session{}, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }); err != nil {
			t.Fatal(err)
		}
		if quiet := strings.HasPrefix(want, "nothing"); quiet && len(said) > 0 || !quiet && (len(said) != 1 || !strings.Contains(said[0], want)) {
			t.Errorf("said %q, want %s", said, want)
		}
	}
}
