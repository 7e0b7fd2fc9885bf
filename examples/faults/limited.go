//go:build linux

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitedCommand is the first argument by which this program becomes another one, with limits.
const limitedCommand = "limited"

// execWithLimits sets limits and becomes the program behind "--".
func execWithLimits(args []string) int {
	for k, a := range args {
		name, value, _ := strings.Cut(a, "=")
		n, _ := strconv.ParseUint(value, 10, 64)
		var err error
		switch name {
		case "fsize":
			err = unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: n})
		case "nofile":
			err = unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: n, Max: n})
		case "stdout":
			err = redirectDescriptor(1, value)
		case "stderr":
			err = redirectDescriptor(2, value)
		case "--":
			err = syscall.Exec(args[k+1], args[k+1:], os.Environ())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "faults:", a, err)
			return 127
		}
	}
	return 127
}

// redirectDescriptor closes a descriptor or leads it to where nothing can be written.
func redirectDescriptor(fd int, how string) error {
	switch how {
	case "closed":
		return unix.Close(fd)
	case "full":
		full, err := unix.Open("/dev/full", unix.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return unix.Dup2(full, fd)
	}
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		return err
	}
	return firstError(unix.Dup2(ends[1], fd), unix.Close(ends[0]), unix.Close(ends[1]))
}
