package main

import (
	"log/slog"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/octave/host"
	"github.com/trammel-mbd/trammel/usersub"
)

// octaveHost is the hidden command by which this program is the plugin that
// runs functions of .m files.
const octaveHost = "octave-host"

// newOctaveLoader returns the loader of functions of .m files, which run in a process
// that this program starts from itself.
func newOctaveLoader(c plugins.Config) *plugins.ScriptLoader {
	self, err := confine.OwnExecutablePath()
	if err != nil {
		self = os.Args[0]
	}
	return &plugins.ScriptLoader{Config: c, Program: []string{self, octaveHost},
		Interpreters: inOctave, Suffix: ".m", Implementation: "octave"}
}

// octaveConfig is how Octave is started. Without the rights of a worker to lose, as one process of it runs the scripts of
// all folders, it loses the environment where everything is to be isolated.
func (f *loadFlags) octaveConfig(log *slog.Logger) plugins.Config {
	c := f.pluginProcessConfig(log)
	if f.isolate != isolateAll {
		return c
	}
	c.Env = f.workerEnvironment()
	for _, name := range []string{host.Variable, "OCTAVE_HOME", "OCTAVE_EXEC_HOME", "OCTAVE_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			c.Env = append(c.Env, name+"="+v)
		}
	}
	return c
}

// inOctave are the values of the attribute interpreter that mean Octave.
var inOctave = []string{"MATLAB", "OCTAVE"}

// runsOutOfProcess reports whether a routine runs in a process of its own.
func runsOutOfProcess(ref *usersub.Ref) bool {
	return ref.Plugin != "" || ref.Script != "" && slices.Contains(inOctave, ref.Interpreter)
}

func octaveCommand() *cobra.Command {
	return &cobra.Command{Use: octaveHost, Hidden: true, Args: cobra.NoArgs,
		Run: func(*cobra.Command, []string) { host.ServeSolver() }}
}
