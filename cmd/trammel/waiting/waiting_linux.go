// Package waiting is where the witness of a run waits: in the initialisation of a package that comes before those of the solver. Mostly
// nothing else is required of it, and then it ends without them: they take longer than all that it does.
package waiting

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Command is what the first argument of a witness is; the folder of the results and the number of the process follow.
const Command = "witness"

// notesFile is the descriptor by which a run gives its witness the memory with its notes.
const notesFile = 3

func init() {
	if len(os.Args) != 4 || os.Args[1] != Command || unix.Fstat(notesFile, &unix.Stat_t{}) != nil {
		return
	}
	process, err := strconv.Atoi(os.Args[3])
	if err != nil {
		return
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if waitForDismissal(process) {
		os.Exit(0)
	}
}

// waitForDismissal waits for the end of the process, or for its word that the results are closed, and reports whether that came.
// It is the end of the process that counts: children that a routine forked hold the pipe, too. The end of the pipe alone says nothing, if the system can report the end of processes: a routine may close descriptors.
func waitForDismissal(process int) bool {
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
