// Package plugintest has programs that are no good plugins, for tests of those who start plugins: the test program itself is one of
// them where it runs under its name.
package plugintest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hashicorp/go-plugin"

	"github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// Programs are the main functions of programs, by name.
type Programs map[string]func()

// BrokenPrograms returns the programs that any test of starting plugins needs: one that speaks a later version of the protocol, one that ends at once
// with the code 3, and one that is no plugin.
func BrokenPrograms() Programs {
	return Programs{
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
	}
}

// RunByProcessName runs the program by whose name this process was started, and reports whether there is one.
func (p Programs) RunByProcessName() bool {
	f := p[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")]
	if f != nil {
		f()
	}
	return f != nil
}

// LinkInto makes the programs available in a folder, as links to the test program.
func (p Programs) LinkInto(folder string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for name := range p {
		if err := LinkOrCopy(self, ProgramPath(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// ProgramPath returns the path of a program in a folder.
func ProgramPath(folder, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(folder, name)
}

// LinkOrCopy makes a file available under another name, by a copy where links are not possible.
func LinkOrCopy(old, to string) error {
	if os.Link(old, to) == nil {
		return nil
	}
	b, err := os.ReadFile(old)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o700)
}
