package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
)

// usersubCommand groups the commands for user subroutines without a deck.
func (t *tool) usersubCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "usersub COMMAND",
		Short: "Inspect, build, begin and test user subroutines",
		Long: `Works on user subroutines without a deck.

  trammel usersub new PFOSUB --lang c                        begin a routine: pfosub.c, pfosub.csv
  trammel usersub build pfosub.c                             build the library pfosub.so
  trammel usersub check friction.py                          say what the embedded Python cannot run
  trammel usersub inspect pfosub.so                          say what it holds, and why it would not load
  trammel usersub test pfosub.so PFOSUB --table pfosub.csv   call it and check its results
  trammel usersub replay calls.rec --with new.so             make the calls of a recorded run again`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a command of usersub is missing")
			}
			return fmt.Errorf("unknown command %q of usersub", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(t.usersubInspectCommand(), t.usersubBuildCommand(), t.usersubNewCommand(), t.usersubTryCommand(), t.usersubReplayCommand(), t.usersubCheckCommand())
	return cmd
}

// requireOneArgPerName is the rule for commands with named arguments.
func requireOneArgPerName(what ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < len(what) {
			return fmt.Errorf("%s is missing", what[len(args)])
		}
		if len(args) > len(what) {
			return fmt.Errorf("unexpected argument %q", args[len(what)])
		}
		for i, a := range args {
			if a == "" {
				return fmt.Errorf("%s is empty", what[i])
			}
		}
		return nil
	}
}

// writeOutput writes text or JSON to the standard output.
func (t *tool) writeOutput(value any, text string, asJSON bool) {
	data := []byte(text)
	if asJSON {
		j, err := json.MarshalIndent(value, "", "  ")
		if err != nil {
			t.con.printMessage(bad, "error", "%v", err)
			t.code = run.ExitInternal
			return
		}
		data = append(j, '\n')
	}
	_, _ = t.data.Write(data) // it keeps its error
}

// absolutePath returns a path that loaders search for in no folder but its own.
func absolutePath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// routineNames lists all routines.
func routineNames() []string {
	var list []string
	for _, s := range usersub.Sigs() {
		list = append(list, s.Name)
	}
	return list
}

// unknownRoutineError returns the error for an unknown name of a routine, with the nearest known name or a list of all.
func unknownRoutineError(name string) error {
	near, ok := deck.NearestName(name, routineNames())
	if ok {
		near = "did you mean " + near + "? "
	}
	return fmt.Errorf("unknown routine %s; %sthe routines are %s", name, near, strings.Join(routineNames(), ", "))
}
