package main

import (
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

const module = "github.com/trammel-mbd/trammel/"

// Third parties, by the beginning of their import paths.
const (
	purego   = "github.com/ebitengine/purego"
	gpython  = "github.com/go-python/gpython"
	regexp2  = "github.com/dlclark/regexp2"
	goPlugin = "github.com/hashicorp/go-plugin"
	hclog    = "github.com/hashicorp/go-hclog" // in go-plugin's signatures
	gRPC     = "google.golang.org/grpc"
	protobuf = "google.golang.org/protobuf"
	wazero   = "github.com/tetratelabs/wazero"
	gonum    = "gonum.org/v1/gonum"
	xsys     = "golang.org/x/sys"
	xmod     = "golang.org/x/mod"
	signing  = "aead.dev/minisign"
	toml     = "github.com/pelletier/go-toml/v2"
)

// layers says what each package may import of this module (names ending in /
// stand for all below) and of other modules, apart from the standard library
// and golang.org/x/sys. The last row that fits a package counts.
var layers = []struct {
	name   string
	ours   []string
	others []string
}{
	{"github.com/trammel-mbd/trammel", nil, nil}, // the documents
	{"usersub", []string{"sdk/usersub"}, nil},
	{"usersub/", []string{"usersub"}, nil},
	{"usersub/loading", []string{"usersub"}, nil},
	{"usersub/inspect", []string{"usersub", "usersub/dll"}, nil},
	{"usersub/dll", []string{"usersub"}, nil},
	{"usersub/cdll", []string{"usersub", "usersub/loading", "usersub/dll", "usersub/sealed"}, []string{purego}},
	{"usersub/pysub", []string{"usersub", "usersub/loading", "usersub/pysub/"}, []string{gpython}},
	{"usersub/pysub/trace", []string{"usersub", "usersub/loading", "core/expr", "usersub/pysub/python"}, []string{gpython}},
	{"usersub/pysub/numpy", []string{"usersub/pysub/python", "usersub/pysub/internal/private"}, []string{gpython}},
	{"usersub/pysub/python", []string{"usersub/pysub/syntax", "usersub/pysub/internal/private"}, []string{gpython, regexp2}},
	{"usersub/pysub/syntax", nil, []string{gpython}},
	{"usersub/pysub/internal/private", nil, []string{gpython}},
	{"usersub/pysub/cpython", []string{"usersub", "usersub/loading"}, []string{purego}},
	{"usersub/wasm", []string{"usersub", "usersub/loading"}, []string{wazero}},
	{"sdk/usersub", nil, nil},
	{"sdk/usersub/subtest", []string{"sdk/usersub"}, nil},
	{"sdk", []string{"sdk/usersub", "sdk/wire", "sdk/wire/frame"}, nil},
	{"sdk/sdktest", []string{"sdk/usersub", "sdk"}, nil},
	{"sdk/wire", []string{"sdk/usersub", "sdk/wire/"}, []string{protobuf}},
	{"sdk/wire/frame", []string{"sdk/wire/wirepb"}, nil},
	{"sdk/wire/wirepb", nil, []string{protobuf}},
	{"sdk/grpc", []string{"sdk/grpc/service", "sdk/wire", "sdk/wire/"}, []string{goPlugin, hclog, gRPC}},
	{"sdk/grpc/service", []string{"sdk/wire/wirepb"}, []string{gRPC}},
	{"plugins", []string{"usersub", "usersub/sealed", "sdk/grpc", "sdk/wire", "sdk/wire/", "plugins/store", "plugins/pack", "plugins/trust", "plugins/worker", "plugins/confine", "plugins/guard"}, []string{goPlugin, hclog}},
	{"plugins/", []string{"sdk", "sdk/"}, []string{gonum}},
	{"plugins/trust", nil, nil},
	{"plugins/plugintest", []string{"sdk/grpc", "sdk/wire"}, []string{goPlugin}},
	{"plugins/scaffold", []string{"usersub"}, nil},
	{"plugins/pack", []string{"usersub"}, []string{signing}},
	{"plugins/store", []string{"usersub", "sdk/wire", "plugins/trust"}, []string{xmod}},
	{"plugins/confine", nil, nil},
	{"plugins/guard", nil, nil},
	{"plugins/worker", []string{"sdk", "sdk/grpc", "usersub"}, nil},
	{"plugins/octave", []string{"plugins/octave/host"}, nil},
	{"plugins/octave/host", []string{"sdk", "sdk/grpc"}, nil},
	{"core/deck", []string{"usersub", "core/deck/", "core/expr"}, nil},
	{"core/deck/", []string{"usersub", "core/deck", "core/integrate/traits"}, nil},
	{"core/deck/codes", nil, nil},
	{"core/deck/golden", nil, nil},
	{"core/deck/pystmt", []string{"core/deck", "core/deck/adm"}, nil},
	{"core/deck/cmdfile", []string{"core/deck", "core/deck/adm", "core/spatial", "core/unit", "core/expr"}, nil},
	{"core/expr", nil, nil},
	{"core/spatial", nil, []string{gonum}},
	{"core/spline", nil, nil},
	{"core/shape", []string{"core/spatial"}, []string{gonum}},
	{"core/solve", nil, []string{gonum}},
	{"core/solve/vi", []string{"core/solve"}, []string{gonum}},
	{"core/integrate", []string{"core/integrate/traits", "core/solve", "core/solve/vi"}, []string{gonum}},
	{"core/integrate/traits", nil, nil}, // every layer may know what integrators there are
	{"core/unit", nil, nil},
	{"core/result", []string{"core/unit"}, nil},
	{"core/linear", []string{"core/solve", "core/integrate"}, []string{gonum}},
	// A State is the Problem of package integrate, in whose terms it speaks, and what
	// package linear linearizes.
	{"core/system", []string{"core/spatial", "core/shape", "core/spline", "core/expr", "core/solve", "core/solve/vi", "core/integrate", "core/linear", "usersub"}, nil},
	{"core/element", []string{"core/deck", "core/flex", "core/system", "core/spatial", "core/shape", "core/spline", "core/expr", "core/integrate", "core/integrate/traits", "core/unit", "usersub"}, nil},
	{"core/run", []string{"core/result", "core/spatial", "core/unit", "core/system", "core/solve", "core/integrate", "core/integrate/traits", "core/linear", "core/element", "core/deck", "usersub"}, nil},
	{"core/flex", []string{"core/spatial", "core/solve", "core/unit"}, []string{gonum}},
	{"core/study", []string{"core/deck", "core/result"}, []string{toml}},
	{"core/session", []string{"core/run", "core/element", "core/system", "core/deck"}, nil},
	{"core", []string{"core/", "usersub"}, nil},
	{"cmd/release", nil, nil},
	{"examples/", []string{"core", "sdk", "sdk/grpc"}, nil},
	{"examples/internal/measure", []string{"core", "core/run"}, nil}, // runs decks in memory
	{"examples/mutation", nil, nil},                                  // of any module
	{"examples/corpus", []string{"examples/internal/measure", "core", "core/run", "core/spatial", "core/integrate/traits"}, nil},                                                 // runs models in memory
	{"examples/faults", []string{"core/run", "sdk", "core/integrate/traits"}, nil},                                                                                               // run.json and exit codes
	{"examples/singular", []string{"examples/internal/measure", "core", "core/run", "core/integrate/traits"}, nil},                                                               // options and run.json
	{"examples/accuracy", []string{"examples/internal/measure", "core", "core/run", "core/integrate/traits"}, nil},                                                               // options and run.json
	{"examples/peers", []string{"examples/internal/measure", "core", "core/system", "core/integrate", "core/integrate/traits", "usersub", "usersub/cdll", "usersub/pysub"}, nil}, // measures what stands behind the front door
}

// goList runs go list for one system.
func goList(t *testing.T, system string, args ...string) []string {
	t.Helper()
	c := exec.Command("go", append([]string{"list"}, args...)...)
	c.Dir = "../.."
	c.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=1") // so that import "C" is seen
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list %s: %v", strings.Join(args, " "), err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// standard reports whether a path is of the standard library: its first element
// has no dot.
func standard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return !strings.Contains(first, ".")
}

func under(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

// among reports whether a package of ours is in a list.
func among(name string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		return s == name || strings.HasSuffix(s, "/") && strings.HasPrefix(name, s)
	})
}

func TestImports(t *testing.T) {
	systems := []string{"linux", "darwin", "windows"}
	if !clitest.LongForm {
		systems = systems[:1]
	}
	for _, system := range systems {
		for _, line := range goList(t, system, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...", "./sdk/...") {
			fields := strings.Fields(line)
			name := strings.TrimPrefix(fields[0], module)
			if under(name, "cmd/trammel") || name == "examples" {
				continue
			}
			at := -1
			for i, l := range layers {
				if among(name, []string{l.name}) {
					at = i
				}
			}
			if at < 0 {
				t.Errorf("%s: package %s has no row in the table of layers", system, name)
				continue
			}
			for _, imp := range fields[1:] {
				if !permitted(imp, layers[at].ours, layers[at].others) {
					t.Errorf("%s: %s must not import %s", system, name, imp)
				}
			}
		}
	}
}

func permitted(imp string, ours, others []string) bool {
	if imp == "C" {
		return false
	}
	if name, own := strings.CutPrefix(imp, module); own {
		return among(name, ours)
	}
	return standard(imp) || under(imp, xsys) ||
		slices.ContainsFunc(others, func(o string) bool { return under(imp, o) })
}

// depends returns everything that packages reach, apart from the standard
// library and themselves.
func depends(t *testing.T, pattern string) []string {
	var all []string
	for _, p := range goList(t, "linux", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", pattern) {
		if p != "" && p != module+path.Clean(pattern) {
			all = append(all, p)
		}
	}
	return all
}

func TestReach(t *testing.T) {
	if d := depends(t, "./sdk/usersub"); len(d) > 0 {
		t.Errorf("sdk/usersub reaches %v", d)
	}
	if d := depends(t, "./usersub"); len(d) != 1 {
		t.Errorf("usersub reaches %v", d)
	}
	for _, p := range depends(t, "./core/...") {
		for _, far := range []string{purego, gpython, regexp2, goPlugin, hclog, gRPC, protobuf, wazero} {
			if under(p, far) {
				t.Errorf("core reaches %s", p)
			}
		}
	}
	for name, may := range map[string][]string{
		"./core/expr": nil, "./core/spline": nil, "./core/solve": nil, "./core/integrate": {"core/integrate/traits", "core/solve", "core/solve/vi"},
		"./core/deck": {"core/deck/", "core/expr", "core/integrate/traits", "usersub", "sdk/usersub"},
	} {
		for _, p := range depends(t, name) {
			if own, ok := strings.CutPrefix(p, module); ok && !among(own, may) {
				t.Errorf("%s reaches %s", name, own)
			}
		}
	}
}

// The checks themselves notice what they are for.
func TestPermitted(t *testing.T) {
	for imp, want := range map[string]bool{
		"fmt": true, "golang.org/x/sys/unix": true, "C": false, purego: true, purego + "/internal": true, purego + "x": false,
		module + "usersub": true, module + "usersub/cdll": false, module + "sdk/wire": true, gonum + "/mat": false,
	} {
		if got := permitted(imp, []string{"usersub", "sdk/"}, []string{purego}); got != want {
			t.Errorf("%s: %v, want %v", imp, got, want)
		}
	}
}
