package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// folder is where the tests run: it holds the tool, the decks of testdata/broken, and
// links to the test program itself, which is a bad plugin by these names.
var folder string

// actors are the plugins.
var actors = map[string]func(){
	"wrong-version": func() {
		plugin.Serve(&plugin.ServeConfig{
			HandshakeConfig: grpc.Handshake,
			VersionedPlugins: map[int]plugin.PluginSet{
				wire.Version + 6: {grpc.Service: &grpc.Plugin{Serves: &wire.Server{Name: "future"}}}},
			GRPCServer: plugin.DefaultGRPCServer,
		})
	},
	"exits-at-start": func() {
		fmt.Fprintln(os.Stderr, "licence server not found")
		os.Exit(3)
	},
	"other-program": func() { fmt.Println("usage: other-program FILE") },
	"misbehaves": func() {
		late := func(f func()) sdk.Routine {
			return sdk.PFOSUB(func(c *sdk.Call) float64 {
				if c.Time > 0.25 {
					f()
				}
				return c.SysFnc("DX", c.ParInt(0))
			})
		}
		sdk.Serve(sdk.Plugin{Name: "misbehaves", Version: "1.0.0", Routines: map[string]sdk.Routine{
			"exits":  late(func() { fmt.Fprintln(os.Stderr, "out of licences"); os.Exit(3) }),
			"panics": late(func() { panic("no way out") }),
			"hangs":  late(func() { select {} }),
			"fine":   late(func() {}),
			"tells":  sdk.PFOSUB(reportConfinement),
		}}, grpc.Transport)
	},
	"described": describedPlugin,
}

// reportConfinement says what the process of a plugin may do.
func reportConfinement(c *sdk.Call) float64 {
	if c.Setup() {
		_, read := os.ReadFile("/etc/hostname")
		_, near := os.ReadFile(filepath.Join(os.Getenv("NEAR"), "note.txt"))
		fmt.Fprintf(os.Stderr, "A=%q B=%q far=%v near=%v write=%v start=%v\n", os.Getenv("A_KEY"), os.Getenv("B_KEY"), read == nil, near == nil,
			os.WriteFile(filepath.Join(os.Getenv("NEAR"), "left.txt"), nil, 0o600) == nil, exec.Command("/bin/true").Run() == nil)
	}
	return c.SysFnc("DX", c.ParInt(0))
}

// describedPlugin is a plugin that reports its parameters.
func describedPlugin() {
	value := func(c *sdk.Call) float64 {
		if c.Value("stiffness") != 1e4 || c.Value("damping") != 10 || c.Value("order") != 2 || c.Value("MARKER") != 9 {
			c.Abort("got %v", c.Par)
		}
		return c.SysFnc("DX", c.IDOf("marker"))
	}
	parameters := []sdk.Parameter{
		sdk.Param("stiffness", "N/mm", "of the spring").Above(0),
		sdk.Param("damping", "N s/mm", "of the spring").AtLeast(0).Default(10),
		sdk.Param("order", "", "of the polynomial").AtLeast(1).AtMost(3).Integer().Default(2),
		sdk.Param("marker", "", "its end").ID("Reference_Marker"),
		sdk.Param("others", "", "where it is measured").ID("Reference_Marker").Many(),
	}
	two := sdk.YFOSUB(func(*sdk.Call, []float64, []float64) {}).Takes()
	two.States = []sdk.Quantity{{Name: "z", Unit: "mm"}, {Name: "w", Unit: "mm"}}
	sdk.Serve(sdk.Plugin{Name: "described", Vendor: "acme", Version: "1.2.0", Doc: "Springs.", Routines: map[string]sdk.Routine{
		"spring": sdk.PFOSUB(value).Takes(parameters...).Says("a spring with a damper"),
		"force":  sdk.VARSUB(value).Takes(parameters...),
		"two":    two,
		"none":   sdk.VARSUB(func(*sdk.Call) float64 { return 1 }).Takes(),
		"untold": sdk.VARSUB(func(*sdk.Call) float64 { return 1 }),
	}}, grpc.Transport)
}

func TestMain(m *testing.M) {
	os.Setenv("TRAMMEL_PYTHON", "none") // messages do not depend on what is installed
	if f := actors[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")]; f != nil {
		f()
		return
	}
	os.Exit(prepared(m))
}

func prepared(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "trammel-cli-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	// Paths in messages have links resolved.
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	if out, err := exec.Command("go", append([]string{"build", "-o", program("trammel")}, append(raceFlags, ".")...)...).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	for name := range actors {
		if err := link(self, program(name)); err != nil {
			panic(err)
		}
	}
	if err := os.CopyFS(folder, os.DirFS("testdata/broken")); err != nil {
		panic(err)
	}
	return m.Run()
}

func program(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(folder, name)
}

func link(old, to string) error {
	if os.Link(old, to) == nil {
		return nil
	}
	b, err := os.ReadFile(old)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o700)
}

// outcome is what a command did.
type outcome struct {
	code        int
	out, errors string
}

// command returns the tool with arguments, ready to be run there. Variables
// that change what is found are not passed on.
func command(args ...string) *exec.Cmd {
	c := exec.Command(program("trammel"), args...)
	c.Dir = folder
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "MS_USERDLL_DIR", "MS_USERSUBDLL", "NUSOL_DLL_DIR", "LD_LIBRARY_PATH", "TRAMMEL_PLUGIN_PATH", "XDG_DATA_HOME", "NO_COLOR":
		default:
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "XDG_DATA_HOME="+filepath.Join(folder, "data")) // plugins of the user are not found
	return c
}

// trammel runs the tool.
func trammel(t testing.TB, args ...string) outcome {
	t.Helper()
	c := command(args...)
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{c.ProcessState.ExitCode(), out.String(), messages.String()}
}

// library makes sure that the library of testdata/broken/c stands in folder.
func library(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	if _, err := os.Stat(program("broken.so")); err == nil {
		return
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip("gcc is missing")
	}
	half := filepath.Join(folder, "half.so")
	if out, err := exec.Command(gcc, "-O1", "-shared", "-fPIC", "-o", half, "testdata/broken/c/broken.c").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if err := os.Rename(half, filepath.Join(folder, "broken.so")); err != nil {
		t.Fatal(err)
	}
}
