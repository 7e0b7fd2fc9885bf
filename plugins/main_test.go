package plugins_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// folder holds the programs of the tests: refplugin, built from its source,
// and links to the test program itself, which misbehaves by its name.
var folder string

func TestMain(m *testing.M) {
	if act(strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")) {
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "plugins"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	os.Setenv("XDG_DATA_HOME", filepath.Join(folder, "data")) // plugins of the user are not found
	build := exec.Command("go", "build", "-o", program("refplugin"), "./internal/refplugin")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building refplugin: %v\n%s", err, out)
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
	return m.Run()
}

// program is the path of a program in folder.
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

// actors are programs that are no good plugins.
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
	"silent":        func() { time.Sleep(time.Minute) },
	"garbled":       func() { serveGarbled() },
}

func act(name string) bool {
	f := actors[name]
	if f != nil {
		f()
	}
	return f != nil
}
