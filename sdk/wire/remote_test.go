package wire_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// sum is a VARSUB that asks DX of all its parameters.
func sum(f *usersub.Frame, s usersub.State) error {
	door := usersub.QueryCache{Frame: f, State: s}
	for _, p := range f.RealArgNamed("par") {
		v, _ := door.SysFnc("DX", []int32{int32(p)})
		f.RealArgNamed("value")[0] += v
	}
	return nil
}

func variable(id int, par ...float64) *usersub.Frame {
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", id, par, nil)
	f.PrepareCall(0, false, false)
	return f
}

// Frames of one element take turns: their answers and parameters are their own,
// and one whose list of queries restarts is served from it.
func TestFramesTakeTurns(t *testing.T) { each(t, framesTakeTurns) }

func framesTakeTurns(t *testing.T, transport string) {
	c := converse(t, &wire.Server{Routines: map[string]wire.Offer{"sum": offer(usersub.VARSUB, sum)}}, transport)
	r := c.Remote("sum", usersub.VARSUB)
	a, b := variable(1, 3, 4), variable(1, 5, 3)
	for turn, f := range []*usersub.Frame{a, b, a, a, b} {
		s := &subtest.State{Shift: float64(turn)}
		s.RefreshAnswers(f)
		if turn == 3 {
			f.QueryAnswers = usersub.QueryAnswers{}
		}
		f.PrepareCall(0, false, false)
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		want := variable(1, f.RealArgNamed("par")...)
		sum(want, &subtest.State{Shift: float64(turn)})
		if f.RealArgNamed("value")[0] != want.RealArgNamed("value")[0] || len(f.Asked) != 2 {
			t.Errorf("turn %d: %g, want %g; asked %v", turn, f.RealArgNamed("value")[0], want.RealArgNamed("value")[0], f.Asked)
		}
	}
}

// All inputs arrive as they are, and only what changes is sent again: a zero
// that changes its sign does.
func TestInputsArriveToTheLastBit(t *testing.T) { each(t, inputsArriveToTheLastBit) }

func inputsArriveToTheLastBit(t *testing.T, transport string) {
	inverse := func(f *usersub.Frame, _ usersub.State) error {
		for i, x := range f.RealArgNamed("states") {
			f.RealArgNamed("stated")[i] = 1 / x
		}
		f.RealArgNamed("output")[0] = f.RealArgNamed("par")[1] + f.Time()
		return nil
	}
	c := converse(t, &wire.Server{Routines: map[string]wire.Offer{"inverse": offer(usersub.YFOSUB, inverse)}}, transport)
	r := c.Remote("inverse", usersub.YFOSUB)
	f := usersub.NewFrame(usersub.YFOSUB, "Force_StateEqn", 1, []float64{0, 7},
		map[string]int{"nstate": 2, "ninput": 0, "noutpt": 6})
	negative := math.Copysign(0, -1)
	for k, x := range [][]float64{{0, 1}, {negative, 1}, {negative, math.NaN()}, {2, math.Inf(-1)}} {
		copy(f.RealArgNamed("states"), x)
		f.PrepareCall(float64(k), false, false)
		if err := r.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		for i := range x {
			if got, want := f.RealArgNamed("stated")[i], 1/x[i]; math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("call %d: 1/%g = %g", k, x[i], got)
			}
		}
		if got := f.RealArgNamed("output")[0]; got != 7+float64(k) {
			t.Errorf("call %d: output %g", k, got)
		}
	}
}

func TestFailuresKeepTheirCause(t *testing.T) { each(t, failuresKeepTheirCause) }

func failuresKeepTheirCause(t *testing.T, transport string) {
	errs := map[string]error{
		"plain":  errors.New("no such law"),
		"nan":    &usersub.CallError{Cause: usersub.NotFinite, Message: "NaN", Detail: "line 1\nline 2"},
		"exit":   &usersub.CallError{Cause: usersub.Exited, Message: "exit"},
		"return": &usersub.CallError{Cause: usersub.BadReturn, Message: "five values"},
		"late":   &usersub.CallError{Cause: usersub.TimedOut, Message: "slow"},
		"retry":  usersub.ErrRetry,
		"reason": fmt.Errorf("too deep: %w", usersub.ErrRetry),
	}
	s := &wire.Server{Routines: map[string]wire.Offer{}}
	for name, err := range errs {
		s.Routines[name] = offer(usersub.VARSUB, func(*usersub.Frame, usersub.State) error { return err })
	}
	c := converse(t, s, transport)
	for name, want := range errs {
		f := variable(3)
		f.PrepareCall(0.5, false, false)
		got := c.Remote(name, usersub.VARSUB).Call(f, &subtest.State{})
		if errors.Is(want, usersub.ErrRetry) {
			if !errors.Is(got, usersub.ErrRetry) || got.Error() != want.Error() {
				t.Errorf("%s: got %v", name, got)
			}
			continue
		}
		expect := usersub.CallError{Message: want.Error()}
		if call, ok := want.(*usersub.CallError); ok {
			expect = *call
		}
		expect.Element, expect.Routine, expect.Time = "Reference_Variable 3", name, 0.5
		if call, ok := got.(*usersub.CallError); !ok || *call != expect {
			t.Errorf("%s: got %#v, want %#v", name, got, expect)
		}
	}
}

func TestUnusableRoutines(t *testing.T) { each(t, unusableRoutines) }

func unusableRoutines(t *testing.T, transport string) {
	c := converse(t, &wire.Server{Routines: map[string]wire.Offer{"sum": offer(usersub.VARSUB, sum)}}, transport)
	for _, k := range []struct {
		name string
		sig  *usersub.Sig
		says string
	}{
		{"product", usersub.VARSUB, "no routine \"product\", it offers sum"},
		{"sum", usersub.SFOSUB, "cannot be called as SFOSUB"},
	} {
		f := usersub.NewFrame(k.sig, k.sig.Element, 1, nil, nil)
		for range 2 {
			err := c.Remote(k.name, k.sig).Call(f, &subtest.State{})
			var e *usersub.CallError
			if !errors.As(err, &e) || e.Cause != usersub.BadReturn || !strings.Contains(e.Message, k.says) {
				t.Errorf("%s: got %v", k.name, err)
			}
		}
	}
}

func TestDescribe(t *testing.T) { each(t, offerToWire) }

func offerToWire(t *testing.T, transport string) {
	s := &wire.Server{Name: "sums", Version: "2.0", Routines: map[string]wire.Offer{
		"sum": offer(usersub.VARSUB, sum), "area": offer(usersub.SFOSUB, sum)}}
	d, err := converse(t, s, transport).Describe(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, o := range d.Routines {
		names = append(names, o.Name+" "+o.Kind)
	}
	if d.Name != "sums" || d.Version != "2.0" || d.Protocol != wire.Version ||
		!slices.Equal(names, []string{"area SFOSUB", "sum VARSUB"}) {
		t.Errorf("described as %v", d)
	}
}

func TestConversationIsOver(t *testing.T) { each(t, conversationIsOver) }

func conversationIsOver(t *testing.T, transport string) {
	gone := make(chan bool, 1)
	c := converse(t, &wire.Server{
		Routines: map[string]wire.Offer{"sum": offer(usersub.VARSUB, sum)},
		Gone:     func() { gone <- true },
	}, transport)
	r := c.Remote("sum", usersub.VARSUB)
	if err := r.Call(variable(1, 2), &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	<-gone
	var lost *wire.LostError
	if err := r.Call(variable(1, 2), &subtest.State{}); !errors.As(err, &lost) {
		t.Fatalf("got %v, want a LostError", err)
	}
}
