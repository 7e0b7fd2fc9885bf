package system

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// emptyRoutine does nothing.
type emptyRoutine struct{}

func (emptyRoutine) Call(*usersub.Frame, usersub.State) error { return nil }

// BenchmarkMeter is what counting adds to a call.
func BenchmarkMeter(b *testing.B) {
	f := usersub.NewFrame(usersub.VARSUB, "X", 1, nil, nil)
	m := newCallTimer(&usersub.Routine{Sub: emptyRoutine{}}, usersub.VARSUB)
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			_ = m.sub.Call(f, nil)
		}
	})
	b.Run("counted", func(b *testing.B) {
		for b.Loop() {
			_ = m.callRoutine(f, nil)
		}
	})
}

// Times that repeat every seventh call, as differences do, and a first call that
// takes long: the estimate must be that of all calls. Of 80000 calls about 625
// are measured; their scatter is 2.4 of a mean of 2, so that the estimate is good to
// 1.2/√625, a twentieth.
func TestMeterEstimates(t *testing.T) {
	const calls = 80000
	m := newCallTimer(&usersub.Routine{Sub: emptyRoutine{}}, usersub.VARSUB)
	f := usersub.NewFrame(usersub.VARSUB, "X", 1, nil, nil)
	want, measured := 0.0, 0
	for k := range calls {
		d := time.Microsecond
		switch {
		case k == 0:
			d = time.Second
		case k%7 == 0:
			d = 8 * time.Microsecond
		}
		want += d.Seconds()
		if m.calls++; m.gap > 0 {
			m.gap--
			continue
		}
		m.recordDuration(d, exactly)
		measured++
	}
	if got := m.estimatedSeconds(); math.Abs(got-want) > 0.3*(want-1) {
		t.Errorf("estimate %g s, want %g s", got, want)
	}
	if measured > exactly+calls/sampled*5/4 || measured < exactly+calls/sampled*3/4 {
		t.Errorf("%d calls were measured, want one in %d", measured, sampled)
	}
	if n := testing.AllocsPerRun(200, func() { _ = m.callRoutine(f, nil) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// The routines of partials are reported beside the routine, each with its calls.
func TestProfilesOfPartials(t *testing.T) {
	named := func(name string, f sub) *usersub.Routine {
		return &usersub.Routine{Sub: f, Implementation: "c", Function: name, Symbol: name + "_"}
	}
	m := bead(12)
	calls := 0
	r := &Routine{Element: "Constraint_Coupler", ID: 5, Sig: usersub.COUSUB, Dims: map[string]int{"ndisp": 1},
		Sub: named("slope", func(f *usersub.Frame, _ func(string, ...int) float64) error {
			f.RealArgNamed("phi")[0] = 2 * f.RealArgNamed("disp")[0]
			return nil
		}),
		Given: map[string][]Call{"disp": {{Name: "DX", Args: []int{1}}}}, Order: []string{"disp"},
		Exact: []ExactPartial{{Sig: usersub.COUXX, Out: "phi", In: "disp", Sub: named("its_partial",
			func(f *usersub.Frame, _ func(string, ...int) float64) error {
				calls++
				f.RealArgNamed("dfda")[0] = 2
				return nil
			})}}}
	l := m.AddLaw(r.LawSpec())
	m.fx(l)
	s := m.state(t)
	p := s.DeckPoint()
	evaluated(t, s, p)
	in, out, d := []float64{1}, []float64{2}, []float64{0}
	if err := s.routines[0].Partials(d, nil, in, out, false, s); err != nil || d[0] != 2 {
		t.Fatal(d, err)
	}
	all := s.Profiles()
	if len(all) != 2 || all[0].Name() != "slope" || all[1].Name() != "its_partial" || all[1].Sig != usersub.COUXX ||
		all[1].Calls != calls || calls != 2 || all[0].Calls < 2 {
		t.Errorf("%+v, %d calls", all, calls)
	}
}

// An error names the function that failed by the name that the deck gives.
func TestErrorsNameTheFunction(t *testing.T) {
	m := bead(12)
	r := routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
		if f.IsSetup() {
			return nil
		}
		return &usersub.CallError{Routine: "VARSUB", Message: "no road"}
	}), usersub.SFOSUB, 4)
	r.Sub.Function = "tyre"
	m.fx(m.AddLaw(r.LawSpec()))
	s := m.state(t)
	err := s.computeForces(s.DeckPoint())
	var c *usersub.CallError
	if !errors.As(err, &c) || c.Routine != "tyre" || c.Element != "Force_Scalar_TwoBody 4" {
		t.Errorf("error %v", err)
	}
	if names := []string{r.Name(), (&Routine{Sub: &usersub.Routine{}, Sig: usersub.SFOSUB}).Name()}; !slices.Equal(names, []string{"tyre", "SFOSUB"}) {
		t.Error(names)
	}
}
