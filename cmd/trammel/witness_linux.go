package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/cmd/trammel/waiting"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/confine"
)

// witnessProcess is a process that closes the results of a run that cannot do it any
// more: a library that crashes ends the process at once, and so does a kill
// from outside. It waits at a pipe that the system closes with the run.
type witnessProcess struct {
	notes witnessMemory
	pipe  *os.File
}

// startWitnessProcess starts the witness of the run in dir.
func startWitnessProcess(dir string) (*witnessProcess, error) {
	exe, err := confine.OwnExecutablePath()
	if err != nil {
		return nil, err
	}
	memory, shared, err := createSharedMemory("trammel-notes", notesSize)
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	c := exec.Command(exe, waiting.Command, dir, strconv.Itoa(os.Getpid()))
	c.Stdin, c.Stderr, c.ExtraFiles = from, os.Stderr, []*os.File{memory}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is not for it
	if err := c.Start(); err != nil {
		to.Close()
		return nil, err
	}
	recordWitness(c.Process.Pid)
	go c.Wait()
	return &witnessProcess{shared, to}, nil
}

// dismiss informs the witness that the results are closed.
func (w *witnessProcess) dismiss() {
	if w != nil {
		_, _ = w.pipe.Write([]byte{1})
		w.pipe.Close()
	}
}

func (t *tool) witnessCommand() *cobra.Command {
	return &cobra.Command{
		Use: waiting.Command + " DIR PROCESS", Hidden: true, Args: cobra.ExactArgs(2),
		Short: "Wait for the end of a run and close its results if it could not",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := closeLostResults(args[0]); err != nil {
				t.con.printMessage(bad, "error", "the results in %s cannot be closed: %v", args[0], err)
				t.code = run.ExitInternal
			}
			return nil
		},
	}
}

// closeLostResults closes the results in dir: the run has ended without having done so, else package waiting would have ended this process.
func closeLostResults(dir string) error {
	shared, err := unix.Mmap(3, 0, notesSize, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("a run starts its witness itself: %w", err)
	}
	return run.CloseAbandonedResults(dir, witnessMemory(shared).completeDocument)
}
