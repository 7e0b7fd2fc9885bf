package system

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// utilityCaller is a routine that calls utilities by their table, as loaders do.
type utilityCaller func(f *usersub.Frame, call func(name string, set func(*usersub.UtilityCall)) *usersub.UtilityCall) error

func (g utilityCaller) Call(f *usersub.Frame, st usersub.State) error {
	d := &usersub.QueryCache{Frame: f, State: st}
	return g(f, func(name string, set func(*usersub.UtilityCall)) *usersub.UtilityCall {
		c := new(usersub.UtilityCall)
		c.PrepareCall(usersub.FindUtility(name), d, f.Time())
		if set != nil {
			set(c)
		}
		c.Invoke()
		return c
	})
}

// id sets the first input, modset those of MODSET.
func id(n int32) func(*usersub.UtilityCall) {
	return func(c *usersub.UtilityCall) { c.SetIntOutput(0, n) }
}

func modset(element string, id int32, attribute, input string) func(*usersub.UtilityCall) {
	return func(c *usersub.UtilityCall) {
		c.SetTextOutput(0, element)
		c.SetIntOutput(1, id)
		c.SetTextOutput(2, attribute)
		c.SetTextOutput(3, input)
	}
}

// serve runs one evaluation of a bead at time 0.5 with a force by g, and
// returns what was warned of.
func serve(t *testing.T, prepare func(m *model, ses *Session), g utilityCaller) (said []string) {
	t.Helper()
	m := bead(21)
	ses := &Session{Start: 0.25, Integrator: "DSTIFF", Version: "1.2.3", Input: "/a/deck", Output: "/b/deck"}
	if prepare != nil {
		prepare(m, ses)
	}
	whole := utilityCaller(func(f *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
		f.RealArgNamed("value")[0] = 1
		return g(f, call)
	})
	m.fx(m.AddLaw(routineOf(whole, usersub.SFOSUB, 7).LawSpec()))
	s, err := m.NewRunState(ses, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) })
	if err != nil {
		t.Fatal(err)
	}
	p := s.DeckPoint()
	p.T = 0.5
	evaluated(t, s, p)
	return said
}

func TestServicesRecord(t *testing.T) {
	calls := 0
	serve(t, func(m *model, _ *Session) {
		m.Facts = DeckFacts{Strings: map[int]string{3: "road.dat"}, Arrays: map[int][]float64{6: {1, -2}},

			Matrices: map[int][][]float64{2: {{1, 2, 3}, {4, 5, 6}}}, HasUnits: true, Scales: [4]float64{1, 1e-3, 1, 1e3}, Units: [4]string{"s", "mm", "N", "t"}}
		m.Gravity = vec{Z: -9}
	}, func(f *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
		calls++
		now := 0.5
		if f.IsSetup() {
			now = 0.25
		}
		for _, c := range []struct {
			name string
			want float64
		}{{"TIMGET", 0.25}, {"GETSTM", now}} {
			if u := call(c.name, nil); u.Arg[0].Real[0] != c.want || u.Unsupported != "" {
				t.Errorf("setup %v: %s is %g, want %g; %s", f.IsSetup(), c.name, u.Arg[0].Real[0], c.want, u.Unsupported)
			}
		}
		for name, want := range map[string]string{"GETINT": "DSTIFF", "GETVER": "1.2.3", "GETSLV": linearSolver,
			"GTINAM": "/a/deck", "GTONAM": "/b/deck"} {
			if u := call(name, nil); u.Arg[0].Text[0] != want || u.Unsupported != "" {
				t.Errorf("%s is %q, want %q; %s", name, u.Arg[0].Text[0], want, u.Unsupported)
			}
		}
		if v := call("GETMOD", nil).Arg[0].Int[0]; v != 4 {
			t.Errorf("GETMOD is %d, want 4", v)
		}
		if v := call("GETINM", nil).Arg[0].Int[0]; v != 0 {
			t.Errorf("GETINM is %d, want 0", v)
		}
		if v := call("GETCPU", nil).Arg[0].Real[0]; !(v >= 0) {
			t.Errorf("GETCPU is %g", v)
		}
		if u := call("GTSTRG", id(3)); u.Arg[1].Text[0] != "road.dat" || u.Arg[2].Int[0] != 8 || u.Arg[3].Int[0] != 0 {
			t.Errorf("GTSTRG: %+v", u.Arg)
		}
		if u := call("GTSTRG", id(4)); u.Arg[3].Int[0] == 0 {
			t.Error("GTSTRG of a string that is not there has no flag")
		}
		if u := call("GTARAY", id(6)); !slices.Equal(u.Arg[1].Real, []float64{1, -2}) || u.Arg[2].Int[0] != 2 || u.Arg[3].Int[0] != 0 {
			t.Errorf("GTARAY: %+v", u.Arg)
		}
		if u := call("GTARAY", id(7)); u.Arg[2].Int[0] != 0 || u.Arg[3].Int[0] == 0 {
			t.Errorf("GTARAY of an array that is not there: %+v", u.Arg)
		}
		if u := call("GTUNTS", nil); u.Arg[0].Int[0] != 1 || !slices.Equal(u.Arg[1].Real, []float64{1, 1e-3, 1, 1e3}) ||
			!slices.Equal(u.Arg[2].Text, []string{"s", "mm", "N", "t"}) {
			t.Errorf("GTUNTS: %+v", u.Arg)
		}
		if u := call("GET_MATRIX_INFO", id(2)); u.Arg[2].Int[0] != 2 || u.Arg[3].Int[0] != 3 || u.Arg[4].Int[0] != 6 || u.Arg[5].Int[0] != 0 {
			t.Errorf("GET_MATRIX_INFO: %+v", u.Arg)
		}
		if u := call("GET_MATRIX_INFO", id(3)); u.Arg[5].Int[0] == 0 {
			t.Error("GET_MATRIX_INFO of a matrix that is not there has no flag")
		}
		u := call("GET_FULL_MATRIX_DATA", func(c *usersub.UtilityCall) { c.SetIntOutput(0, 2); c.SetIntOutput(2, 6) })
		if !slices.Equal(u.Arg[1].Real, []float64{1, 4, 2, 5, 3, 6}) || u.Arg[3].Int[0] != 0 {
			t.Errorf("GET_FULL_MATRIX_DATA: %+v", u.Arg)
		}
		if u := call("GET_GRAVITY", nil); u.Arg[2].Real[0] != -9 || u.Unsupported != "" {
			t.Errorf("GET_GRAVITY: %+v", u.Arg)
		}
		return nil
	})
	if calls < 2 {
		t.Errorf("%d calls", calls)
	}
}

// TestTimGetStands: the time of the last accepted step, whatever is tried.
func TestTimGetStands(t *testing.T) {
	m := bead(22)
	want, trials := 0.0, 0
	m.fx(m.AddLaw(routineOf(utilityCaller(func(f *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
		if f.IsSetup() {
			return nil
		}
		if got := call("TIMGET", nil).Arg[0].Real[0]; got != want {
			t.Fatalf("TIMGET is %g at time %g, want %g", got, f.Time(), want)
		}
		if got := call("GETSTM", nil).Arg[0].Real[0]; got != f.Time() {
			t.Fatalf("GETSTM is %g at time %g", got, f.Time())
		}
		if f.Time() > want {
			trials++
		}
		f.RealArgNamed("value")[0] = math.Sin(20 * f.Time())
		return nil
	}), usersub.SFOSUB, 7).LawSpec()))
	s, p, _ := started(t, m.System)
	in, _ := integrate.New("DSTIFF")
	if err := in.Init(s, p, &integrate.Options{Tol: 1e-6}); err != nil {
		t.Fatal(err)
	}
	for in.Now().T < 0.2 {
		before := in.Now().T
		if err := in.Step(0.2); err != nil {
			t.Fatal(err)
		}
		if err := s.AcceptPoint(in.Now()); err != nil {
			t.Fatal(err)
		}
		if want = in.Now().T; want <= before {
			t.Fatal("no progress")
		}
	}
	s.BeginAnalysis(3)
	if got := s.callState.TimGet(); got != 3 {
		t.Errorf("TIMGET is %g at the start of another analysis, want 3", got)
	}
	if trials == 0 {
		t.Error("nothing was tried ahead of the accepted time")
	}
}

// TestModSet: every refusal has its code, and is said once.
func TestModSet(t *testing.T) {
	said := serve(t, func(m *model, _ *Session) {
		m.ModFnc = func(element string, id int, attribute string) (string, int32) {
			switch {
			case element != "Motion_Joint":
				return "", -1
			case id != 5:
				return "", -2
			case attribute != "expr":
				return "", -3
			}
			return "TIME", 6
		}
	}, func(f *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
		for _, c := range []struct {
			element   string
			id        int32
			attribute string
			want      int32
		}{{"Motion", 5, "expr", -1}, {"Motion_Joint", 6, "expr", -2}, {"Motion_Joint", 5, "x", -3}, {"Motion_Joint", 5, "expr", -4}} {
			if got := call("MODSET", modset(c.element, c.id, c.attribute, "2*TIME")).Arg[4].Int[0]; got != c.want {
				t.Errorf("MODSET of %v: %d", c, got)
			}
		}
		return nil
	})
	want := []string{"Force_Scalar_TwoBody 7: MODSET of expr of Motion_Joint 5: attributes cannot be changed during a run (info -4)"}
	if !slices.Equal(said, want) {
		t.Errorf("said %q", said)
	}
}

// TestMessages go to the run, with who says them and when, and otherwise into
// the warnings.
func TestMessages(t *testing.T) {
	speak := utilityCaller(func(f *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
		for _, flag := range []int32{0, 1} {
			call("USRMES", func(c *usersub.UtilityCall) {
				c.SetIntOutput(0, flag)
				c.SetTextOutput(1, "slips")
				c.SetIntOutput(2, 9)
				c.SetTextOutput(3, "warn ")
			})
		}
		return nil
	})
	var got []string
	said := serve(t, func(_ *model, ses *Session) {
		ses.Log = func(m *usersub.Message, owner, routine string, t float64) {
			got = append(got, fmt.Sprint(*m, owner, routine, t))
		}
	}, speak)
	if len(got) < 2 || got[0] != "{USRMES 1 slips 9 WARN}Force_Scalar_TwoBody 7SFOSUB0.25" ||
		got[1] != "{USRMES 1 slips 9 WARN}Force_Scalar_TwoBody 7SFOSUB0.5" || len(said) > 0 {
		t.Errorf("%q, warnings %q", got, said)
	}
	if said = serve(t, nil, speak); len(said) < 2 || said[0] != "Force_Scalar_TwoBody 7: USRMES [9] WARN: slips" {
		t.Errorf("warnings %q", said)
	}
}

// TestDiscreteInterface: the routine's dependence on the state is not in the
// matrix, and it is not differenced.
func TestDiscreteInterface(t *testing.T) {
	m := bead(23)
	differenced := 0
	m.fx(m.AddLaw(routineOf(utilityCaller(func(f *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
		u := call("SYSFNC", func(c *usersub.UtilityCall) { c.SetTextOutput(0, "DX"); c.SetIntOutput(1, 1) })
		if f.IsSetup() {
			call("SET_DISCRETE_INTERFACE", nil)
			return nil
		}
		if f.Ints(f.Sig.ArgIndex("dflag"))[0] != 0 {
			differenced++
		}
		f.RealArgNamed("value")[0] = -50 * u.Arg[3].Real[0]
		return nil
	}), usersub.SFOSUB, 7).LawSpec()))
	s := m.state(t)
	p := s.DeckPoint()
	if r := evaluated(t, s, p); math.Abs(r.V[0]-(p.A[0]+50*p.Q[0])) > 1e-12 {
		t.Errorf("residual %g", r.V[0])
	}
	differenced = 0 // the search for outputs that are never written counts as one
	if d := matrixAt(t, s, p, integrate.Coef{Q: 1})[0][0]; d != 1 || differenced != 0 {
		t.Errorf("entry %g of the matrix, want the mass 1; %d differences", d, differenced)
	}
}

func TestBodyMass(t *testing.T) {
	m := newModel(24)
	i := m.body(Rigid)
	m.body(PointMass)
	m.Facts.Mass = 4
	s := m.state(t)
	check := func(c vec, r mat) {
		t.Helper()
		cm, mass, ip, ok := s.callState.BodyMass("BODY_RIGID", int32(m.Bodies[i].ID))
		if !ok || cm != [3]float64{c.X, c.Y, c.Z} || mass != m.Bodies[i].Mass/4 {
			t.Errorf("mass centre %v, mass %g, %v", cm, mass, ok)
		}
		for k, e := range [6][2]vec{{spatial.UnitAxis(0), spatial.UnitAxis(0)}, {spatial.UnitAxis(1), spatial.UnitAxis(1)}, {spatial.UnitAxis(2), spatial.UnitAxis(2)},
			{spatial.UnitAxis(0), spatial.UnitAxis(1)}, {spatial.UnitAxis(1), spatial.UnitAxis(2)}, {spatial.UnitAxis(0), spatial.UnitAxis(2)}} {
			want := r.MulTransposed(e[0]).Dot(m.Bodies[i].Inertia.Mul(r.MulTransposed(e[1]))) / 4
			if k > 2 {
				want = -want
			}
			if !close(ip[k], want, 1e-14) {
				t.Errorf("entry %d is %g, want %g", k, ip[k], want)
			}
		}
	}
	check(m.Bodies[i].Pos0, m.Bodies[i].Rot0)
	p := m.anywhere(s)
	evaluated(t, s, p)
	check(spatial.LoadVec(p.Q), spatial.LoadQuat(p.Q[3:7]).Mat())
	for kind, id := range map[string]int32{"BODY_RIGID": 99, "FLEX": 1, "BODY_POINT": 1} {
		if _, _, _, ok := s.callState.BodyMass(kind, id); ok {
			t.Errorf("%s %d exists", kind, id)
		}
	}
}

// TestModFncOnce: queries of one spelling reach the model once and cost no
// memory.
func TestModFncOnce(t *testing.T) {
	m := bead(25)
	n := 0
	m.ModFnc = func(string, int, string) (string, int32) { n++; return "30101", 2 }
	s := m.state(t)
	ask := func() {
		if text, info := s.callState.ModFnc("Constraint_Joint", 1, "i_marker_id"); text != "30101" || info != 2 {
			t.Fatal(text, info)
		}
		s.callState.ModFnc("Constraint_Joint", 2, "i_marker_id")
	}
	ask()
	if a := testing.AllocsPerRun(100, ask); a != 0 || n != 2 {
		t.Errorf("%g allocations, %d queries", a, n)
	}
	for k := range int32(2 * maxModels) {
		s.callState.ModFnc("Constraint_Joint", k, "i_marker_id")
	}
	if len(s.callState.models) != maxModels {
		t.Errorf("%d answers are kept", len(s.callState.models))
	}
}

func BenchmarkModFnc(b *testing.B) {
	m := bead(25)
	m.ModFnc = func(string, int, string) (string, int32) { return "30101", 2 }
	s := m.state(b)
	b.ReportAllocs()
	for b.Loop() {
		s.callState.ModFnc("Constraint_Joint", 1, "i_marker_id")
	}
}

// TestDirections: DC and UVX, UVY, UVZ are the axes of I along those of J, also
// of old spellings, with one marker and with more arguments than they take.
func TestDirections(t *testing.T) {
	m := newModel(26)
	i, j := int32(m.marker(m.body(Rigid))), int32(m.marker(m.body(Rigid)))
	s := m.state(t)
	p := m.anywhere(s)
	evaluated(t, s, p)
	a, b := poseOf(m.System, p, int(i)), poseOf(m.System, p, int(j))
	dst := make([]float64, 16)
	check := func(name string, par []int32, want ...vec) {
		t.Helper()
		n, flag := s.callState.SysAry(name, par, dst)
		if n != 3*len(want) || flag != 0 {
			t.Fatalf("%s%v: %d values, flag %d", name, par, n, flag)
		}
		for k, w := range want {
			if got := spatial.LoadVec(dst[3*k:]); got.Sub(w).Norm() > 1e-14 {
				t.Errorf("%s%v: %v, want %v", name, par, got, w)
			}
		}
	}
	check("UVX", []int32{i, j}, b.in(a.X))
	check("uvy ", []int32{i, j, 5, 6}, b.in(a.Y))
	check("UVZ", []int32{i}, a.Z)
	check("DC", []int32{i, j}, b.in(a.X), b.in(a.Y), b.in(a.Z))
	check("TVEL", []int32{i, 0, 0, 0, 77}, a.V)
	// one marker, and more arguments than a scalar query takes
	for name, par := range map[string][]int32{"DX": {i, j, j, 77, 99}, "dm ": {i, j, 77}, "VZ": {i, 0, 0, 0, 77}, "DY": {i}} {
		want, flag := s.callState.SysFnc(name, par[:min(len(par), map[string]int{"DX": 3, "dm ": 2, "VZ": 1, "DY": 1}[name])])
		if v, f := s.callState.SysFnc(name, par); v != want || v == 0 || f != 0 || flag != 0 {
			t.Errorf("%s%v: %g, flag %d; want %g", name, par, v, f, want)
		}
	}
	for _, name := range []string{"PINPUT", "POUTPUT", "Q", "FXDC", "AW", ""} {
		if n, flag := s.callState.SysAry(name, []int32{i}, dst); n != 0 || flag == 0 {
			t.Errorf("%s: %d values, flag %d", name, n, flag)
		}
	}
	for _, name := range []string{"uxy", "UXY", "UVX"} {
		if v, flag := s.callState.SysFnc(name, []int32{i, j}); v != 0 || flag == 0 {
			t.Errorf("SYSFNC knows %s", name)
		}
	}
	if _, errs := expr.Compile(fmt.Sprintf("UXY(%d,%d)", i, j), MeasureTable{}); len(errs) == 0 {
		t.Error("expressions know UXY")
	}
	if n, flag := s.callState.SysAry("DISP", []int32{i}, dst[:2]); n != 2 || flag != 0 {
		t.Errorf("short array: %d values, flag %d", n, flag)
	}
	for _, q := range slices.Sorted(slices.Values(MeasureTable{}.Names())) {
		if r := table[q]; r != nil && r.isHidden() {
			t.Errorf("%s is listed", q)
		}
	}
}

// TestGeneralReaction: GCON reports the force that holds a bead against gravity.
func TestGeneralReaction(t *testing.T) {
	m := bead(27)
	m.Gravity = vec{X: -3, Y: 2}
	m.Bodies[1].Pos0, m.Bodies[1].V0 = vec{Y: 1}, vec{}
	g, err := m.NewExpressionConstraintRow("Constraint_General", 4, compiled(t, "2*DX(1)"), m.at(1))
	if err != nil {
		t.Fatal(err)
	}
	m.AddRows(g)
	h, err := m.NewExpressionConstraintRow("Constraint_General", 5, compiled(t, "DZ(1)-1"), NoMarker)
	if err != nil {
		t.Fatal(err)
	}
	m.AddRows(h)
	for comp := 1; comp <= 8; comp++ {
		m.asked("GCON", 4, 0, comp, 0)
	}
	s, p, w := started(t, m.System)
	if err := integrate.SolveAccelerations(s, p, w); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{3, 3, 0, 0, 0, 0, 0, 0} {
		if got := valueAt(t, s, p, m.Wanted[k]); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %g, want %g", m.Wanted[k], got, want)
		}
	}
	for _, id := range []int{5, 6} {
		if _, err := m.ResolveMeasure(Call{"GCON", []int{id, 0, 2, 0}}); err == nil {
			t.Errorf("GCON of %d has a reaction", id)
		}
	}
}
