package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// loadFlags are the options of all commands that load user subroutines.
type loadFlags struct {
	dialect, area, limit string
	engine, python       string        // of scripts
	timeout              time.Duration // limit as it was read
	interpret            bool
	transport            string   // of plugins
	allowed              []string // codes of warnings that are not reported

	shapes     shapeFlags
	parameters parameterFlags
	arguments  []string // of a deck that is a program

	scriptsHere bool  // not in workers, whose imports nobody sees
	strict      bool  // code is locked or to be locked: nothing is loaded that would not be seen
	lockOf      input // whose lock allows code; without a deck all is allowed
	// allow refuses code by its file and hash before it runs; nil takes all.
	allow func(path, sum string) error
	// pinned is that of plugins.Config.
	pinned func(usersub.PluginName) string

	// Of routines that run in processes of their own.
	isolate               string
	memoryLimit, cpuLimit string
	memory, cpu           uint64 // as they were read; 0 for none
	env                   []string
	allowRead, allowWrite []string
	core                  bool
}

// registerFlags enters the options into a command's.
func (f *loadFlags) registerFlags(cmd *cobra.Command) {
	cmd.Annotations = map[string]string{loadsCode: "yes"}
	set := cmd.Flags()
	set.StringVar(&f.dialect, "usersub-dialect", "", "`D` is ms, fortran or adams: how libraries get their arguments where no usrsub_dialect says it (default: by deck and symbol)")
	set.StringVar(&f.area, "usersub-area", "", "`A` is yes or no: contact routines have the argument area (default: not with ms, with fortran and adams)")
	f.registerPythonFlags(set)
	set.BoolVar(&f.interpret, "interpret-python", false, "interpret all Python functions; without it those that only calculate are compiled")
	set.StringVar(&f.limit, "call-timeout", "", "end with code 5 when a user subroutine has not returned after the `TIME`: 30s, 500ms; with code 8 where its process had to be killed for that (default: never; in workers, plugins and Octave 10s)")
	set.StringVar(&f.transport, "plugin-transport", os.Getenv(plugins.TransportVariable), "`T` is how calls travel to plugins and isolated routines: memory (shared), pipe, grpc, or auto: the first one available (default: TRAMMEL_PLUGIN_TRANSPORT, else auto)")
	set.StringVar(&f.isolate, "isolate", "", "run libraries and scripts in processes of their own: `KIND` is all, native, python or none (default: those whose element has isolate=\"process\"). all also sandboxes plugins; WebAssembly modules always run in a sandbox")
	set.StringVar(&f.memoryLimit, "memory-limit", "", "memory that such a process, or a WebAssembly module, may allocate: `SIZE` such as 512M or 4G, or none (default: half of the machine's, 256M for a module)")
	set.StringVar(&f.cpuLimit, "cpu-limit", "", "processor time that such a process may use: `TIME` such as 90s or 10m (default: no limit)")
	set.StringArrayVar(&f.env, "env", nil, "give such a process, or a plugin, the variable `NAME` of the environment, or NAME=VALUE; may be repeated")
	set.StringArrayVar(&f.allowRead, "allow-read", nil, "let it read a `PATH` besides the folders of the deck and the routine; may be repeated")
	set.StringArrayVar(&f.allowWrite, "allow-write", nil, "let it write into a `PATH`; may be repeated")
	set.StringSliceVar(&f.allowed, "allow", nil, "do not report warnings of this `CODE`, such as P101; may be repeated, or codes separated by commas. A comment in the deck has the same effect: trammel: allow P101")
	f.shapes.registerFlags(set)
	f.parameters.registerFlags(set)
	set.BoolVar(&f.core, "core-dumps", false, "let it leave a core file when it crashes")
}

// registerPythonFlags enters the options that choose an interpreter.
func (f *loadFlags) registerPythonFlags(set *pflag.FlagSet) {
	set.StringVar(&f.engine, "python-engine", "", "`E` runs Python scripts: gpython (embedded), cpython (installed, in this process), cpython-child (in its own), or auto: gpython for what it can run, else cpython (default: auto). A deck that is a program runs in gpython with auto, too")
	set.StringVar(&f.python, "python", os.Getenv("TRAMMEL_PYTHON"), "`PATH` of the Python that runs what gpython cannot: a program, a virtual environment or none (default: TRAMMEL_PYTHON, else the first python3 on PATH that has the modules)")
}

// parseCallTimeLimit reads the limit of a call: seconds, or a number with a unit.
func (f *loadFlags) parseCallTimeLimit() (err error) {
	if f.limit == "" {
		return nil
	}
	if s, bad := strconv.ParseFloat(f.limit, 64); bad == nil && s < 1e9 {
		f.timeout = time.Duration(s * float64(time.Second))
	} else if f.timeout, err = time.ParseDuration(f.limit); err != nil {
		return fmt.Errorf("--call-timeout %q: it is a time, such as 30s, 500ms or 2m", f.limit)
	}
	if f.timeout <= 0 {
		return fmt.Errorf("--call-timeout must be greater than 0")
	}
	return nil
}

// checkFlags refuses values that make no sense.
func (f *loadFlags) checkFlags() error {
	f.dialect, f.area = strings.ToLower(f.dialect), strings.ToLower(f.area)
	if err := checkChoice("usersub-dialect", f.dialect, "ms", "fortran", "adams"); err != nil {
		return err
	}
	if err := checkChoice("usersub-area", f.area, "yes", "no"); err != nil {
		return err
	}
	f.engine = strings.ToLower(cmp.Or(f.engine, pysub.Auto))
	if err := checkChoice("python-engine", f.engine, pysub.Auto, pysub.GPython, pysub.CPython, pysub.CPythonChild); err != nil {
		return err
	}
	f.transport = strings.ToLower(cmp.Or(f.transport, string(plugins.Auto)))
	if err := checkChoice("plugin-transport", f.transport, string(plugins.Auto), string(plugins.Memory), string(plugins.Pipe), string(plugins.GRPC)); err != nil {
		return err
	}
	f.isolate = strings.ToLower(f.isolate)
	if err := checkChoice("isolate", f.isolate, isolateAll, isolateNative, isolatePython, isolateNone); err != nil {
		return err
	}
	for i, c := range f.allowed {
		if f.allowed[i] = strings.ToUpper(strings.TrimSpace(c)); !warningCode.MatchString(f.allowed[i]) {
			return fmt.Errorf("--allow %q: it is the code of a warning, such as P101", c)
		}
	}
	if err := f.parseWorkerLimits(); err != nil {
		return err
	}
	if err := f.shapes.readMeshTable(); err != nil {
		return err
	}
	if err := f.parameters.readFlags(); err != nil {
		return err
	}
	return f.parseCallTimeLimit()
}

var warningCode = regexp.MustCompile(`^[A-Z]\d{3}$`)

// checkChoice refuses a value of an option that is not in the list; empty is none.
func checkChoice(flag, value string, list ...string) error {
	if value == "" || slices.Contains(list, value) {
		return nil
	}
	n := len(list) - 1
	text := fmt.Sprintf("--%s %q: it is %s or %s", flag, value, strings.Join(list[:n], ", "), list[n])
	if near, ok := deck.NearestName(value, list); ok {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return fmt.Errorf("%s", text)
}

// mustConfinePythonDecks reports whether a deck that is a program is to be confined: --isolate all confines the embedded interpreter, and CPython,
// which cannot be, is refused wherever scripts are to be isolated.
func (f *loadFlags) mustConfinePythonDecks() bool {
	foreign := f.engine == pysub.CPython || f.engine == pysub.CPythonChild
	return f.isolate == isolateAll || f.isolate == isolatePython && foreign
}

// configureLibraryLoader sets up the loader of libraries.
func (f *loadFlags) configureLibraryLoader(l *cdll.Loader) {
	l.Dialect, _ = cdll.ParseDialect(f.dialect) // checked
	l.Area = f.area
}

// pluginProcessConfig is how plugins and their like are started.
func (f *loadFlags) pluginProcessConfig(log *slog.Logger) plugins.Config {
	return plugins.Config{Log: log, Transport: plugins.Transport(f.transport), Guard: guardCommandLine()}
}
