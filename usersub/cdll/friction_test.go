//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// same runs a routine under another name than the suite's and compares it with
// the suite's definition.
func same(t *testing.T, lib, function, name string) {
	t.Helper()
	for _, c := range subtest.Cases() {
		if c.Name != name {
			continue
		}
		r := load(t, lib, c.Sig, function)
		f, want, s := c.Frame(1), c.Frame(1), &subtest.State{Shift: 0.5}
		f.PrepareCall(0.5, false, false)
		want.PrepareCall(0.5, false, false)
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		if err := c.Define(want, &usersub.QueryCache{Frame: want, State: s}); err != nil {
			t.Fatal(err)
		}
		for i, w := range want.Real {
			if !(math.Abs(f.Real[i]-w) <= 1e-14*max(1, math.Abs(w))) {
				t.Errorf("%s: real argument %d is %.17g, want %.17g", function, i, f.Real[i], w)
			}
		}
		if len(f.Asked) != len(want.Asked) {
			t.Errorf("%s: %d queries, want %d", function, len(f.Asked), len(want.Asked))
		}
	}
}

func TestFrictionInOldStyle(t *testing.T) {
	lib := build(t, "ms_csubdll.so", "testdata/cpp/friction.cpp")
	same(t, lib, "YFOSUB", "LUGYFO")
	same(t, lib, "ARYSUB", "LUGARY")
}

// TestFrictionFromDocument builds the two routines of a text document, given by
// TRAMMEL_FRICTION_TEXT, unchanged but for its no-break spaces.
func TestFrictionFromDocument(t *testing.T) {
	path := os.Getenv("TRAMMEL_FRICTION_TEXT")
	if path == "" {
		t.Skip("TRAMMEL_FRICTION_TEXT does not name a document")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(b), "\u00a0", " ")
	routine := regexp.MustCompile(`(?ms)^DLLFUNC .*?^}`)
	parts := append([]string{`#include "msolve.h"`}, routine.FindAllString(text, -1)...)
	if len(parts) != 3 {
		t.Fatalf("%d routines in the document, want 2", len(parts)-1)
	}
	lib := build(t, "ms_csubdll.so", source(t, "friction.cpp", strings.Join(parts, "\n\n")+"\n"))
	same(t, lib, "YFOSUB", "LUGYFO")
	same(t, lib, "ARYSUB", "LUGARY")
}
