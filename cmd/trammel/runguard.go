package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/confine"
	runguard "github.com/trammel-mbd/trammel/plugins/guard"
)

// guardCommandName is the hidden command by which this program ends what routines have started when the run was killed.
const guardCommandName = "run-guard"

func (t *tool) guardCommand() *cobra.Command {
	return &cobra.Command{Use: guardCommandName, Hidden: true, DisableFlagParsing: true,
		Run: func(_ *cobra.Command, args []string) {
			if err := runguard.RunGuardProcess(args); err != nil {
				fmt.Fprintln(os.Stderr, err)
				t.code = run.ExitUsage
			}
		}}
}

// guardCommandLine is the command line of a guard, nil where there is none.
func guardCommandLine() []string {
	self, err := confine.OwnExecutablePath()
	if err != nil || runtime.GOOS != "linux" {
		return nil
	}
	return []string{self, guardCommandName}
}
