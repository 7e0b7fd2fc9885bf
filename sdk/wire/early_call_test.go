package wire_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// counted is a server whose VARSUB sum counts its calls. The count is atomic for the detector of races, which does not see
// that messages in shared memory order what both ends do.
func counted(calls *atomic.Int32) *wire.Server {
	return &wire.Server{Routines: map[string]wire.Offer{"sum": offer(usersub.VARSUB, func(f *usersub.Frame, s usersub.State) error {
		calls.Add(1)
		if f.Time() == 13 {
			return fmt.Errorf("no luck in element %d", f.ID)
		}
		return sum(f, s)
	})}}
}

// Calls noted ahead give what calls one by one give: the first time with queries that nobody foresaw, then with answers
// that travel along. Each routine is called once for each.
func TestAheadGivesTheSame(t *testing.T) { each(t, aheadGivesTheSame) }

func aheadGivesTheSame(t *testing.T, transport string) {
	var calls atomic.Int32
	r := converse(t, counted(&calls), transport).Remote("sum", usersub.VARSUB)
	var frames []*usersub.Frame
	for id := range 100 {
		frames = append(frames, variable(id, float64(id), 3))
	}
	for round := range 3 {
		s := &subtest.State{Shift: float64(round)}
		for _, f := range frames {
			s.RefreshAnswers(f)
			f.PrepareCall(float64(round), false, false)
			r.Prefetch(f, s)
		}
		for i := range frames {
			f := frames[len(frames)-1-i] // in any order
			f.PrepareCall(float64(round), false, false)
			if err := r.Call(f, s); err != nil {
				t.Fatal(err)
			}
			want := variable(1, f.RealArgNamed("par")...)
			sum(want, s)
			if got := f.RealArgNamed("value")[0]; got != want.RealArgNamed("value")[0] || len(f.Asked) != 2 && f.ID != 3 {
				t.Fatalf("round %d, element %d: %g, want %g, asked %v", round, f.ID, got, want.RealArgNamed("value")[0], f.Asked)
			}
		}
		if want := (round + 1) * len(frames); int(calls.Load()) != want {
			t.Fatalf("round %d: %d calls, want %d", round, calls.Load(), want)
		}
	}
}

// A call whose inputs or answers are no more those noted is made again, and a result is taken once.
func TestAheadIsNotTakenForAnotherCall(t *testing.T) { each(t, aheadIsNotTaken) }

func aheadIsNotTaken(t *testing.T, transport string) {
	var calls atomic.Int32
	r := converse(t, counted(&calls), transport).Remote("sum", usersub.VARSUB)
	f, other, s := variable(1, 2), variable(2, 5), &subtest.State{}
	if err := r.Call(f, s); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(){
		"time":    func() { f.PrepareCall(f.Time()+1, false, false) },
		"dflag":   func() { f.PrepareCall(f.Time(), true, false) },
		"answer":  func() { f.Value[0]++ },
		"flag":    func() { f.Flag[0]++ },
		"another": func() { f.AddAnswer(usersub.Query{Name: "DY", Par: []int32{1}}, 0, 4) },
	} {
		f.PrepareCall(f.Time(), false, false)
		r.Prefetch(f, s)
		r.Prefetch(other, s)
		if err := r.Call(other, s); err != nil { // both are made
			t.Fatal(err)
		}
		before := calls.Load()
		change()
		clear(f.RealArgNamed("value"))
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		if calls.Load() != before+1 || f.RealArgNamed("value")[0] != f.Value[0] {
			t.Errorf("%s: %d calls more, value %g, want %g", name, calls.Load()-before, f.RealArgNamed("value")[0], f.Value[0])
		}
		if err := r.Call(f, s); err != nil || calls.Load() != before+2 {
			t.Errorf("%s: again: %v, %d calls more", name, err, calls.Load()-before)
		}
	}
}

// A failure is that of its own call.
func TestAheadFails(t *testing.T) { each(t, aheadFails) }

func aheadFails(t *testing.T, transport string) {
	var calls atomic.Int32
	r := converse(t, counted(&calls), transport).Remote("sum", usersub.VARSUB)
	a, b, s := variable(1, 2), variable(2, 5), &subtest.State{}
	a.PrepareCall(13, false, false)
	r.Prefetch(a, s)
	r.Prefetch(b, s)
	if err := r.Call(b, s); err != nil {
		t.Errorf("the other: %v", err)
	}
	err := r.Call(a, s)
	if e, ok := err.(*usersub.CallError); !ok || e.Message != "no luck in element 1" || e.Element != "Reference_Variable 1" {
		t.Errorf("got %v", err)
	}
	if calls.Load() != 2 {
		t.Errorf("%d calls", calls.Load())
	}
}
