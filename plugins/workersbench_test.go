//go:build linux && (amd64 || arm64)

package plugins_test

import (
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// BenchmarkIsolated is what a call of a C routine with two queries, both foreseen, costs in
// this process and in a worker.
func BenchmarkIsolated(b *testing.B) {
	lib := cLibrary(b, "../usersub/cdll/testdata/c/suite.c")
	ref := usersub.Ref{Library: filepath.Base(lib), Dir: filepath.Dir(lib), Function: "CATENA", Named: true, Element: "Force_Penalty 7"}
	measure := func(name string, l usersub.Loader) {
		b.Run(name, func(b *testing.B) {
			r, err := l.Load(&ref, usersub.PFOSUB)
			if err != nil {
				b.Fatal(err)
			}
			f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{9}, nil)
			s := &subtest.State{Shift: 0.5}
			f.PrepareCall(0, false, true)
			if err := r.Call(f, s); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				k++
				f.PrepareCall(1e-6*float64(k), false, false)
				if err := r.Call(f, s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, transport := range []plugins.Transport{plugins.Memory, plugins.Pipe, plugins.GRPC} {
		l := isolating(b, "gpython", "none", nil)
		l.Transport = transport
		measure("worker/"+string(transport), l)
	}
	measure("process", new(cdll.Loader))
}
