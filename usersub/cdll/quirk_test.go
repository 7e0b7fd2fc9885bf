//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"bytes"
	"errors"
	"log/slog"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// scalar calls a VARSUB once at time 1.5 and returns its value.
func scalar(t *testing.T, r *usersub.Routine, s usersub.State) (float64, error) {
	t.Helper()
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil)
	f.PrepareCall(1.5, false, false)
	err := r.Call(f, s)
	return f.RealArgNamed("value")[0], err
}

func TestQuirksOfC(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	s := &subtest.State{}
	dx := func(par ...int32) float64 { v, _ := s.SysFnc("DX", par); return v }
	for name, want := range map[string]float64{
		"OWNSTEP":  43,
		"ONEMARK":  6,
		"LONGPAR":  dx(9, 8, 7, 6, 5, 4, 3, 2, 1),
		"BADSIZE":  11,
		"LONGNAME": 1,
		"NOLENGTH": dx(9),
		"TIMES":    1.5,
		"MISSING":  111001,
	} {
		v, err := scalar(t, load(t, lib, usersub.VARSUB, name), s)
		if err != nil || v != want {
			t.Errorf("%s gives %g (%v), want %g", name, v, err, want)
		}
	}
	if v, err := scalar(t, load(t, lib, usersub.VARSUB, "ZEROBYZERO"), s); !math.IsNaN(v) || err != nil {
		t.Errorf("ZEROBYZERO gives %g (%v), want NaN and no error: that is for the caller to judge", v, err)
	}
}

func TestQuirksOfFortran(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.f")
	if v, err := scalar(t, load(t, lib, usersub.VARSUB, "MISSES"), &subtest.State{}); v != 1 || err != nil {
		t.Errorf("MISSES gives %g (%v), want 1", v, err)
	}
	f := usersub.NewFrame(usersub.ARYSUB, "Reference_Array", 1, nil, map[string]int{"nvalue": 2})
	f.PrepareCall(0, false, false)
	if err := load(t, lib, usersub.ARYSUB, "PADDED").Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if v := f.RealArgNamed("value"); v[0] != 11 || v[1] != 2 {
		t.Errorf("text of MODFNC: got %v, want [11 2]", v)
	}
}

// A routine may use an argument of the frame itself as the array of answers.
func TestAnswersIntoFrame(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	r := load(t, lib, usersub.VFOSUB, "STRAIGHT")
	f, s := usersub.NewFrame(usersub.VFOSUB, "Force_Vector_TwoBody", 1, nil, nil), &subtest.State{}
	for range 2 {
		f.PrepareCall(0, false, false)
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		var want [3]float64
		s.SysAry("TDISP", []int32{9}, want[:])
		if v := f.RealArgNamed("result"); [3]float64(v) != want {
			t.Fatalf("got %v, want %v", v, want)
		}
	}
}

// logged returns a loader that writes its messages into the buffer.
func logged() (*Loader, *bytes.Buffer) {
	var b bytes.Buffer
	return &Loader{Log: slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug}))}, &b
}

func TestMessages(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	l, out := logged()
	r, err := l.Load(ref(lib, "MESSAGES"), usersub.VARSUB)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scalar(t, r, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"level=INFO msg=hello", `level=WARN msg="take care"`,
		`level=ERROR msg="it continues"`, `element="Force_Penalty 7"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "not said") {
		t.Errorf("a message with flag 0 was said:\n%s", text)
	}
}

func TestStopMessageEndsTheCall(t *testing.T) {
	c := build(t, "quirks.so", "testdata/quirks/quirks.c")
	f := build(t, "quirks.so", "testdata/quirks/quirks.f")
	for _, x := range []struct{ lib, name, text string }{
		{c, "STOPS", "no road under the wheel"}, {f, "REPORTS", "enough"}} {
		l, out := logged()
		r, err := l.Load(ref(x.lib, x.name), usersub.VARSUB)
		if err != nil {
			t.Fatal(err)
		}
		_, err = scalar(t, r, &subtest.State{})
		var failed *usersub.CallError
		if !errors.As(err, &failed) || failed.Cause != usersub.Exited ||
			!strings.Contains(failed.Message, x.text) || failed.Time != 1.5 {
			t.Errorf("%s: got %v", x.name, err)
		}
		if x.name == "REPORTS" && !strings.Contains(out.String(), `level=WARN msg="from Fortran"`) {
			t.Errorf("message of Fortran: %s", out)
		}
	}
}

// The routine calls c_akispl twice. What is missing is said once for a process,
// so this needs one of its own.
func TestMissingUtilityIsSaidOnce(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	_, _, messages := end(t, lib, "MISSING")
	if n := strings.Count(messages, "c_akispl"); n != 1 {
		t.Errorf("said %d times:\n%s", n, messages)
	}
	if !strings.Contains(messages, "Force_Penalty 7: MISSING queries c_akispl: the solver evaluates no splines here: its error flag is set") {
		t.Errorf("the routine is not named:\n%s", messages)
	}
}

// readsub is a routine with character arguments.
var readsub = &usersub.Sig{Name: "READSUB", Args: []usersub.Arg{
	{Name: "id", Kind: usersub.Int}, {Name: "file", Kind: usersub.Text},
	{Name: "block", Kind: usersub.Text}, {Name: "value", Kind: usersub.Real, Out: true}}}

func TestCharacterArguments(t *testing.T) {
	src := source(t, "r.c", `#include <string.h>
void READS(int *id, char *file, int nfile, char *block, int nblock, double *value)
{ *value = strcmp(file, "road.txt") || strcmp(block, "left") ? -1 : 100 * nfile + nblock; }`)
	for _, lib := range []string{build(t, "r.so", src), build(t, "quirks.so", "testdata/quirks/quirks.f")} {
		r := load(t, lib, readsub, "READS")
		f := usersub.NewFrame(readsub, "Reference_Spline", 3, nil, nil)
		copy(f.Text, []string{"road.txt", "left"})
		f.PrepareCall(0, false, false)
		if err := r.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		if v := f.RealArgNamed("value")[0]; v != 804 {
			t.Errorf("%s: got %g, want 804", r.Implementation, v)
		}
	}
}

// Numbers that the compiler does not know.
var one, three, subnormal = 1.0, 3.0, math.SmallestNonzeroFloat64

// Options for speed and changes of the rounding stay inside of the library.
func TestFloatModeIsKept(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	third := one / three
	lib := filepath.Join(libraryFolder(t), "f"+suffix)
	src := source(t, "f.c", `#include <fenv.h>
void ROUNDS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ fesetround(FE_UPWARD); *value = *time / 3; }`)
	compile(t, "gcc", "-Ofast", "-frounding-math", "-shared", "-fPIC", "-o", lib, src)
	r := load(t, lib, usersub.VARSUB, "ROUNDS")
	if subnormal*one == 0 {
		t.Error("subnormal numbers are zero since the library was opened")
	}
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil)
	f.PrepareCall(1, false, false)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if v := f.RealArgNamed("value")[0]; !(v > third) {
		t.Errorf("the routine did not change the rounding: %.17g", v)
	}
	if one/three != third {
		t.Error("the rounding stays changed after the call")
	}
}
