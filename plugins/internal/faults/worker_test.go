//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/worker"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// serveWorker is what the command does in its workers.
func serveWorker() {
	memory, enforced, err := confine.ConfineSelf()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if os.Stdout, err = cdll.RedirectStdoutToStderr(); err != nil {
		panic(err)
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	native := &cdll.Loader{Log: log}
	scripts := pysub.New(pysub.Options{Output: os.Stderr, Log: log, Interpret: true, OneThread: true, Engine: os.Args[1], Python: os.Args[2],
		Native: func() cpython.Guard { worker.RestoreFaultSignals(); return nil }})
	cdll.SetExitStatusFile(worker.ExitStatusPath())
	confine.LimitOwnMemory(memory, &enforced)
	(&worker.Program{Version: "1", Enforced: enforced.String(), Load: func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		if scripts.Takes(ref) {
			return scripts.Load(ref, sig)
		}
		cdll.SetLineBuffering()
		defer worker.RestoreFaultSignals()
		return native.Load(ref, sig)
	}}).Serve()
}
