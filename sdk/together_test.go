package sdk

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// BenchmarkTogether is an evaluation of 1 and of 100 elements with both ends in this process, so that a profile
// shows the work of both: two queries each, which are foreseen.
func BenchmarkTogether(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := pair(b, Plugin{Name: "catenary", Routines: map[string]Routine{"law": PFOSUB(func(c *Call) float64 {
				m := c.ParInt(0)
				return c.SysFnc("DY", m) - math.Cosh(c.SysFnc("DX", m))
			})}}).Remote("law", usersub.PFOSUB)
			var list []*usersub.Frame
			s := &subtest.State{Silent: true}
			for id := range n {
				list = append(list, usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", id, []float64{9}, nil))
			}
			b.ReportAllocs()
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				for _, f := range list {
					f.PrepareCall(float64(i), false, false)
					for k := range f.Value {
						f.Value[k] = float64(i) * 1e-3
					}
					if n > 1 {
						r.Prefetch(f, s)
					}
				}
				for _, f := range list {
					if err := r.Call(f, s); err != nil {
						b.Fatal(err)
					}
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[0].Nanoseconds()), "least-ns")
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
		})
	}
}

// pair returns the solver's end of a conversation in shared memory with a plugin in this process.
func pair(t testing.TB, p Plugin) *wire.Client {
	t.Helper()
	host, guest, err := frame.NewPair(true, 1<<20)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no frames here")
	}
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- p.newServer().ServeConn(guest) }()
	c := wire.NewFrameClient(host)
	t.Cleanup(func() {
		c.Close()
		<-over
		guest.Close()
	})
	return c
}
