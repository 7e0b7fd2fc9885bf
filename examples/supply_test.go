package examples_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// supply is one way to have the law of the catenary computed.
type supply struct {
	name, deck     string
	flags          []string
	implementation string // in run.json; "" for the expression, which is no routine
	transport      string // in run.log: how calls reach another process
	isolated       bool
}

func over(transport string) []string { return []string{"TRAMMEL_PLUGIN_TRANSPORT=" + transport} }

// supplies are all of them. The first that this machine can build is what the others are compared with.
var supplies = []supply{
	{name: "C", deck: "catenary/catenary-c.xml", implementation: "c"},
	{name: "Fortran", deck: "catenary/catenary-f77.xml", implementation: "fortran"},
	{name: "Python, compiled", deck: "catenary/catenary-python.xml", implementation: "compiled"},
	{name: "Python, gpython", deck: "catenary/catenary-python.xml", implementation: "gpython",
		flags: []string{"--interpret-python", "--python-engine", "gpython"}},
	{name: "Python, CPython", deck: "catenary/catenary-python.xml", implementation: "cpython",
		flags: []string{"--python-engine", "cpython"}},
	{name: "WebAssembly", deck: "catenary/catenary-wasm.xml", implementation: "wasm"},
	{name: "Go plugin, memory", deck: "catenary/catenary-plugin.xml", implementation: "plugin", transport: "memory", flags: over("memory")},
	{name: "Go plugin, pipe", deck: "catenary/catenary-plugin.xml", implementation: "plugin", transport: "pipe", flags: over("pipe")},
	{name: "Go plugin, gRPC", deck: "catenary/catenary-plugin.xml", implementation: "plugin", transport: "grpc", flags: over("grpc")},
	{name: "C plugin, memory", deck: "catenary/catenary-cplugin.xml", implementation: "plugin", transport: "memory", flags: over("memory")},
	{name: "C plugin, pipe", deck: "catenary/catenary-cplugin.xml", implementation: "plugin", transport: "pipe", flags: over("pipe")},
	{name: "Fortran plugin, memory", deck: "catenary/catenary-fplugin.xml", implementation: "plugin", transport: "memory", flags: over("memory")},
	{name: "Fortran plugin, pipe", deck: "catenary/catenary-fplugin.xml", implementation: "plugin", transport: "pipe", flags: over("pipe")},
	{name: "Python plugin, memory", deck: "catenary/catenary-pyplugin.xml", implementation: "plugin", transport: "memory", flags: over("memory")},
	{name: "Python plugin, pipe", deck: "catenary/catenary-pyplugin.xml", implementation: "plugin", transport: "pipe", flags: over("pipe")},
	{name: "Java plugin, gRPC", deck: javaDeck, implementation: "plugin", transport: "grpc"},
	{name: "isolated C", deck: "catenary/catenary-c.xml", implementation: "c", isolated: true, transport: "memory",
		flags: []string{"--isolate", "all"}},
	{name: "isolated Python, gpython", deck: "catenary/catenary-python.xml", implementation: "gpython", isolated: true, transport: "memory",
		flags: []string{"--isolate", "all", "--python-engine", "gpython"}},
	{name: "isolated Python, CPython", deck: "catenary/catenary-python.xml", implementation: "cpython", isolated: true, transport: "memory",
		flags: []string{"--isolate", "all", "--python-engine", "cpython"}},
	{name: "expression", deck: "catenary/catenary.xml"},
}

// TestImplementations: one model gives one trajectory, whoever computes its law and wherever. At fixed steps, iterated to
// rounding, routines agree to 1e-12: nothing but the last digits of cosh differs, which math libraries round in their
// own ways. So they do with error control at a tight tolerance: the steps are the same ones. The plugin in Java shares no
// line with the tool: it speaks gRPC by the rules of usersub.proto.
// The table of plugins/README.md is what -v prints.
func TestImplementations(t *testing.T) {
	fine, adaptive := make([]string, len(supplies)), make([]string, len(supplies))
	t.Cleanup(func() {
		for i := range fine {
			t.Logf("%-26s %s  %s", supplies[i].name, fine[i], adaptive[i])
		}
	})
	for i := range supplies {
		s := &supplies[i]
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			fine[i], adaptive[i] = s.compare(t, fixed, bound(s, 1e-12)), "left out"
			if long || s.transport == "" { // the same code calls other processes
				adaptive[i] = s.compare(t, tight, bound(s, 1e-12))
			}
		})
	}
}

func bound(s *supply, routines float64) float64 {
	if s.implementation == "" {
		return 1e-9
	}
	return routines
}

// compare holds a supply against the first one and returns how far they are apart.
func (s *supply) compare(t *testing.T, set map[string]string, bound float64) string {
	t.Helper()
	if s.transport == "memory" && runtime.GOOS != "linux" {
		return "left out" // memory is shared on Linux only
	}
	if slices.Contains(s.flags, "cpython") && os.Getenv("TRAMMEL_REQUIRE_ALL") == "" {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Logf("left out: %s: %v", s.name, err)
			return "left out"
		}
	}
	span := []string{"--end", "0.3", "--dt", "0.01"} // 300 steps; over gRPC a second of it takes half a minute
	if !long {
		span[1] = "0.1"
	}
	got, about := run(t, s.deck, set, append(span, s.flags...)...)
	if got == nil {
		return "left out"
	}
	first := supplies[slices.IndexFunc(supplies, func(s supply) bool { return buildable(t, s.deck) })]
	base, _ := run(t, first.deck, set, append(span, first.flags...)...)
	s.checkIdentity(t, &about)
	worst := 0.0
	for _, c := range families[0].columns {
		worst = math.Max(worst, deviation(t, got, base, c, math.Inf(1)))
	}
	if worst > bound {
		t.Errorf("%s and %s differ by %.3g, the bound is %g", s.name, first.name, worst, bound)
	}
	return fmt.Sprintf("%.1e", worst)
}

// checkIdentity makes sure that the law was computed by whom the row says.
func (s *supply) checkIdentity(t *testing.T, about *summary) {
	t.Helper()
	if s.implementation == "" {
		if len(about.Routines) != 0 {
			t.Errorf("%s: %d routines", s.name, len(about.Routines))
		}
		return
	}
	if len(about.Routines) != 1 {
		t.Fatalf("%s: %d routines", s.name, len(about.Routines))
	}
	if r := about.Routines[0]; r.Implementation != s.implementation || r.Isolated != s.isolated || r.Calls == 0 {
		t.Errorf("%s: %+v", s.name, r)
	}
	if word := "transport=" + s.transport; strings.Contains(about.Log, "transport=") != (s.transport != "") ||
		s.transport != "" && !strings.Contains(about.Log, word) {
		t.Errorf("%s: calls should have gone by %q, the log says\n%s", s.name, s.transport, about.Log)
	}
}
