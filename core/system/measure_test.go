package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// pose is a marker's frame and motion, computed in the test's own way.
type pose struct {
	P, V, W vec
	X, Y, Z vec
}

func poseOf(sys *System, p *integrate.Point, id int) pose {
	i, _ := sys.Marker(id)
	mk := &sys.Markers[i]
	b := &sys.Bodies[mk.Body]
	c, r, v, w := vec{}, spatial.Identity, vec{}, vec{}
	if b.Kind != GroundBody {
		c, v = spatial.LoadVec(p.Q[b.q:]), spatial.LoadVec(p.V[b.v:])
	}
	if b.Kind == Rigid {
		r, w = spatial.LoadQuat(p.Q[b.q+3:]).Mat(), spatial.LoadVec(p.V[b.v+3:])
	}
	arm := r.Mul(mk.Pos)
	return pose{c.Add(arm), v.Add(w.Cross(arm)), w, r.Mul(mk.Rot.A), r.Mul(mk.Rot.B), r.Mul(mk.Rot.C)}
}

func (f pose) axis(k int) vec { return [3]vec{f.X, f.Y, f.Z}[k] }

// in returns the components of v along the axes of f.
func (f pose) in(v vec) vec { return vec{X: v.Dot(f.X), Y: v.Dot(f.Y), Z: v.Dot(f.Z)} }

func (f pose) out(v vec) vec { return f.X.Scale(v.X).AddScaled(v.Y, f.Y).AddScaled(v.Z, f.Z) }

// angles of a 3-1-3 and a z, -y, x sequence by composing rotations.
func rot(a, b, c mat) mat {
	m := a.MulMat(&b)
	return m.MulMat(&c)
}

// relative is the matrix of I's axes along J's.
func relative(i, j pose) mat { return mat{A: j.in(i.X), B: j.in(i.Y), C: j.in(i.Z)} }

var displacements = map[string]func(i, j, k pose) float64{
	"DX":  func(i, j, k pose) float64 { return k.in(i.P.Sub(j.P)).X },
	"DY":  func(i, j, k pose) float64 { return k.in(i.P.Sub(j.P)).Y },
	"DZ":  func(i, j, k pose) float64 { return k.in(i.P.Sub(j.P)).Z },
	"DM":  func(i, j, _ pose) float64 { return i.P.Sub(j.P).Norm() },
	"AX":  func(i, j, _ pose) float64 { return math.Atan2(-i.Z.Dot(j.Y), i.Z.Dot(j.Z)) },
	"AY":  func(i, j, _ pose) float64 { return math.Atan2(i.Z.Dot(j.X), i.Z.Dot(j.Z)) },
	"AZ":  func(i, j, _ pose) float64 { return math.Atan2(i.X.Dot(j.Y), i.X.Dot(j.X)) },
	"AXU": func(i, j, _ pose) float64 { return math.Atan2(-i.Z.Dot(j.Y), i.Z.Dot(j.Z)) },
	"AYU": func(i, j, _ pose) float64 { return math.Atan2(i.Z.Dot(j.X), i.Z.Dot(j.Z)) },
	"AZU": func(i, j, _ pose) float64 { return math.Atan2(i.X.Dot(j.Y), i.X.Dot(j.X)) },
	"PSI": func(i, j, _ pose) float64 { m := relative(i, j); return math.Atan2(m.C.X, -m.C.Y) },
	"THETA": func(i, j, _ pose) float64 {
		return math.Acos(relative(i, j).C.Z)
	},
	"INCANG": func(i, j, k pose) float64 {
		a, b := i.P.Sub(j.P), k.P.Sub(j.P)
		if a.Norm() == 0 || b.Norm() == 0 {
			return 0
		}
		return math.Acos(a.Dot(b) / (a.Norm() * b.Norm()))
	},
	"PHI":   func(i, j, _ pose) float64 { m := relative(i, j); return math.Atan2(m.A.Z, m.B.Z) },
	"YAW":   func(i, j, _ pose) float64 { m := relative(i, j); return math.Atan2(m.A.Y, m.A.X) },
	"B1":    func(i, j, _ pose) float64 { a := relative(i, j); return math.Atan2(-a.C.Y, a.C.Z) },
	"B2":    func(i, j, _ pose) float64 { return math.Asin(relative(i, j).C.X) },
	"B3":    func(i, j, _ pose) float64 { a := relative(i, j); return math.Atan2(-a.B.X, a.A.X) },
	"PITCH": func(i, j, _ pose) float64 { return math.Asin(relative(i, j).A.Z) },
	"ROLL":  func(i, j, _ pose) float64 { m := relative(i, j); return math.Atan2(m.B.Z, m.C.Z) },
}

// velocityIn is the rate of pI - pJ in the frame L, along global axes.
func velocityIn(i, j, l pose) vec { return i.V.Sub(j.V).Sub(l.W.Cross(i.P.Sub(j.P))) }

// asked adds a measure to what is reported.
func (m *model) asked(name string, args ...int) Call {
	c := Call{name, args}
	m.Wanted = append(m.Wanted, c)
	return c
}

func valueAt(tb testing.TB, s *State, p *integrate.Point, c Call) float64 {
	tb.Helper()
	if err := s.EvaluateForResults(p); err != nil {
		tb.Fatal(err)
	}
	return s.MeasureValue(c)
}

// world is some free bodies with markers, and calls of every measure with all
// the numbers of arguments it takes, omitted and zero ones among them.
func world(seed uint64) (m *model, calls []Call) {
	m = newModel(seed)
	for range 3 {
		m.body(Rigid)
	}
	m.body(PointMass)
	var ids []int
	for b := range m.Bodies {
		ids = append(ids, m.marker(BodyIdx(b)), m.marker(BodyIdx(b)))
	}
	for _, name := range (MeasureTable{}).Names() {
		r := table[name]
		if r == nil { // a spline: no measure
			continue
		}
		if r.stage == Energy {
			for _, b := range m.Bodies[1:] {
				calls = append(calls, m.asked(name, b.ID))
			}
			continue
		}
		if r.stage != Pose && r.stage != Motion && r.stage != Rates {
			continue
		}
		if name == "ORIENT" {
			for comp := 1; comp <= 4; comp++ {
				x := m.r.Perm(len(ids))
				calls = append(calls, m.asked(name, 27, comp, ids[x[0]], ids[x[1]]), m.asked(name, 27, comp, ids[x[2]], 0))
			}
			continue
		}
		for n := r.min; n <= r.max; n++ {
			for range 2 {
				args := make([]int, n)
				for k, x := range m.r.Perm(len(ids))[:n] {
					args[k] = ids[x]
					if k > 0 && m.r.IntN(5) == 0 {
						args[k] = 0
					}
				}
				calls = append(calls, m.asked(name, args...))
			}
		}
	}
	return m, calls
}

// arg is the frame of argument n, the global one without it.
func arg(m *model, p *integrate.Point, c Call, n int) pose {
	if n >= len(c.Args) {
		return poseOf(m.System, p, 0)
	}
	return poseOf(m.System, p, c.Args[n])
}

// expected is the value of a displacement or velocity measure by formula.
func expected(m *model, p *integrate.Point, c Call) (float64, bool) {
	a := func(n int) pose { return arg(m, p, c, n) }
	if f := displacements[c.Name]; f != nil {
		return f(a(0), a(1), a(2)), true
	}
	if c.Name == "KE" {
		return kineticOf(m, p, c.Args[0]), true
	}
	axis := map[byte]int{'X': 0, 'Y': 1, 'Z': 2}
	switch c.Name {
	case "ORIENT":
		return halfAngles(relative(a(2), a(3)), c.Args[1]), true
	case "VX", "VY", "VZ":
		return velocityIn(a(0), a(1), a(3)).Dot(a(2).axis(axis[c.Name[1]])), true
	case "VM":
		return velocityIn(a(0), a(1), a(2)).Norm(), true
	case "VR":
		d := a(0).P.Sub(a(1).P)
		return d.Dot(a(0).V.Sub(a(1).V)) / d.Norm(), true
	case "WX", "WY", "WZ":
		return a(0).W.Sub(a(1).W).Dot(a(2).axis(axis[c.Name[1]])), true
	case "WM":
		return a(0).W.Sub(a(1).W).Norm(), true
	}
	return 0, false
}

// halfAngles is Euler parameter n of a rotation, from its angle and axis.
func halfAngles(r mat, n int) float64 {
	sin := vec{X: r.B.Z - r.C.Y, Y: r.C.X - r.A.Z, Z: r.A.Y - r.B.X}
	angle := math.Atan2(sin.Norm(), r.A.X+r.B.Y+r.C.Z-1)
	if n == 1 {
		return math.Cos(angle / 2)
	}
	return math.Sin(angle/2) * sin.Unit().At(n-2)
}

// kineticOf is the kinetic energy of the body with an id, in body axes.
func kineticOf(m *model, p *integrate.Point, id int) float64 {
	for i := range m.Bodies {
		b := &m.Bodies[i]
		if b.ID != id || b.Kind == GroundBody {
			continue
		}
		v := spatial.LoadVec(p.V[b.v:])
		e := b.Mass * v.Dot(v) / 2
		if b.Kind == Rigid {
			r := spatial.LoadQuat(p.Q[b.q+3:]).Mat()
			w := r.MulTransposed(spatial.LoadVec(p.V[b.v+3:]))
			e += w.Dot(b.Inertia.Mul(w)) / 2
		}
		return e
	}
	return 0
}

// acceleration by differences of velocities along a motion, in the axes of the
// frame in which it is taken.
func acceleration(m *model, s *State, p *integrate.Point, c Call) float64 {
	length := c.Name[len(c.Name)-1] == 'M'
	lAt := 3
	if length {
		lAt = 2
	}
	var a [3]float64
	for k := range a {
		a[k] = richardson(func(h float64) float64 {
			q := moving(s, p, h)
			i, j, l := arg(m, q, c, 0), arg(m, q, c, 1), arg(m, q, c, lAt)
			if c.Name[0] == 'W' {
				return l.in(i.W.Sub(j.W)).At(k)
			}
			return l.in(velocityIn(i, j, l)).At(k)
		}, 1e-2)
	}
	v := arg(m, p, c, lAt).out(vec{X: a[0], Y: a[1], Z: a[2]})
	if length {
		return v.Norm()
	}
	return v.Dot(arg(m, p, c, 2).axis(int(c.Name[len(c.Name)-1] - 'X')))
}

func TestMeasureValues(t *testing.T) {
	for seed := range uint64(20) {
		m, calls := world(seed)
		s := m.state(t)
		p := m.anywhere(s)
		for _, c := range calls {
			got, tol := valueAt(t, s, p, c), 1e-12
			if s.hasNoGradient(s.plan.index[c.lookupKey()]) {
				continue // markers of point bodies may be parallel
			}
			want, ok := expected(m, p, c)
			if !ok {
				want, tol = acceleration(m, s, p, c), 1e-8
			}
			if !close(got, want, tol) {
				t.Errorf("seed %d: %s = %.15g, want %.15g", seed, c, got, want)
			}
		}
	}
}

// TestMeasureGradients: the gradient of a displacement measure is its
// difference along each motion of each body, its rate and second rate are its
// differences along a motion; likewise the pose and speed partials of velocity
// measures and the acceleration partials of acceleration measures.
func TestMeasureGradients(t *testing.T) {
	for seed := range uint64(10) {
		m, calls := world(100 + seed)
		s := m.state(t)
		p := m.anywhere(s)
		for _, c := range calls {
			valueAt(t, s, p, c)
			ms := &s.plan.measure[s.plan.index[c.lookupKey()]]
			switch ms.row.stage {
			case Pose:
				if s.hasNoGradient(s.plan.index[c.lookupKey()]) {
					continue
				}
				g := append([]float64{}, s.kin.displacementGradient(ms)...)
				checkBlocks(t, s, p, c, ms.body, g, posed)
				j := s.kin.displacementJet(ms, 1)
				v := s.MeasureValue(c)
				f := func(h float64) float64 { return around(v, valueAt(t, s, moving(s, p, h), c)-v, ms) }
				if d := richardson(f, 2e-3); !close(j.d, d, 1e-8) {
					t.Errorf("seed %d: rate of %s is %.12g, difference %.12g", seed, c, j.d, d)
				}
				d2 := richardson(func(h float64) float64 {
					q := moving(s, p, h)
					valueAt(t, s, q, c)
					return s.kin.displacementJet(ms, 1).d
				}, 2e-3)
				valueAt(t, s, p, c)
				if !close(j.dd, d2, 1e-7) {
					t.Errorf("seed %d: second rate of %s is %.12g, difference %.12g", seed, c, j.dd, d2)
				}
			case Motion:
				a, b := s.kin.velocityGradients(ms)
				a, b = append([]float64{}, a...), append([]float64{}, b...)
				checkBlocks(t, s, p, c, ms.body, a, posed)
				checkBlocks(t, s, p, c, ms.body, b, sped)
			case Energy:
				a, b := s.kin.kineticEnergyGradients(ms)
				a, b = append([]float64{}, a...), append([]float64{}, b...)
				checkBlocks(t, s, p, c, ms.body, a, posed)
				checkBlocks(t, s, p, c, ms.body, b, sped)
			case Rates:
				checkBlocks(t, s, p, c, ms.body, append([]float64{}, s.kin.accelerationGradient(ms)...), rated)
			}
		}
	}
}

// around returns v + d, of an angle without the jump of a turn.
func around(v, d float64, m *Measure) float64 {
	if m.isAngle() {
		d = math.Remainder(d, 2*math.Pi)
	}
	return v + d
}

// posed, sped and rated return p with component k of a body's pose, speeds or
// accelerations changed by h.
func posed(s *State, p *integrate.Point, k int, h float64) *integrate.Point {
	n := integrate.NewPoint(s.layout)
	n.Copy(p)
	dq := make([]float64, len(p.V))
	dq[k] = h
	s.MovePositions(n.Q, p.Q, dq)
	return n
}

func sped(s *State, p *integrate.Point, k int, h float64) *integrate.Point {
	n := integrate.NewPoint(s.layout)
	n.Copy(p)
	n.V[k] += h
	return n
}

func rated(s *State, p *integrate.Point, k int, h float64) *integrate.Point {
	n := integrate.NewPoint(s.layout)
	n.Copy(p)
	n.A[k] += h
	return n
}

func checkBlocks(t *testing.T, s *State, p *integrate.Point, c Call, bodies []BodyIdx, g []float64,
	change func(*State, *integrate.Point, int, float64) *integrate.Point) {
	t.Helper()
	for n, b := range bodies {
		body := &s.sys.Bodies[b]
		ms := &s.plan.measure[s.plan.index[c.lookupKey()]]
		v := valueAt(t, s, p, c)
		for k := range body.speedCount() {
			d := richardson(func(h float64) float64 { return around(v, valueAt(t, s, change(s, p, body.v+k, h), c)-v, ms) }, 2e-3)
			if !close(g[6*n+k], d, 1e-7) {
				t.Errorf("partial %d of %s with respect to body %d is %.12g, difference %.12g", k, c, b, g[6*n+k], d)
			}
		}
	}
	valueAt(t, s, p, c)
}

// TestAngleSequences: the angles put together give the rotation back, with the
// published signs (pitch is about the negative y axis).
func TestAngleSequences(t *testing.T) {
	m := newModel(3)
	b := m.body(Rigid)
	i := m.markerAt(b, Marker{Rot: spatial.Identity})
	var c [6]Call
	for k, n := range []string{"PSI", "THETA", "PHI", "YAW", "PITCH", "ROLL"} {
		c[k] = m.asked(n, i)
	}
	s := m.state(t)
	p := s.DeckPoint()
	set := func(r mat) { spatial.QuatFromMat(&r).Store(p.Q[3:]) }
	for range 50 {
		r := randomRot(m.r)
		set(r)
		var v [6]float64
		for k := range v {
			v[k] = valueAt(t, s, p, c[k])
		}
		zxz := rot(spatial.RotZ(v[0]), spatial.RotX(v[1]), spatial.RotZ(v[2]))
		zyx := rot(spatial.RotZ(v[3]), spatial.RotY(-v[4]), spatial.RotX(v[5]))
		for k := range 3 {
			if zxz.Col(k).Sub(r.Col(k)).Norm() > 1e-12 || zyx.Col(k).Sub(r.Col(k)).Norm() > 1e-12 {
				t.Fatalf("angles %v do not give the rotation back", v)
			}
		}
	}
	// parallel frames: the turn is all PSI
	set(spatial.RotZ(0.7))
	for k, want := range []float64{0.7, 0, 0} {
		if got := valueAt(t, s, p, c[k]); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s = %g at parallel frames, want %g", c[k].Name, got, want)
		}
	}
	// nearly parallel: no digits are lost
	set(rot(spatial.RotZ(0.3), spatial.RotX(1e-9), spatial.RotZ(0.2)))
	for k, want := range []float64{0.3, 1e-9, 0.2} {
		if got := valueAt(t, s, p, c[k]); math.Abs(got-want) > 1e-6*want {
			t.Errorf("%s = %.12g near parallel frames, want %g", c[k].Name, got, want)
		}
	}
	set(spatial.RotY(-0.4)) // nose up: x axis towards z
	if got := valueAt(t, s, p, c[4]); math.Abs(got-0.4) > 1e-15 {
		t.Errorf("PITCH = %g, want 0.4", got)
	}
}

// TestTurns: AX, AY and AZ count turns over accepted steps; a trial far away
// leaves no trace.
func TestTurns(t *testing.T) {
	m := newModel(4)
	b := m.body(Rigid)
	i := m.markerAt(b, Marker{Rot: spatial.Identity})
	names := []string{"AX", "AY", "AZ", "AXU", "AYU", "AZU"}
	var calls []Call
	for _, n := range names {
		calls = append(calls, m.asked(n, i))
	}
	turn := []func(float64) mat{spatial.RotX, spatial.RotY, spatial.RotZ}
	for axis, f := range turn {
		s := m.state(t)
		p := s.DeckPoint()
		at := func(a float64) *integrate.Point {
			r := f(a)
			spatial.QuatFromMat(&r).Store(p.Q[3:])
			return p
		}
		for k := range 200 {
			a := -0.1 * float64(k) // several turns backwards
			for _, c := range []Call{calls[axis], calls[axis+3]} {
				if got := valueAt(t, s, at(a), c); math.Abs(got-a) > 1e-12 {
					t.Fatalf("%s = %g, want %g", c, got, a)
				}
				if got := valueAt(t, s, at(a+2), c); math.Abs(got-a-2) > 1e-12 {
					t.Fatalf("trial: %s = %g, want %g", c, got, a+2)
				}
			}
			if err := s.AcceptPoint(at(a)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestFastTurns: a steady rotation of more than half a turn in a step is counted.
func TestFastTurns(t *testing.T) {
	m := newModel(4)
	b := m.body(Rigid)
	i := m.markerAt(b, Marker{Rot: spatial.Identity})
	az := m.asked("AZ", i)
	s := m.state(t)
	p := s.DeckPoint()
	h, w := 1e-3, 20.0
	for range 40 {
		r := spatial.RotZ(w * p.T)
		spatial.QuatFromMat(&r).Store(p.Q[3:])
		(vec{Z: w}).Store(p.V[3:])
		if got := valueAt(t, s, p, az); math.Abs(got-w*p.T) > 1e-9 {
			t.Fatalf("AZ = %g at %g, want %g", got, p.T, w*p.T)
		}
		if err := s.AcceptPoint(p); err != nil {
			t.Fatal(err)
		}
		p.T += h
		h = min(2*h, 0.5)
	}
}

// TestWrongCalls: what cannot be resolved says which argument is wrong.
func TestWrongCalls(t *testing.T) {
	m := newModel(5)
	b := m.body(Rigid)
	m.marker(b)
	m.AddMarker(Marker{ID: 77, Body: b, Rot: spatial.Identity, Floating: true})
	for want, c := range map[string]Call{
		"there is no measure called NIX":                      {"NIX", nil},
		"DX takes 1 to 3 arguments, not 0":                    {"DX", nil},
		"DX(5): there is no Reference_Marker 5":               {"DX", []int{5}},
		"AZ(1,77): marker 77 is floating and has no pose":     {"AZ", []int{1, 77}},
		"VARVAL(3): there is no Reference_Variable 3":         {"VARVAL", []int{3}},
		"JOINT(1,0,4,0): there is no Constraint_Joint 1":      {"JOINT", []int{1, 0, 4, 0}},
		"SFORCE(1,0,4,0): there is no Force_Scalar_TwoBody 1": {"SFORCE", []int{1, 0, 4, 0}},
	} {
		if _, err := m.ResolveMeasure(c); fmt.Sprint(err) != want {
			t.Errorf("%s: %q, want %q", c, fmt.Sprint(err), want)
		}
	}
}
