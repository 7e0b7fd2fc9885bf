package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
)

// exits lists what the tool may end with.
var exits = []struct {
	code int
	what string
}{
	{run.ExitOK, "fine"},
	{run.ExitInternal, "internal error, or the results cannot be written"},
	{run.ExitUsage, "mistake in the command line, or nothing to simulate"},
	{run.ExitDeck, "the deck has errors or cannot be read"},
	{run.ExitLoad, "a user subroutine cannot be loaded"},
	{run.ExitRoutine, "a user subroutine failed: exception, NaN, exit or STOP, or it did not return"},
	{run.ExitConvergence, "no convergence"},
	{run.ExitWall, "the wall-time limit of the run was reached"},
	{run.ExitLost, "a plugin or worker process died or was lost, or a library crashed"},
	{run.ExitCompare, "a check or comparison failed"},
	{run.ExitInterrupted, "interrupted"},
}

// exitCodeTable is the list as text.
func exitCodeTable() string {
	var b strings.Builder
	for _, c := range exits {
		fmt.Fprintf(&b, "  %3d  %s\n", c.code, c.what)
	}
	return b.String()
}

// exitCodesTopic is a help topic.
func exitCodesTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit codes mean",
		Long: "Exit codes of all commands. Of several problems of a deck the first in this\n" +
			"order counts: errors of the deck before subroutines that cannot be loaded.\n\n" + exitCodeTable(),
	}
}
