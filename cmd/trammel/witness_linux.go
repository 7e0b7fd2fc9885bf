package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/core/run"
)

// witness is a process that closes the results of a run that cannot do it any
// more: a library that crashes ends the process at once, and so does a kill
// from outside. It waits at a pipe that the system closes with the run.
type witness struct {
	notes notes
	pipe  *os.File
}

// newWitness starts the witness of the run in dir.
func newWitness(dir string) (*witness, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	fd, err := unix.MemfdCreate("trammel-notes", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	memory := os.NewFile(uintptr(fd), "notes")
	defer memory.Close()
	if err := unix.Ftruncate(fd, notesSize); err != nil {
		return nil, err
	}
	shared, err := unix.Mmap(fd, 0, notesSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	c := exec.Command(exe, "witness", dir)
	c.Stdin, c.Stderr, c.ExtraFiles = from, os.Stderr, []*os.File{memory}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is not for it
	if err := c.Start(); err != nil {
		to.Close()
		return nil, err
	}
	go c.Wait()
	return &witness{shared, to}, nil
}

// dismiss tells the witness that the results are closed.
func (w *witness) dismiss() {
	if w != nil {
		_, _ = w.pipe.Write([]byte{1})
		w.pipe.Close()
	}
}

func (t *tool) witnessCommand() *cobra.Command {
	return &cobra.Command{
		Use: "witness DIR", Hidden: true, Args: cobra.ExactArgs(1),
		Short: "Wait for the end of a run and close its results if it could not",
		RunE: func(_ *cobra.Command, args []string) error {
			signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			if err := witnessed(args[0]); err != nil {
				t.con.say(bad, "error", "the results in %s cannot be closed: %v", args[0], err)
				t.code = run.ExitInternal
			}
			return nil
		},
	}
}

func witnessed(dir string) error {
	shared, err := unix.Mmap(3, 0, notesSize, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("a run starts its witness itself: %w", err)
	}
	if last, _ := io.ReadAll(os.Stdin); len(last) > 0 {
		return nil
	}
	return run.CloseLost(dir, notes(shared).testify)
}
