package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
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
	memory, shared, err := sharedMemory("trammel-notes", notesSize)
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	c := exec.Command(exe, "witness", dir, strconv.Itoa(os.Getpid()))
	c.Stdin, c.Stderr, c.ExtraFiles = from, os.Stderr, []*os.File{memory}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is not for it
	if err := c.Start(); err != nil {
		to.Close()
		return nil, err
	}
	noteWitness(c.Process.Pid)
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
		Use: "witness DIR PROCESS", Hidden: true, Args: cobra.ExactArgs(2),
		Short: "Wait for the end of a run and close its results if it could not",
		RunE: func(_ *cobra.Command, args []string) error {
			signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			if err := witnessed(args[0], args[1]); err != nil {
				t.con.say(bad, "error", "the results in %s cannot be closed: %v", args[0], err)
				t.code = run.ExitInternal
			}
			return nil
		},
	}
}

// witnessed closes the results in dir if the run ends without having done so. It is the end of the process that counts: children that
// a routine forked hold the pipe, too.
func witnessed(dir, process string) error {
	shared, err := unix.Mmap(3, 0, notesSize, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("a run starts its witness itself: %w", err)
	}
	of, err := strconv.Atoi(process)
	if err != nil {
		return err
	}
	if dismissed(of) {
		return nil
	}
	return run.CloseLost(dir, notes(shared).testify)
}

// dismissed waits for the end of the process, or for its word that the results are closed, and reports whether
// that came. The end of the pipe alone says nothing, if the system can tell of the end of processes: a routine may close descriptors.
func dismissed(process int) bool {
	wait := []unix.PollFd{{Fd: 0, Events: unix.POLLIN}}
	fd, err := unix.PidfdOpen(process, 0)
	ended := os.Getppid() != process
	if err == nil && !ended {
		wait = append(wait, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	for {
		timeout := -1
		if ended {
			timeout = 0 // what it said before is still read
		}
		n, err := unix.Poll(wait, timeout)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil || n == 0:
			return false
		}
		if wait[0].Revents != 0 {
			n, err := unix.Read(0, make([]byte, 1))
			if n > 0 {
				return true
			}
			if err != unix.EINTR {
				wait[0].Fd = -1 // poll passes over it
				ended = ended || len(wait) == 1
			}
		}
		ended = ended || len(wait) > 1 && wait[1].Revents != 0
		if ended {
			wait = wait[:1]
		}
	}
}
