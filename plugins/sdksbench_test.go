//go:build unix

package plugins_test

import (
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// BenchmarkLanguages is a call with two queries, both foreseen, of plugins in each language.
func BenchmarkLanguages(b *testing.B) {
	buildC(b, "c-suite")
	inPython(b, "py-suite", "suite.py")
	for _, name := range []string{"refplugin", "c-suite", "py-suite"} {
		for _, tr := range []plugins.Transport{plugins.Memory, plugins.Pipe} {
			b.Run(name+"/"+string(tr), func(b *testing.B) {
				r, err := newLoader(b, tr, 0).Load(ref(name, "CATENA"), usersub.PFOSUB)
				if err != nil {
					b.Fatal(err)
				}
				f, s := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{9}, nil), &subtest.State{Shift: 0.5}
				f.PrepareCall(0, false, true)
				if err := r.Call(f, s); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for k := 1; b.Loop(); k++ {
					f.PrepareCall(1e-6*float64(k), false, false)
					if err := r.Call(f, s); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
