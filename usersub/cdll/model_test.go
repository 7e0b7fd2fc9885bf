//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// attributeState answers MODFNC without allocating, as the solver does for what was asked
// before.
type attributeState struct{ subtest.State }

func (attributeState) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	if element == "Constraint_Joint" && id == 7 && attribute == "i_marker_id" {
		return "31", 2
	}
	return "", -1
}

// asksModel is a routine that asks for the marker of joint 7.
func asksModel(tb testing.TB) (call func()) {
	src := source(tb, "m.c", `#include <stdlib.h>
void c_modfnc(const char *, int, const char *, char *, int *);
void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ char text[64]; int info; c_modfnc("Constraint_Joint", 7, "i_marker_id", text, &info); *value = 100 * atoi(text) + info; }`)
	r := load(tb, build(tb, "m.so", src), usersub.VARSUB, "VARSUB")
	f, s := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil), &attributeState{}
	return func() {
		f.PrepareCall(1, false, false)
		if err := r.Call(f, s); err != nil || f.RealArgNamed("value")[0] != 3102 {
			tb.Fatal(err, f.RealArgNamed("value"))
		}
	}
}

// MODFNC costs no memory once its texts are known, but for the list of arguments
// that purego makes for each call from C.
func TestModelQueriesDoNotAllocate(t *testing.T) {
	call := asksModel(t)
	call()
	if n := testing.AllocsPerRun(200, call); n > 1 {
		t.Errorf("%g allocations", n)
	}
}

func TestTextsAreReadUpToTheirEnd(t *testing.T) {
	for text, want := range map[string]string{"VEL   ": "VEL", "   ": "", "": "", "a b ": "a b", "a\x00b": "a"} {
		b := append([]byte(text), 0)
		if got := readCOrFortranString(&b[0], len(text)); len(text) > 0 && got != want {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

func BenchmarkModFnc(b *testing.B) {
	call := asksModel(b)
	b.ReportAllocs()
	for b.Loop() {
		call()
	}
}
