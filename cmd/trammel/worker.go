package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/worker"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// workerCommandName is the hidden command by which this program runs routines of
// libraries and scripts for another process of it.
const workerCommandName = "isolated-worker"

func (t *tool) workerCommand() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{Use: workerCommandName, Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := f.checkFlags(); err != nil {
				return err
			}
			if err := t.runWorker(&f); err != nil {
				fmt.Fprintln(os.Stderr, err)
				t.code = run.ExitInternal
			}
			return nil
		}}
	f.registerFlags(cmd)
	cmd.Flags().StringVar(&f.lockOf.deck, "locked-by", "", "deck whose lock allows code")
	cmd.Flags().StringVar(&f.lockOf.commands, "locked-commands", "", "and its commands")
	return cmd
}

// runWorker is the life of a worker.
func (t *tool) runWorker(f *loadFlags) error {
	if f.lockOf.deck != "" {
		l, err := readLockFile(f.lockOf)
		if err != nil {
			return err
		}
		f.allow, f.strict = l.checkHash, true
	}
	memory, enforced, err := confine.ConfineSelf()
	if err != nil {
		return err
	}
	t.redirectNativeStdout() // what routines print goes to the standard error, which the solver reads
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	native := &cdll.Loader{Log: log, Allow: f.newLibraryChecker()}
	f.configureLibraryLoader(native)
	scripts := pysub.New(pysub.Options{Output: os.Stderr, Log: log, CallTimeout: f.timeout, Interpret: true, Engine: f.engine, Allow: f.allow,
		Isolated: f.strict, Library: f.newDependencyChecker(),
		Python: f.python, OneThread: true, Native: func() cpython.Guard { worker.RestoreFaultSignals(); return nil }})
	cdll.SetExitStatusFile(worker.ExitStatusPath())
	confine.LimitOwnMemory(memory, &enforced)
	p := &worker.Program{
		Version: versionText(), Enforced: enforced.String(),
		Load: func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
			if scripts.Takes(ref) {
				return scripts.Load(ref, sig)
			}
			cdll.SetLineBuffering()
			defer worker.RestoreFaultSignals() // the forwarding library has put its own in place
			return native.Load(ref, sig)
		},
		Close: func() { _ = errors.Join(scripts.Close(), native.Close()) },
	}
	p.Serve()
	return nil
}
