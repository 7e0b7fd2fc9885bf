// Command trammel solves multibody models: it reads a deck, loads the user
// subroutines that the deck names, and writes the results into a folder.
//
// Data go to the standard output, messages to the standard error. Exit codes
// are listed by `trammel help exit-codes`.
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

func main() {
	attachSupervisorMemory()
	cdll.SetHandlerBeforeProcessEnd(func(code int) { recordExitCode(code) })
	os.Exit(recordExitCode(executeCommandLine(os.Args[1:])))
}

// tool is one invocation.
type tool struct {
	con  *console
	data *output // the standard output
	// firstOut is the standard output before native code was sent elsewhere, kept reachable.
	firstOut *os.File
	code     int  // what the command ends with
	silent   bool // problems are not printed but listed at the end
	hinted   bool // `trammel explain` has been named

	model atomic.Pointer[deck.Model] // once it has been read: where problems have their places
}

// executeCommandLine carries out a command line and returns the exit code. Commands that
// ran set tool.code and return no error: what cobra returns is a mistake in
// the command line.
func executeCommandLine(args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "error: internal error: %v\n%s", p, debug.Stack())
			code = run.ExitInternal
		}
	}()
	t := &tool{con: newConsole(os.Stderr), data: &output{w: os.Stdout}}
	root := t.rootCommand()
	root.SetArgs(args)
	root.SetOut(os.Stdout)
	root.SetErr(os.Stderr)
	cmd, err := root.ExecuteC()
	if err == errSupervised {
		return t.code
	}
	if err != nil {
		t.con.printMessage(bad, "error", "%s", formatUsageError(err))
		fmt.Fprintf(os.Stderr, "usage: %s\n", cmd.UseLine())
		if cmd.HasSubCommands() {
			fmt.Fprintf(os.Stderr, "commands: %s\n", strings.Join(commandNames(cmd), ", "))
		}
		return run.ExitUsage
	}
	if err := t.data.err; err != nil {
		t.con.printMessage(bad, "error", "standard output: %v", err)
		return cmp.Or(t.code, run.ExitInternal)
	}
	return t.code
}

// output is a writer that keeps its first error, so that data that did not get out change the exit code.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// formatUsageError puts cobra's messages on one line.
func formatUsageError(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}

func commandNames(cmd *cobra.Command) []string {
	var list []string
	for _, c := range cmd.Commands() {
		if c.Runnable() && !c.Hidden {
			list = append(list, c.Name())
		}
	}
	return list
}

func (t *tool) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "trammel COMMAND",
		Short: "Solves multibody models with user subroutines in C, C++, Fortran, Python or plugins",
		Long: `Trammel solves models of rigid bodies, joints and forces. It reads MotionSolve
decks in XML, Adams decks (.adm, .acf), command files of Adams View (.cmd) and models
that are programs in Python (msolve, Exudyn), and calls the user subroutines that they name.

  trammel run deck.xml      solve, results in deck.out
  trammel check deck.xml    report problems of a deck
  trammel info deck.xml     list what a deck contains
  trammel convert in out    write a deck in another form
  trammel explain CODE      explain a code of a diagnostic, such as E305
  trammel docs --out DIR    write the manual as pages for a browser
  trammel compare A B       compare two sets of results, or results with a file of Adams
  trammel export OUT -o F   write results as Parquet, .res, .glb or .csv
  trammel view OUT          show results in the browser
  trammel report OUT        write results as one file for any browser
  trammel plot OUT COLUMN   plot columns into a file
  trammel picture OUT       draw the mechanism without a browser
  trammel bench deck.xml    profile a run
  trammel serve             hold a model for a program that steps it, such as a notebook
  trammel study             carry out many runs with different parameters
  trammel eval deck.xml     evaluate one run for an optimizer (Dakota, OpenMDAO)
  trammel usersub           begin, build, inspect and test user subroutines
  trammel flex              reduce and describe data of flexible bodies
  trammel plugin            begin, install, list, describe and verify plugins`,
		SilenceErrors: true, SilenceUsage: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a command is missing")
			}
			return fmt.Errorf("unknown command %q", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	root.Version = detailedVersionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentPreRunE = t.superviseCommand
	// Without cobra's second line of usage, which says the same again.
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), "{{if .HasAvailableSubCommands}}\n  {{.CommandPath}} [command]{{end}}", "", 1))
	root.AddCommand(t.runCommand(), t.serveCommand(), t.studyCommand(), t.evalCommand(), t.studyWorkerCommand(), t.checkCommand(), t.compareCommand(), t.exportCommand(), t.viewCommand(), t.reportCommand(), t.plotCommand(), t.pictureCommand(), t.benchCommand(), t.infoCommand(), t.convertCommand(), t.schemaCommand(), t.explainCommand(), t.docsCommand(), t.versionCommand(), t.lockCommand(), t.verifyCommand(), exitCodesTopic(), functionsTopic(), jointsTopic(), routinesTopic(), t.witnessCommand(), octaveCommand(), t.workerCommand(), t.launchCommand(), t.guardCommand(), t.usersubCommand(), t.pluginCommand(), t.flexCommand())
	omitFlagsWordInUsageLines(root)
	return root
}

// omitFlagsWordInUsageLines leaves out the word [flags] of cobra: the line of usage of each command names its flags.
func omitFlagsWordInUsageLines(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	for _, sub := range c.Commands() {
		omitFlagsWordInUsageLines(sub)
	}
}

// deckHelp says what DECK and COMMANDS are.
const deckHelp = `DECK is one of:

  .xml   a MotionSolve deck
  .adm   an Adams model; a file of commands (.acf) may follow it
  .acf   Adams commands, with the model that they name
  .cmd   commands of Adams View that build a model
  .py    a Python program that builds a model; the words after -- are its arguments (sys.argv)

A Python program is code: trammel executes it whenever it reads it, also in check, info and convert.
With --isolate all (run, check, info) it can start no programs and write nothing, and it reads only
files in its own folder.
`

// splitArguments divides the words of a command line into decks and the arguments of a program, which follow --. At
// the beginning -- only ends the options.
func splitArguments(cmd *cobra.Command, args []string) (decks, program []string) {
	if n := cmd.ArgsLenAtDash(); n > 0 {
		return args[:n], args[n:]
	}
	return args, nil
}

// checkDeckArgs is the rule for commands that take a deck.
func checkDeckArgs(cmd *cobra.Command, args []string) error {
	return checkDeckNames(splitArguments(cmd, args))
}

// checkDeckNames checks the names of a deck and its commands, and whether it takes arguments.
func checkDeckNames(args, program []string) error {
	switch {
	case len(args) == 0:
		return fmt.Errorf("the deck is missing")
	case len(args) > 2:
		return fmt.Errorf("one deck at a time: unexpected argument %q", args[2])
	case args[0] == "":
		return fmt.Errorf("the name of the deck is empty")
	case len(program) > 0 && !core.IsPythonDeck(args[0]):
		return fmt.Errorf("arguments behind -- are for a deck that is a Python program, which %s is not", args[0])
	case len(args) == 2:
		return core.CheckDeckAndCommands(args[0], args[1])
	}
	return nil
}

// redirectNativeStdout keeps the standard output for data: what native code prints goes
// to the standard error.
func (t *tool) redirectNativeStdout() {
	out, err := cdll.RedirectStdoutToStderr()
	if err != nil {
		t.con.printMessage(notice, "warning", "%v: what libraries print may mix with data", err)
		return
	}
	t.firstOut = os.Stdout
	os.Stdout, t.data.w = out, out
}
