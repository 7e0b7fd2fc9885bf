//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"testing"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// learned returns a frame of a reference routine that has learned its queries.
func learned(tb testing.TB, r *usersub.Routine, name string) (*usersub.Frame, *subtest.State) {
	tb.Helper()
	for _, c := range subtest.Cases() {
		if c.Name != name {
			continue
		}
		f, s := c.Frame(1), &subtest.State{Silent: true}
		f.PrepareCall(0, false, false)
		if err := r.Call(f, s); err != nil {
			tb.Fatal(err)
		}
		return f, s
	}
	tb.Fatalf("no case %s", name)
	return nil, nil
}

func repeat(b *testing.B, r *usersub.Routine, name string) {
	f, s := learned(b, r, name)
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(1, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEmpty is what any call of C costs.
func BenchmarkEmpty(b *testing.B) {
	if err := ensureForwardingLibrary(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		purego.SyscallN(host.empty)
	}
}

// BenchmarkTwoQueries is a call with two foreseen queries and a law that is a difference: three times an empty call at most is wanted.
func BenchmarkTwoQueries(b *testing.B) {
	lib := build(b, "twoqueries.so", "testdata/c/twoqueries.c")
	repeat(b, load(b, lib, usersub.PFOSUB, "TWOASK"), "CATENA")
}

func BenchmarkC(b *testing.B) {
	lib := build(b, "suite.so", "testdata/c/suite.c")
	b.Run("PFOSUB", func(b *testing.B) { repeat(b, load(b, lib, usersub.PFOSUB, "CATENA"), "CATENA") })
	b.Run("GFOSUB", func(b *testing.B) { repeat(b, load(b, lib, usersub.GFOSUB, "BUSHNG"), "BUSHNG") })
	b.Run("70questions", func(b *testing.B) { repeat(b, load(b, lib, usersub.VARSUB, "MANYQS"), "MANYQS") })
}

func BenchmarkFortran(b *testing.B) {
	lib := build(b, "suite.so", "testdata/fortran/suite.f")
	b.Run("PFOSUB", func(b *testing.B) { repeat(b, load(b, lib, usersub.PFOSUB, "CATENA"), "CATENA") })
	b.Run("GFOSUB", func(b *testing.B) { repeat(b, load(b, lib, usersub.GFOSUB, "BUSHNG"), "BUSHNG") })
}

// BenchmarkInGo answers both queries of the PFOSUB by entering Go, as without
// the table of the forwarding library.
func BenchmarkInGo(b *testing.B) {
	lib := build(b, "suite.so", "testdata/c/suite.c")
	r := load(b, lib, usersub.PFOSUB, "CATENA")
	f, s := learned(b, r, "CATENA")
	hide(r, f)
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(1, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}

// hide makes the library find no query of f.
func hide(r *usersub.Routine, f *usersub.Frame) {
	bound := r.Sub.(*Sub).bindingOf(f)
	bound.copyAnswersToLibrary()
	for i := range bound.asked {
		bound.asked[i].ary = -1
	}
}
