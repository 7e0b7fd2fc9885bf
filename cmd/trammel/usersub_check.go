package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// scriptFlags are the options of usersub check.
type scriptFlags struct {
	engine, python, format string
}

func (t *tool) usersubCheckCommand() *cobra.Command {
	var f scriptFlags
	cmd := &cobra.Command{
		Use:   "check SCRIPT... [--python-engine auto|gpython] [--python PATH] [--format FORMAT]",
		Short: "Say what the embedded Python cannot run in a script, without running it",
		Long: `Reads Python scripts and lists what the embedded interpreter cannot run, with line and
column: syntax, modules, names that modules do not have, classes of kinds that cannot
be. Nothing of a script is executed, so that no problem does not mean that it runs:
usersub inspect executes it, usersub test calls its functions.

It also says what would run the script: the embedded interpreter, or with
--python-engine auto the installed CPython that has the modules which it imports.

  trammel usersub check friction.py
  trammel usersub check *.py --python-engine gpython --format gcc

Formats: text, gcc, json, sarif, as trammel check has them.

Exit codes: 0 all scripts have an interpreter, 4 one has none, 3 one cannot be read,
2 mistake in the command line.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("the script is missing")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			f.engine = strings.ToLower(f.engine)
			if err := cmp.Or(checkChoice("python-engine", f.engine, pysub.Auto, pysub.GPython), checkDiagFormat(f.format)); err != nil {
				return err
			}
			t.checkScripts(args, &f)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.engine, "python-engine", pysub.Auto, "`E` is auto or gpython: whether CPython may run what the embedded interpreter cannot")
	set.StringVar(&f.python, "python", os.Getenv("TRAMMEL_PYTHON"), "`PATH` of that Python, or none (default: TRAMMEL_PYTHON, else the first python3 on PATH that has the modules)")
	set.StringVar(&f.format, "format", formats[0], "text, json, sarif or gcc")
	return cmd
}

// checkScripts examines scripts one after the other.
func (t *tool) checkScripts(paths []string, f *scriptFlags) {
	ds := &deck.Diags{}
	var outcomes strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.con.printMessage(bad, "error", "%v", err)
			t.code = run.ExitDeck
			continue
		}
		by, err := describeInterpreter(path, f)
		if err != nil {
			t.code = max(t.code, run.ExitLoad)
			by = "nothing here runs it: " + err.Error()
		}
		fmt.Fprintf(&outcomes, "%s: %s\n", path, by)
		src := &deck.Source{Name: path, Text: text}
		for _, p := range pysub.CheckScript(path) {
			report := ds.AddWarningf
			if err != nil {
				report = ds.AddErrorf
			}
			report(src.SpanAt(p.Line, p.Col), "E804", "the embedded interpreter cannot run this: %s", strings.TrimSuffix(p.Msg, "."))
		}
	}
	if f.format != formats[0] {
		_ = t.writeDiags(ds, f.format) // t.data keeps its error
	} else if ds.WriteText(t.con, false) == nil {
		_, _ = t.data.Write([]byte(outcomes.String()))
	}
}

// describeInterpreter says what runs a script, or why nothing does.
func describeInterpreter(path string, f *scriptFlags) (string, error) {
	python := f.python
	if f.engine == pysub.GPython {
		python = "none"
	}
	return pysub.DescribeInterpreter(absolutePath(path), python)
}
