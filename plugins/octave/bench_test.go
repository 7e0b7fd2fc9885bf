package main_test

import (
	"io"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// BenchmarkCall is a call of a function with two queries, both foreseen.
func BenchmarkCall(b *testing.B) { bench(b, usersub.PFOSUB, "CATENA", 9) }

// BenchmarkNothing is a call of a function that only adds.
func BenchmarkNothing(b *testing.B) { bench(b, usersub.SFOSUB, "FLAGSN") }

func bench(b *testing.B, sig *usersub.Sig, name string, par ...float64) {
	subtest.RequireTool(b, "octave-cli")
	r, err := loader(b, io.Discard).Load(ref(b, "suite.m", name), sig)
	if err != nil {
		b.Fatal(err)
	}
	f, s := usersub.NewFrame(sig, "Some_Element", 7, par, nil), &subtest.State{}
	f.PrepareCall(0, false, true)
	if err := r.Call(f, s); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.RefreshAnswers(f)
		f.PrepareCall(0.5, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}
