package record

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// golang calls the definitions of the suite.
type golang struct {
	define func(*usersub.Frame, usersub.State) error
	counts bool
	calls  int
	bent   float64 // added to the first real output
}

func (g *golang) Call(f *usersub.Frame, s usersub.State) error {
	if g.counts {
		f.RealArgNamed("value")[0] = float64(g.calls)
		g.calls++
		return nil
	}
	if err := g.define(f, &usersub.QueryCache{Frame: f, State: s}); err != nil {
		return &usersub.CallError{Cause: usersub.Exception, Routine: f.Sig.Name, Time: f.Time(), Message: err.Error()}
	}
	if outs := f.Sig.OutputIndices(); g.bent != 0 && len(outs) > 0 && len(f.Reals(outs[0])) > 0 {
		f.Reals(outs[0])[0] += g.bent
	}
	return nil
}

// routine returns the definition called name.
func routine(name string) *golang {
	for _, c := range append(subtest.Cases(), subtest.UtilityCases()...) {
		if c.Name == name {
			return &golang{define: c.Define, counts: c.Counts}
		}
	}
	return nil
}

func create(t testing.TB) (*Recorder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "calls.rec")
	r, err := CreateRecording(path, Header{Program: "test", Deck: "/deck.xml"})
	if err != nil {
		t.Fatal(err)
	}
	return r, path
}

func read(t testing.TB, path string) *Recording {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := OpenRecording(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wrap records a routine under its name.
func wrap(r *Recorder, sub usersub.Sub, sig *usersub.Sig, name string) *usersub.Routine {
	rt := &usersub.Routine{Sub: sub, Implementation: "go", File: "/go", SHA256: "0", Symbol: name}
	rt.Sub = clearingSub{r.Wrap(rt, &usersub.Ref{Function: name, Element: sig.Element + " 1"}, sig)}
	return rt
}

// clearingSub clears the outputs before each call, as a solver does and the suite not always.
type clearingSub struct{ usersub.Sub }

func (c clearingSub) Call(f *usersub.Frame, s usersub.State) error {
	for _, i := range f.Sig.OutputIndices() {
		if f.Sig.Args[i].Kind == usersub.Int {
			clear(f.Ints(i))
		} else {
			clear(f.Reals(i))
		}
	}
	return c.Sub.Call(f, s)
}

// definitions opens what was recorded.
func definitions(s *Source) (usersub.Sub, error) {
	g := routine(s.Ref.Function)
	if g == nil {
		return nil, errors.New("no routine " + s.Ref.Function)
	}
	return g, nil
}

// The suite that every implementation passes is passed before a recorder, and what it
// recorded is the same again when it is played: bit for bit.
func TestSuiteIsRecordedAndPlayed(t *testing.T) {
	rec, path := create(t)
	load := func(t *testing.T, sig *usersub.Sig, name string) *usersub.Routine {
		return wrap(rec, routine(name), sig, name)
	}
	t.Run("record", func(t *testing.T) { subtest.RunSuite(t, load); subtest.RunUtilities(t, load) })
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	calls, bytes := rec.CallsAndFileSize()
	if st, err := os.Stat(path); err != nil || st.Size() != bytes {
		t.Fatalf("the file has %v bytes, %d were written (%v)", st.Size(), bytes, err)
	}
	r := read(t, path)
	report, err := r.Replay(context.Background(), Options{Open: definitions})
	if err != nil {
		t.Fatal(err)
	}
	if report.First != nil {
		t.Errorf("%s\n%s", report.First.What, report.First.Text)
	}
	if calls < 100 || report.Recorded != calls || report.Made != calls || report.Different != 0 || len(report.Unknown) > 0 {
		t.Errorf("of %d calls: %+v", calls, report)
	}
	if !r.Closed || r.Rest != 0 {
		t.Errorf("closed %v, %d bytes more", r.Closed, r.Rest)
	}
}

// One routine of the suite differs: that is found, in its calls only.
func TestDifferenceIsFound(t *testing.T) {
	rec, path := create(t)
	subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, name string) *usersub.Routine {
		return wrap(rec, routine(name), sig, name)
	})
	_ = rec.Close()
	report, err := read(t, path).Replay(context.Background(), Options{Tol: 1e-9, Open: func(s *Source) (usersub.Sub, error) {
		g := routine(s.Ref.Function)
		if s.Ref.Function == "CATENA" {
			g.bent = 1e-6
		}
		return g, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	first := report.First
	if first == nil || !strings.Contains(first.Text, "CATENA (PFOSUB)") || !strings.Contains(first.Text, "queried SYSFNC DY[9]") ||
		!strings.Contains(first.Text, "   now ") || !strings.HasPrefix(first.What, "value is ") {
		t.Fatalf("%+v", first)
	}
	// Values of the suite are of order one to a few dozen, so that the relative
	// difference is at most 1e-6, and more than a thousandth of it.
	if report.Max > 1.0001e-6 || report.Max < 1e-9 || report.Different < 5 || report.Different == report.Made {
		t.Errorf("%+v", report)
	}
}

// subFunc is a Sub given by a function.
type subFunc func(f *usersub.Frame, s usersub.State) error

func (a subFunc) Call(f *usersub.Frame, s usersub.State) error { return a(f, s) }

func variable(id int, par ...float64) *usersub.Frame {
	return usersub.NewFrame(usersub.VARSUB, "Reference_Variable", id, par, nil)
}

// Failures, requests for a shorter step and statuses are distinguished.
func TestEnds(t *testing.T) {
	ends := []error{
		nil, usersub.ErrRetry, &usersub.CallError{Cause: usersub.Exception, Message: "no"},
		&usersub.CallError{Cause: usersub.NotFinite, Message: "no"}, errors.New("other"),
	}
	for i, was := range ends {
		rec, path := create(t)
		rt := wrap(rec, subFunc(func(*usersub.Frame, usersub.State) error { return was }), usersub.VARSUB, "V")
		f := variable(1)
		f.PrepareCall(0.5, false, false)
		if err := rt.Call(f, &subtest.State{}); !errors.Is(err, was) {
			t.Fatalf("%v was returned as %v", was, err)
		}
		_ = rec.Close()
		for k, now := range ends {
			report, err := read(t, path).Replay(context.Background(), Options{Open: func(*Source) (usersub.Sub, error) {
				return subFunc(func(*usersub.Frame, usersub.State) error { return now }), nil
			}})
			if err != nil || (report.Different == 0) != (i == k || min(i, k) >= 2 && max(i, k) == 4) {
				t.Errorf("%v, then %v: %+v, %v", was, now, report, err)
			}
		}
	}
}

// driven is a solver that makes a call inside of DATOUT, and knows a custom
// function, which makes one too.
type driven struct {
	subtest.Full
	inner func()
	said  []string
}

func (d *driven) Datout() int32           { d.inner(); return 3 }
func (d *driven) HasCustom(n string) bool { return n == "MINE" }
func (d *driven) CusFnc(_ string, par []float64) (float64, int32) {
	d.inner()
	return par[0] * 2, 0
}
func (d *driven) Message(m *usersub.Message) { d.said = append(d.said, m.Text) }

// Calls that are made inside of a utility and a custom function are made
// there again; messages arrive.
func TestNested(t *testing.T) {
	outer := subFunc(func(f *usersub.Frame, s usersub.State) error {
		door := &usersub.QueryCache{Frame: f, State: s}
		a := subtest.CallUtility(door, "DATOUT").Arg[0].Int[0]
		v, flag := door.SysFnc("MINE", []int32{21})
		subtest.CallUtility(door, "USRMES", 1, "hello", 7, "INFO")
		text, info := door.ModFnc("Body_Rigid", 3, "cm_marker_id")
		f.RealArgNamed("value")[0] = float64(a) + v + float64(flag) + float64(info) + float64(len(text))
		return nil
	})
	var order []string
	inside := subFunc(func(f *usersub.Frame, s usersub.State) error {
		order = append(order, "inner")
		f.RealArgNamed("value")[0] = f.Time()
		return nil
	})
	subs := map[string]usersub.Sub{"OUTER": outer, "INNER": inside}
	rec, path := create(t)
	out, in := wrap(rec, outer, usersub.VARSUB, "OUTER"), wrap(rec, inside, usersub.VARSUB, "INNER")
	f, g := variable(1), variable(2)
	d := &driven{}
	d.inner = func() {
		g.PrepareCall(g.Time()+0.25, false, false)
		if err := in.Call(g, d); err != nil {
			t.Error(err)
		}
	}
	for range 3 {
		f.PrepareCall(f.Time()+1, false, false)
		if err := out.Call(f, d); err != nil {
			t.Fatal(err)
		}
	}
	_ = rec.Close()
	if len(d.said) != 3 || len(order) != 6 {
		t.Fatalf("said %v, calls inside %v", d.said, order)
	}
	order = nil
	said := 0
	report, err := read(t, path).Replay(context.Background(), Options{
		Open: func(s *Source) (usersub.Sub, error) {
			name := s.Ref.Function
			return subFunc(func(f *usersub.Frame, s usersub.State) error {
				err := subs[name].Call(f, s)
				order = append(order, name)
				return err
			}), nil
		},
		Say: func(m *usersub.Message) { said++ },
	})
	if err != nil || report.Made != 9 || report.Different != 0 || said != 3 {
		t.Fatalf("%+v, %v, said %d times\n%+v", report, err, said, report.First)
	}
	if got := strings.Join(order[:6], " "); got != "inner INNER inner INNER OUTER inner" {
		t.Errorf("order %s", got)
	}
	// Only those inside: the outer one is read and left out.
	report, err = read(t, path).Replay(context.Background(), Options{
		Open: func(s *Source) (usersub.Sub, error) { return subs[s.Ref.Function], nil },
		Keep: func(p *ElementFrame) bool { return p.Ref.Function == "INNER" },
	})
	if err != nil || report.Made != 6 || report.Left != 3 || report.Different != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// Another implementation asks in another order, asks what travelled with the call,
// and what nobody asked.
func TestAskedOtherwise(t *testing.T) {
	ask := func(names ...string) subFunc {
		return func(f *usersub.Frame, s usersub.State) error {
			door := &usersub.QueryCache{Frame: f, State: s}
			sum := 0.0
			for _, n := range names {
				v, _ := door.SysFnc(n, []int32{4})
				sum += v
			}
			f.RealArgNamed("value")[0] = sum
			return nil
		}
	}
	rec, path := create(t)
	rt := wrap(rec, ask("DX", "DY"), usersub.VARSUB, "V")
	f := variable(1)
	for i := range 4 {
		f.PrepareCall(float64(i), false, false)
		s := &subtest.State{Shift: float64(i)}
		s.RefreshAnswers(f)
		if err := rt.Call(f, s); err != nil {
			t.Fatal(err)
		}
	}
	_ = rec.Close()
	play := func(names ...string) *Report {
		report, err := read(t, path).Replay(context.Background(), Options{Tol: 1e-12, Open: func(*Source) (usersub.Sub, error) { return ask(names...), nil }})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	if r := play("DY", "DX"); r.Different != 0 {
		t.Errorf("in another order: %+v", r.First)
	}
	if r := play("DX"); r.Different == 0 || len(r.Unknown) != 0 {
		t.Errorf("one less: %+v", r)
	}
	if r := play("DX", "DY", "DZ"); r.Different != 4 || r.Unknown["SYSFNC DZ[4]"] != 4 || !strings.Contains(r.First.What, "SYSFNC DZ[4]") {
		t.Errorf("one more: %+v", r)
	}
}

// What the struct form says about an element comes back with its types.
func TestMembers(t *testing.T) {
	rec, path := create(t)
	f := variable(1)
	f.Member = map[string]any{"A": 1, "B": 2.5, "C": "x", "D": []int{1, 2}, "E": []float64{0.1, -0}, "F": []string{"p", ""}}
	rt := wrap(rec, subFunc(func(*usersub.Frame, usersub.State) error { return nil }), usersub.VARSUB, "V")
	if err := rt.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	_ = rec.Close()
	err := read(t, path).ReadCallsOnce(func(c *Call) error {
		for name, v := range f.Member {
			if got := c.Frame.Member[name]; !same(got, v) {
				t.Errorf("%s is %#v, was %#v", name, got, v)
			}
		}
		return nil
	})
	if err != nil || len(f.Member) != 6 {
		t.Fatal(err)
	}
}
