package system

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// probing returns what the probe says of a routine that is called by two
// elements.
func probing(t *testing.T, sig *usersub.Sig, f sub) []string {
	t.Helper()
	m := bead(12)
	for id := 4; id < 6; id++ {
		r := routineOf(f, sig, id)
		r.Par = []float64{float64(id)}
		m.fx(m.AddLaw(r.LawSpec()))
	}
	s := m.state(t)
	found, err := s.FindStatefulRoutines(s.DeckPoint())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, x := range found {
		all = append(all, x.String())
	}
	return all
}

// A routine with each kind of memory is found, and by the call that shows it.
func TestProbeFindsState(t *testing.T) {
	var count, kept, last, at, id float64
	set := func(f *usersub.Frame, v float64) error {
		f.Reals(f.Sig.OutputIndices()[0])[0] = v
		return nil
	}
	dflag := func(f *usersub.Frame) bool { return f.Ints(f.Sig.ArgIndex("dflag"))[0] != 0 }
	for says, f := range map[string]sub{
		"SFOSUB keeps state between evaluations: for the same input value is": func(f *usersub.Frame, _ func(string, ...int) float64) error {
			count++
			return set(f, count)
		},
		"called twice in a row": func(f *usersub.Frame, _ func(string, ...int) float64) error {
			count = -count + 1
			return set(f, count)
		},
		"after a call with other input": func(f *usersub.Frame, ask func(string, ...int) float64) error {
			kept = max(kept, math.Abs(ask("DX", 1))) // the largest so far
			return set(f, kept)
		},
		"after a call at another time": func(f *usersub.Frame, _ func(string, ...int) float64) error {
			at = max(at, f.Time())
			return set(f, at)
		},
		"after calls of other routines": func(f *usersub.Frame, _ func(string, ...int) float64) error {
			if v := f.RealArgNamed("par")[0]; v != id {
				id = v
				count++
			}
			return set(f, count)
		},
		// keeps nothing while differences are taken
		"and, after a call with other input": func(f *usersub.Frame, ask func(string, ...int) float64) error {
			v := last
			if x := ask("DX", 1); !dflag(f) {
				last = x
			}
			return set(f, v)
		},
	} {
		count, kept, last, at, id = 0, 0, 0, 0, 0
		if all := probing(t, usersub.SFOSUB, f); len(all) == 0 || !strings.Contains(strings.Join(all, "\n"), says) {
			t.Errorf("want %q, got %q", says, all)
		}
	}
}

// What is kept for good reasons is not a finding: what is set up once, what is
// known from the last step that TIMGET reports, and a scratch array.
func TestProbePassesGoodRoutines(t *testing.T) {
	table, scratch := 0.0, [3]float64{}
	if all := probing(t, usersub.GFOSUB, func(f *usersub.Frame, ask func(string, ...int) float64) error {
		if f.IsSetup() {
			table = 7
			return nil
		}
		scratch[0] = ask("DX", 1)
		r := f.RealArgNamed("result")
		r[0], r[1], r[5] = table*scratch[0], f.Time(), 3
		return nil
	}); len(all) != 0 {
		t.Errorf("%q", all)
	}
	step, x0, x1 := -1.0, 0.0, 0.0
	if all := probing(t, usersub.SFOSUB, func(f *usersub.Frame, ask func(string, ...int) float64) error {
		done := 0.0 // as TIMGET says while no step is made
		if done > step {
			step, x0 = done, x1
		}
		if f.Ints(f.Sig.ArgIndex("dflag"))[0] == 0 {
			x1 = ask("DX", 1)
		}
		f.RealArgNamed("value")[0] = x0 + ask("DX", 1)
		return nil
	}); len(all) != 0 {
		t.Errorf("%q", all)
	}
}

// A routine of a result only is probed too, with its answers.
func TestProbeOfARequest(t *testing.T) {
	m := bead(12)
	n := 0.0
	m.Wanted = append(m.Wanted, Call{Name: "DX", Args: []int{1}})
	m.AddLaw(routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
		n++
		f.RealArgNamed("results")[3] = n
		return nil
	}), usersub.REQSUB, 2).LawSpec())
	s := m.state(t)
	found, err := s.FindStatefulRoutines(s.DeckPoint())
	if err != nil || len(found) != 1 || found[0].Output != "results[4]" {
		t.Errorf("%v %v", found, err)
	}
}
