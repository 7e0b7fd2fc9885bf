package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/inspect"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

func (t *tool) usersubInspectCommand() *cobra.Command {
	var asJSON, asPlugin bool
	cmd := &cobra.Command{
		Use:   "inspect FILE [--json] [--plugin]",
		Short: "Say what a library, script or plugin holds and whether it would load",
		Long: `Reads the file of a user subroutine and prints

  - what it is: format, architecture, 32 or 64 bits, compiler
  - the routines in it with the elements that call them, and the dialect that
    the spelling of their symbols speaks for: NAME is C, name_ Fortran, Name the
    struct form of Adams
  - other functions, which an element can name in usrsub_fnc_name
  - the utilities that it calls (c_sysfnc, ...), and which of them work here
  - the libraries that it needs and where they are, the version of glibc that it
    needs and that of this machine, its run path
  - every reason why it would not load, with a hint

Libraries are not loaded, nothing in them runs. Libraries of Windows and macOS
are read too. A WebAssembly module is set up in its sandbox, as a run does before the
first call. A Python script is executed once, as a run does before its first
call. A program that is built with the plugin kit for Go is started and queried
what it offers; other programs only with --plugin.

  trammel usersub inspect road.so
  trammel usersub inspect road.so --json
  trammel usersub inspect friction.py
  trammel usersub inspect ./bead

Exit codes: 0 it would load, 4 it would not, 2 mistake in the command line.`,
		Args: requireOneArgPerName("the file"),
		RunE: func(_ *cobra.Command, args []string) error {
			r := t.inspectFile(args[0], asPlugin)
			if !r.Loads {
				t.code = run.ExitLoad
			}
			t.writeOutput(r, r.Text(), asJSON)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	cmd.Flags().BoolVar(&asPlugin, "plugin", false, "start a program as a plugin and print its description")
	return cmd
}

// inspectFile examines a file.
func (t *tool) inspectFile(path string, asPlugin bool) *inspect.Report {
	r := inspect.ExamineFile(path, inspect.ThisMachine())
	switch {
	case r.Kind == inspect.Script && r.Loads:
		t.redirectNativeStdout()
		inspectScript(r, t)
	case r.Format == "WebAssembly" && r.Loads:
		inspectWasmModule(r)
	case r.Kind == inspect.Program && (asPlugin || isGoPlugin(path)):
		inspectPlugin(r)
	case r.Kind == inspect.Program:
		r.Notes = append(r.Notes, "if it is a plugin, --plugin starts it and prints what it offers")
	}
	return r
}

// inspectScript lets the interpreter that a run would take execute a script and examine its
// routines.
func inspectScript(r *inspect.Report, t *tool) {
	var l usersub.Loader = newOctaveLoader(plugins.Config{Log: slog.New(slog.DiscardHandler)})
	ref := usersub.Ref{Script: absolutePath(r.File), Interpreter: "MATLAB", Element: "inspect"}
	if !inspect.IsMatlab(r.File) {
		ref.Interpreter = "PYTHON"
		l = pysub.New(pysub.Options{Output: t.con, Log: slog.New(slog.DiscardHandler), Engine: pysub.Auto, Python: os.Getenv("TRAMMEL_PYTHON")})
	}
	defer l.Close()
	try := func(function string, sig *usersub.Sig) {
		ref.Function = function
		x, err := l.Load(&ref, sig)
		if err == nil && x.Note != "" {
			note := x.Note
			if x.Implementation == "cpython" || x.Implementation == "octave" {
				note = "it runs in " + note
			}
			if !slices.Contains(r.Notes, note) {
				r.Notes = append(r.Notes, note)
			}
		}
		var e *usersub.LoadError
		if !errors.As(err, &e) || slices.ContainsFunc(r.Problems, func(p inspect.Problem) bool { return p.Reason == e.Reason }) {
			return
		}
		r.AddLoadProblem(inspect.Problem{Reason: e.Reason, Hint: e.Hint, Detail: e.Detail})
	}
	for _, x := range r.Routines {
		try(x.Symbol, usersub.FindRoutine(x.Routine))
	}
	if len(r.Routines) > 0 {
		return
	}
	// Whether a function can take the arguments of a routine is not known
	// here. Of a function that takes any, only the script can be at fault.
	for _, name := range r.Candidates {
		if canBindToSomeRoutine(l, ref, name) {
			return
		}
	}
	try(r.Candidates[0], usersub.VARSUB)
}

// canBindToSomeRoutine reports whether a function can be bound to some routine.
func canBindToSomeRoutine(l usersub.Loader, ref usersub.Ref, name string) bool {
	ref.Function = name
	return slices.ContainsFunc(usersub.Sigs(), func(s *usersub.Sig) bool {
		_, err := l.Load(&ref, s)
		return err == nil
	})
}

// isGoPlugin reports whether a program was built in Go with what plugins need.
func isGoPlugin(path string) bool {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return false
	}
	for _, d := range info.Deps {
		if d.Path == "github.com/hashicorp/go-plugin" {
			return !strings.HasSuffix(info.Path, "/cmd/trammel")
		}
	}
	return false
}

// inspectPlugin starts a program and reads its description.
func inspectPlugin(r *inspect.Report) {
	about, err := plugins.ReadDescription(newPluginConfig(), absolutePath(r.File))
	if err != nil {
		r.Problems = nil
		r.AddLoadProblem(inspect.Problem{Reason: fmt.Sprintf("%s does not respond as a plugin", r.File),
			Hint: "a plugin is a program whose main calls sdk.Serve", Detail: err.Error()})
		return
	}
	r.Kind, r.Dialect, r.Problems, r.Loads = inspect.Program, "plugin", []inspect.Problem{}, true
	r.Routines, r.Candidates, r.Utilities = []inspect.Routine{}, []string{}, []inspect.Use{}
	r.Notes = append(r.Notes, strings.TrimSpace(fmt.Sprintf("plugin %s %s, protocol %d. %s", about.Name, about.Version, about.Protocol, about.Doc)))
	for _, o := range about.Routines {
		x := inspect.Routine{Symbol: o.Name, Routine: o.Kind}
		if sig := usersub.FindRoutine(o.Kind); sig != nil {
			x.Element = sig.Element
		} else {
			r.Notes = append(r.Notes, fmt.Sprintf("%s is of the kind %s, which is not known here", o.Name, o.Kind))
		}
		r.Routines = append(r.Routines, x)
		if a := wire.AboutOfOffer(o); a.DescribesParams() {
			r.Notes = append(r.Notes, o.Name+" takes "+a.UsageText())
		}
	}
}
