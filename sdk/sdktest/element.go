// Package sdktest tries routines of a plugin without a solver and without a
// process.
//
//	e := sdktest.NewElement(t, catenary, 9)
//	e.SetSysFnc(1.25, "DX", 9)
//	e.SetSysFnc(-0.5, "DY", 9)
//	got := e.CallForFirstOutput(0.1)
package sdktest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// Element stands for an element of a deck that calls a routine, and for the
// solver that the routine queries. Its methods fail the test when something is
// wrong, except Call, which returns the error.
type Element struct {
	Differencing bool // calls are made with dflag

	t     testing.TB
	sub   usersub.Sub
	frame *usersub.Frame
	fakeSolver
	ready bool
}

// NewElement returns an element with the parameters par of USER(...), which are checked
// where the routine names them in WithParameters. A routine with
// arrays needs NewElementWithSizes.
func NewElement(t testing.TB, r sdk.Routine, par ...float64) *Element {
	t.Helper()
	return NewElementWithSizes(t, r, nil, par...)
}

// NewElementWithSizes returns an element whose arrays have the given sizes: nvalue of an
// ARYSUB; nstate, ninput and noutpt of a YFOSUB.
func NewElementWithSizes(t testing.TB, r sdk.Routine, sizes map[string]int, par ...float64) *Element {
	t.Helper()
	sig := usersub.FindRoutine(r.Kind)
	if sig == nil {
		t.Fatalf("sdktest: there is no kind %q", r.Kind)
		return nil
	}
	for _, a := range sig.Args {
		_, given := sizes[a.Name]
		if a.Kind == usersub.Int && !given && slices.Contains(counts, a.Name) {
			t.Fatalf("sdktest: %s needs the size %s", r.Kind, a.Name)
		}
	}
	par = bindParams(t, r, par)
	return &Element{t: t, sub: r.NewSub(), frame: usersub.NewFrame(sig, sig.Element, 1, par, sizes)}
}

// bindParams checks the parameters as the solver does, and fills in those that are
// missing and have a default.
func bindParams(t testing.TB, r sdk.Routine, par []float64) []float64 {
	t.Helper()
	var given []usersub.GivenParam
	for _, v := range par {
		given = append(given, usersub.GivenParam{Value: v})
	}
	bound, wrong := r.About().BindParams(given)
	for _, w := range wrong {
		t.Errorf("sdktest: the solver refuses the parameters: %s", w.Text)
	}
	if len(wrong) > 0 {
		t.FailNow()
	}
	return bound.Values
}

// counts are the integer arguments that NewElementWithSizes needs.
var counts = []string{"nvalue", "nstate", "ninput", "noutpt"}

// RealInput returns a real input, "states" or "input", to be filled.
func (e *Element) RealInput(name string) []float64 {
	e.t.Helper()
	return e.realArg(name, false)
}

// RealOutput returns an output after a call.
func (e *Element) RealOutput(name string) []float64 {
	e.t.Helper()
	return e.realArg(name, true)
}

func (e *Element) realArg(name string, out bool) []float64 {
	e.t.Helper()
	i := e.frame.Sig.ArgIndex(name)
	if i < 0 || e.frame.Sig.Args[i].Kind != usersub.Real || e.frame.Sig.Args[i].Out != out {
		e.t.Fatalf("sdktest: %s has no such argument %s", e.frame.Sig.Name, name)
	}
	return e.frame.Reals(i)
}

// SetIntInput sets an integer argument: "iord" of a MOTSUB.
func (e *Element) SetIntInput(name string, v int) {
	e.t.Helper()
	i := e.frame.Sig.ArgIndex(name)
	if i < 0 || e.frame.Sig.Args[i].Kind != usersub.Int {
		e.t.Fatalf("sdktest: %s has no integer %s", e.frame.Sig.Name, name)
	}
	e.frame.Ints(i)[0] = int32(v)
}

// Call makes one call, before the first one the set-up call, and returns the
// error of the routine.
func (e *Element) Call(time float64) error {
	if !e.ready {
		if err := e.callOnce(time, true); err != nil {
			return fmt.Errorf("set-up: %w", err)
		}
		e.ready = true
	}
	return e.callOnce(time, false)
}

// callOnce refreshes the answers that travel with the call, as a solver does, and
// calls.
func (e *Element) callOnce(time float64, setup bool) error {
	a := &e.frame.QueryAnswers
	old := a.Asked
	*a = usersub.QueryAnswers{}
	door := usersub.QueryCache{Frame: e.frame, State: &e.fakeSolver}
	for _, q := range old {
		if q.Ary {
			door.SysAry(q.Name, q.Par, nil)
		} else {
			door.SysFnc(q.Name, q.Par)
		}
	}
	e.frame.PrepareCall(time, e.Differencing && !setup, setup)
	return e.sub.Call(e.frame, &e.fakeSolver)
}

// CallForFirstOutput makes one call and returns the first output.
func (e *Element) CallForFirstOutput(time float64) float64 {
	e.t.Helper()
	if err := e.Call(time); err != nil {
		e.t.Fatal(err)
	}
	return e.frame.Reals(e.frame.Sig.OutputIndices()[0])[0]
}

// Queries lists the queries of the routine so far: "DX[9]".
func (e *Element) Queries() []string {
	var list []string
	for _, q := range e.frame.Asked {
		list = append(list, fmt.Sprintf("%s%v", q.Name, q.Par))
	}
	return list
}
