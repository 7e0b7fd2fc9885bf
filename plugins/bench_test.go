package plugins_test

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// benched are the routines of the benchmarks: a call with two queries, both foreseen, and one with 20 states.
var benched = []struct {
	name string
	sig  *usersub.Sig
	dims map[string]int
	par  []float64
}{
	{"CATENA", usersub.PFOSUB, nil, []float64{9}},
	{"DECAYS", usersub.YFOSUB, map[string]int{"nstate": 20, "ninput": 7, "noutpt": 6}, []float64{0.5}},
}

// BenchmarkCall is one call over each transport.
func BenchmarkCall(b *testing.B) {
	for _, c := range benched {
		for _, transport := range transports {
			b.Run(c.sig.Name+"/"+string(transport), func(b *testing.B) {
				one := caller(b, transport, c.name, c.sig, c.dims, c.par)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					one(i)
				}
			})
		}
	}
}

// caller returns a function that makes one call with inputs of its own. The set-up call has been made.
func caller(b testing.TB, transport plugins.Transport, name string, sig *usersub.Sig, dims map[string]int, par []float64) func(i int) {
	l := over(b, transport)
	r, err := l.Load(ref("refplugin", name), sig)
	if err != nil {
		b.Fatal(err)
	}
	f, s := usersub.NewFrame(sig, sig.Element, 1, par, dims), &subtest.State{Silent: true}
	f.PrepareCall(0, false, true)
	if err := r.Call(f, s); err != nil {
		b.Fatal(err)
	}
	states := sig.ArgIndex("states")
	return func(i int) {
		f.PrepareCall(float64(i), false, false)
		for k := range f.Value {
			f.Value[k] = float64(i) * 1e-3
		}
		if states >= 0 {
			for k := range f.Reals(states) {
				f.Reals(states)[k] = float64(i + k)
			}
		}
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTogether is an evaluation of one element and of 100, whose calls go in one message.
func BenchmarkTogether(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := benched[0]
			r, err := over(b, transports[0]).Load(ref("refplugin", c.name), c.sig)
			if err != nil {
				b.Fatal(err)
			}
			ahead, _ := usersub.AsBatcher(r)
			var list []*usersub.Frame
			s := &subtest.State{Silent: true}
			for id := range n {
				list = append(list, usersub.NewFrame(c.sig, c.sig.Element, id, c.par, c.dims))
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
					if n > 1 && ahead != nil {
						ahead.Prefetch(f, s)
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

// BenchmarkBusy is the distribution of the time of a call of PFOSUB with other programs that want all of a processor beside
// it: none, one, two and four. The median is what a run feels.
func BenchmarkBusy(b *testing.B) {
	c := benched[0]
	for _, loops := range []int{0, 1, 2, 4} {
		for _, transport := range transports {
			b.Run(fmt.Sprintf("%d/%s", loops, transport), func(b *testing.B) {
				one := caller(b, transport, c.name, c.sig, c.dims, c.par)
				for range loops {
					busy := exec.Command(program("busy"))
					if err := busy.Start(); err != nil {
						b.Fatal(err)
					}
					defer busy.Wait()
					defer busy.Process.Kill()
				}
				var took []time.Duration
				for i := 0; b.Loop(); i++ {
					start := time.Now()
					one(i)
					took = append(took, time.Since(start))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
				b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
			})
		}
	}
}

func init() {
	programs["busy"] = func() {
		for start := time.Now(); time.Since(start) < time.Minute; {
		}
	}
}

// BenchmarkUnary is the bare gRPC round trip to the same process: a health
// check, whose messages are nearly empty.
func BenchmarkUnary(b *testing.B) {
	c := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: grpc.Handshake, VersionedPlugins: grpc.ProtocolVersions(nil),
		Cmd:              exec.Command(program("refplugin")),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(),
	})
	defer c.Kill()
	p, err := c.Client()
	if err != nil {
		b.Fatal(err)
	}
	raw, err := p.Dispense(grpc.Service)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := raw.(*grpc.Connection).Client.Describe(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Ping(); err != nil {
			b.Fatal(err)
		}
	}
}
