package plugins_test

import (
	"context"
	"os/exec"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

// BenchmarkPFOSUB is a call with two questions, both foreseen.
func BenchmarkPFOSUB(b *testing.B) { benchmark(b, "CATENA", usersub.PFOSUB, nil, 9) }

// BenchmarkYFOSUB is a call with 2 states and 7 inputs.
func BenchmarkYFOSUB(b *testing.B) {
	benchmark(b, "LUGYFO", usersub.YFOSUB, map[string]int{"nstate": 2, "ninput": 7, "noutpt": 6},
		1001, 100, 0.31625, 0.0004, 1, 5, 1.5, 1.25, 0.5, 0.3, 0)
}

func benchmark(b *testing.B, name string, sig *usersub.Sig, dims map[string]int, par ...float64) {
	r, err := loader(b).Load(ref("refplugin", name), sig)
	if err != nil {
		b.Fatal(err)
	}
	f, s := usersub.NewFrame(sig, sig.Element, 1, par, dims), &subtest.State{Silent: true}
	f.Prepare(0, false, true)
	if err := r.Call(f, s); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f.Prepare(float64(i), false, false)
		for k := range f.Value {
			f.Value[k] = float64(i) * 1e-3
		}
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnary is the bare gRPC round trip to the same process: a health
// check, whose messages are nearly empty.
func BenchmarkUnary(b *testing.B) {
	c := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: wire.Handshake, VersionedPlugins: wire.Versions(nil),
		Cmd:              exec.Command(program("refplugin")),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(),
	})
	defer c.Kill()
	p, err := c.Client()
	if err != nil {
		b.Fatal(err)
	}
	raw, err := p.Dispense(wire.Service)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := raw.(*wire.Connection).Client.Describe(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Ping(); err != nil {
			b.Fatal(err)
		}
	}
}
