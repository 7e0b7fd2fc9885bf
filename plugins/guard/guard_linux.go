package guard

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// detachFromTerminal keeps signals of a terminal away from the guard.
func detachFromTerminal(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// RunGuardProcess is what the process of a guard does, from its beginning to its end: args are what Start added to its command line.
func RunGuardProcess(args []string) error {
	if len(args) != 1 {
		return errors.New("the guard of a run is started by the run")
	}
	run, err := strconv.Atoi(args[0])
	if err != nil {
		return fmt.Errorf("the guard of a run: %w", err)
	}
	signal.Ignore(syscall.SIGHUP, syscall.SIGINT)
	reported := runningProcesses{}
	from, to, err := os.Pipe()
	if err != nil {
		return err
	}
	go copyInputUntilExit(to, run)
	reported.readReports(from)
	for pid, folder := range reported {
		KillRemainingProcesses(pid, folder)
		_ = os.RemoveAll(folder)
	}
	return nil
}

// copyInputUntilExit copies what the run, the process solverPID, reports until it ends. The end of the file alone does not report that: a child that a routine
// forked in the run's own process holds the pipe, too.
func copyInputUntilExit(to *os.File, solverPID int) {
	defer to.Close()
	list := []unix.PollFd{{Fd: 0, Events: unix.POLLIN}}
	if fd, err := unix.PidfdOpen(solverPID, 0); err == nil {
		list = append(list, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	over := os.Getppid() != solverPID
	room := make([]byte, 4096)
	for {
		wait := -1
		if over {
			wait = 0 // what it reported before is still read
		}
		n, err := unix.Poll(list, wait)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil || n == 0:
			return
		}
		over = over || len(list) > 1 && list[1].Revents != 0
		if list[0].Revents == 0 {
			if over {
				return
			}
			continue
		}
		k, err := unix.Read(0, room)
		if k <= 0 && err != unix.EINTR {
			return
		}
		_, _ = to.Write(room[:max(k, 0)])
	}
}

// KillRemainingProcesses kills what a process has left: those of its group, and those in whose environment its folder is.
func KillRemainingProcesses(pid int, folder string) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	for range 20 { // those that were forked during the search for the others
		found := listProcessesWithEnvironment(folder)
		for _, p := range found {
			_ = syscall.Kill(p, syscall.SIGKILL)
		}
		if len(found) == 0 {
			return
		}
	}
}

// listProcessesWithEnvironment lists the processes that have a value in their environment, this one not. A process that has ended has none.
func listProcessesWithEnvironment(value string) (list []int) {
	if value == "" {
		return nil
	}
	mark := append([]byte("="+value), 0)
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
		if b, err := os.ReadFile(f); err == nil && pid != os.Getpid() && bytes.Contains(b, mark) {
			list = append(list, pid)
		}
	}
	return list
}
