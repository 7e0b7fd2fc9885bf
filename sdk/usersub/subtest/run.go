package subtest

import (
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// Load opens one routine of the suite. It returns nil for an optional routine
// that its language cannot express; for all others it fails the test instead.
type Load func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine

// RunSuite tries every routine of the suite.
func RunSuite(t *testing.T, load Load) {
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			r := load(t, c.Sig, c.Name)
			if r == nil {
				if !c.Optional {
					t.Fatalf("%s was not loaded", c.Name)
				}
				t.Skipf("%s cannot be expressed", c.Name)
			}
			if r.Implementation == "" || r.File == "" || r.SHA256 == "" || r.Symbol == "" {
				t.Errorf("the routine does not say where it comes from: %+v", r)
			}
			switch {
			case c.Counts:
				checkSharedVariables(t, &c, r)
			case c.Fails:
				checkFailure(t, &c, r)
			default:
				checkAgreement(t, &c, r)
			}
		})
	}
}

// checkAgreement makes the calls of a run in small: set-up, evaluations with answers
// sent along, one for differencing, and the same twice. The positions are such
// that a conditional routine asks its second query only in the third call.
func checkAgreement(t *testing.T, c *Case, r *usersub.Routine) {
	f, want, s := c.Frame(7), c.Frame(7), &State{}
	for _, call := range []struct {
		time, shift  float64
		dflag, iflag bool
	}{
		{0, 0, false, true},
		{0, 0.5, false, false},
		{0.25, 3.5, false, false},
		{0.25, 3.25, true, false},
		{0.5, 3.75, false, false},
	} {
		s.Shift, s.Asked, s.Entered = call.shift, nil, 0
		s.RefreshAnswers(f)
		s.RefreshAnswers(want)
		known := len(f.Asked)
		f.PrepareCall(call.time, call.dflag, call.iflag)
		want.PrepareCall(call.time, call.dflag, call.iflag)
		if err := r.Call(f, s); err != nil {
			t.Fatalf("call at shift %g: %v", call.shift, err)
		}
		runDefinition(t, c, want, call.shift)
		checkSameOutputs(t, f, want)
		checkSameQueries(t, f, want)
		if !slices.EqualFunc(s.Asked, f.Asked[known:], equalQueries) {
			t.Fatalf("the solver was queried %v, only %v was not foreseen", s.Asked, f.Asked[known:])
		}
		checkRepeatedCall(t, r, f, s)
	}
	checkOtherElements(t, c, r)
}

// runDefinition runs the definition in Go with the positions of shift.
func runDefinition(t *testing.T, c *Case, f *usersub.Frame, shift float64) {
	t.Helper()
	if err := c.Define(f, &usersub.QueryCache{Frame: f, State: &State{Shift: shift}}); err != nil {
		t.Fatal(err)
	}
}

// checkRepeatedCall repeats a call: equal to the last bit, and no query to the solver.
func checkRepeatedCall(t *testing.T, r *usersub.Routine, f *usersub.Frame, s *State) {
	t.Helper()
	before := slices.Clone(f.Real)
	entered := s.Entered
	for _, i := range f.Sig.OutputIndices() {
		clear(f.Reals(i))
	}
	if err := r.Call(f, s); err != nil {
		t.Fatalf("the same call again: %v", err)
	}
	if !slices.Equal(before, f.Real) {
		t.Fatalf("the same call gives other values: %v, then %v", before, f.Real)
	}
	if s.Entered != entered {
		t.Fatalf("%d foreseen queries reached the solver", s.Entered-entered)
	}
}

// checkOtherElements calls for a second and a third element in turn: their frames must not
// be mixed up, and answers to the same queries differ between them.
func checkOtherElements(t *testing.T, c *Case, r *usersub.Routine) {
	t.Helper()
	fa, fb := c.Frame(21), c.Frame(22)
	for range 2 {
		for k, f := range []*usersub.Frame{fa, fb} {
			shift := 3.5 + float64(k)
			s := &State{Shift: shift}
			s.RefreshAnswers(f)
			f.PrepareCall(0.75, false, false)
			if err := r.Call(f, s); err != nil {
				t.Fatal(err)
			}
			want := c.Frame(21 + k)
			want.PrepareCall(0.75, false, false)
			runDefinition(t, c, want, shift)
			checkSameOutputs(t, f, want)
		}
	}
}

func checkSameOutputs(t *testing.T, got, want *usersub.Frame) {
	t.Helper()
	for _, i := range got.Sig.OutputIndices() {
		g, w := got.Reals(i), want.Reals(i)
		for k := range w {
			if !(math.Abs(g[k]-w[k]) <= 1e-14*max(1, math.Abs(w[k]))) {
				t.Fatalf("%s[%d] = %.17g, want %.17g (all: %v, want %v)",
					got.Sig.Args[i].Name, k, g[k], w[k], g, w)
			}
		}
	}
	if !slices.Equal(got.Int, want.Int) {
		t.Fatalf("integer arguments changed: %v, want %v", got.Int, want.Int)
	}
}

func checkSameQueries(t *testing.T, got, want *usersub.Frame) {
	t.Helper()
	if !slices.EqualFunc(got.Asked, want.Asked, equalQueries) {
		t.Fatalf("the frame learned %v, want %v", got.Asked, want.Asked)
	}
	if !slices.Equal(got.Flag, want.Flag) || !slices.Equal(got.QueryAnswers.At, want.QueryAnswers.At) {
		t.Fatalf("flags %v and positions %v of the values, want %v and %v",
			got.Flag, got.QueryAnswers.At, want.Flag, want.QueryAnswers.At)
	}
}

func equalQueries(a, b usersub.Query) bool {
	return a.Ary == b.Ary && a.Name == b.Name && slices.Equal(a.Par, b.Par)
}
